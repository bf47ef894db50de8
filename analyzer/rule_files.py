"""Where rules come from: entry points, modules and files; loading them, and digests over their sources."""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from analyzer.errors import InputError
from analyzer.rules import mark_of
from analyzer.tomlfile import nearest

GROUP = "scryworth.rules"


class NoModule(InputError):  # noqa: N818 - the name may have meant something else
    """There is no module of this name."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A rule named by an entry point, not imported: its kind, its public name and `module:function`."""

    kind: str
    name: str
    target: str


@cache
def listed() -> tuple[Listed, ...]:
    """All rules that installed packages offer under `scryworth.rules`, by kind and name; imports none of them.

    An entry point is called `kind.name`, for example `scry.lands-until`.
    """
    found: dict[tuple[str, str], Listed] = {}
    for point in entry_points(group=GROUP):
        kind, _, name = point.name.partition(".")
        found.setdefault((kind, name), Listed(kind, name, point.value))
    return tuple(found[key] for key in sorted(found))


def load_target(target: str) -> Any:
    """The object of an entry point `module:function`; InputError when it cannot be imported."""
    point = EntryPoint(name="", value=target, group=GROUP)
    try:
        return point.load()
    except (ImportError, AttributeError) as wrong:
        raise InputError(f"rule {target}: {wrong}; is the package that offers it still installed?") from wrong


def load_module(name: str, folders: Iterable[Path]) -> ModuleType:
    """Import a module by dotted name, looking in these folders first; InputError when there is none or it fails."""
    with _first_on_path(*folders):
        try:
            return importlib.import_module(name)
        except (Exception, SystemExit) as wrong:
            if isinstance(wrong, ModuleNotFoundError) and name.startswith(wrong.name or " "):
                where = "neither in the current folder nor among what is installed"
                raise NoModule(f"there is no Python module {wrong.name!r}, {where}") from None
            file = Path(_deepest(wrong))
            raise InputError(f"{name}: {file}{_line_in(file, wrong)}: {_in_words(wrong)}") from wrong


def _deepest(error: BaseException) -> str:
    """The file in which an error of an import arose."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename
    trace, file = error.__traceback__, ""
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith("<frozen"):
            file = trace.tb_frame.f_code.co_filename
        trace = trace.tb_next
    return file


def _in_words(error: BaseException) -> str:
    """What went wrong while a rule file was run."""
    if isinstance(error, SystemExit):
        return "it ends the program; a rule file only defines functions"
    if isinstance(error, ModuleNotFoundError):
        return f"there is no Python module {error.name!r}, neither beside the file nor among what is installed"
    if isinstance(error, SyntaxError):
        return f"this is no Python: {error.msg}"
    return f"{type(error).__name__}: {error}"


def load_file(path: Path) -> ModuleType:
    """Run a rule file as a module of its own, its neighbours freshly imported; InputError names file and line."""
    if not path.is_file():
        raise InputError(f"there is no rule file {path}")
    return _run_file(path, digest_of(path))


@lru_cache(maxsize=64)  # a study asks for the same rule in every plan; other sources are another digest
def _run_file(path: Path, digest: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"scryworth_rules_{path.stem}_{digest}", path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    neighbours = {file.stem for file in sources_of(path)}
    hidden = {name: sys.modules.pop(name) for name in neighbours if name in sys.modules}
    sys.modules[spec.name] = module
    try:
        with _first_on_path(path.parent):
            spec.loader.exec_module(module)
    except InputError as wrong:
        raise InputError(f"{path}: {wrong}") from wrong
    except (Exception, SystemExit) as wrong:
        raise InputError(f"{path}{_line_in(path, wrong)}: {_in_words(wrong)}") from wrong
    finally:
        for name in neighbours:
            sys.modules.pop(name, None)
        sys.modules.update(hidden)
    return module


def function_of(module: ModuleType, name: str, where: str) -> Any:
    """A function of a module; InputError names the nearest others."""
    if not hasattr(module, name):
        rules = [key for key, value in vars(module).items() if mark_of(value) is not None]
        raise InputError(f"{where} has no rule {name!r}{nearest(name, rules) or '; it has no rules at all'}")
    return getattr(module, name)


def failing_line(function: Any, error: BaseException | None = None) -> str:
    """`mine.py line 7`: where in the rule's own sources an error arose, or else where the rule begins."""
    code = function.__code__
    files = {str(path) for path in sources_of(Path(code.co_filename))}
    found, trace = (code.co_filename, code.co_firstlineno), error.__traceback__ if error is not None else None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in files:
            found = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    return f"{Path(found[0]).name} line {found[1]}"


def _line_in(path: Path, error: BaseException) -> str:
    """` line 3`, the deepest line of this file that the error passed through."""
    if isinstance(error, SyntaxError) and error.lineno:
        return f" line {error.lineno}"
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" line {line}" if line else ""


@contextmanager
def _first_on_path(*folders: Path) -> Iterator[None]:
    sys.path[:0] = map(str, folders)
    importlib.invalidate_caches()
    try:
        yield
    finally:
        for folder in folders:
            sys.path.remove(str(folder))


# ---- digests ----------------------------------------------------------------------------------------------------
def sources_of(path: Path) -> tuple[Path, ...]:
    """The file and every file of its folder that it imports, directly or not, sorted by name."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found.add(file)
        waiting += [other for name in _imported(file.read_bytes()) if (other := path.parent / f"{name}.py").is_file()]
    return tuple(sorted(found))


@lru_cache(maxsize=256)  # by content, so that an edited file is read again
def _imported(source: bytes) -> frozenset[str]:
    """First and last parts of the module names that a source imports; none when it cannot be read as Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return frozenset()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
            names.update(each.name for each in node.names if not node.module or node.level)
            names.update(f"{node.module}.{each.name}" for each in node.names if node.module)
    return frozenset(part for name in names for part in (name.split(".")[0], name.split(".")[-1]) if part)


def digest_of(path: Path) -> str:
    """First 16 hex digits of SHA-256 over the sources of a rule: its file and the neighbours it imports."""
    digest = hashlib.sha256()
    for file in sources_of(path):
        digest.update(file.name.encode() + b"\0" + file.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:16]


def first_sentence(target: str) -> str:
    """First line of the docstring of `module:function`, read from its source without importing it; "" if unknown."""
    name, _, function = target.partition(":")
    try:
        spec = importlib.util.find_spec(name)
        tree = ast.parse(Path(spec.origin).read_bytes()) if spec and spec.origin else None
    except (ImportError, OSError, SyntaxError, ValueError):
        return ""
    for node in tree.body if tree else ():
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return (ast.get_docstring(node) or "").split("\n")[0]
    return ""
