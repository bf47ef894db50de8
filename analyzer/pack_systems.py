"""Tables of the kernel's rarer systems (system_layout.py): abilities, tokens, combat, Sagas, removal, commanders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.cards.abilities import Step, parse_abilities, parse_program
from analyzer.cards.ability_tree import all_steps
from analyzer.cards.model import CardFacts
from analyzer.contract import moments, triggers
from analyzer.errors import NoRoom
from analyzer.kernel import layout as at
from analyzer.kernel import mana_layout
from analyzer.kernel import system_layout as sys
from analyzer.kernel.rng import signed
from analyzer.pack_abilities import Activated, KindPrograms, Trigger, order_place
from analyzer.pack_mana import ManaTables, pack_need, type_set, typed
from analyzer.pack_plain import write_plainness
from analyzer.pack_programs import Book, Costs, read_costs
from analyzer.plan.model import Plan
from analyzer.plan.script import script_of
from analyzer.versions import versioned

# What a token can do (rules 2); the versions of the card that made it change its program.
TOKEN_ABILITIES = {
    at.SHARD_KIND: "activate:{2},sac:scry1;draw1",
    at.CLUE_KIND: "activate:{2},sac:draw1",
    at.BLOOD_KIND: "activate:{1},T,discard1,sac:draw1",
    at.LANDER_KIND: "activate:{2},T,sac:search(basic,1,bf-tapped)",
}
SORCERER_TRIGGER, RING_TRIGGER = "scry1", "draw1;discard1"
DRAIN_TRIGGER, WICKED_TRIGGER = "opp:life-3", "opp:life-1"  # RNG-2 (4), and a Wicked Role that leaves
POWER = {at.SORCERER_KIND: 1, at.MONSTER_KIND: 1, at.ROYAL_KIND: 1, at.WICKED_KIND: 1}
COMBAT_EVENTS = (
    triggers.ATTACK, triggers.ATTACHED_ATTACK, triggers.ON_ATTACK, triggers.COMBAT_DAMAGE, triggers.ATTACHED_DAMAGE,
    triggers.ON_DAMAGE,
)  # fmt: skip
LEAVING = (triggers.DIES, triggers.LEAVES, triggers.ON_DIES)
COMBAT_MEASURES = ("damage", "opponent life")
VERSIONS = ("", "blind", "empty")
FIRST_REMOVAL = {moments.UNTAP: moments.UPKEEP, moments.DRAW: moments.MAIN1}  # nobody has priority before
QUIET_RULES = ("spend-mana",)  # play rules for which an attack is no more than that: they toss no coin


def token_facts(book: Book) -> dict[int, tuple[Costs, tuple[int, int, int]]]:
    """Of each token kind that is made: the costs of its ability and its program by version."""
    found = {}
    for kind, text in TOKEN_ABILITIES.items():
        if kind in book.tokens:
            ability = parse_abilities(text)[0]
            costs = read_costs(ability.costs)
            assert costs is not None
            found[kind] = costs, _programs(ability.program, book)
    return found


def _programs(program: Any, book: Book) -> tuple[int, int, int]:
    first, blind, empty = (
        book.program(versioned(program, version) if version else program, "a token")[0] for version in VERSIONS
    )
    return first, blind, empty


def token_triggers(book: Book, looks_first: bool) -> list[tuple[int, Trigger]]:
    """Triggers of Roles and of the Ring by token kind; those that look or draw have one a version, which come first."""
    found: list[tuple[int, Trigger]] = []
    for wanted, kind, text in (
        (at.SORCERER_KIND in book.tokens, at.SORCERER_KIND, SORCERER_TRIGGER),
        (book.tempts, at.RING_KIND, RING_TRIGGER),
    ):
        if wanted:
            program = parse_program(text)
            place = order_place(book.gist(program), looks_first)
            event = triggers.ATTACHED_ATTACK if kind == at.SORCERER_KIND else triggers.ATTACK
            found += [(kind, Trigger(event, -1, row, place)) for row in _programs(program, book)]
    for wanted, kind, event, text in (
        (book.tempts, at.RING_KIND, triggers.COMBAT_DAMAGE, DRAIN_TRIGGER),
        (at.WICKED_KIND in book.tokens, at.WICKED_KIND, triggers.LEAVES, WICKED_TRIGGER),
    ):
        if wanted:
            row, gist = book.program(parse_program(text), "a token")
            found.append((kind, Trigger(event, -1, row, order_place(gist, looks_first))))
    return found


def write_abilities(plan: Plan, block: Any, tables: ManaTables, book: Book, packed: Sequence[KindPrograms]) -> None:
    """Records of activated abilities after those of lines, tokens last; costs paid on resolution from the end."""
    number = int(block[at.LINES_N])
    pips = Pips(block, tables)
    rows: list[tuple[int, Activated]] = [
        (kind, each) for kind, programs in enumerate(packed) for each in programs.activated
    ]
    for kind, (costs, programs) in token_facts(book).items():
        ability = parse_abilities(TOKEN_ABILITIES[kind])[0]
        rows.append((kind, Activated(0, costs, programs[0], book.gist(ability.program))))
        word = sys.TOKEN_PROGRAM + 3 * (kind - at.MAX_KINDS)
        block[word : word + 3] = programs
    if number + len(rows) + len(book.costs) > at.MAX_LINES:
        raise NoRoom(f"the cards of this deck have more than {at.MAX_LINES} ways to cast and use them")
    masks = {sys.ABILITY_MASK: 0, sys.WINDOW_MASK: 0}
    for kind, each in rows:
        if block[sys.ABILITY_COUNT + kind] == 0:
            block[sys.ABILITY_FIRST + kind] = number
        block[sys.ABILITY_COUNT + kind] += 1
        record = at.LINE + number * at.LINE_STRIDE
        instant = each.loyalty is None and not each.costs.sorcery
        _record(block, record, kind, each.costs, pips)
        block[record + at.L_FLAGS] = (
            each.costs.flags | at.LF_LOYALTY * (each.loyalty is not None) | at.LF_INSTANT_SPEED * instant
        )
        block[record + at.L_PROGRAM], block[record + at.L_KICKED] = each.program, each.number
        block[record + at.L_TIE] = each.loyalty or 0
        block[record + at.L_LOOK], block[record + at.L_DRAWS] = each.gist.look, each.gist.draws
        block[record + at.L_LANDS] = each.gist.lands
        masks[sys.ABILITY_MASK] |= 1 << kind
        masks[sys.WINDOW_MASK] |= instant << kind
        number += 1
    for word, mask in masks.items():
        for part in range(3):
            block[word + part] = signed(mask >> 64 * part & (1 << 64) - 1)
    block[sys.ABILITY_CHEAPEST] = min((len(each.costs.pips) for _, each in rows), default=0)
    for place, costs in enumerate(book.costs):
        _record(block, at.LINE + (at.MAX_LINES - 1 - place) * at.LINE_STRIDE, 0, costs, pips)


class Pips:
    """Typed pips of costs that are no line's, appended to the mana table."""

    def __init__(self, block: Any, tables: ManaTables) -> None:
        self.block, self.types = block, tables.types

    def put(self, pips: tuple[int, ...]) -> tuple[int, int]:
        """Write the typed pips down; returns their first word and how many there are."""
        used = int(self.block[mana_layout.PIPS_USED])
        sets = [type_set(pip, self.types) for pip in typed(pips)]
        first = mana_layout.PIPS + used
        if first + len(sets) > mana_layout.PIPS_END:
            raise NoRoom("the costs of this deck have more typed pips than the compiled engine has room for")
        self.block[first : first + len(sets)] = sets
        self.block[mana_layout.PIPS_USED] = used + len(sets)
        return first, len(sets)


