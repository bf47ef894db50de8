"""Rules of play as native code: an entry is generated for each rule and role, its helpers are compiled with it.

The entry has the pinned signature of its kind and reads the knobs from the block, so another knob value compiles
nothing. Entries of shipped rules are written to the cache folder and cached on disk; a user's are compiled in memory,
because numba cannot see that a module they read a setting from has changed.
"""

from __future__ import annotations

import importlib.util
import linecache
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from analyzer.errors import InputError
from analyzer.kernel import _jit
from analyzer.kernel import rule_layout as at
from analyzer.kernel import view as _view  # noqa: F401  registers attributes
from analyzer.kernel.pointer import KEEP_SIGNATURE, RULE_SIGNATURE, UNIT_SIGNATURE
from analyzer.kernel.view_methods import UNIT_METHODS
from analyzer.rule_source import explained, names_in, reachable
from analyzer.rules import KINDS, RuleMark, Span, mark_of

# kind of rule -> words of the addresses for the roles scry and mull_look
ADDRESS = {
    ("keep", "keep"): at.RULE_KEEP,
    ("bottom", "bottom"): at.RULE_BOTTOM,
    ("scry", "scry"): at.RULE_SCRY,
    ("scry", "scry_look"): at.RULE_SCRY_LOOK,
    ("play", "play"): at.RULE_PLAY,
    ("pick", "pick"): at.RULE_PICK,
    ("mull_look", "scry"): at.RULE_MULL_LOOK,
    ("mull_look", "scry_look"): at.RULE_MULL_LOOK_WHOLE,
}
SIGNATURES = {kind: KEEP_SIGNATURE if kind in ("keep", "scry_look") else RULE_SIGNATURE for kind in KINDS}
HEAD = '''"""Entry of one rule of play; generated, do not edit."""

from math import nan

from analyzer.kernel.pointer import load_float, state_behind
from analyzer.kernel.view import action_at, look_cards, look_ranks
from analyzer.kernel.view_methods import as_number
from analyzer.rules import Span
'''


def knob_stretch(role: str, kind: str) -> int:
    """Offset of the knobs of the rule in this role."""
    return at.KNOBS + (ADDRESS[role, kind] - at.RULE_KEEP) * at.KNOB_WORDS


def knob_words(values: tuple[Any, ...], role: str, kind: str) -> list[tuple[int, int]]:
    """(offset, value) of the knobs; card sets and expressions must be numbers already."""
    found: list[int] = []
    for value in values:
        if isinstance(value, float):
            found.append(struct.unpack("<q", struct.pack("<d", value))[0])
        elif isinstance(value, Span):
            found += [value.low, value.high]
        else:
            found.append(int(value))
    if len(found) > at.KNOB_WORDS:
        raise InputError(f"a rule may have at most {at.KNOB_WORDS} words of knobs, not {len(found)}")
    first = knob_stretch(role, kind)
    return [(first + place, value) for place, value in enumerate(found)]


# ---- the generated entry -----------------------------------------------------------------------------------------
def entry_source(mark: RuleMark, role: str) -> str:
    """Source of the function that the kernel calls for this rule in this role."""
    knobs = "".join(f", {each}" for each in _knob_reads(mark, knob_stretch(role, mark.kind)))
    number = ADDRESS[role, mark.kind] - at.RULE_KEEP + 1
    fault = f"s[{at.RULE_FAULT}] = {number} if {{0}} != {{0}} else {number + at.INFINITE}"
    if mark.kind == "scry_look":
        return f"""
def entry(game):
    s = state_behind(game)
    cards = look_cards(game)
    out = look_ranks(game)
    author(game, cards, out{knobs})
    for place in range(len(out)):
        if out[place] - out[place] != 0.0:
            if s[{at.RULE_FAULT}] == 0:
                {fault.format("out[place]")}
            out[place] = nan
    return 0.0
"""
    asked = {"keep": "", "play": ", offset"}.get(mark.kind, ", card")
    given = {"keep": "", "play": ", action_at(game, offset)"}.get(mark.kind, ", card")
    return f"""
def entry(game{asked}):
    s = state_behind(game)
    answer = as_number(author(game{given}{knobs}))
    if answer - answer != 0.0:
        if s[{at.RULE_FAULT}] == 0:
            {fault.format("answer")}
        return nan
    return answer
"""


