"""An author's source as the compiler meets it: which functions belong to a rule, and what is wrong in his own words."""

from __future__ import annotations

import dis
import re
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from analyzer.contract import view as contract
from analyzer.errors import InputError
from analyzer.tomlfile import nearest

# How engines reach what lies behind a view; no rule may.
HIDDEN = ("_state", "_offset", "_source")
# What would write on the screen, or ask there, from the middle of a million games on several threads.
TALKS = ("print", "input", "breakpoint", "exit", "quit")
# Modules whose answers differ from run to run: a game would not replay.
CHANCE = ("random", "secrets", "time", "datetime", "uuid", "numpy.random")


# ---- what belongs to a rule --------------------------------------------------------------------------------
def reachable(function: Callable[..., Any]) -> list[FunctionType]:
    """The plain Python functions that a rule can call, itself first: through globals, closures and modules."""
    found: list[FunctionType] = []
    waiting: list[Any] = [function]
    while waiting:
        each = waiting.pop(0)
        if isinstance(each, FunctionType) and each not in found and not _is_library(each.__module__):
            found.append(each)
            waiting += _named(each)
    return found


def _named(function: FunctionType) -> Iterator[Any]:
    """What the names of a function mean, and what it may reach inside the modules that it names."""
    names = names_in(function)
    for value in _values(function, names):
        yield value
        if isinstance(value, ModuleType) and not _is_library(value.__name__):
            yield from (getattr(value, name) for name in names if hasattr(value, name))


def _values(function: FunctionType, names: set[str]) -> list[Any]:
    inside = [cell.cell_contents for cell in function.__closure__ or ()]
    return [function.__globals__[name] for name in sorted(names) if name in function.__globals__] + inside


def names_in(function: FunctionType) -> set[str]:
    """Names of globals and attributes in a function and in the functions written inside it."""
    names: set[str] = set()
    waiting = [function.__code__]
    while waiting:
        code = waiting.pop()
        names.update(code.co_names)
        waiting += [each for each in code.co_consts if isinstance(each, type(code))]
    return names


def _is_library(module: str | None) -> bool:
    root = (module or "").split(".")[0]
    return root in sys.stdlib_module_names or root in ("numpy", "numba", "llvmlite")


# ---- what must not be --------------------------------------------------------------------------------------
@lru_cache(maxsize=256)  # asked again for every plan that names the rule
def refuse_misuse(function: Callable[..., Any], label: str) -> None:
    """InputError for what would compile and must not: reaching behind a view, writing to one, chance of one's own."""
    _refuse_recursion(function, label)
    for each in reachable(function):
        for found in dis.get_instructions(each):
            if found.opname == "LOAD_GLOBAL" and found.argval in TALKS and found.argval not in each.__globals__:
                why = "no rule can talk while games are played; what it was asked and answered: scryworth replay"
                raise InputError(f"{label}: {_place(each, found)}{found.argval} cannot be used: {why}")
            where = f"{label}: {_place(each, found)}"
            if found.argval in HIDDEN:
                raise InputError(f"{where}{found.argval} is no part of a view")
            if found.opname == "STORE_ATTR":
                raise InputError(f"{where}a rule cannot change the game or anything else (.{found.argval} = ...)")
        for value in _values(each, names_in(each)):
            module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            if module in CHANCE or (module == "numpy" and "random" in names_in(each)):
                why = f"{each.__name__} uses {module}, so games would not replay; game.coin() is a fair coin that does"
                raise InputError(f"{label}: {why}")


def _refuse_recursion(function: Callable[..., Any], label: str) -> None:
    """InputError for functions that call themselves: without an end they would take the whole program down."""
    finished: set[FunctionType] = set()

    def follow(each: FunctionType, above: tuple[FunctionType, ...]) -> None:
        if each in above:
            ring = " calls ".join(one.__name__ for one in (*above[above.index(each) :], each))
            code = each.__code__
            place = f"{Path(code.co_filename).name} line {code.co_firstlineno}"
            raise InputError(f"{label}: {place}: {ring}; a rule cannot call itself, write a loop")
        if each not in finished:
            for called in _called(each):
                follow(called, (*above, each))
            finished.add(each)

    if isinstance(function, FunctionType):
        follow(function, ())


def _called(function: FunctionType) -> Iterator[FunctionType]:
    """The author's own functions that a function names directly."""
    names = {found.argval for found in dis.get_instructions(function) if found.opname == "LOAD_GLOBAL"}
    inside = [cell.cell_contents for cell in function.__closure__ or ()]
    for value in [function.__globals__[name] for name in sorted(names) if name in function.__globals__] + inside:
        if isinstance(value, FunctionType) and not _is_library(value.__module__):
            yield value


