"""From a plan as written to a plan in which everything is looked up and every default is written out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from analyzer import registry
from analyzer.cards import abilities
from analyzer.cards.abilities import Amount, Program
from analyzer.cards.catalog import Catalog
from analyzer.cards.gaps import unknown_size
from analyzer.cards.model import CardFacts
from analyzer.cards.own import own_card
from analyzer.contract.moments import MOMENTS
from analyzer.contract.view import FIRST_TOKEN
from analyzer.decks.counts import counts_deck
from analyzer.decks.load import check_hand, load_deck
from analyzer.decks.model import Deck, Notice
from analyzer.decks.parse import parse_deck
from analyzer.errors import InputError
from analyzer.goals import Names, default_goals, parse_by, parse_goal, parse_measure
from analyzer.goals.names import checked_name
from analyzer.goals.reading import check_named
from analyzer.kinds import kind_of
from analyzer.plan.canonical import identified
from analyzer.plan.goal_checks import check_turns
from analyzer.plan.lines import is_aura
from analyzer.plan.model import Free, Kind, Plan, RuleChoice, Start
from analyzer.plan.notices import beyond_notices, idle_notices, plan_notices
from analyzer.plan.schema import FreeTable, PlanFile
from analyzer.plan.script import script_of
from analyzer.tomlfile import nearest
from analyzer.versions import steps_of, with_mutes

DEFAULT_RULES = {
    "keep": "karsten-2022",
    "bottom": "balance",
    "scry": "auto",
    "play": "spend-mana",
    "pick": "default",
}
TURNS, COMMANDER_TURNS = 7, 8  # SEMANTICS 1: flood is asked by draw 7, in Commander by draw 8
MAX_DEALS = 16  # of one game
HAND_PHRASE = re.compile(r"(\d+) cards? with (\d+) lands?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A plan ready to run, the deck it came from, and everything its reader must be told (I6)."""

    plan: Plan
    deck: Deck
    notices: tuple[Notice, ...]
    games: int
    has_goals: bool = True  # False: the default goals are asked
    auto_roles: tuple[str, ...] = ()  # the roles whose rule fitted itself to the goals


def resolve(
    written: PlanFile, base: Path | None = None, deck: Deck | None = None, absent: Sequence[str] = ()
) -> Resolved:
    """Look everything up; `base` is the folder that deck files and rule files are relative to (default: current).

    `deck` is played in place of the list that the plan names (a list with swapped cards); `absent` are cards that goals
    may name although this list has none. InputError names the deck line, goal column, rule or knob that is wrong.
    """
    base = base or Path.cwd()
    own = own_cards(written)
    deck = deck or read_list(written, base)
    cards = _cards_of(written, deck, own)
    if len(cards) > FIRST_TOKEN:
        raise InputError(
            f"{deck.name}: {len(cards)} different cards, commanders and cards of [start] included; a game has room for "
            f"{FIRST_TOKEN}: take {len(cards) - FIRST_TOKEN} out, or write one name for cards that play alike"
        )
    kinds = tuple(kind_of(index, card) for index, card in enumerate(cards.values()))
    number = {name: index for index, name in enumerate(cards)}
    start = _start(written, number, deck)
    _check_opening(written, start, kinds, deck)
    commander_game = bool(deck.commanders)
    table = written.table
    players = table.players or (4 if commander_game else 2)
    plan = Plan(
        slots=_slots(deck, number, written),
        kinds=kinds,
        turns=written.run.turns or (COMMANDER_TURNS if commander_game else TURNS),
        seed=written.run.seed,
        seat=(written.start.seat if written.start and written.start.seat else table.seat),
        players=players,
        mulligan=table.mulligan,
        free_mulligans=_free_mulligans(written, players),
        life=table.life or _life(written, commander_game, players),
        opponent_life=table.opponent_life or table.life or _life(written, commander_game, players),
        draws=table.draws,
        opp_window=table.opp_window,
        stop_at_zero=table.stop_at_zero,
        trigger_order=table.trigger_order,
        survive=table.survive,
        commanders=tuple(number[name] for name in deck.commanders),
        groups=_groups(written, deck, number),
        free=tuple(_free(each, written.named("free", place)) for place, each in enumerate(written.free)),
        script=tuple((each.turn, MOMENTS.index(each.at), each.do) for each in written.script),
        start=start,
    )
    for place, line in enumerate(plan.script):
        with about(written, "script", place):
            script_of(replace(plan, script=(line,)))
    plan, beyond = _with_goals(plan, written, absent)
    plan = _with_rules(plan, written, base)
    _check_deals(plan, written)
    with about(written, "mute"):
        plan = with_mutes(plan, [(each.source, each.version, each.copies) for each in written.mute])
    notices = (*deck.notices, *plan_notices(plan), *beyond_notices(plan, beyond), *idle_notices(plan, written))
    return Resolved(identified(plan), deck, notices, written.run.games, bool(written.run.goals), auto_roles(written))


