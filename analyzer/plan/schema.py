"""The plan file (formats F4) as validated values: every key, its type and its default, once."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from analyzer.errors import InputError
from analyzer.plan.problems import keys_of, problems
from analyzer.tomlfile import Document

FORMAT_VERSION: Literal[1] = 1
LAST_TURN = 100
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
    turn: int = Field(1, ge=1, le=LAST_TURN)
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
    turns: int | None = Field(None, ge=1, le=LAST_TURN)  # None: 7, in a game with commanders 8
    seed: int = Field(1, ge=0, le=2**63 - 1)
    games: int = Field(1_000_000, ge=1, le=10**12)
    goals: list[str] = []
    measures: list[str] = []
    by: list[str] = []


class FreeTable(_Table):
    turns: list[Annotated[int, Field(ge=1, le=LAST_TURN)]] = Field(min_length=1)
    at: Moment = "main1"
    do: str
    chance: float = Field(1.0, ge=0, le=1)


class MuteTable(_Table):
    source: str
    version: Literal["blind", "empty", "off"] = "off"
    copies: int | None = Field(None, ge=1)


class ScriptTable(_Table):
    turn: int = Field(ge=1, le=LAST_TURN)
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

    _document: Document | None = PrivateAttr(None)  # where it was written, for messages

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

    def named(self, *path: str | int) -> str:
        """How messages name a key of this plan: the option that set it, else file, line and dotted key."""
        return (self._document or Document({}, "", "")).named(path)


def validate(document: Document) -> PlanFile:
    """The checked plan, or one InputError that lists every problem with file, line, key and the nearest known key."""
    try:
        plan = PlanFile.model_validate(document.data)
    except ValidationError as wrong:
        raise InputError("\n".join(problems(document, wrong, PlanFile))) from None
    plan._document = document
    return plan


def known_keys(path: tuple[str | int, ...], model: type[BaseModel] = PlanFile) -> list[str]:
    """Keys that a table of the plan (or of another model) may have; the empty path is the plan itself.

    >>> known_keys(("run",))
    ['turns', 'seed', 'games', 'goals', 'measures', 'by']
    """
    return keys_of(path, model)
