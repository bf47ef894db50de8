"""Rules by name: finding them, reading their knobs, and binding them to a plan, compiled or as plain Python."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from analyzer.errors import InputError, RunError
from analyzer.knobs import read_knobs, split_rule, write_value
from analyzer.plan.model import Plan, RuleChoice
from analyzer.rule_files import (
    NoModule,
    digest_of,
    failing_line,
    function_of,
    listed,
    load_file,
    load_module,
    load_target,
)
from analyzer.rule_source import refuse_misuse
from analyzer.rules import KINDS, ROLES, RuleMark, mark_of
from analyzer.tomlfile import nearest


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that was found: the author's function and its mark, where it came from, digest of its sources."""

    name: str
    function: Callable[..., Any]
    mark: RuleMark
    path: Path
    digest: str
    shipped: bool

    @property
    def label(self) -> str:
        """How messages call it: `scry rule 'lands-until'`."""
        return f"{self.mark.kind.replace('_', ' ')} rule {self.name!r}"


# ---- finding ------------------------------------------------------------------------------------------------------
def find(role: str, name: str, base: Path | None = None) -> Rule:
    """The rule of this name that can fill the role; rule files and modules are looked for in the current folder first, then in
    `base`.

    A name is one of an entry point, `module:function` or `file.py:function`. InputError for unknown names (with the
    nearest), files that fail to load, functions that are no rule, and rules of another kind.

    >>> find("scry", "lands-until").mark.knobs[0].name
    'lands'
    """
    if ":" in name:
        try:
            rule = find_any(name, base)
        except NoModule as wrong:
            near = nearest(name.partition(":")[0], _names(ROLES[role])).partition("; known")[0]
            raise InputError(f"{name}: {wrong}{near}") from None
        if rule.mark.kind not in ROLES[role]:
            raise InputError(f"{name} is a {rule.mark.kind} rule; it cannot be the {role.replace('_', ' ')} rule")
        return rule
    kinds = ROLES[role]
    for each in listed():
        if each.kind in kinds and each.name == name:
            function = load_target(each.target)
            return _rule(name, function, Path(function.__code__.co_filename))
    raise InputError(f"there is no {role.replace('_', ' ')} rule {name!r}{nearest(name, _names(kinds))}")


def find_any(name: str, base: Path | None = None) -> Rule:
    """The rule at `module:function` or `file.py:function`, of whatever kind it is; InputError as `find`."""
    place, _, function = _with_drive(name) if name[1:2] == ":" else name.partition(":")
    folders = tuple(dict.fromkeys((Path.cwd(), base or Path.cwd())))
    if place.endswith(".py"):
        path = next((path for folder in folders if (path := folder / place).is_file()), Path(place))
        return _rule(f"{Path(place).name}:{function}", function_of(load_file(path), function, str(path)), path)
    module = load_module(place, folders)
    return _rule(name, function_of(module, function, place), Path(module.__file__ or place))


def _with_drive(name: str) -> tuple[str, str, str]:
    place, colon, function = name[2:].partition(":")
    return name[:2] + place, colon, function


def _names(kinds: Sequence[str]) -> list[str]:
    return [each.name for each in listed() if each.kind in kinds]


def _rule(name: str, function: Any, path: Path) -> Rule:
    mark = mark_of(function)
    if mark is None:
        known = ", ".join(f"@{kind}_rule" for kind in KINDS)
        raise InputError(f"{name} is not marked as a rule; write one of {known} with a name in brackets above it")
    shipped = function.__module__.startswith("strategies.")
    rule = Rule(name, function, mark, path, _shipped_digest(path) if shipped else digest_of(path), shipped)
    refuse_misuse(function, rule.label)
    return rule


@lru_cache(maxsize=64)
def _shipped_digest(path: Path) -> str:
    """Digest of a rule of the package, worked out once: its sources do not change while it runs, a user's may."""
    return digest_of(path)


