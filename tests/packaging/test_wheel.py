"""The wheel holds every module and every data file, nothing else, and works from an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from analyzer import __version__
from tests.support.sources import ROOT

pytestmark = pytest.mark.ci
PACKAGES = ("analyzer", "strategies")
DATA = (".toml", ".gz", ".txt", ".md", ".j2", ".json", ".typed")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_holds_the_two_packages_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    wanted = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix in (".py", *DATA)
    }
    assert held == wanted
    for name in ("analyzer/decks/examples/azorius-temples.txt", "analyzer/cards/data/card_facts.tsv.gz"):
        assert name in held
    assert "analyzer/cards/overlay.toml" in held


def test_the_wheel_says_what_it_is(wheel):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    with zipfile.ZipFile(wheel) as archive:
        texts = {
            name.rsplit("/", 1)[1]: archive.read(name).decode() for name in archive.namelist() if "dist-info" in name
        }
    assert "scryworth = analyzer.cli:main" in texts["entry_points.txt"]
    for name, target in project.get("entry-points", {}).get("scryworth.rules", {}).items():
        assert f"{name} = {target}" in texts["entry_points.txt"]
    assert "Name: scryworth" in texts["METADATA"] and "Requires-Python: >=3.11" in texts["METADATA"]


def test_the_wheel_works_without_the_checkout(wheel, tmp_path):
    unpacked = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    code = "import analyzer; print(analyzer.__file__); from analyzer.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "deck", "check", "example:niko-shards"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    where, first, *_ = done.stdout.splitlines()
    assert Path(where).is_relative_to(unpacked) and first.startswith("niko-shards: 60 main deck")
