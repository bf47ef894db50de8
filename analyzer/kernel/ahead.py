"""A first compilation on two processors: an entry is compiled by a process of its own while this one does others.

numba compiles one function at a time in a process and spends most of it in Python, so threads would not help.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from analyzer.kernel._jit import PACKAGE, cache_folder, is_cached

COMPILE = "import importlib, sys; from analyzer.kernel._jit import compiled; "
COMPILE += "compiled(getattr(importlib.import_module(sys.argv[1]), sys.argv[2]))"


@contextmanager
def meanwhile(entry: Any, on_compile: Callable[[], None] | None = None) -> Iterator[None]:
    """Within this block another process compiles the entry, if this machine lacks it; at the end it is waited for.

    `on_compile` is called before. Where there is one processor only, or no folder that processes share, nothing
    happens: the entry is compiled by whoever needs it, as it is when the other process fails.
    """
    if entry.signatures or is_cached(entry):
        yield
        return
    if on_compile is not None:
        on_compile()
    process = _start(entry)
    try:
        yield
        if process is not None:
            process.wait()
    finally:
        if process is not None and process.poll() is None:  # interrupted, or something cannot be compiled
            process.kill()
            process.wait()


def _start(entry: Any) -> subprocess.Popen[bytes] | None:
    """The process that compiles the entry into the cache folder of this one; None where it would not help."""
    folder = cache_folder()
    if (os.cpu_count() or 1) < 2 or not sys.executable or not folder.name.startswith("kernel-"):
        return None
    found = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
    function = entry.py_func
    try:
        return subprocess.Popen(
            (sys.executable, "-P", "-c", COMPILE, function.__module__, function.__name__),
            env={**os.environ, "SCRYWORTH_CACHE": str(folder.parent), "PYTHONPATH": found},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:  # no more processes: this one does it all
        return None