# ---- errors in the author's words --------------------------------------------------------------------------
GAME_NAMES = [name for name, *_ in contract.GAME]
ACTION_NAMES = [name for name, *_ in contract.ACTION]
CALLS = {"by kind": "one card", "of look": "a place in the look", "method": "nothing",
         "set": "a card-set knob and a card", "expression": "an expression knob"}  # fmt: skip
TAKES = {name: CALLS.get(kind, "") for name, kind, *_ in contract.GAME}
SIGNS = {"gt": ">", "lt": "<", "ge": ">=", "le": "<=", "eq": "==", "ne": "!=", "add": "+", "sub": "-", "mul": "*",
         "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "contains": "in", "getitem": "[...]"}  # fmt: skip
# What numba says -> what the author reads; {0} and {1} are what the pattern has caught.
PHRASES: tuple[tuple[str, str], ...] = (
    (r"Unknown attribute '(\w+)' of type scryworth\.View", "a game has no {0!r}"),
    (r"Unknown attribute '(\w+)' of type scryworth\.Action", "an action has no {0!r}"),
    (r"NameError: name '(\w+)' is not defined", "{0!r} is not defined"),
    (r"Untyped global name '(\w+)'[:.]", "{0!r} cannot be used in a compiled rule"),
    (r"Variable '?(\w+)'? .*?(?:not defined|referenced before assignment)", "{0!r} is used before it has a value"),
    (r"rule answer: [^\n]*generator", "it yields; a rule must return a number"),
    (r"rule answer: ([^\n]+)", "{0}"),
    (r"use of yield in a closure", "a generator expression cannot be compiled; write a loop, or square brackets"),
    (r"context-manager", "'with' cannot be compiled"),
    (r"exception_match", "'except' with a named error cannot be compiled"),
    (r"Use of unsupported opcode", "this statement cannot be compiled"),
    (r"Cannot unify ([^\n]+?) and ([^\n]+?) for", "a variable is once {0}, once {1}; give it one type"),
    (r"scryworth\.View\.(\w+)", "game.{0} is called with the wrong arguments; it takes {takes}"),
    (r"ViewType'>, '(\w+)'\)", "game.{0} is called with the wrong arguments; it takes {takes}"),
    (r"Unknown attribute '(\w+)' of type", "{0!r} cannot be used in a compiled rule"),
    (r"No implementation of function Function\(<(?:built-in )?function (\w+)", "{sign} does not go with these values"),
)


def explained(error: Exception, function: Callable[..., Any]) -> str:
    """What is wrong and on which line of the author's file, without the compiler's words."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    where = _author_line(text, function)
    for pattern, phrase in PHRASES:
        found = re.search(pattern, text)
        if found:
            words = found.groups() or ("",)
            near = ""
            if "a game has" in phrase or "an action has" in phrase:
                near = nearest(words[0], GAME_NAMES if "a game has" in phrase else ACTION_NAMES).removesuffix("?")
            plain = [re.sub(r"(?:Literal\[\w+\]|int64|float64)?\(([^()]*)\)", r"\1", word) for word in words]
            said = phrase.format(*plain, takes=TAKES.get(words[0], "other values"), sign=SIGNS.get(words[0], words[0]))
            return f"{_line_of_name(words[0], function) or where}{said}{near}"
    lines = [line.strip() for line in text.splitlines() if line.strip() and "pipeline" not in line]
    return f"{where}cannot be compiled: {lines[0] if lines else type(error).__name__}"


def _place(function: FunctionType, found: dis.Instruction) -> str:
    """`file.py line 7: ` of an instruction."""
    line = (found.positions.lineno if found.positions else None) or function.__code__.co_firstlineno
    return f"{Path(function.__code__.co_filename).name} line {line}: "


def _line_of_name(name: str, function: Callable[..., Any]) -> str:
    """The first place where the author's functions use this name; "" if they do not."""
    for each in reachable(function):
        for found in dis.get_instructions(each):
            if found.argval == name:
                return _place(each, found)
    return ""


def _author_line(text: str, function: Callable[..., Any]) -> str:
    """`file.py line 7: `, the first place that the compiler names in one of the author's files."""
    files = {Path(each.__code__.co_filename) for each in reachable(function)}
    for name, line in re.findall(r'(?:File "|at )([^"\n]+?\.py)(?:", line | \()(\d+)', text):
        for file in files:
            if file.name == Path(name).name:
                return f"{file.name} line {line}: "
    code = getattr(function, "__code__", None)
    return f"{Path(code.co_filename).name} line {code.co_firstlineno}: " if code else ""