def choose(role: str, text: str, plan: Plan, base: Path | None = None) -> RuleChoice:
    """The rule that a text such as `lands-until:lands=3` means in this plan, all knobs written out.

    InputError names rule, knob and what is allowed; card sets and expressions are checked against the deck.
    """
    if not text.strip():
        raise InputError(f"no {role.replace('_', ' ')} rule is named; there are {', '.join(_names(ROLES[role]))}")
    if text.rstrip().endswith(":"):
        raise InputError(f"{text!r}: nothing follows the colon; write knob=value or a function there, or leave it out")
    name, knobs = split_rule(text)
    if name == "auto" and role in ("scry", "mull_look"):
        from analyzer.auto import resolve_auto

        if knobs:
            raise InputError(f"scry rule 'auto' has no knobs, but {knobs!r} is set")
        name, knobs = split_rule(resolve_auto(plan))
    rule = find(role, name, base)
    values = read_knobs(knobs, rule.mark, rule.label)
    _bound(values, rule, plan)
    written = tuple((knob.name, write_value(value)) for knob, value in zip(rule.mark.knobs, values, strict=True))
    user_file = str(rule.path.resolve()) if name.partition(":")[0].endswith(".py") else ""
    return RuleChoice(role, rule.name, written, rule.digest, user_file)


def _bound(values: Sequence[Any], rule: Rule, plan: Plan) -> tuple[Any, ...]:
    from analyzer.rule_values import bound_value

    return tuple(
        bound_value(value, knob, plan, rule.label) for knob, value in zip(rule.mark.knobs, values, strict=True)
    )


def rule_of(choice: RuleChoice) -> Rule:
    """The rule of a choice, found again; RunError when its sources have changed since the plan was resolved."""
    name = f"{choice.path}:{choice.name.rpartition(':')[2]}" if choice.path else choice.name
    rule = find(choice.role, name)
    if choice.digest and rule.digest != choice.digest:
        raise RunError(f"{rule.label}: its source {rule.path} has changed since the plan was read; start the run again")
    return rule


def values_of(choice: RuleChoice, rule: Rule, plan: Plan) -> tuple[Any, ...]:
    """Knob values of a choice, bound to the plan, in the order of the rule's signature."""
    from analyzer.knobs import read_value

    texts = dict(choice.knobs)
    values = [
        read_value(texts[knob.name], knob, rule.label) if knob.name in texts else knob.default
        for knob in rule.mark.knobs
    ]
    return _bound(values, rule, plan)


# ---- for the kernel -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class CompiledRules:
    """Words to write into the block (offset, value), and the compiled code that must outlive the block."""

    words: tuple[tuple[int, int], ...]
    code: tuple[Any, ...]


def compile_rules(plan: Plan, roles: Collection[str] | None = None) -> CompiledRules:
    """Compile the rules of a plan and lay out knobs, card sets, expressions and addresses for the block.

    `roles`: only these (all, if not given).

    InputError in the author's words for a rule outside the compiled subset.
    """
    from analyzer import rule_compiler as compiler
    from analyzer.kernel.rule_layout import COLOURS_NEEDED, RULE_LANDS_FIRST, RULE_STEADY
    from analyzer.rule_tables import Tables
    from analyzer.rule_values import needed_types

    tables = Tables()
    words: list[tuple[int, int]] = []
    code: list[Any] = []
    unit_needed = False
    done: dict[tuple[Any, ...], int] = {}  # a mull look that is the scry rule shares its entry and knobs
    for choice in sorted(plan.strategy, key=lambda each: each.role == "mull_look"):
        if roles is not None and choice.role not in roles:
            continue
        rule = rule_of(choice)
        if choice.role == "mull_look" and (same := done.get((choice.name, choice.knobs, choice.digest))):
            words.append((compiler.ADDRESS["mull_look", rule.mark.kind], same))
            continue
        values = [as_number(value, tables) for value in values_of(choice, rule, plan)]
        words += compiler.knob_words(tuple(values), choice.role, rule.mark.kind)
        code.append(compiler.compile_rule(rule.function, choice.role, rule.shipped, rule.label))
        words.append(compiler.address_word(code[-1], choice.role, rule.mark.kind))
        if choice.role == "play":
            words.append((RULE_LANDS_FIRST, int(rule.mark.lands_first)))
            words.append((RULE_STEADY, int(rule.mark.steady)))
        if choice.role == "scry":
            done[choice.name, choice.knobs, choice.digest] = words[-1][1]
        unit_needed = unit_needed or compiler.needs_view_unit(rule.function)
    if unit_needed:
        dispatcher, word = compiler.view_unit()
        code.append(dispatcher)
        words.append(word)
    words += [(COLOURS_NEEDED + kind.index, needed_types(kind)) for kind in plan.kinds]
    return CompiledRules((*words, *tables.words()), tuple(code))


