"""From a plan as written to a plan in which everything is looked up and every default is written out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from analyzer import registry
from analyzer.cards import abilities
from analyzer.cards.abilities import Program
from analyzer.cards.catalog import Catalog
from analyzer.cards.gaps import unknown_size
from analyzer.cards.model import CardFacts
from analyzer.cards.own import own_card
from analyzer.contract.moments import MOMENTS
from analyzer.decks.counts import counts_deck
from analyzer.decks.load import check_hand, load_deck
from analyzer.decks.model import Deck, Notice
from analyzer.decks.parse import parse_deck
from analyzer.errors import InputError
from analyzer.goals import Names, default_goals, parse_by, parse_goal, parse_measure
from analyzer.kinds import kind_of
from analyzer.plan.canonical import identified
from analyzer.plan.model import Free, Kind, Plan, RuleChoice, Start
from analyzer.plan.notices import plan_notices
from analyzer.plan.schema import FreeTable, PlanFile, StartTable
from analyzer.tomlfile import nearest
from analyzer.versions import with_mutes

DEFAULT_RULES = {
    "keep": "karsten-2022",
    "bottom": "balance",
    "scry": "auto",
    "play": "spend-mana",
    "pick": "default",
}
HAND_PHRASE = re.compile(r"(\d+) cards? with (\d+) lands?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A plan ready to run, the deck it came from, and everything its reader must be told (I6)."""

    plan: Plan
    deck: Deck
    notices: tuple[Notice, ...]
    games: int
    has_goals: bool = True  # False: the default goals are asked


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
    kinds = tuple(kind_of(index, card) for index, card in enumerate(cards.values()))
    number = {name: index for index, name in enumerate(cards)}
    start = _start(written.start, number, deck)
    _check_opening(start, kinds, deck)
    commander_game = bool(deck.commanders)
    table = written.table
    players = table.players or (4 if commander_game else 2)
    plan = Plan(
        slots=_slots(deck, number, written.deck.slots),
        kinds=kinds,
        turns=written.run.turns,
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
        free=tuple(_free(each) for each in written.free),
        script=tuple((each.turn, MOMENTS.index(each.at), each.do) for each in written.script),
        start=start,
        by=(*(("seat",) if table.seat == "both" else ()), *written.run.by),
    )
    plan = _with_goals(plan, written, absent)
    plan = _with_rules(plan, written, base)
    plan = with_mutes(plan, [(each.source, each.version, each.copies) for each in written.mute])
    notices = (*deck.notices, *plan_notices(plan))
    return Resolved(identified(plan), deck, notices, written.run.games, bool(written.run.goals))


def own_cards(written: PlanFile) -> tuple[CardFacts, ...]:
    """The cards that a plan brings along."""
    return tuple(own_card(table, f"[[card]] {number}") for number, table in enumerate(written.card, 1))


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
            found = catalog.find(base_name).card
            cards.setdefault(found.full_name, found)
    return cards


def _slots(deck: Deck, number: Mapping[str, int], wanted: int | None) -> tuple[int, ...]:
    slots = tuple(number[name] for name in deck.slots)
    if wanted is not None and wanted < len(slots):
        raise InputError(f"deck.slots = {wanted} is fewer than the {len(slots)} cards of the list")
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
        words[word.lower()] = tuple(_number(name, number, f"group.{word}") for name in names)
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
        raise InputError(f"{where} {text!r}: {wrong}") from None
    if not program:
        raise InputError(f"{where} {text!r}: there is nothing to do; write steps such as scry1;draw1")
    return program


def _free(table: FreeTable) -> Free:
    program = parse_program(table.do, "free effect")
    return Free(tuple(sorted(set(table.turns))), MOMENTS.index(table.at), program, table.do, table.chance)


def _copies(phrase: str) -> tuple[int, str]:
    """`3 Island` -> (3, "Island")."""
    match = re.match(r"(\d+)x?\s+(.+)", phrase.strip())
    return (int(match[1]), match[2]) if match else (1, phrase.strip())


def _named(phrases: Sequence[str], number: Mapping[str, int], where: str) -> tuple[int, ...]:
    return tuple(
        _number(name, number, where) for phrase in phrases for count, name in [_copies(phrase)] for _ in range(count)
    )


def _start(table: StartTable | None, number: Mapping[str, int], deck: Deck) -> Start:
    if table is None:
        return Start()
    hand, hand_filter = None, None
    if isinstance(table.hand, str):
        match = HAND_PHRASE.fullmatch(table.hand.strip())
        if match is None:
            hand = _named([part for part in table.hand.split(",") if part.strip()], number, "start.hand")
        else:
            hand_filter = (int(match[1]), int(match[2]))
    elif table.hand is not None:
        hand = _named(table.hand, number, "start.hand")
    size = table.hand_size if table.hand_size is not None else hand_filter[0] if hand_filter else 7
    start = Start(
        hand=hand,
        hand_filter=hand_filter,
        hand_size=size,
        library_top=_named(table.library_top, number, "start.library_top"),
        library_bottom=_named(table.library_bottom, number, "start.library_bottom"),
        battlefield=_named(table.battlefield, number, "start.battlefield"),
        turn=table.turn,
        mulligans=table.mulligans,
    )
    for name, copies in deck.counts.items():
        named = sum(zone.count(number[name]) for zone in (start.hand or (), start.library_top, start.library_bottom))
        if named > copies:
            raise InputError(f"start: {named} copies of {name} are placed, the list has {copies}")
    return start


def _check_opening(start: Start, kinds: Sequence[Kind], deck: Deck) -> None:
    """InputError unless what is not placed holds the opening hand that is asked for, and what is in play may stay."""
    for kind in start.battlefield:
        card = kinds[kind].card
        if card.is_creature and card.toughness == 0 and not unknown_size(card):
            raise InputError(
                f"start.battlefield: {card.name} has toughness 0 without its counters and would die at once; "
                "write a [[card]] with the size that it has"
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
                f"start.hand: {size} cards with {wanted} lands asked for; {lands} lands and {others} others are left"
            )
    elif start.hand_size > lands + others:
        raise InputError(
            f"start: {lands + others} cards are left for an opening hand of {start.hand_size}; see start.hand_size"
        )


def _with_goals(plan: Plan, written: PlanFile, absent: Sequence[str]) -> Plan:
    """Goals bound to the deck (the defaults without one), and the measures and strata that are tallied beside them."""
    names = Names.of(plan, written.names, absent)
    asked = tuple(str(parse_measure(text, names)) for text in written.run.measures)
    by = tuple(dict.fromkeys(str(parse_by(text, names)) for text in plan.by))
    default = default_goals(plan, names)
    goals = tuple(parse_goal(text, names) for text in written.run.goals) or default.goals
    for goal in goals:
        if goal.last_turn > plan.turns:
            raise InputError(
                f"goal {goal}: asks about turn {goal.last_turn}, but {plan.turns} turns are played; set --turns"
            )
    return replace(plan, goals=goals, measures=tuple(dict.fromkeys((*default.measures, *asked))), by=by)


def _with_rules(plan: Plan, written: PlanFile, base: Path) -> Plan:
    texts = {**DEFAULT_RULES, **{role: text for role, text in written.strategy.model_dump().items() if text}}
    if plan.mulligan == "vancouver":
        texts.setdefault("mull_look", texts["scry"])
    else:
        texts.pop("mull_look", None)
    choices: list[RuleChoice] = [registry.choose(role, text, plan, base) for role, text in sorted(texts.items())]
    return replace(plan, strategy=tuple(choices))
