"""Options that describe a plan, shared by every command that plays one; each has its key in the plan file."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click

from analyzer.errors import InputError, RunError

# option name -> key of the plan file
KEYS = {
    "turns": "run.turns",
    "seed": "run.seed",
    "games": "run.games",
    "seat": "table.seat",
    "players": "table.players",
    "mulligan": "table.mulligan",
    "free_mulligans": "table.free_mulligans",
    "survive": "table.survive",
    "life": "table.life",
    "keep": "strategy.keep",
    "bottom": "strategy.bottom",
    "scry": "strategy.scry",
    "play": "strategy.play",
    "pick": "strategy.pick",
    "mull_look": "strategy.mull_look",
    "hand": "start.hand_size",
    "slots": "deck.slots",
}
FLAGS = {"no_draws": "table.draws", "no_opp_window": "table.opp_window"}
LISTS = {"goal": "run.goals", "measure": "run.measures", "by": "run.by"}

NAMES = (*KEYS, *FLAGS, *LISTS, "plan_file", "start_hand", "free", "group", "settings")  # of options that make a plan


def plan_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add DECK, --plan and every option that has a key in the plan file; a game that fails is named with its replay."""

    @wraps(command)
    def with_replay(**values: Any) -> Any:
        try:
            return command(**values)
        except RunError as wrong:
            if wrong.game is not None and "game" not in values:  # replay itself has just shown it
                options = [
                    each for each in click.get_current_context().command.params if isinstance(each, click.Option)
                ]
                commands = " or: ".join(replay_commands(values, options, wrong.game))
                wrong.args = (f"{wrong}; look at it with: {commands}",)
            raise

    result: Callable[..., Any] = with_replay
    for option in reversed(_OPTIONS):
        result = option(result)
    return result


def replay_commands(values: Mapping[str, Any], options: Sequence[click.Option], game: int) -> list[str]:
    """The commands that show this game of the plans of a command line: one, or one for each side of a comparison."""
    sides = [(values.get("deck"), ())]
    if "other" in values:
        sides = [(values["deck"], values["first"]), (values["other"] or values["deck"], values["second"])]
    return [
        shlex.join(["scryworth", "replay", *_words(values, options, deck, own), "--game", str(game)])
        for deck, own in sides
    ]


def _words(
    values: Mapping[str, Any], options: Sequence[click.Option], deck: str | None, settings: Sequence[str]
) -> Iterator[str]:
    """The words of a command line that make the plan of these values."""
    yield from [deck] if deck else []
    for option in options:
        name, value = str(option.name), values.get(str(option.name))
        if name == "settings":
            value = (*(value or ()), *settings)
        if name not in (*NAMES, "both") or value is None or value is False or name == "games":
            continue
        if name == "both":
            yield from ("--set", "table.seat=both")
        elif isinstance(value, tuple):
            yield from (word for each in value for word in (option.opts[-1], str(each)))
        else:
            yield option.opts[-1]
            yield from [] if option.is_flag else [str(value)]


