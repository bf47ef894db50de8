"""The exact value of a goal of a plan, where a closed form or a recursion gives it, and else the reason why none does.

Three ways: cards seen without mulligans (draws_alone), mulligans with rules that count cards (mulligan), and free looks
and draws with a scry rule that counts cards (digging). All need a deck in which nothing that is cast or played acts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod

from analyzer.cards.abilities import Step as Instruction
from analyzer.contract.moments import DRAW, MAIN1, UPKEEP
from analyzer.exact import digging
from analyzer.exact.draws_alone import MAX_PATHS, Group, atom_holds, classes_of, has_form, paths
from analyzer.exact.hypergeometric import Counts
from analyzer.exact.mulligan import Kept, Look, opening, seen_after
from analyzer.exact.rules_as_counts import (
    NoFormError,
    bottom_rule,
    card_sets,
    keep_rule,
    lands_of,
    look_role,
    scry_rule,
)
from analyzer.goals.tree import And, Atom, Expr, Goal, Not, Or
from analyzer.plan.model import Kind, Plan, Start

QUIET_KEYWORDS = ("target", "target?")
MOST_GROUPS = 6
MOST_LOOKED = 12  # cards that free effects look at or draw, all together
AT_KEEP = ("kept cards", "mulligans", "kept lands", "first seven lands")
PLAYED = ("lands", "land drops", "missed drops")
HAND_LIMIT = 7


@dataclass(frozen=True, slots=True)
class Exact:
    """An exact chance and how it was found; `value` None when there is none, and `how` says why."""

    value: Fraction | None
    how: str


def exact_value(plan: Plan, goal: Goal) -> Exact:
    """The exact chance of a goal as this plan is played, or why it has no closed form.

    A goal with a condition that no game meets has none either.
    """
    try:
        return _value(plan, goal)
    except NoFormError as reason:
        return Exact(None, str(reason))


def _value(plan: Plan, goal: Goal) -> Exact:
    _check_plan(plan)
    timed = tuple(atom for atom in goal.atoms if not _is_at_keep(atom))
    for atom in timed:
        if not has_form(atom):
            raise NoFormError(f"'{atom}' is about more than the cards that were drawn")
    _check_drops(plan, timed)
    looks = bool(plan.free)
    groups = classes_of(plan, timed, sets := card_sets(plan, looks))
    if groups is None:
        raise NoFormError("a land makes mana in a way that counts do not describe")
    if len(groups) > MOST_GROUPS:
        raise NoFormError(
            f"the goal and the rules tell {len(groups)} groups of cards apart; at most {MOST_GROUPS} can be"
        )
    start = _opening(plan, groups, sets)
    if not looks:
        value, way = _drawn(plan, goal, timed, groups, sets, start), "draws"
    else:
        value, way = _looked(plan, goal, timed, groups, sets, start), "looks and draws"
    if plan.mulligan == "none":
        return Exact(value, "closed form" if not looks else f"recursion over {way}")
    return Exact(value, f"recursion over mulligans and {way}")


# ---- which plans ----------------------------------------------------------------------------------------------------
def _check_plan(plan: Plan) -> None:
    """NoFormError unless nothing but draws, mulligans, land drops and free looks and draws can change what is counted."""
    if plan.seat == "both":
        raise NoFormError("the seats are mixed; ask for one of them")
    if plan.start != Start(hand_size=plan.start.hand_size):
        raise NoFormError("the game starts from a position of its own")
    if plan.script:
        raise NoFormError("an opponent acts")
    for kind in (plan.kinds[number] for number in sorted({slot for slot in plan.slots if slot >= 0})):
        if _acts(kind):
            raise NoFormError(f"{kind.name} may act")


def _acts(kind: Kind) -> bool:
    """May the card do anything but make mana as a land?"""
    for ability in kind.abilities:
        makes_mana = all(isinstance(step, Instruction) and step.op in ("mana", "mana!") for step in ability.program)
        quiet = ability.kind == "keyword" and ability.word in QUIET_KEYWORDS
        if not quiet and not (kind.card.is_land and ability.kind == "activated" and ability.program and makes_mana):
            return True
    return not kind.card.is_land and bool(kind.card.produces)


def _check_drops(plan: Plan, atoms: Sequence[Atom]) -> None:
    """NoFormError unless a land is played whenever one is in hand and none is lost, if lands in play are asked for.

    A hand that makes its drop every turn never has to discard a land at cleanup, unless more cards come than one a turn.
    """
    played = [atom for atom in atoms if any(term.op == "measure" and term.name in PLAYED for term in atom.terms)]
    if not played:
        return
    if plan.rule("play").name != "spend-mana":
        raise NoFormError(f"the play rule {plan.rule('play').name} may hold lands back")
    if any(kind.card.is_land and "legendary" in kind.card.types for kind in plan.kinds):
        raise NoFormError("a legendary land may leave again")
    last = max(atom.when.turn for atom in played if atom.when is not None)
    drawn = [step for turn in range(1, last + 1) for at in (UPKEEP, DRAW, MAIN1) for step in _effects(plan, turn, at)]
    extra = sum(step.number for step in drawn if step.kind == "draw")
    if plan.start.hand_size + _draws(plan, last) + extra - last > HAND_LIMIT:
        raise NoFormError("lands may be discarded at cleanup")


def _is_at_keep(atom: Atom) -> bool:
    return atom.when is None and all(term.op == "measure" and term.name in AT_KEEP for term in atom.terms)


def _opening(plan: Plan, groups: Sequence[Group], sets: Sequence[frozenset[int]]) -> Mapping[Kept, Fraction]:
    """The kept hands with their chances."""
    deck = tuple(group.copies for group in groups)
    if plan.start.hand_size > sum(deck):
        raise NoFormError("the deck is smaller than the opening hand")
    if plan.mulligan == "none":
        return opening(deck, lambda hand, taken: True, rule="none", hand=plan.start.hand_size)
    bottom = bottom_rule(plan, groups, sets) if plan.mulligan == "london" else None
    keep = keep_rule(plan, groups, sets)
    return opening(deck, keep, rule=plan.mulligan, bottom=bottom, free=plan.free_mulligans, hand=plan.start.hand_size)


def _draws(plan: Plan, turn: int) -> int:
    """Natural draws by the draw step of a turn."""
    return max(0, turn - (plan.seat == "play" and plan.players == 2)) if plan.draws else 0


# ---- mulligans and draws --------------------------------------------------------------------------------------------
def _drawn(
    plan: Plan,
    goal: Goal,
    timed: Sequence[Atom],
    groups: Sequence[Group],
    sets: Sequence[frozenset[int]],
    start: Mapping[Kept, Fraction],
) -> Fraction:
    """Kept hands and natural draws, at one turn or along all turns that the goal asks about."""
    turns = sorted({atom.when.turn for atom in timed if atom.when is not None})
    deck = tuple(group.copies for group in groups)
    look = _vancouver_look(plan, groups, sets) if plan.mulligan == "vancouver" else None
    sizes = max(kept.size for kept in start)
    met = both = Fraction(0)
    if len(turns) <= 1:
        turn = turns[0] if turns else 0
        alone = any(_is_at_keep(atom) for atom in goal.atoms)
        # what was kept matters beside what was had: hand by hand, each beside a full hand so that it may look
        parts = [{kept: chance} for kept, chance in start.items()] if alone else [dict(start)]
        full = next(kept for kept in start if kept.size == sizes)
        for part in parts:
            kept = next(iter(part))
            had = seen_after(deck, {**part, full: part.get(full, Fraction(0))}, _checked(plan, deck, turn, sizes), look)
            for cards, chance in had.items():
                given, wanted = _goal_holds(plan, goal, kept, {turn: cards}, groups)
                met += chance * given
                both += chance * (given and wanted)
    else:
        if look is not None:
            raise NoFormError("a goal about several turns after a Vancouver look")
        for kept, chance in start.items():
            library = tuple(d - h - b for d, h, b in zip(deck, kept.hand, kept.bottomed, strict=True))
            numbers = [_checked(plan, deck, turn, sizes) for turn in turns]
            ways = prod(comb(sum(library) - a, b - a) for a, b in zip((0, *numbers), numbers, strict=False))
            for number, (path, weight) in enumerate(paths(library, numbers)):
                if number > MAX_PATHS // max(1, len(start)):
                    raise NoFormError("too many ways to draw by several turns")
                by_turn = {
                    turn: tuple(a + b for a, b in zip(kept.hand, drawn, strict=True))
                    for turn, drawn in zip(turns, path, strict=True)
                }
                given, wanted = _goal_holds(plan, goal, kept, by_turn, groups)
                met += chance * Fraction(weight * given, ways)
                both += chance * Fraction(weight * (given and wanted), ways)
    return _rate(both, met)


def _checked(plan: Plan, deck: Counts, turn: int, hand: int) -> int:
    """Natural draws by a turn; NoFormError when the library may run out."""
    draws = _draws(plan, turn)
    if hand + draws > sum(deck):
        raise NoFormError("the library may run out")
    return draws


def _rate(both: Fraction, met: Fraction) -> Fraction:
    if not met:
        raise NoFormError("no game meets the condition")
    return both / met


def _vancouver_look(plan: Plan, groups: Sequence[Group], sets: Sequence[frozenset[int]]) -> Look:
    rule = scry_rule(plan, look_role(plan), groups, sets)
    return lambda hand, top: bool(rule((top,), hand)[0])


def _goal_holds(
    plan: Plan, goal: Goal, kept: Kept, by_turn: Mapping[int, Counts], groups: Sequence[Group]
) -> tuple[bool, bool]:
    """Is the condition met, and is the goal reached?"""
    given = goal.given is None or _holds(plan, goal.given, kept, by_turn, groups)
    return given, _holds(plan, goal.expr, kept, by_turn, groups)


def _holds(plan: Plan, expr: Expr, kept: Kept, by_turn: Mapping[int, Counts], groups: Sequence[Group]) -> bool:
    if isinstance(expr, Not):
        return not _holds(plan, expr.body, kept, by_turn, groups)
    if isinstance(expr, And | Or):
        parts = (_holds(plan, part, kept, by_turn, groups) for part in expr.parts)
        return all(parts) if isinstance(expr, And) else any(parts)
    if not _is_at_keep(expr):
        return atom_holds(plan, expr, by_turn, groups)
    lands = lands_of(kept.hand, groups)
    values = {"kept cards": kept.size, "mulligans": kept.taken, "kept lands": lands}
    if plan.mulligan == "none" and kept.size == HAND_LIMIT:
        values["first seven lands"] = lands
    if any(term.name not in values for term in expr.terms):
        raise NoFormError("the first seven cards are asked about after mulligans")
    return expr.holds(sum(values[term.name] for term in expr.terms))


# ---- free looks and draws -------------------------------------------------------------------------------------------
def _looked(
    plan: Plan,
    goal: Goal,
    timed: Sequence[Atom],
    groups: Sequence[Group],
    sets: Sequence[frozenset[int]],
    start: Mapping[Kept, Fraction],
) -> Fraction:
    """Kept hands, draws and free effects, for goals whose parts must all hold, each at its moment."""
    if plan.mulligan != "none":
        raise NoFormError("mulligans and free effects together")
    if len(timed) != len(goal.atoms):
        raise NoFormError("a goal about the kept hand beside free effects")
    deck = tuple(group.copies for group in groups)
    rule = scry_rule(plan, "scry", groups, sets)
    wanted = _parts(goal.expr)
    given = [] if goal.given is None else _parts(goal.given)

    def chance(parts: Sequence[Atom]) -> Fraction:
        steps = _steps(plan, parts, groups)
        return digging.value(deck, steps, lambda hand: True, hand=plan.start.hand_size, rule=rule)

    return _rate(chance([*wanted, *given]), chance(given) if given else Fraction(1))


def _parts(expr: Expr) -> list[Atom]:
    if isinstance(expr, Atom):
        return [expr]
    if isinstance(expr, And):
        return [atom for part in expr.parts for atom in _parts(part)]
    raise NoFormError("a goal with 'or' or 'not' beside free effects")


def _steps(plan: Plan, parts: Sequence[Atom], groups: Sequence[Group]) -> list[digging.Step]:
    """The turns up to the last moment that is asked about, as steps; what must hold stands where it is read."""
    last = max((atom.when.turn for atom in parts if atom.when is not None), default=0)
    steps: list[digging.Step] = [*_needs(plan, parts, 0, True, groups), *_needs(plan, parts, 0, False, groups)]
    for turn in range(1, last + 1):
        steps += _effects(plan, turn, UPKEEP)
        if _draws(plan, turn) > _draws(plan, turn - 1):
            steps.append(digging.draw())
        steps += [*_effects(plan, turn, DRAW), *_needs(plan, parts, turn, True, groups)]
        steps += [*_effects(plan, turn, MAIN1), *_needs(plan, parts, turn, False, groups)]
    seen = plan.start.hand_size + sum(step.number for step in steps if step.kind in ("draw", "scry"))
    if seen > sum(group.copies for group in groups):
        raise NoFormError("the library may run out, or a bottomed card come round again")
    if sum(step.number for step in steps if step.kind == "scry") > MOST_LOOKED:
        raise NoFormError("too many looks for a recursion")
    return steps


def _needs(plan: Plan, parts: Sequence[Atom], turn: int, at_draw: bool, groups: Sequence[Group]) -> list[digging.Step]:
    """What must hold at the draw of a turn, or at its end; a land drop on every turn is as many lands on every turn."""
    found = []
    for atom in parts:
        assert atom.when is not None
        names = {term.name for term in atom.terms if term.op == "measure"}
        if atom.every and not at_draw and 0 < turn <= atom.when.turn:
            found.append(digging.need(lambda hand, turn=turn: lands_of(hand, groups) >= turn))  # type: ignore[misc]
        elif not atom.every and names - {"lands had"}:
            raise NoFormError(f"'{atom}' beside free effects")
        elif not atom.every and (atom.when.turn, atom.when.moment == "draw") == (turn, at_draw):
            if any(term.op == "payable" for term in atom.terms):
                raise NoFormError(f"'{atom}' beside free effects")
            check = lambda hand, atom=atom, turn=turn: atom_holds(plan, atom, {turn: hand}, groups)  # noqa: E731
            found.append(digging.need(check))
    return found


def _effects(plan: Plan, turn: int, moment: int) -> list[digging.Step]:
    """The free effects of a moment; NoFormError for any but scries and draws of a fixed number."""
    steps: list[digging.Step] = []
    for free in plan.free:
        if free.moment not in (UPKEEP, DRAW, MAIN1) or free.chance != 1:
            raise NoFormError(f"the free effect '{free.text}'")
        for step in free.program:
            plain = isinstance(step, Instruction) and step.op in ("scry", "draw") and not (step.who or step.suffix)
            if not plain or step.amount is None or step.amount.kind != "number":  # type: ignore[union-attr]
                raise NoFormError(f"the free effect '{free.text}'")
            if turn in free.turns and moment == free.moment:
                number = step.amount.number  # type: ignore[union-attr]
                steps.append(digging.scry(number) if step.op == "scry" else digging.draw(number))  # type: ignore[union-attr]
    return steps