def _record(block: Any, record: int, kind: int, costs: Costs, pips: Pips) -> None:
    first, count = pips.put(costs.pips)
    words = {
        at.L_KIND: kind, at.L_MANA: len(costs.pips), at.L_X_FACTOR: costs.x_factor, at.L_X_MAX: 99,
        at.L_LIFE: costs.life, at.L_DISCARD: costs.discard, at.L_PIP_FIRST: first, at.L_PIP_COUNT: count,
    }  # fmt: skip
    for word, value in words.items():
        block[record + word] = value
    block[record + at.L_NEED : record + at.L_NEED + at.MANA_WORDS] = pack_need(costs.pips, pips.types)


def write_systems(plan: Plan, block: Any, book: Book, packed: Sequence[KindPrograms]) -> None:
    """Which systems the deck needs (SYSTEMS), and their tables."""
    events = {each.event for programs in packed for each in programs.triggers}
    script = script_of(plan)
    if len(script) > sys.MAX_SCRIPT:
        raise NoRoom(f"{len(script)} lines of script; the compiled engine has room for {sys.MAX_SCRIPT}")
    sagas = any(programs.last_chapter for programs in packed)
    removal = plan.survive < 1.0 or bool(script)
    fights = needs_combat(plan, book, events)
    auras = (block[at.K_FLAGS : at.K_FLAGS + len(packed)] & at.F_AURA).any()
    board = bool(
        book.tokens or book.tempts or book.needs_board or sagas or removal or plan.commanders or auras
        or events & {*LEAVING, triggers.ON_RING, triggers.ON_BEARER} or fights
    )  # fmt: skip
    if sagas:
        block[at.BUSY_MOMENTS] |= 1 << moments.MAIN1
    if fights:
        block[at.BUSY_MOMENTS] |= 1 << moments.COMBAT
    looks = sum(1 << kind for kind, programs in enumerate(packed) if programs.attack_looks)
    for part in range(2):
        block[sys.ATTACK_LOOKS0 + part] = signed(looks >> 64 * part & (1 << 64) - 1)
    for kind, programs in enumerate(packed):
        card = plan.kinds[kind].card
        block[sys.LAST_CHAPTER + kind] = programs.last_chapter
        block[at.K_COUNTERS + kind] = 1 if programs.last_chapter else card.loyalty or 0
        block[at.K_FLAGS + kind] |= at.F_SAGA * (programs.last_chapter > 0)
    for kind, power in POWER.items():
        block[at.K_POWER + kind] = power
    for row, words in enumerate(script):
        first = sys.SCRIPT + row * sys.SCRIPT_STRIDE
        block[first : first + sys.SCRIPT_STRIDE] = words
        block[at.BUSY_MOMENTS] |= 1 << FIRST_REMOVAL.get(words[1], words[1])
    block[sys.SCRIPT_N] = len(script)
    block[at.SURVIVE] = signed(max(round(plan.survive * (1 << 64)), 1)) if plan.survive < 1.0 else 0
    if len(plan.commanders) > sys.MAX_COMMANDERS:
        raise NoRoom(f"{len(plan.commanders)} commanders; the compiled engine has room for {sys.MAX_COMMANDERS}")
    block[sys.COMMANDERS_N] = len(plan.commanders)
    block[sys.COMMANDER : sys.COMMANDER + len(plan.commanders)] = plan.commanders
    creature_mana = any(
        block[at.K_FLAGS + kind] & at.F_CREATURE and block[at.K_MANA_INDEX + kind] >= 0 for kind in range(len(packed))
    )
    block[at.SYSTEMS] = (
        sys.SYS_BOARD * board | sys.SYS_COMBAT * fights
        | sys.SYS_ABILITIES * bool(block[sys.ABILITY_MASK : sys.ABILITY_MASK + 3].any())
        | sys.SYS_LORE * sagas | sys.SYS_REMOVAL * removal | sys.SYS_COMMAND * bool(plan.commanders)
        | sys.SYS_MANA_CREATURES * creature_mana
    )  # fmt: skip
    write_plainness(plan, block, packed)


