"""The command line: parse, call, print; each command lives in a file of its own and loads when it is used."""

from __future__ import annotations

import errno
import os
import re
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from analyzer import __version__
from analyzer.errors import ScryworthError
from analyzer.tomlfile import nearest

# command -> (module, one-line help); the help stands here so that `scryworth --help` imports nothing else.
COMMANDS: dict[str, tuple[str, str]] = {
    "run": ("analyzer.cli.run", "Play shuffled games and print the chance of each goal."),
    "value": ("analyzer.cli.value", "What each scry, cantrip, token and look of a list is worth."),
    "compare": ("analyzer.cli.compare", "Two lists, or one under two conditions, on the same games."),
    "deck": ("analyzer.cli.deck", "Read a list and say what was understood (check, show, examples)."),
    "cards": ("analyzer.cli.cards", "Show what is known about a card."),
    "strategies": ("analyzer.cli.strategies", "List, show and check rules of play."),
    "odds": ("analyzer.cli.odds", "Closed forms: the numbers a hypergeometric calculator gives."),
    "scenario": ("analyzer.cli.scenario", "Run hand-written situations through the rulebook."),
    "study": ("analyzer.cli.study", "Many plans in one file: check, run, status, report, merge, export, schema."),
    "reproduce": ("analyzer.cli.reproduce", "Play one row of an exported table again, to the last bit."),
    "verify": ("analyzer.cli.verify", "Published and exact numbers against ours, with a verdict."),
    "replay": ("analyzer.cli.replay", "Print one game as a player would write it down."),
}


class ClosedPipe(Exception):  # noqa: N818 - nothing went wrong
    """Who read our output (`| head`) has closed it; no OSError, which click would answer with exit code 1."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, so that help stays fast."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _pipe():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _pipe():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        return import_module(COMMANDS[name][0]).command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@contextmanager
def _pipe() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise ClosedPipe from None


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="scryworth")
def cli() -> None:
    """What is a scry worth in your deck? Chances with error bars, from millions of shuffled games."""


def main() -> None:
    """Entry point: every failure is one line on standard error and a documented exit code.

    A reader that closes the pipe (`| head`) has what it wanted: the command ends quietly with 0.
    """
    for name in ("stdout", "stderr"):  # a stream that the caller closed: what is said there goes nowhere
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - open until the process ends
    code = _exit_code()
    try:
        sys.stdout.flush()
    except OSError as wrong:
        code = _unwritable(wrong) or code
    if code == 130 and threading.active_count() > 1:
        os._exit(code)  # a thread that still plays, perhaps for ever in somebody's rule, would be waited for
    sys.exit(code)


def _exit_code() -> int:
    try:
        cli.main(standalone_mode=False)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as wrong:
        _say(f"scryworth: {_usage_problem(wrong)}")
        return 2
    except (click.Abort, KeyboardInterrupt):
        _say("interrupted")
        return 130
    except ScryworthError as wrong:
        _say(f"scryworth: {wrong}")
        return wrong.exit_code
    except ClosedPipe:
        return _unwritable(BrokenPipeError(errno.EPIPE, "closed"))
    except OSError as wrong:
        return _unwritable(wrong)
    except Exception as wrong:
        return _own_fault(wrong)
    return 0


def _usage_problem(wrong: click.ClickException) -> str:
    """One line about options and arguments that click could not read."""
    said = " ".join(wrong.format_message().split()).rstrip(".")
    if isinstance(wrong, click.BadParameter) and isinstance(getattr(wrong.param, "type", None), click.Choice):
        given = re.search(r": '(.*?)' is not one of", said)
        choices = [str(each) for each in wrong.param.type.choices]  # type: ignore[union-attr]
        said += nearest(given[1], choices).partition("; known")[0] if given else ""
    context: click.Context | None = getattr(wrong, "ctx", None)
    if context is not None and isinstance(context.command, click.Group):
        command = re.search(r"No such command '(.*?)'", said)
        said += nearest(command[1], context.command.list_commands(context)) if command else ""
    return f"{said}; see {context.command_path} --help" if context is not None else said


def _unwritable(wrong: OSError) -> int:
    """A disk that is full, a file that vanished: one line, and nothing more is sent to where it cannot go."""
    if not wrong.filename:  # standard output itself: what lies in its buffer would be tried again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if wrong.errno == errno.EPIPE:
        return 0
    where = wrong.filename or "standard output"
    _say(f"scryworth: {where}: {wrong.strerror or wrong}; make room or choose another place")
    return 3


def _own_fault(wrong: Exception) -> int:
    """A fault of the program itself: where it is, in one line; the whole trace with SCRYWORTH_TRACE=1."""
    if os.environ.get("SCRYWORTH_TRACE"):
        traceback.print_exception(wrong)
    frame = traceback.extract_tb(wrong.__traceback__)[-1]
    place = f"{Path(frame.filename).name} line {frame.lineno}"
    said = " ".join(f"{type(wrong).__name__}: {wrong}".split())[:200]
    _say(f"scryworth: a fault of the program, not of your input ({place}: {said}); please report it")
    return 3


def _say(text: str) -> None:
    with suppress(OSError):  # standard error is full or closed; the exit code still tells
        click.echo(text, err=True)
