"""The command line as a user meets it: a process of its own, its exit code and both outputs."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Done:
    """What a command left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


def scryworth(*arguments: object, stdin: str | bytes = b"", cwd: Path | None = None) -> Done:
    """Run `scryworth` with arguments, in a process of its own."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    command = [sys.executable, "-c", "from analyzer.cli import main; main()", *map(str, arguments)]
    done = subprocess.run(command, input=data, capture_output=True, cwd=cwd, check=False, timeout=300)
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def called(*arguments: object) -> Done:
    """The same command in this process: quicker, for tables of bad input and fuzzing."""
    from analyzer.cli import main

    out, err = io.StringIO(), io.StringIO()
    before, sys.argv = sys.argv, ["scryworth", *map(str, arguments)]
    code: object = 0
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as stop:
        code = stop.code
    finally:
        sys.argv = before
    return Done(code if isinstance(code, int) else 0, out.getvalue(), err.getvalue())
