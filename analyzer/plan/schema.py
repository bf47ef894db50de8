"""The plan file (formats F4) as validated values: every key, its type and its default, once."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from analyzer.errors import InputError
from analyzer.tomlfile import Document, nearest

FORMAT_VERSION: Literal[1] = 1
Moment = Literal["untap", "upkeep", "draw", "main1", "combat", "main2", "end", "cleanup", "opp"]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class DeckTable(_Table):
    file: str | None = None
    text: str | None = None
    example: str | None = None
    counts: str | None = None
    slots: int | None = Field(None, ge=1, le=1000)


class GameTable(_Table):
    seat: Literal["play", "draw", "both"] = "play"  # both: each game has one seat, at even odds
    players: int | None = Field(None, ge=1, le=8)
    mulligan: Literal["london", "vancouver", "paris", "none"] = "london"
    free_mulligans: int | None = Field(None, ge=0, le=7)
    life: int | None = Field(None, ge=1, le=1000)
    opponent_life: int | None = Field(None, ge=1, le=1000)
    draws: bool = True
    opp_window: bool = True
    hand_smoothing: Literal["none"] = "none"
    stop_at_zero: bool = False
    trigger_order: Literal["looks-first", "draws-first"] = "looks-first"
    survive: float = Field(1.0, ge=0, le=1)  # chance of each creature to see its first attack
    brawl: bool = False


class StartTable(_Table):
    hand: list[str] | str | None = None
    hand_size: int | None = Field(None, ge=0, le=100)
    library_top: list[str] = []
    library_bottom: list[str] = []
    battlefield: list[str] = []
    turn: int = Field(1, ge=1, le=100)
    seat: Literal["play", "draw"] | None = None
    mulligans: int = Field(0, ge=0, le=7)


class StrategyTable(_Table):
    keep: str | None = None
    bottom: str | None = None
    scry: str | None = None
    play: str | None = None
    pick: str | None = None
    mull_look: str | None = None


class RunTable(_Table):
    turns: int = Field(7, ge=1, le=100)
    seed: int = Field(1, ge=0, lt=2**63)
    games: int = Field(1_000_000, ge=1, le=10**12)
    goals: list[str] = []
    measures: list[str] = []
    by: list[str] = []


class FreeTable(_Table):
    turns: list[Annotated[int, Field(ge=1, le=100)]] = Field(min_length=1)
    at: Moment = "main1"
    do: str
    chance: float = Field(1.0, ge=0, le=1)


class MuteTable(_Table):
    source: str
    version: Literal["blind", "empty", "off"] = "off"
    copies: int | None = Field(None, ge=1)


class ScriptTable(_Table):
    turn: int = Field(ge=1, le=100)
    at: Moment = "main2"
    do: str


class ExpectTable(_Table):
    """What `verify` compares with; shares as fractions ("2/3") or decimals, in the order of the plan's goals.

    `published` holds what somebody printed ("" for nothing), in per cent; `known` says why that differs from the exact
    value. `optimum`: the best that any rule can reach. `minus`: changed keys of a second plan, whose rates are taken
    off. `means` of measures at the last turn; `worth` of the plan's looks, as the command `value` gives it.
    """

    exact: list[str] = []
    published: list[str] = []
    optimum: list[str] = []
    known: str = ""
    minus: dict[str, Any] = {}
    means: dict[str, list[str]] = {}  # measure -> exact mean, and the published one if there is any
    worth: dict[str, str] = {}
    author: str = ""
    title: str = ""
    year: int | None = None


class PlanFile(_Table):
    """A plan as written; unknown keys are errors."""

    format: Literal[1] = FORMAT_VERSION
    name: str = ""
    tags: list[str] = []
    deck: DeckTable = DeckTable()
    table: GameTable = GameTable()
    start: StartTable | None = None
    strategy: StrategyTable = StrategyTable()
    run: RunTable = RunTable()
    group: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    free: list[FreeTable] = []
    mute: list[MuteTable] = []
    card: list[dict[str, Any]] = []
    script: list[ScriptTable] = []
    expect: ExpectTable = ExpectTable()


def validate(document: Document) -> PlanFile:
    """The checked plan, or one InputError that lists every problem with file, line, key and the nearest known key."""
    try:
        return PlanFile.model_validate(document.data)
    except ValidationError as wrong:
        raise InputError("\n".join(explained(document, error) for error in wrong.errors())) from None


def explained(document: Document, error: Any, model: type[BaseModel] = PlanFile) -> str:
    """One problem that pydantic found in a document, with file, line, key and what is allowed."""
    path = tuple(part for part in error["loc"] if not (isinstance(part, str) and part.startswith(("list[", "str"))))
    key = ".".join(str(part) for part in path)
    where = document.where(path)
    if error["type"] == "extra_forbidden":
        return f"{where}: unknown key {key!r}{nearest(str(path[-1]), known_keys(path[:-1], model))}"
    if error["type"] == "missing":
        return f"{where}: {key!r} is missing"
    given = error.get("input")
    shown = "" if isinstance(given, dict | list) else f", not {given!r}"
    return f"{where}: {key}: {error['msg'][0].lower()}{error['msg'][1:]}{shown}"


def known_keys(path: tuple[str | int, ...], model: type[BaseModel] = PlanFile) -> list[str]:
    """Keys that a table of the plan (or of another model) may have; the empty path is the plan itself.

    >>> known_keys(("run",))
    ['turns', 'seed', 'games', 'goals', 'measures', 'by']
    """
    here: Any = model
    for part in path:
        if isinstance(part, int):
            continue
        entry = _fields(here).get(part)
        if entry is None:
            return []
        here = _model_in(entry.annotation)
        if here is None:
            return []
    return list(_fields(here))


def _fields(model: Any) -> dict[str, Any]:
    """Fields of a model under the names that a file uses."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def _model_in(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for part in getattr(annotation, "__args__", ()):
        found = _model_in(part)
        if found is not None:
            return found
    return None
