"""What an installed program has: every file of the pages is in its package."""

import tomllib
from pathlib import Path

import pytest

from tests.whole.room import ROOT

PACKAGE = ROOT / "firmware/display"
FILES = sorted(file for file in PACKAGE.rglob("*") if file.is_file() and "__pycache__" not in file.parts)


@pytest.mark.parametrize("file", [file for file in FILES if file.suffix != ".py"], ids=lambda file: file.name)
def test_a_file_of_the_pages_is_installed_with_them(file: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    data = project["tool"]["setuptools"]["package-data"]
    assert any(file.relative_to(PACKAGE).match(pattern) for pattern in (*data["*"], *data["firmware.display"]))


def test_nothing_but_pages_and_their_parts_is_served() -> None:
    assert {file.suffix for file in (PACKAGE / "static").iterdir()} == {".html", ".css", ".js", ".svg"}