def own_cards(written: PlanFile) -> tuple[CardFacts, ...]:
    """The cards that a plan brings along."""
    return tuple(own_card(table, written.named("card", place)) for place, table in enumerate(written.card))


def read_list(written: PlanFile, base: Path) -> Deck:
    """The list of a plan: exactly one of file (relative to `base`), text, example, counts."""
    own = own_cards(written)
    given = {key: value for key, value in written.deck.model_dump().items() if value is not None and key != "slots"}
    if len(given) != 1:
        raise InputError(
            "a plan needs exactly one of deck.file, deck.text, deck.example, deck.counts"
            + (f", not {' and '.join(sorted(given))}" if given else "")
        )
    ((key, value),) = given.items()
    if key == "text":
        return parse_deck(str(value), "deck.text", own).deck
    if key == "counts":
        return counts_deck(str(value), own)
    if key == "example":
        return load_deck(f"example:{str(value).removeprefix('example:')}", own)
    return load_deck("-" if value == "-" else base / str(value), own)


def _cards_of(written: PlanFile, deck: Deck, own: Sequence[CardFacts]) -> dict[str, CardFacts]:
    """Every card that can take part, by name: the list's kinds, commanders, then cards only named in the start."""
    cards = {name: deck.facts[name] for name in (*deck.kinds, *deck.commanders)}
    catalog = Catalog(own=tuple(own))
    for name in written.start.battlefield if written.start else ():
        _, base_name = _copies(name)
        if base_name not in cards:
            with about(written, "start", "battlefield"):
                found = catalog.find(base_name).card
            cards.setdefault(found.full_name, found)
    return cards


@contextmanager
def about(written: PlanFile, *path: str | int) -> Iterator[None]:
    """Put the place of a key before the message of what is wrong with its value."""
    try:
        yield
    except InputError as wrong:
        wrong.args = (f"{written.named(*path)}: {wrong}",)
        raise


def _slots(deck: Deck, number: Mapping[str, int], written: PlanFile) -> tuple[int, ...]:
    slots, wanted = tuple(number[name] for name in deck.slots), written.deck.slots
    if wanted is not None and wanted < len(slots):
        raise InputError(f"{written.named('deck', 'slots')}: {wanted} is fewer than the {len(slots)} cards of the list")
    return slots + (-1,) * ((wanted or len(slots)) - len(slots))


def _life(written: PlanFile, commander_game: bool, players: int) -> int:
    if written.table.brawl:
        return 25 if players == 2 else 30
    return 40 if commander_game else 20


def _free_mulligans(written: PlanFile, players: int) -> int:
    """MUL-4: the first mulligan is free with three or more players and in every Brawl game."""
    if written.table.free_mulligans is not None:
        return written.table.free_mulligans
    return 1 if players >= 3 or written.table.brawl else 0