def as_number(value: Any, tables: Any) -> Any:
    """A knob value as the block holds it: card sets and expressions by number."""
    if isinstance(value, frozenset):
        return tables.card_set(value)
    return value if isinstance(value, bool | int | float | tuple) else tables.expression(value)


def rule_failure(plan: Plan, block: Any, error: BaseException | None = None) -> RunError:
    """The error for a rule that raised, or (without `error`) answered no number, in the game that this block is in."""
    from analyzer.kernel import layout
    from analyzer.kernel import rule_layout as at

    fault = int(block[at.RULE_RUNNING if error is not None else at.RULE_FAULT]) or int(block[at.RULE_RUNNING])
    number, is_infinite = fault % at.INFINITE, fault > at.INFINITE
    label, place = "a rule", ""
    for choice in plan.strategy:
        if number and choice.role == _role_of(number - 1):
            label = f"{choice.role.replace('_', ' ')} rule {choice.name!r}"
            place = f" ({failing_line(rule_of(choice).function, error)})"
    if error is None:
        what = f"answered {'infinity' if is_infinite else 'NaN'}, which is no finite number"
    else:
        what = f"raised {_raised(error)}"
    game = int(block[layout.GAME])
    turn = int(block[layout.TURN if error is not None else at.RULE_FAULT_TURN])
    return RunError(f"{label} {what} in game {game}, turn {turn}{place}", game)


def _raised(error: BaseException) -> str:
    """The name of an error and what it says."""
    return ": ".join(filter(None, (type(error).__name__, str(error))))


def _role_of(address: int) -> str:
    return ("keep", "bottom", "scry", "scry", "play", "pick", "mull_look", "mull_look")[address]


# ---- for the rulebook ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PythonRule:
    """A rule with its knobs, called as plain Python on views of analyzer.ruleview."""

    label: str
    function: Callable[..., Any]
    mark: RuleMark
    values: tuple[Any, ...]

    def __call__(self, game: Any, *asked: Any) -> float:
        """The answer; `asked` is the card or the action where the kind has one. RunError names rule, game and turn."""
        try:
            answer = self.function(game, *asked, *self.values)
        except (Exception, SystemExit) as wrong:
            raise self._failure(wrong, game) from wrong
        return self._number(answer, game)

    def ranks(self, game: Any, cards: Sequence[int]) -> list[float]:
        """Ranks of a whole look, by a scry rule card by card or by a whole-look rule.

        A card-by-card rule must see what was kept so far: use `__call__` per card then.
        """
        out = [0.0] * len(cards)
        try:
            self.function(game, list(cards), out, *self.values)
        except (Exception, SystemExit) as wrong:
            raise self._failure(wrong, game) from wrong
        return [self._number(each, game) for each in out]

    def _number(self, answer: Any, game: Any) -> float:
        plain = type(answer) is float or type(answer) is int  # the abstract class is slow to ask
        with suppress(OverflowError):  # a whole number that no float holds
            if (plain or isinstance(answer, numbers.Real)) and math.isfinite(answer):
                return float(answer)
        said = repr(answer) if len(repr(answer)) < 60 else f"{repr(answer)[:56]}..."
        where = f"{_when(game)} ({failing_line(self.function)})"
        raise RunError(f"{self.label} answered {said}, which is no finite number, in {where}", _number_of(game))

    def _failure(self, wrong: BaseException, game: Any) -> RunError:
        where = f"{_when(game)} ({failing_line(self.function, wrong)})"
        return RunError(f"{self.label} raised {_raised(wrong)} in {where}", _number_of(game))


def _when(game: Any) -> str:
    return f"game {game.game_number}, turn {game.turn}"


def _number_of(game: Any) -> int:
    return int(game.game_number)


def python_rules(plan: Plan) -> dict[str, PythonRule]:
    """The rules of a plan by role, as plain Python; card-set knobs are frozensets, expressions are trees."""
    found = {}
    for choice in plan.strategy:
        rule = rule_of(choice)
        found[choice.role] = PythonRule(rule.label, rule.function, rule.mark, values_of(choice, rule, plan))
    return found


def all_rules() -> list[tuple[str, str]]:
    """(kind, name) of every rule an installed package offers, in the order of kinds."""
    order = list(KINDS)
    return sorted(((each.kind, each.name) for each in listed()), key=lambda pair: (order.index(pair[0]), pair[1]))
