"""Code that the kernel compiled does not change what anybody else compiles in the same process."""

from __future__ import annotations

import subprocess
import sys
import threading

from numba import int64
from numba.core import codegen
from numba.core.compiler_lock import global_compiler_lock

from analyzer.kernel import _jit
from analyzer.kernel._lean import outermost_only

# A helper in two compiled functions: the kernel's entry, for which LLVM may drop arguments that no call needs, and a
# plain one that calls what it finds under the helper's name. In a process of its own, since what fails is a crash.
SHARED_HELPER = """
import numpy as np
from numba import int64, njit

from analyzer.kernel._jit import compiled, entry, helper


def folded(unused, low, high):
    total = low
    for i in range(low, high):
        for j in range(i % 7):
            total += (i * 31 + j * total) % 1009
            total ^= (i % 3) << (j % 5)
        while total % 3:
            total += total // 5 + i % 2 + 1
        for j in range(total % 11):
            total -= (total * j) % 101 + (total + j) // 7 % (j + 2)
    return total


expected = folded(0, 3, 40) + 3 * folded(0, 4, 40) + 5 * folded(0, 5, 41)
folded = helper(folded)


@entry(int64(int64, int64))
def kernel(low, high):
    return folded(1, low, high) + 3 * folded(2, low + 1, high) + 5 * folded(3, low + 2, high + 1)


@njit
def plain(low, high, found):
    for i in range(len(found)):
        found[i] = folded(i, low + i, high) + 3 * folded(high, low + 1, high) + 5 * folded(low, low + 2, high + 1)


found = np.zeros(1, np.int64)
first = compiled(kernel)(3, 40)
plain(3, 40, found)
assert first == found[0] == expected, (first, found[0], expected)
print("equal")
"""


def test_a_helper_of_a_compiled_entry_serves_plain_compiled_code_as_well(tmp_path):
    source = tmp_path / "shared_helper.py"
    source.write_text(SHARED_HELPER, encoding="utf-8")
    done = subprocess.run([sys.executable, str(source)], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "equal\n"), done.stderr


def test_threads_that_ask_for_the_same_unit_get_it():
    @_jit.entry(int64(int64))
    def doubled(number):
        return 2 * number

    together, found = threading.Barrier(4), []

    def ask() -> None:
        together.wait()
        found.append(_jit.compiled(doubled)(21))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == [42] * 4 and len(doubled.signatures) == 1


def test_nothing_is_changed_while_another_thread_compiles():
    entered = threading.Event()

    def compile_kernel() -> None:
        with outermost_only("nothing"):
            entered.set()

    plain, thread = codegen.CPUCodeLibrary._finalize_final_module, threading.Thread(target=compile_kernel)
    with global_compiler_lock:  # as numba holds it from the first line of a compilation to the last
        thread.start()
        assert not entered.wait(0.3)
        assert codegen.CPUCodeLibrary._finalize_final_module is plain
    thread.join(30)
    assert entered.is_set() and codegen.CPUCodeLibrary._finalize_final_module is plain
