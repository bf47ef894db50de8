"""What the scry rule `auto` becomes for the goals of a plan: decided before the run and printed as what it became."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.goals.tree import OPEN_HIGH, OPEN_LOW, And, Atom, Expr, Goal, Term
from analyzer.plan.model import Plan

LAND_MEASURES = ("lands", "lands had", "land drops")
CARD_THINGS = ("had", "in hand", "in play", "cast", "castable", "payable")


@dataclass(frozen=True, slots=True)
class Wish:
    """What a goal asks of the library: lands up to a number, and copies of some cards (text items by kind)."""

    lands: int = 0
    items: tuple[str, ...] = ()
    copies: int = 0
    floor: int = 0  # lands that the cards need

    def __add__(self, other: Wish) -> Wish:
        items = tuple(dict.fromkeys((*self.items, *other.items)))
        return Wish(max(self.lands, other.lands), items, self.copies + other.copies, max(self.floor, other.floor))


def resolve_auto(plan: Plan) -> str:
    """The scry rule, as text, that fits the goals of a plan (SEMANTICS 5).

    Goals on lands: `lands-until` at the number asked for (at the middle of the range for "exactly" goals, between what
    the deck wants and the threshold for flood). Goals on cards: `find` with a floor of lands. Goals on both: `find`
    with the number of lands asked for. Anything else, and goals that want different things: `curve`.
    """
    wishes = [_wish(goal.expr, plan) for goal in plan.goals if isinstance(goal, Goal)]
    found = [wish for wish in wishes if wish is not None]
    if not found or len(found) < len(plan.goals):
        return "curve"
    total = found[0]
    for wish in found[1:]:
        total = total + wish
    if not total.items:
        return f"lands-until:lands={total.lands}"
    copies = max(wish.copies for wish in found)
    lands = max(total.lands, total.floor)
    return f"find:cards={' + '.join(total.items)},lands={lands},copies={copies},colours=yes,digs=yes"


def _wish(expr: Expr, plan: Plan) -> Wish | None:
    """The wish of one goal; None when it is neither about lands nor about having cards."""
    if isinstance(expr, Atom):
        return _atom(expr, plan)
    if not isinstance(expr, And):
        return _either(expr, plan)
    parts = [_wish(part, plan) for part in expr.parts]
    total = Wish()
    for part in parts:
        if part is None:
            return None
        total = total + part
    return total


def _either(expr: Expr, plan: Plan) -> Wish | None:
    """`had A or had B`: any one of the cards will do; other alternatives and negations are no wish."""
    parts = [_wish(part, plan) for part in getattr(expr, "parts", ())]
    if not parts or any(part is None or part.lands or not part.items for part in parts):
        return None
    found = [part for part in parts if part is not None]
    items = tuple(dict.fromkeys(item for part in found for item in part.items))
    return Wish(0, items, min(part.copies for part in found), max(part.floor for part in found))


def _atom(atom: Atom, plan: Plan) -> Wish | None:
    if len(atom.terms) != 1 or atom.complement or atom.low <= OPEN_LOW:
        return None
    term = atom.terms[0]
    about_lands = term.op == "measure" and term.name in LAND_MEASURES
    if about_lands or (term.op in ("had", "in play") and term.cards is not None and term.cards.form == "land"):
        return Wish(lands=_threshold(atom, term, plan))
    if term.op in CARD_THINGS and term.cards is not None and term.cards.form != "nonland":
        kinds = [plan.kinds[kind] for kind in term.cards.kinds or ()]
        if term.cards.form == "group":
            items: tuple[str, ...] = (f"@group:{term.cards.words[0]}",)
        else:
            items = tuple(f'"{kind.card.full_name}"' for kind in kinds)
        floor = max((kind.card.card_mana_value for kind in kinds), default=0)
        return Wish(0, items, max(atom.low, 1), floor) if items else None
    return None


def _threshold(atom: Atom, term: Term, plan: Plan) -> int:
    """How many lands an atom wants to see."""
    from analyzer.rule_values import deck_target

    turn = atom.when.turn if atom.when is not None else 0
    if atom.every:
        return turn
    # exactly so many: the middle of the range
    if atom.high < OPEN_HIGH:
        return (max(atom.low, 0) + atom.high) // 2
    # more lands than turns is flood, which nobody wants: between what the deck wants and the threshold
    if term.name == "lands had" and atom.low > turn >= 1:
        target = deck_target(plan)
        return (min(target, atom.low - 1) + atom.low - 1) // 2
    return max(atom.low, 0)