_OPTIONS = (
    click.argument("deck", required=False),
    click.option("--plan", "plan_file", type=click.Path(path_type=Path),
                 help="A plan file in place of DECK; options change its keys."),
    click.option("-g", "--goal", multiple=True, help="A goal, e.g. 'lands >= 4 by turn 4'; repeat for several."),
    click.option("--measure", multiple=True, help="A measure to tally by turn, e.g. 'mana spent'."),
    click.option("--by", multiple=True, help="Split every table by seat, kept-cards, used:CARD, any measure."),
    click.option("--games", type=int, help="Games to play (default 1,000,000)."),
    click.option("--turns", type=int, help="Turns of each game (default 7; in a game with commanders 8)."),
    click.option("--seed", type=int, help="Seed of the random numbers (default 1)."),
    click.option("--seat", type=click.Choice(["play", "draw"]), help="Who begins (default play: you do)."),
    click.option("--players", type=int, help="Players at the table (default 2; 4 with a commander)."),
    click.option("--mulligan", type=click.Choice(["london", "vancouver", "paris", "none"]),
                 help="Mulligan rule."),
    click.option("--free-mulligans", type=int, help="Mulligans that cost no card (default: 1 with 3 players or more)."),
    click.option("--life", type=int, help="Starting life."),
    click.option("--survive", type=float, help="Chance of each creature to live until its first attack (default 1)."),
    click.option("--no-draws", is_flag=True, help="Draw no card in the draw step."),
    click.option("--no-opp-window", is_flag=True, help="Do nothing in the opponent's turn."),
    click.option("--hand", type=int, help="Cards of the opening hand (default 7)."),
    click.option("--start-hand", help="Opening hand: names split by commas, or '7 cards with 2 lands'."),
    click.option("--slots", type=int, help="Slots that are shuffled, if more than the list has (keeps lists paired)."),
    click.option("--keep", help="Keep rule, e.g. karsten-2022 or lands-between:k7=2-5."),
    click.option("--bottom", help="Rule that chooses cards to bottom after a mulligan."),
    click.option("--scry", help="Scry rule, e.g. lands-until:lands=4, curve, or file.py:rule."),
    click.option("--play", help="Play rule: which land, which spells."),
    click.option("--pick", help="Pick rule: discards, takes, put backs."),
    click.option("--mull-look", help="Scry rule for the look after a Vancouver mulligan (default: the scry rule)."),
    click.option("--free", multiple=True, help="A free effect, e.g. 'scry 1 on turns 1..3 main'."),
    click.option("--group", multiple=True, help="Cards that @group:WORD means in goals: WORD='Card A, Card B'."),
    click.option("--set", "settings", multiple=True, help="Any other key of the plan: table.life=30."),
)  # fmt: skip


FORMATS = ("table", "csv", "json", "markdown", "parquet")
_OUTPUT = (
    click.option("--threads", type=click.IntRange(1, 256), help="Threads (default: all cores); results stay equal."),
    click.option("--format", "format_", type=click.Choice(FORMATS),
                 help="What is printed (default: table, or what the ending of --out says)."),
    click.option("-o", "--out", type=click.Path(path_type=Path),
                 help="Write to this file; its ending names the format."),
    click.option("--quiet", is_flag=True, help="No progress and no notices on standard error."),
)  # fmt: skip


def output_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --threads, --format, --out and --quiet."""
    for option in reversed(_OUTPUT):
        command = option(command)
    return command


_PICTURES = (
    click.option("--html", type=click.Path(path_type=Path),
                 help="Write a page for a friend: one .html file with charts that needs no network."),
    click.option("--plot", type=click.Path(path_type=Path), help="Write one chart: a .svg, .png or .pdf file."),
)  # fmt: skip


def picture_options(name: str) -> Callable[..., Any]:
    """Add --html, --plot and --chart to a command of this name."""
    from analyzer.report.charts.kinds import OWN, charts_of_command

    chart = click.option(
        "--chart", metavar="NAME", help=f"Which chart --plot writes: {', '.join(charts_of_command(name))}; "
        f"{OWN[name]} by default.",
    )  # fmt: skip

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in (chart, *reversed(_PICTURES)):
            command = option(command)
        return command

    return add


def engine_option(default: str) -> Callable[..., Any]:
    """Add --engine."""
    return click.option(
        "--engine",
        type=click.Choice(["kernel", "rulebook", "auto"]),
        default=default,
        show_default=True,
        help="Who plays: the compiled engine, the rulebook (slow), or the one that leaves out less, said by name.",
    )


def show_game_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --show-game."""
    help = "Name the first 20 games each way in which a goal differs, and print one of them side by side."
    return click.option("--show-game", type=click.Choice(["better", "worse"]), help=help)(command)


