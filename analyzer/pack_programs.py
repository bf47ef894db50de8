"""Turns programs of the ability language into op-code rows, and names every step that the kernel cannot carry out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from analyzer.cards.abilities import Amount, Choose, Cost, Program, Step, Wrap, parse_costs
from analyzer.cards.model import CardFacts
from analyzer.contract import events, ops
from analyzer.errors import NoRoom
from analyzer.kernel import layout
from analyzer.pack_filters import mask_of
from analyzer.plan.lines import cost_payments

Row = tuple[int, int, int, int]
TYPES = "WUBRGC"
ANY_COLOUR = 31

# Steps that change nothing a goldfish can measure.
NEUTRAL = frozenset(
    ("", "-", "pump", "gain", "gaincontrol", "counterspell", "destroy", "exile", "tap", "untapself", "notuntap", "food",
     "return", "token", "nohandlimit", "monarch", "initiative")
)  # fmt: skip
TOKENS = {"shard": layout.SHARD_KIND, "clue": layout.CLUE_KIND, "blood": layout.BLOOD_KIND,
          "lander": layout.LANDER_KIND}  # fmt: skip
ROLES = {"sorcerer": layout.SORCERER_KIND, "monster": layout.MONSTER_KIND, "royal": layout.ROYAL_KIND,
         "cursed": layout.CURSED_KIND, "wicked": layout.WICKED_KIND}  # fmt: skip
WHOLE_HAND = 99  # cards to discard: as many as there are
HOSTS = {"": ops.HOST_CHOSEN, "self": ops.HOST_SELF, "it": ops.HOST_IT}
VERSIONS = {"": 0, "blind": 1, "empty": 2}  # suffix of a step that makes tokens or tempts
SIMPLE = {"scry": ops.SCRY, "surveil": ops.SURVEIL, "draw": ops.DRAW, "mill": ops.MILL, "reorder": ops.REORDER,
          "putback": ops.PUTBACK, "tuck": ops.TUCK, "shuffle": ops.SHUFFLE, "extraland": ops.EXTRALAND}  # fmt: skip
REST = {"bottom": 0, "gy": 1, "bottom-random": 2}
DESTINATIONS = {"hand": 0, "bf": 1, "bf-tapped": 2, "top": 3, "gy": 4}
# What a "target player" is best pointed at: yourself for these, else the opponent.
FOR_YOURSELF = frozenset(
    ("scry", "surveil", "draw", "reorder", "dig", "search", "treasure", "extraland", "life+", "mana")
)

DAMAGED = {"you": ops.YOU, "opponent": ops.OPPONENTS, "each opponent": ops.OPPONENTS, "each player": ops.EVERYONE}


def whose_life(step: Step) -> int | None:
    """Whose life a step of life or damage changes (YOU ... of contract.ops); None if it is no such step."""
    op, text = step.op.rstrip("!?"), step.argument or ""
    if op in ("life+", "life-"):
        aimed = ops.YOU if op in FOR_YOURSELF else None
        return {"opp": ops.OPPONENTS, "all": ops.EVERYONE, "tp": aimed}.get(step.who, ops.YOU)
    if op != "damage":
        return None
    if not text:
        return {"all": ops.EVERYONE, "tp": ops.OPPONENT}.get(step.who, ops.OPPONENTS)
    return DAMAGED.get(text, ops.OPPONENT if "target" in text and "creature" not in text else None)


@dataclass(frozen=True, slots=True)
class Gist:
    """What a program does for the player's decisions: its largest look, cards drawn, lands found or put."""

    look: int = 0
    draws: int = 0
    lands: int = 0

    def __add__(self, other: Gist) -> Gist:
        return Gist(max(self.look, other.look), self.draws + other.draws, self.lands + other.lands)


@dataclass(frozen=True, slots=True)
class Costs:
    """Costs of an ability, or what may be paid as one resolves: pips (bit sets), life, cards, bits LF_ of the rest."""

    pips: tuple[int, ...] = ()
    x_factor: int = 0
    life: int = 0
    discard: int = 0
    flags: int = 0
    sorcery: bool = False


def read_costs(costs: Iterable[Cost]) -> Costs | None:
    """What the kernel makes of costs; None where it cannot pay one of them.

    >>> read_costs(parse_costs("{1}{U},T,sac")).pips, read_costs(parse_costs("sac(creature)"))
    ((2, 63), None)
    """
    symbols: tuple[str, ...] = ()
    life = discard = flags = 0
    sorcery = False
    for cost in costs:
        number = cost.amount.number if cost.amount is not None and cost.amount.kind == "number" else None
        if cost.word == "mana":
            symbols += cost.symbols
        elif cost.word in ("T", "once") or (cost.word == "sac" and not cost.argument):
            flags |= {"T": layout.LF_TAP, "once": layout.LF_ONCE, "sac": layout.LF_SACRIFICE}[cost.word]
        elif cost.word == "sorcery":
            sorcery = True
        elif cost.word == "life" and number is not None:
            life += number
        elif cost.word == "discard" and number is not None and not cost.argument:
            discard += number
        else:
            return None
    ways, x_factor = cost_payments(symbols)
    if not ways:  # energy and the like
        return None
    pips, more = ways[0]
    return Costs(pips, x_factor, life + more, discard, flags, sorcery)


