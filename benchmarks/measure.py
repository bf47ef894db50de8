"""How things are timed: rows of a table, interleaved ratios, the C yardstick, child processes and their memory."""

from __future__ import annotations

import ctypes
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
FLAGS = ("-O3", "-march=native", "-std=gnu11", "-shared", "-fPIC")


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: `value` in `unit`, to be at most (or at least) `bar`; None where there is no bar or no value."""

    name: str
    value: float | None
    unit: str
    bar: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def verdict(self) -> str:
        """Does it hold its bar?"""
        if self.value is None or self.bar is None:
            return "-"
        return "holds" if (self.value >= self.bar if self.at_least else self.value <= self.bar) else "misses"


def skipped(name: str, why: str) -> list[Row]:
    """The row of a measurement that cannot be made here."""
    return [Row(name, None, "", note=why)]


def build_yardstick() -> Callable[[int], None] | None:
    """The C kernel of yardstick.c, which plays so many games of W1; None without a C compiler.

    It is the design "Fisher-Yates, splitmix, stream per game" of the measurements on which the bars rest, written anew;
    it must stay within a few per cent of that.
    """
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    folder = Path(tempfile.mkdtemp(prefix="scryworth-yardstick-"))
    library = folder / "yardstick.so"
    subprocess.run([compiler, *FLAGS, "-o", str(library), str(HERE / "yardstick.c")], check=True)
    function = ctypes.CDLL(str(library)).play
    shutil.rmtree(folder)
    function.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p]
    counts = np.zeros(16, np.uint64)

    def play(games: int) -> None:
        function(1, games, counts.ctypes.data)

    return play


def nanoseconds(work: Callable[[int], object], games: int) -> float:
    """CPU time of this thread for one game."""
    start = time.thread_time()
    work(games)
    return (time.thread_time() - start) * 1e9 / games


def against(
    work: Callable[[int], object], games: int, base: Callable[[int], object], base_games: int
) -> tuple[float, float]:
    """Median ratio of `work` to `base` over seven interleaved pairs, and the median nanoseconds of `work`."""
    work(max(games // 10, 1))
    base(max(base_games // 10, 1))
    pairs = [(nanoseconds(work, games), nanoseconds(base, base_games)) for _ in range(7)]
    return statistics.median(a / b for a, b in pairs), statistics.median(a for a, _ in pairs)


@dataclass(frozen=True, slots=True)
class Child:
    """A finished child process: seconds of wall and processor time, peak resident megabytes, exit code, output."""

    seconds: float
    processor_seconds: float
    megabytes: float
    code: int
    errors: str  # the end of it
    output: str  # where it is kept


def run_child(arguments: Sequence[str], changes: Mapping[str, str] | None = None, keep_output: bool = False) -> Child:
    """Run a command to its end."""
    with tempfile.TemporaryFile("w+") as errors, tempfile.TemporaryFile("w+") as output:
        start = time.perf_counter()
        process = subprocess.Popen(
            arguments,
            stdout=output if keep_output else subprocess.DEVNULL,
            stderr=errors,
            env={**os.environ, **(changes or {})},
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        output.seek(0)
        used = usage.ru_utime + usage.ru_stime
        megabytes = usage.ru_maxrss / 1024
        return Child(seconds, used, megabytes, process.returncode, errors.read()[-300:], output.read())


def scryworth(*words: str) -> list[str]:
    """The command line of this installation."""
    return [str(Path(sys.executable).with_name("scryworth")), *words]
