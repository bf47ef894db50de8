"""When a run of many chunks stops early: Ctrl-C once or twice, or its minutes are over."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType


@dataclass(slots=True)
class Stop:
    """Whether no new chunk may begin, and why: "" go on, "interrupted", "minutes"."""

    minutes: float | None = None
    reason: str = ""
    started: float = field(default_factory=time.monotonic)

    def now(self) -> bool:
        """Look at the clock too.

        >>> Stop(minutes=0.0).now(), Stop().now()
        (True, False)
        """
        if not self.reason and self.minutes is not None and time.monotonic() - self.started >= 60 * self.minutes:
            self.reason = "minutes"
        return bool(self.reason)


@contextmanager
def interruptible(minutes: float | None = None, message: str = "") -> Iterator[Stop]:
    """A `Stop` that the first Ctrl-C sets (saying `message` on standard error); the second is a KeyboardInterrupt.

    In other threads than the main one, which get no signals, only the minutes count.
    """
    stop = Stop(minutes)
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def answer(number: int, frame: FrameType | None) -> None:
        if stop.reason == "interrupted":
            raise KeyboardInterrupt
        stop.reason = "interrupted"
        if message:
            os.write(2, f"\n{message}\n".encode())  # print may not be entered again from a signal

    before = signal.signal(signal.SIGINT, answer)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
