"""S5: two threads against one, beside a control loop that never enters Python."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from benchmarks.measure import Row, skipped

BAR, CONTROL = 1.8, 1.9
TRIES = 11


def speedup(work: Callable[[], object]) -> float:
    """Best of interleaved tries: time of two jobs after one another over their time on two threads."""
    one, two = [], []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(TRIES):
            start = time.perf_counter()
            work()
            work()
            one.append(time.perf_counter() - start)
            start = time.perf_counter()
            for future in [pool.submit(work), pool.submit(work)]:
                future.result()
            two.append(time.perf_counter() - start)
    return min(one) / min(two)


def rows() -> list[Row]:
    """Measure."""
    from benchmarks.measure import build_yardstick
    from benchmarks.plans import core_player, full_game

    yardstick = build_yardstick()
    if yardstick is None:
        return skipped("S5 threads", "no C compiler for the control loop")
    if (os.cpu_count() or 1) < 2:
        return skipped("S5 threads", "one processor")
    control = speedup(lambda: yardstick(1_000_000))
    if control < CONTROL:
        return [
            Row("S5 two threads / one", None, "x", BAR, True, f"machine busy: the control loop reached {control:.2f}")
        ]
    players = [core_player(full_game()), core_player(full_game())]
    free = list(players)

    def play() -> None:
        mine = free.pop()
        try:
            mine(30_000)
        finally:
            free.append(mine)

    return [Row("S5 two threads / one", speedup(play), "x", BAR, True, f"control {control:.2f}")]