def _groups(written: PlanFile, deck: Deck, number: Mapping[str, int]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    words: dict[str, tuple[int, ...]] = {
        word: tuple(number[name] for name in names if name in number) for word, names in deck.groups.items()
    }
    for word, names in written.group.items():
        words[word.lower()] = tuple(_number(name, number, written.named("group", word)) for name in names)
    return tuple(sorted(words.items()))


def _number(name: str, number: Mapping[str, int], where: str) -> int:
    folded = {key.casefold(): value for key, value in number.items()}
    folded.update({key.split(" // ")[0].casefold(): value for key, value in number.items()})
    if name.casefold() not in folded:
        raise InputError(f"{where}: {name!r} is not in the deck{nearest(name, list(number))}")
    return folded[name.casefold()]


def parse_program(text: str, where: str) -> Program:
    """The program of a free effect; errors name the place.

    >>> len(parse_program("scry2;draw1", "free 1"))
    2
    """
    try:
        program = abilities.parse_program(text.strip())
    except InputError as wrong:
        raise InputError(f"{where}: {text!r}: {wrong}") from None
    if not program:
        raise InputError(f"{where}: {text!r}: there is nothing to do; write steps such as scry1;draw1")
    return program


def amounts_of(program: Program) -> list[Amount | None]:
    """The amounts of every step, those inside wrappers and modes too; `X` in an argument (`dig(X,..)`) is one."""
    steps = list(steps_of(program))
    in_arguments = [Amount("X") for step in steps if "X" in (step.argument or "").split(",")]
    return [*(step.amount for step in steps), *in_arguments]


def _free(table: FreeTable, where: str) -> Free:
    program = parse_program(table.do, where)
    if any(amount is not None and (amount.kind == "X" or amount.measure == "X/2") for amount in amounts_of(program)):
        raise InputError(f"{where} {table.do!r}: X is what a spell was cast with; write a number")
    return Free(tuple(sorted(set(table.turns))), MOMENTS.index(table.at), program, table.do, table.chance)


def _copies(phrase: str) -> tuple[int, str]:
    """`3 Island` -> (3, "Island")."""
    match = re.match(r"(\d+)x?\s+(.+)", phrase.strip())
    return (int(match[1]), match[2]) if match else (1, phrase.strip())


def _named(phrases: Sequence[str], number: Mapping[str, int], where: str) -> tuple[int, ...]:
    return tuple(
        _number(name, number, where) for phrase in phrases for count, name in [_copies(phrase)] for _ in range(count)
    )


def _start(written: PlanFile, number: Mapping[str, int], deck: Deck) -> Start:
    table = written.start
    if table is None:
        return Start()
    hand, hand_filter = None, None

    def placed(key: str, phrases: Sequence[str]) -> tuple[int, ...]:
        return _named(phrases, number, written.named("start", key))

    if isinstance(table.hand, str):
        match = HAND_PHRASE.fullmatch(table.hand.strip())
        if match is None:
            hand = placed("hand", [part for part in table.hand.split(",") if part.strip()])
            if not hand:
                where = written.named("start", "hand")
                raise InputError(f"{where}: no card is named; write names, or '7 cards with 2 lands', or leave it out")
        else:
            hand_filter = (int(match[1]), int(match[2]))
    elif table.hand is not None:
        hand = placed("hand", table.hand)
    size = table.hand_size if table.hand_size is not None else hand_filter[0] if hand_filter else 7
    start = Start(
        hand=hand,
        hand_filter=hand_filter,
        hand_size=size,
        library_top=placed("library_top", table.library_top),
        library_bottom=placed("library_bottom", table.library_bottom),
        battlefield=placed("battlefield", table.battlefield),
        turn=table.turn,
        mulligans=table.mulligans,
    )
    for name, copies in deck.counts.items():
        named = sum(zone.count(number[name]) for zone in (start.hand or (), start.library_top, start.library_bottom))
        if named > copies:
            where = written.named("start")
            raise InputError(f"{where}: {named} copies of {name} are placed, the list has {copies}")
    return start


def _check_opening(written: PlanFile, start: Start, kinds: Sequence[Kind], deck: Deck) -> None:
    """InputError unless what is not placed holds the opening hand that is asked for, and what is in play may stay."""
    for kind in start.battlefield:
        card = kinds[kind].card
        if card.is_creature and card.toughness == 0 and not unknown_size(card):
            raise InputError(
                f"{written.named('start', 'battlefield')}: {card.name} has toughness 0 without its counters and would die at once; "
                "write a [[card]] with the size that it has"
            )
    auras = [kinds[kind].name for kind in start.battlefield if is_aura(kinds[kind].card)]
    if auras and not any(kinds[kind].card.is_creature for kind in start.battlefield):
        raise InputError(
            f"{written.named('start', 'battlefield')}: {auras[0]} has no creature to enchant; place one too"
        )
    if start.hand is not None:
        return
    check_hand(deck, start.hand_size)
    left = dict(deck.counts)
    for kind in (*start.library_top, *start.library_bottom, *start.battlefield):
        left[kinds[kind].name] = max(0, left.get(kinds[kind].name, 0) - 1)
    lands = sum(left.get(kind.name, 0) for kind in kinds if kind.card.is_land)
    others = sum(left.values()) - lands
    if start.hand_filter is not None:
        size, wanted = start.hand_filter
        if wanted > min(lands, size) or size - wanted > others:
            raise InputError(
                f"{written.named('start', 'hand')}: {size} cards with {wanted} lands asked for; "
                f"{lands} lands and {others} others are left"
            )
    elif start.hand_size > lands + others:
        raise InputError(
            f"{written.named('start')}: {lands + others} cards are left for an opening hand of {start.hand_size}; "
            "place fewer cards or set start.hand_size"
        )


def _check_deals(plan: Plan, written: PlanFile) -> None:
    """InputError for an opening that could take more deals than a game has (formats F13 7)."""
    start = plan.start
    placed = start.hand is not None or start.hand_filter is not None
    if placed or plan.mulligan == "none" or plan.rule("keep").name == "always":
        return
    deals = start.hand_size + plan.free_mulligans - start.mulligans + 1
    if deals > MAX_DEALS:
        raise InputError(
            f"{written.named('start', 'hand_size')}: a hand of {start.hand_size} could be mulliganed {deals - 1} times, "
            f"and a game has at most {MAX_DEALS} deals: ask for a smaller hand, or set --mulligan none or --keep always"
        )


def _with_goals(plan: Plan, written: PlanFile, absent: Sequence[str]) -> tuple[Plan, tuple[str, ...]]:
    """Goals bound to the deck (the defaults without one), and the measures and strata that are tallied beside them.

    With them the default goals that are left out, as they need more turns than are played.
    """
    with about(written, "names"):
        names = Names.of(plan, written.names, absent)
    asked = _read_each(written, "measures", partial(parse_measure, names=names))
    by = tuple("seat" for _ in range(plan.seat == "both")) + _read_each(written, "by", partial(parse_by, names=names))
    default = default_goals(plan, names)
    goals = _read_each(written, "goals", partial(parse_goal, names=names)) or default.goals
    for place, goal in enumerate(goals if written.run.goals or plan.start.turn == 1 else ()):
        check_turns(plan, goal, written.named("run", "goals", place))  # default goals before the start are only named
    with about(written, "names"):
        check_named(names, map(checked_name, written.names))
    measures = dict.fromkeys((*default.measures, *map(str, asked)))
    beyond = () if written.run.goals else default.left_out
    return replace(plan, goals=goals, measures=tuple(measures), by=tuple(dict.fromkeys(map(str, by)))), beyond


def _read_each(written: PlanFile, key: str, reader: Callable[[str], Any]) -> tuple[Any, ...]:
    """Every text of a list of [run], read; errors name the entry."""
    found = []
    for place, text in enumerate(getattr(written.run, key)):
        with about(written, "run", key, place):
            found.append(reader(text))
    return tuple(found)


def auto_roles(written: PlanFile) -> tuple[str, ...]:
    """The roles whose rule fits itself to the goals: `auto` was asked for, or nothing."""
    scry = written.strategy.scry or DEFAULT_RULES["scry"]
    texts = {"scry": scry, "mull_look": written.strategy.mull_look or scry}
    return tuple(role for role, text in texts.items() if text == "auto")


def _with_rules(plan: Plan, written: PlanFile, base: Path) -> Plan:
    given = {role: text for role, text in written.strategy.model_dump().items() if text is not None}
    texts = {**DEFAULT_RULES, **given}
    if plan.mulligan == "vancouver":
        texts.setdefault("mull_look", texts["scry"])
    else:  # a study may vary the mulligan; the notice says that the rule has nothing to do
        texts.pop("mull_look", None)
    choices: list[RuleChoice] = []
    for role, text in sorted(texts.items()):
        with about(written, "strategy", role) if role in given else nullcontext():
            choices.append(registry.choose(role, text, plan, base))
    return replace(plan, strategy=tuple(choices))