def plan_changes(values: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of the plan that the options of a command line set.

    >>> plan_changes({"deck": "24 land, 36 blank", "turns": 4, "goal": ("lands had >= 4 by draw 4",)})["run.turns"]
    4
    """
    from analyzer.plan.read import parse_free

    changes: dict[str, Any] = {key: values[name] for name, key in KEYS.items() if values.get(name) is not None}
    changes.update({key: list(values[name]) for name, key in LISTS.items() if values.get(name)})
    if values.get("deck"):
        changes.update(deck_changes(values["deck"]))
    changes.update({key: False for name, key in FLAGS.items() if values.get(name)})
    if values.get("start_hand") is not None:
        changes["start.hand"] = values["start_hand"]
    if values.get("free"):
        changes["free"] = [parse_free(text, "--free") for text in values["free"]]
    for text in values.get("group") or ():
        word, sign, names = text.partition("=")
        if not sign or not word.strip() or not _names(names):
            raise InputError(f"--group {text!r}: write WORD='Card A, Card B'")
        if f"group.{word.strip()}" in changes:
            raise InputError(f"--group {word.strip()}: this word is set twice; name all its cards at once")
        changes[f"group.{word.strip()}"] = _names(names)
    return settled(changes, values.get("settings") or (), "--set")


def settled(changes: Mapping[str, Any], settings: Sequence[str], option: str) -> dict[str, Any]:
    """The changes with `key=value` settings laid over them; InputError for a key that another option has set too."""
    from analyzer.plan.read import parse_setting

    result = dict(changes)
    for key, value in (parse_setting(text, option) for text in settings):
        if key in result:
            raise InputError(f"{option} {key}: this key is set twice; leave one of them out")
        result[key] = value
    return result


def named_options(values: Mapping[str, Any]) -> dict[str, str]:
    """Which option set a key of the plan, for messages.

    >>> named_options({"turns": 4, "settings": ("table.life=3",)})
    {'run.turns': '--turns', 'table.life': '--set table.life'}
    """
    keys = {**KEYS, **LISTS, **FLAGS, "start_hand": "start.hand", "free": "free"}
    given = {name: values.get(name) for name in keys}
    set_here = {name: keys[name] for name, value in given.items() if value not in (None, ()) and value is not False}
    said = {key: f"--{name.replace('_', '-')}" for name, key in set_here.items()}
    said.update({f"group.{text.partition('=')[0].strip()}": "--group" for text in values.get("group") or ()})
    return {**said, **settings_named(values.get("settings") or (), "--set")}


def settings_named(settings: Sequence[str], option: str) -> dict[str, str]:
    """The keys that `key=value` settings of an option set, and how messages name them."""
    keys = [text.partition("=")[0].strip() for text in settings]
    return {key: f"{option} {key}" for key in keys}


def _names(text: str) -> list[str]:
    """Card names split by semicolons if there are any, else by commas (some names have a comma)."""
    return [name.strip() for name in text.split(";" if ";" in text else ",") if name.strip()]


def deck_changes(reference: str) -> dict[str, Any]:
    """The key of the plan that a DECK argument stands for.

    >>> deck_changes("example:the-ring"), deck_changes("24 land, 36 blank")
    ({'deck.example': 'the-ring'}, {'deck.counts': '24 land, 36 blank'})
    """
    from analyzer.decks.counts import looks_like_counts

    if reference.startswith("example:"):
        return {"deck.example": reference.removeprefix("example:")}
    is_counts = looks_like_counts(reference) and not Path(reference).exists()
    return {"deck.counts" if is_counts else "deck.file": reference}


def resolved_plan(values: Mapping[str, Any]) -> Any:
    """The resolved plan of a command line: a plan file or a deck, with the options laid over it."""
    from analyzer.plan.read import plan_from_options, read_plan
    from analyzer.plan.resolve import resolve

    changes = plan_changes(values)
    plan_file = values.get("plan_file")
    if plan_file is None and not (values.get("deck") or "").strip():
        raise InputError("name a DECK (a file, example:NAME, or counts such as '24 land, 36 blank') or --plan FILE")
    said = named_options(values)
    if plan_file is None:
        return resolve(plan_from_options(changes, said))
    if values.get("deck"):
        changes = {**dict.fromkeys(("deck.file", "deck.text", "deck.example", "deck.counts")), **changes}
        if changes["deck.file"] not in (None, "-"):  # the path is from here, not from the plan's folder
            changes["deck.file"] = str(Path(changes["deck.file"]).absolute())
    return resolve(read_plan(plan_file, changes, said), plan_file.resolve().parent)
