"""An entry compiled by another process while this one does something else, and what happens when that fails."""

import os
import subprocess
import sys

import pytest

# The script runs in a process of its own: what is compiled here already must not be seen.
BEGIN = """
import sys
from analyzer.kernel import ahead
from analyzer.kernel._jit import compiled, is_cached
from analyzer.kernel.check_unit import ask_each as entry
said = []
"""


def ran(tmp_path, script):
    environment = {**os.environ, "SCRYWORTH_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", BEGIN + script], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="with one processor nothing is compiled by another process")
def test_another_process_compiles_and_this_one_loads(tmp_path):
    script = """
with ahead.meanwhile(entry, lambda: said.append("compiling")):
    print(len(said), is_cached(entry))
print(is_cached(entry), len(entry.signatures))
compiled(entry)
print(sum(entry.stats.cache_hits.values()), sum(entry.stats.cache_misses.values()))
with ahead.meanwhile(entry, lambda: said.append("again")):
    print(*said)
"""
    assert ran(tmp_path, script) == ["1", "False", "True", "0", "1", "0", "compiling"]


def test_where_the_other_process_fails_this_one_compiles(tmp_path):
    script = """
ahead.COMPILE = "raise SystemExit(1)"
with ahead.meanwhile(entry):
    pass
print(is_cached(entry))
compiled(entry)
print(is_cached(entry))
"""
    assert ran(tmp_path, script) == ["False", "True"]


def test_an_error_in_the_block_ends_the_other_process(tmp_path):
    script = """
ahead.COMPILE = "import time; time.sleep(600)"
started = []
start = ahead._start
ahead._start = lambda entry: started.append(start(entry)) or started[-1]
try:
    with ahead.meanwhile(entry):
        raise ValueError("no such rule")
except ValueError:
    print("raised", *(each.poll() is not None for each in started if each))
"""
    assert ran(tmp_path, script)[0] == "raised"
    assert "False" not in ran(tmp_path, script)
