"""The command line: parse, call, print; each command lives in a file of its own and loads when it is used."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from analyzer import __version__
from analyzer.errors import ScryworthError

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


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, so that help stays fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        return import_module(COMMANDS[name][0]).command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="scryworth")
def cli() -> None:
    """What is a scry worth in your deck? Chances with error bars, from millions of shuffled games."""


def main() -> None:
    """Entry point: every expected failure is one line on standard error and a documented exit code."""
    try:
        cli.main(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        sys.exit(130)
    except ScryworthError as wrong:
        click.echo(f"scryworth: {wrong}", err=True)
        sys.exit(wrong.exit_code)
