"""The project's pages, and the examples on them: blocks of code, and commands within a sentence."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
MADE = {".git", ".venv", ".hypothesis", "build", "dist", "__pycache__"}
FILES = sorted(
    file
    for file in ROOT.rglob("*")
    if file.is_file()
    and not any(part in MADE or part.endswith(("_cache", ".egg-info")) for part in file.relative_to(ROOT).parts)
)
PAGES = [file for file in FILES if file.suffix == ".md"]

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?<=\n\n)(?: {4}.*\n)+(?=\n|\Z)")


class Block(NamedTuple):
    """A block of code: where it stands, the language that its fence names, and its text without the margin."""

    page: str
    line: int
    language: str
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def named(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def section(page: str, title: str) -> str:
    """Return what stands on a page under a heading of the second level."""
    return text(page).partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(page: str, title: str) -> list[list[str]]:
    """Return the cells of the table under a heading, without its first line."""
    lines = [line for line in section(page, title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def blocks(page: str) -> Iterator[Block]:
    """Yield the blocks of a page: those between fences, then those that are set in by four spaces."""
    told = text(page)
    for found in FENCE.finditer(told):
        yield Block(page, told.count("\n", 0, found.start()) + 1, found[1], found[2])
    told = FENCE.sub(lambda fenced: "\n" * fenced[0].count("\n"), told)
    for found in INDENTED.finditer(told):
        yield Block(
            page, told.count("\n", 0, found.start()) + 1, "", re.sub(r"^ {4}", "", found[0], flags=re.MULTILINE)
        )