def needs_combat(plan: Plan, book: Book, events: set[int]) -> bool:
    """Can anything of the plan notice combat? (Attack triggers, Roles, the Ring, life totals that somebody reads.)"""
    if book.tempts or book.tokens & {kind for kind in range(at.MAX_KINDS, at.KINDS) if _is_role(kind)}:
        return True
    if events & set(COMBAT_EVENTS) or plan.stop_at_zero:
        return True
    creatures = [kind for kind in plan.kinds if kind.card.is_creature]
    if any(_taps(kind.card) for kind in creatures) or (creatures and plan.rule("play").name not in QUIET_RULES):
        return True
    return asks_damage(plan) or any("anylife" in kind.card.tapped for kind in plan.kinds)


def asks_damage(plan: Plan) -> bool:
    """Does a goal or a measure read what creatures deal?"""
    texts = [str(goal) for goal in plan.goals] + list(plan.measures) + list(plan.by)
    return any(word in text.replace("_", " ") for text in texts for word in COMBAT_MEASURES)


def problems_of(plan: Plan, book: Book) -> list[tuple[str, str]]:
    """What is left out of a plan: what the book could not write, and where damage is asked about changes of power."""
    found = list(book.problems)
    for kind in plan.kinds if asks_damage(plan) else ():
        steps = [step for ability in kind.abilities for step in all_steps(ability.program)]
        found += [(kind.name, f"'{step}' is ignored: damage does not count it") for step in steps if _strengthens(step)]
    return found


def _strengthens(step: Step) -> bool:
    """Does a step make creatures, or change power, in a way that has no instruction?"""
    op, (counter, _, whom) = step.op.rstrip("!?"), (step.argument or "").partition(",")
    if op == "counter":
        return counter == "+1/+1" and whom not in ("", "self") and not whom.startswith("each ")
    return op in ("pump", "token") and step.who != "opp"


def _taps(card: CardFacts) -> bool:
    """Is there something that a creature can no longer do once it has attacked?"""
    return bool(card.produces) or any(cost.word == "T" for ability in card.abilities for cost in ability.costs)


def _is_role(kind: int) -> bool:
    return bool(at.ROLE_KINDS >> (kind - at.MAX_KINDS) & 1)
