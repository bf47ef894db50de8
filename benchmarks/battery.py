"""`python -m benchmarks.battery [TEST ...]`: dieharder on the random words in the order in which games use them.

The stream is game-major: the first words of the first deal of game 0, then of game 1, and so on, as one run of games
draws them. Without TEST all of dieharder's tests (`-a`); the report goes to standard output as it comes.
`--words FILE` writes that many megabytes of the stream to a file instead, for any other battery.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
from numba import njit
from numpy.typing import NDArray

from analyzer.contract.streams import CLASS, DEAL
from analyzer.kernel import layout, rng
from analyzer.kernel.pointer import state_of

WORDS_A_GAME = 4  # about what a hand and eight draws of 60 cards take
GAMES = 1 << 18  # games a block of output
SEED = 1
COMMAND = ("dieharder", "-g", "200", "-k", "2", "-Y", "1")  # raw words from standard input, exact, doubtful tests again


@njit
def fill(block: NDArray[np.int64], first: int, words: NDArray[np.int64]) -> None:
    """The first words of the first deal of games first, first + 1, ..."""
    s = state_of(block)
    for game in range(words.shape[0]):
        rng.begin_game(s, first + game)
        rng.open_stream(s, DEAL * CLASS)
        for i in range(words.shape[1]):
            words[game, i] = rng.next_word(s)


def blocks(seed: int = SEED) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """A state that holds a seed, and room for a block of words."""
    state = np.zeros(layout.BLOCK_WORDS, np.int64)
    state[layout.SEED], state[layout.SALT_FROM] = rng.signed(seed), -1
    return state, np.zeros((GAMES, WORDS_A_GAME), np.int64)


def write_file(path: Path, megabytes: int) -> None:
    """So many megabytes (2^20 bytes) of the stream, little-endian words."""
    state, words = blocks()
    with path.open("wb") as file:
        for first in range(0, megabytes << 20, words.nbytes):
            fill(state, first // words.nbytes * GAMES, words)
            file.write(words.tobytes()[: (megabytes << 20) - first])


def run_dieharder(tests: list[str]) -> int:
    """Feed dieharder until it has had enough; exit code 0 when it ran and no test failed."""
    if shutil.which("dieharder") is None:
        print("battery: dieharder is not installed; on Debian: apt install dieharder", file=sys.stderr)
        return 3
    failed = False
    for chosen in [["-d", test] for test in tests] or [["-a"]]:
        process = subprocess.Popen([*COMMAND, *chosen], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin is not None and process.stdout is not None
        failed |= _feed(process)
    return 1 if failed else 0


def _feed(process: subprocess.Popen[bytes]) -> bool:
    """Write words until the pipe closes, while another thread prints what comes back; was any test failed?"""
    from threading import Thread

    assert process.stdin is not None and process.stdout is not None
    lines: list[str] = []

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.decode(errors="replace").rstrip())
            print(lines[-1], flush=True)

    reader = Thread(target=read)
    reader.start()
    state, words = blocks()
    first = 0
    try:
        while process.poll() is None:
            fill(state, first, words)
            process.stdin.write(words.tobytes())
            first += GAMES
        process.stdin.close()
    except BrokenPipeError:
        pass
    process.wait()
    reader.join()
    print(f"# fed {first:,} games, {first * WORDS_A_GAME * 8 / 2**30:.1f} GiB", flush=True)
    return any("FAILED" in line for line in lines)


def main() -> int:
    """Parse and run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.battery", description=__doc__)
    parser.add_argument(
        "tests", nargs="*", metavar="TEST", help="numbers of dieharder tests (dieharder -l); all without"
    )
    parser.add_argument("--words", type=Path, metavar="FILE", help="write the stream to this file instead")
    parser.add_argument("--megabytes", type=int, default=64, help="how much of it (default 64)")
    asked = parser.parse_args()
    if asked.words is not None:
        write_file(asked.words, asked.megabytes)
        return 0
    return run_dieharder(asked.tests)


if __name__ == "__main__":
    sys.exit(main())