def _knob_reads(mark: RuleMark, word: int) -> Iterator[str]:
    """An expression for each knob that reads it from the block."""
    for knob in mark.knobs:
        if knob.type is Span:
            yield f"Span(s[{word}], s[{word + 1}])"
            word += 1
        else:
            reads: dict[type, str] = {bool: f"s[{word}] != 0", float: f"load_float(s, {word})"}
            yield reads.get(knob.type, f"s[{word}]")
        word += 1


@lru_cache(maxsize=256)  # the code is the same in every plan: knobs lie in the block
def compile_rule(function: Callable[..., Any], role: str, shipped: bool, label: str) -> Any:
    """The compiled entry of a rule in a role (keep it alive as long as its address is used).

    InputError in the author's words, with his line, for what cannot be compiled; the rule still runs in the rulebook.
    """
    mark = mark_of(function)
    assert mark is not None
    source = entry_source(mark, role)
    try:
        for each in reachable(function):
            if each is not function:
                _jit.rule_helper(each)
        module = _cached_module(source, function, mark, role) if shipped else _memory_module(source, label)
        module.author = _jit.rule(function)  # type: ignore[attr-defined]
        return _jit.rule_entry(SIGNATURES[mark.kind], module.entry, shipped)
    except Exception as wrong:  # numba fails in many ways; whatever it says, the author reads his line and the cause
        raise InputError(f"{label}: {explained(wrong, function)}; it still runs in the rulebook") from wrong


def address_word(dispatcher: Any, role: str, kind: str) -> tuple[int, int]:
    """(offset, value): where the kernel finds the code."""
    return ADDRESS[role, kind], _jit.address(dispatcher)


def _memory_module(source: str, label: str) -> ModuleType:
    """Run the entry's source in memory; its text is kept for tracebacks."""
    name = f"<entry of {label}>"
    module = ModuleType("scryworth_entry")
    linecache.cache[name] = (len(source), None, (HEAD + source).splitlines(True), name)
    exec(compile(HEAD + source, name, "exec"), module.__dict__)
    return module


def _cached_module(source: str, function: Callable[..., Any], mark: RuleMark, role: str) -> ModuleType:
    """Write the entry to a file of the cache folder, where numba can find it again, and import it."""
    text = f"{HEAD}\n# {function.__module__}:{function.__name__}\n{source}"
    name = f"{role}_{mark.kind}_{function.__module__.replace('.', '_')}_{function.__name__}"
    path = _jit.cache_folder() / "entries" / f"{name}.py"
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".tmp", delete=False, encoding="utf-8") as file:
            file.write(text)
        Path(file.name).replace(path)
    spec = importlib.util.spec_from_file_location(f"scryworth_entry_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # numba looks the module of cached code up by name
    spec.loader.exec_module(module)
    return module


# ---- what a rule needs of the kernel --------------------------------------------------------------------------------
def needs_view_unit(function: Callable[..., Any]) -> bool:
    """Does the rule ask what only the mana code can tell (castable_now ...)?"""
    return any(not names_in(each).isdisjoint(UNIT_METHODS) for each in reachable(function))


def view_unit() -> tuple[Any, tuple[int, int]]:
    """The compiled unit behind those questions, and the word that leads to it."""
    from analyzer.kernel import view_unit as unit

    dispatcher = _jit.compiled(unit.answer)
    return dispatcher, (at.UNIT_VIEW, _jit.address(dispatcher, UNIT_SIGNATURE))