@dataclass(slots=True)
class Book:
    """All programs of a plan while they are written: rows, kind sets, and what could not be written (card, reason)."""

    cards: tuple[CardFacts, ...]
    rows: list[Row] = field(default_factory=lambda: [(ops.STOP, 0, 0, 0)])
    sets: list[int] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    needs_library: bool = False
    needs_board: bool = False
    costs: list[Costs] = field(default_factory=list)  # paid on resolution; records from the end of the line table
    tokens: set[int] = field(default_factory=set)  # kinds of tokens that are made
    tempts: bool = False

    def kind_set(self, mask: int) -> int:
        """Number of this set of kinds (a bit each)."""
        if mask not in self.sets:
            if len(self.sets) == layout.MAX_SETS:
                raise NoRoom(f"the cards of this deck ask about more than {layout.MAX_SETS} different sets of cards")
            self.sets.append(mask)
        return self.sets.index(mask)

    def program(self, steps: Program, card: str) -> tuple[int, Gist]:
        """Write a program down; returns its first row (0: it does nothing here) and its gist."""
        rows, gist = self._steps(steps, card)
        if not rows:
            return 0, gist
        first = len(self.rows)
        self.rows += [*rows, (ops.STOP, 0, 0, 0)]
        if len(self.rows) > layout.MAX_PROGRAM_ROWS:
            raise NoRoom(f"the cards of this deck need more than {layout.MAX_PROGRAM_ROWS} instructions")
        found = {row[0] for row in rows}
        self.needs_library = self.needs_library or any(ops.LIBRARY_FIRST <= op < ops.BOARD_FIRST for op in found)
        self.needs_board = self.needs_board or any(op >= ops.BOARD_FIRST for op in found)
        return first, gist

    def gist(self, steps: Program) -> Gist:
        """What a program does, without writing it down."""
        return Book(self.cards)._steps(steps, "")[1]

    def _problem(self, card: str, reason: str) -> tuple[list[Row], Gist]:
        self.problems.append((card, reason))
        return [], Gist()

    def _steps(self, steps: Sequence[object], card: str) -> tuple[list[Row], Gist]:
        rows: list[Row] = []
        gist = Gist()
        drawn = False
        for place, step in enumerate(steps):
            more, part = self._one(step, card, drawn)
            drawn = drawn or any(row[0] == ops.DRAW for row in more)
            rows += more
            gist += part
            following = steps[place + 1] if place + 1 < len(steps) else None
            last_search = more and more[-1][0] == ops.SEARCH and more[-1][3] != DESTINATIONS["top"]
            if last_search and not (isinstance(following, Step) and following.op == "search"):
                rows.append((ops.SHUFFLE, 0, 0, 0))
        return rows, gist

    def _one(self, step: object, card: str, drawn: bool) -> tuple[list[Row], Gist]:
        if isinstance(step, Wrap):
            return self._wrap(step, card)
        if isinstance(step, Choose):
            return self._steps([each for mode in self.best_modes(step) for each in mode], card)
        assert isinstance(step, Step)
        return self._step(step, card, drawn)

    def _wrap(self, wrap: Wrap, card: str) -> tuple[list[Row], Gist]:
        if wrap.who == "opp":
            return [], Gist()
        if wrap.word == "maypay" and (costs := read_costs(parse_costs(wrap.condition or ""))) is not None:
            return self._may_pay(wrap, costs, card)
        if wrap.word == "if" and (condition := self._condition(wrap.condition or "")) is not None:
            rows, gist = self._steps(wrap.program, card)
            return ([(ops.IF, len(rows), *condition), *rows] if rows else []), gist
        if wrap.word not in ("may", "ifkicked", "reflexive"):
            inner, _ = Book(self.cards)._steps(wrap.program, card)
            return self._problem(card, f"'{wrap}' is ignored") if inner else ([], Gist())
        rows, gist = self._steps(wrap.program, card)
        if not rows or wrap.word == "reflexive":
            return rows, gist
        op = ops.MAY if wrap.word == "may" else ops.IFKICKED
        return [(op, len(rows), gist.look, min(gist.draws, 255) + 256 * gist.lands), *rows], gist

    def _may_pay(self, wrap: Wrap, costs: Costs, card: str) -> tuple[list[Row], Gist]:
        rows, gist = self._steps(wrap.program, card)
        if not rows or costs.flags:
            return rows and self._problem(card, f"'{wrap}' is ignored")[0], Gist()
        if costs not in self.costs:
            self.costs.append(costs)
        record = layout.MAX_LINES - 1 - self.costs.index(costs)
        return [(ops.MAYPAY, len(rows), record, min(gist.draws, 255) + 256 * gist.look), *rows], gist

    def _condition(self, text: str) -> tuple[int, int] | None:
        """Code and number of a condition (contract.ops); None where it is not modelled."""
        if text in ("bearerother", "yourturn"):
            return (ops.IF_BEARER_OTHER if text == "bearerother" else ops.IF_YOUR_TURN), 0
        if found := re.fullmatch(r"temptations>=(\d+)", text):
            return ops.IF_TEMPTED, int(found[1])
        if text in ("ctrl(ring-bearer)", "noctrl(ring-bearer)"):
            return (ops.IF_BEARER if text[0] == "c" else ops.IF_NO_BEARER), 0
        found = re.fullmatch(r"(no)?ctrl\((.*)\)", text)
        mask = self.mask(found[2]) if found else None
        if found is None or mask is None:
            return None
        return (ops.IF_NO_CONTROL if found[1] else ops.IF_CONTROL), self.kind_set(mask)

    def best_modes(self, choice: Choose) -> list[Program]:
        """The modes a trigger takes, in printed order: the largest look first, then draws, lands, tokens that look."""

        def worth(place: int) -> tuple[int, int, int, int]:
            rows, gist = Book(self.cards)._steps(choice.modes[place], "")
            makes = [row for row in rows if row[0] in (ops.TOKEN, ops.ROLE, ops.RING)]
            looks = max((1 for row in makes if row[2] in (layout.SORCERER_KIND, layout.SHARD_KIND)), default=0)
            return -max(gist.look, looks), -gist.draws, -gist.lands, place

        ranked = sorted(range(len(choice.modes)), key=worth)
        return [choice.modes[place] for place in sorted(ranked[: choice.count or 1])]

    def makes_draws(self, steps: Program) -> bool:
        """Does the program make tokens that look or draw when they are used, or is it a temptation?"""
        rows, _ = Book(self.cards)._steps(steps, "")
        return any(row[0] == ops.RING or (row[0] == ops.TOKEN and row[2] != layout.LANDER_KIND) for row in rows)

    def _tokens(self, step: Step, op: str, n: int, card: str) -> tuple[list[Row], Gist]:
        version = VERSIONS.get(step.suffix, 0)
        if op == "ring":
            self.tempts = True
            return [(ops.RING, n, 0, version)], Gist()
        if op in TOKENS:
            self.tokens.add(TOKENS[op])
            return [(ops.TOKEN, n, TOKENS[op], version)], Gist()
        name, _, host = (step.argument or "").partition(",")
        kind = ROLES.get(name.strip(), layout.OTHER_ROLE_KIND)
        self.tokens.add(kind)
        if kind == layout.OTHER_ROLE_KIND:
            self.problems.append((card, f"what a {name} Role gives is ignored"))
        who = HOSTS.get(host.strip(), ops.HOST_OTHER if "other" in host else ops.HOST_CHOSEN)
        return [(ops.ROLE, who, kind, version)], Gist()

    def _step(self, step: Step, card: str, drawn: bool) -> tuple[list[Row], Gist]:
        op = step.op.rstrip("!?")
        whom = whose_life(step)
        if whom is None and (step.who == "opp" or op in NEUTRAL or (step.who == "tp" and op not in FOR_YOURSELF)):
            return [], Gist()
        n = self.amount(step.amount)
        if n is None:
            return self._problem(card, f"'{step}' is ignored: its amount is not modelled")
        if op in TOKENS or op in ("role", "ring"):
            return self._tokens(step, op, n, card)
        size = max(n, 0) or (1 if n < 0 else 0)
        if op in SIMPLE:
            looks, draws = op in ("scry", "surveil", "reorder"), op == "draw"
            blind = step.suffix == "blind"
            if blind and op == "reorder":
                return [], Gist()
            return [(SIMPLE[op], n, int(blind), 0)], Gist(size if looks else 0, size if draws else 0)
        if op in ("life+", "life-") and whom is not None:
            return [(ops.LIFE, n, 1 if op == "life+" else -1, whom)], Gist()
        if op == "discardhand":
            return [(ops.DISCARD, WHOLE_HAND, events.EFFECT_DISCARD, 0)], Gist()
        if op == "discard" and not step.argument:
            return [(ops.DISCARD, n, events.LOOT_DISCARD if drawn else events.EFFECT_DISCARD, 0)], Gist()
        if op == "damage" and whom is None and (step.argument or "").startswith("each "):
            return self._problem(card, f"'{step}' is ignored: damage to permanents is not modelled")
        if op == "damage":
            return ([] if whom is None else [(ops.DAMAGE, n, whom, 0)]), Gist()
        if op == "treasure":
            return [(ops.TREASURE, n, int(step.tapped), 0)], Gist()
        if op in ("putland", "putland-tapped") and not step.argument:
            return [(ops.PUTLAND, int(op == "putland-tapped" or step.tapped), 0, 0)], Gist(lands=1)
        if op == "counter":
            return self._counter(step, n, card)
        if op == "mana":
            return self._mana(step, card)
        if op == "dig":
            return self._dig(step, card)
        if op == "search":
            return self._search(step, card)
        return self._problem(
            card, f"'{step}' is ignored" if step.op != "?" else "a step that is not modelled is ignored"
        )

    def amount(self, amount: Amount | None) -> int | None:
        """The operand of an amount (contract.ops); None where it is not modelled."""
        if amount is None:
            return 1
        if amount.kind == "number":
            return amount.number
        if amount.kind == "X":
            return ops.AMOUNT_X
        if amount.measure in ("looked", "X/2"):
            return ops.AMOUNT_LOOKED if amount.measure == "looked" else ops.AMOUNT_HALF_X
        if amount.measure == "count" and (mask := self.mask(amount.of)) is not None:
            return ops.AMOUNT_COUNT - self.kind_set(mask)
        return None

    def _counter(self, step: Step, n: int, card: str) -> tuple[list[Row], Gist]:
        kind, _, who = (step.argument or "").partition(",")
        if kind == "+1/+1" and who in ("self", ""):
            return [(ops.COUNTER, n, 0, 0)], Gist()
        if kind == "+1/+1" and who.startswith("each ") and (mask := self.mask(who[5:])) is not None:
            return [(ops.COUNTER_EACH, n, self.kind_set(mask), 0)], Gist()
        return [], Gist()

    def _mana(self, step: Step, card: str) -> tuple[list[Row], Gist]:
        text = step.argument or ""
        if text == "any":
            return [(ops.MANA, 1, ANY_COLOUR, 0)], Gist()
        if text.startswith("anymix") and text[6:].isdigit():
            return [(ops.MANA, int(text[6:]), ANY_COLOUR, 0)], Gist()
        ways = text.split("/")
        if text and all(set(way) <= set(TYPES) for way in ways):
            if all(len(way) == 1 for way in ways):
                return [(ops.MANA, 1, sum(1 << TYPES.index(way) for way in set(ways)), 0)], Gist()
            if len(ways) == 1:
                return [(ops.MANA, text.count(t), 1 << TYPES.index(t), 0) for t in TYPES if t in text], Gist()
        return self._problem(card, f"'{step}' is ignored")

    def _dig(self, step: Step, card: str) -> tuple[list[Row], Gist]:
        words = (step.argument or "").split(",")
        if len(words) == 3 and words[2] in REST and (words[0].isdigit() or words[0] == "X"):
            number, _, what = words[1].partition(" ")
            mask = self.mask(what) if what else -1
            if number.isdigit() and step.suffix == "blind":
                return [(ops.DIG, int(number), int(number), REST[words[2]])], Gist(int(number), int(number))
            if number.isdigit() and mask is not None:
                n = int(words[0]) if words[0] != "X" else ops.AMOUNT_X
                kinds = self.kind_set(mask) + 1 if what else 0
                size = max(n, 1)
                return [(ops.DIG, n, int(number) + 256 * kinds, REST[words[2]])], Gist(size, int(number))
        return self._problem(card, f"'{step}' is ignored")

    def _search(self, step: Step, card: str) -> tuple[list[Row], Gist]:
        words = (step.argument or "").split(",")
        if len(words) == 3 and words[1].isdigit() and words[2] in DESTINATIONS:
            mask = self.mask(words[0])
            onto_field = words[2] in ("bf", "bf-tapped")
            lands = sum(1 << i for i, each in enumerate(self.cards) if each.is_land)
            if mask is not None and not (onto_field and mask & ~lands):
                must = 256 if words[0] == "any" else 0
                row = (ops.SEARCH, 0, self.kind_set(mask) + must, DESTINATIONS[words[2]])
                found = int(words[1]) if mask and not mask & ~lands else 0
                return [row] * int(words[1]), Gist(lands=found)
        return self._problem(card, f"'{step}' is ignored")

    def mask(self, text: str) -> int | None:
        """Kinds of the deck that a filter means, a bit each; None where it is not understood."""
        return mask_of(self.cards, text)
