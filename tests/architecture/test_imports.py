"""Who may import whom (design, section 5), and what a fast start may not import."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.sources import imports, module_name, python_files

FILES = {module_name(path): path for path in python_files("analyzer", "strategies")}
IMPORTS = {
    name: imports(path.read_text(encoding="utf-8"), name, path.name == "__init__.py") for name, path in FILES.items()
}

# part -> the parts of this project it may import besides itself
ALLOWED = {
    "analyzer.contract": (),
    "analyzer.kernel": ("analyzer.contract",),
    "strategies": ("analyzer.rules",),
}
# part -> what it may never import
FORBIDDEN = {
    "analyzer": ("strategies",),
    "analyzer.rulebook": ("analyzer.kernel", "numba"),
    "analyzer.kernel": ("analyzer.rulebook",),
    "analyzer.cli": ("analyzer.kernel", "numpy", "numba"),
    "analyzer.report": ("analyzer.kernel", "numpy", "numba"),
    "analyzer.app": ("analyzer.kernel", "numpy", "numba"),
    "analyzer.cards": ("numpy", "numba", "pandas", "pydantic"),
    "analyzer.decks": ("numpy", "numba", "pandas", "pydantic"),
}
SLOW = ("numpy", "numba", "pandas", "altair", "distributed", "pydantic", "rich")


def inside(name: str, part: str) -> bool:
    return name == part or name.startswith(f"{part}.")


def wrong_imports(importer: str, imported: set[str]) -> list[str]:
    """What a module imports against the rules."""
    wrong = []
    for name in sorted(imported):
        ours = inside(name, "analyzer") or inside(name, "strategies")
        for part, allowed in ALLOWED.items():
            if inside(importer, part) and ours and name != "analyzer":
                fine = any(inside(name, other) for other in (part, *allowed))
                wrong += [] if fine else [f"{importer} imports {name}"]
        for part, banned in FORBIDDEN.items():
            if inside(importer, part) and any(inside(name, other) for other in banned):
                wrong.append(f"{importer} imports {name}")
    return wrong


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_module_imports_only_what_it_may(name):
    assert wrong_imports(name, IMPORTS[name]) == []


@pytest.mark.parametrize("name", sorted(name for name in FILES if inside(name, "analyzer.contract")))
def test_the_contract_imports_no_library(name):
    libraries = {found.split(".")[0] for found in IMPORTS[name]} - set(sys.stdlib_module_names) - {"analyzer"}
    assert libraries == set()


@pytest.mark.parametrize(
    ("importer", "source", "caught"),
    [
        ("analyzer.contract.view", "from analyzer.cards.model import CardFacts", True),
        ("analyzer.kernel.games", "from analyzer.contract import ops", False),
        ("analyzer.kernel.games", "def f():\n    import analyzer.errors", True),
        ("analyzer.rulebook.turn", "from analyzer import kernel", True),
        ("analyzer.rulebook.turn", "from ..kernel import layout", True),
        ("analyzer.engine", "import_module('strategies.keep')", True),
        ("analyzer.engine", "from analyzer.kernel import games", False),
        ("analyzer.cli.run", "import numpy as np", True),
        ("strategies.scry", "from analyzer.rules import scry_rule", False),
        ("strategies.scry", "from analyzer.registry import find", True),
        ("analyzer.contract.view", "if TYPE_CHECKING:\n    from analyzer.cards import model", False),
    ],
)
def test_the_rules_catch_what_they_should(importer, source, caught):
    assert bool(wrong_imports(importer, imports(source, importer))) is caught


def test_only_named_modules_touch_numba_s_decorators():
    source = {name: path.read_text(encoding="utf-8") for name, path in FILES.items()}
    users = [name for name, text in source.items() if "numba.njit" in text or "numba.jit" in text or "@njit" in text]
    assert [name for name in users if name != "analyzer.kernel._jit"] == []


@pytest.mark.parametrize(
    "arguments", [["--help"], ["deck", "--help"], ["deck", "examples"], ["deck", "check", "60 land"]]
)
def test_a_fast_start_imports_nothing_slow(arguments):
    code = (
        "import sys\n"
        f"sys.argv = ['scryworth', *{arguments!r}]\n"
        "from analyzer.cli import main\n"
        "try:\n    main()\nexcept SystemExit as stop:\n    assert not stop.code, stop.code\n"
        f"print('SLOW:', *[name for name in {SLOW!r} if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "SLOW:"
