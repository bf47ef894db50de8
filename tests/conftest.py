"""What every test may rely on: the cache folder, the shared folder, and an account of modules that were left out.

A test module that needs something which not every machine has says so in one line, `NEEDS = ("shared",)`. Where
the thing is missing the module is not collected and the summary says so in one line; with CI=true that is a failure.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.support.sources import ROOT, SHARED

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
IN_CI = os.environ.get("CI", "").lower() == "true"

# need -> is it there, and what it is
THINGS = {
    "shared": (SHARED.is_dir(), "the folder 'shared' beside the checkout"),
    "c-compiler": (shutil.which("gcc") is not None, "gcc"),
    "chromium": (any(shutil.which(name) for name in BROWSERS), "Chromium"),
    "playwright": (importlib.util.find_spec("playwright") is not None, "playwright"),
}

_NEEDS = re.compile(r"^NEEDS = \(([^)]*)\)", re.MULTILINE)

# Same examples in every run: a test that fails here fails everywhere.
settings.register_profile("scryworth", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("scryworth")


def _private_folder() -> Path:
    """One folder a user for compiled kernels, kept between runs; a fresh one where somebody else holds that name."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    folder = Path(tempfile.gettempdir()) / f"scryworth-tests-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
        return Path(tempfile.mkdtemp(prefix="scryworth-tests-"))
    return folder


os.environ.setdefault("SCRYWORTH_CACHE", str(_private_folder()))


def missing_needs(source: str) -> list[str]:
    """What a test module asks for by its `NEEDS` line and this machine lacks, in words."""
    found = _NEEDS.search(source)
    needs = re.findall(r"[\"']([\w-]+)[\"']", found[1]) if found else []
    return [THINGS[need][1] for need in needs if not THINGS[need][0]]


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_LEFT_OUT] = {}
    config.stash[_COLLECTED] = set()


_LEFT_OUT = pytest.StashKey[dict[str, str]]()
_COLLECTED = pytest.StashKey[set[Path]]()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if not (collection_path.name.startswith("test_") and collection_path.suffix == ".py"):
        return None
    missing = missing_needs(collection_path.read_text(encoding="utf-8"))
    if missing:
        config.stash[_LEFT_OUT][str(collection_path.relative_to(ROOT))] = f"needs {', '.join(missing)}"
    return True if missing else None


@pytest.hookimpl(tryfirst=True)  # before markers deselect: a module whose tests are all slow was collected all the same
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[_COLLECTED].update(item.path for item in items)


def _not_collected(config: pytest.Config) -> dict[str, str]:
    """Test modules that gave no test, with the reason; when only some were asked for, only what was left out."""
    out = dict(config.stash[_LEFT_OUT])
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        for path in sorted((ROOT / "tests").rglob("test_*.py")):
            if path not in config.stash[_COLLECTED]:
                out.setdefault(str(path.relative_to(ROOT)), "no test in it could be collected")
    return out


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """What a worker process collected and left out, told to the process that prints the summary."""
    told = getattr(node, "workeroutput", {})
    node.config.stash[_COLLECTED].update(map(Path, told.get("collected", ())))
    node.config.stash[_LEFT_OUT].update(told.get("left_out", {}))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["collected"] = [str(path) for path in session.config.stash[_COLLECTED]]
        session.config.workeroutput["left_out"] = session.config.stash[_LEFT_OUT]
        return
    if IN_CI and _not_collected(session.config) and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    out = _not_collected(config)
    if out:
        listed = "; ".join(f"{name} ({why})" for name, why in sorted(out.items()))
        verdict = "a failure with CI=true" if IN_CI else "install what they need to run them"
        terminalreporter.write_line(f"not collected: {listed}: {verdict}")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference material beside the checkout; modules that use it say NEEDS = ("shared",)."""
    if not SHARED.is_dir():
        pytest.fail('the shared folder is missing: the module lacks the line NEEDS = ("shared",)')
    return SHARED
