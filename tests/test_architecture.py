"""Who may import whom, and what the pure parts must never do."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parents[1]
SOURCES = sorted(file for package in ("firmware", "hal") for file in (ROOT / package).rglob("*.py"))
PURE = [file for file in SOURCES if file.is_relative_to(ROOT / "firmware/core") or "firmware/shoe" in file.as_posix()]

IMPORTERS = {
    "serial": ["hal/serial_link.py"],
    "RPi": ["hal/rpi.py"],
    "transitions": ["firmware/legality.py"],
    "argon2": ["firmware/control/pins.py"],
}


def named(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), named(file))


def imported(file: Path) -> Iterator[str]:
    """Yield the top-level name of everything a file imports, wherever it does."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{named(file)}:{node.lineno}: imports by full name only"
            yield (node.module or "").partition(".")[0]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("import_module", "importlib.import_module"):
            yield ast.unparse(node.args[0]).strip("'\"").partition(".")[0]


def test_data_flows_one_way(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


@pytest.mark.parametrize(("library", "importers"), IMPORTERS.items())
def test_no_other_file_imports(library: str, importers: list[str]) -> None:
    assert [named(file) for file in SOURCES if library in imported(file)] == importers


@pytest.mark.parametrize("file", PURE, ids=named)
def test_core_and_shoe_neither_print_nor_open(file: Path) -> None:
    called = {
        node.func.id for node in ast.walk(tree(file)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"print", "open", "input", "exec", "eval", "__import__", "breakpoint"}


@pytest.mark.parametrize("file", SOURCES, ids=named)
def test_a_file_says_what_it_is_for(file: Path) -> None:
    assert ast.get_docstring(tree(file)) or not file.read_text(encoding="utf-8").strip()


def test_every_package_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    there = {named(file.parent).replace("/", ".") for file in SOURCES if file.name == "__init__.py"}
    assert set(project["tool"]["setuptools"]["packages"]) == there
    folders = {named(file.parent).replace("/", ".") for file in SOURCES}
    assert folders == there, "a folder without __init__.py is no package"
