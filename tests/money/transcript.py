"""A transcript: what is typed at a terminal and what is read there, as a scenario for commands.

`#` says what a command is about, and `$` begins it. What it reads from standard input stands below it, each line after
`<`; a dealer's words to the guide, which prints them after `>`, are read from there. All else is what the command
prints, to the last line; its exit code, where it is not 0, is the line `exit CODE`.
"""

import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from difflib import unified_diff
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from firmware.cli import main

Lines = list[str]


def played(expected: str) -> str:
    """Return the transcript as the commands in `expected` write it."""
    return "".join(f"{line}\n" for part in _parts(expected.splitlines()) for line in _replayed(part))


def difference(expected: str) -> str:
    """Return what is expected and what is found, as a diff; nothing where they are the same."""
    wanted, found = (text.splitlines(keepends=True) for text in (expected, played(expected)))
    return "".join(unified_diff(wanted, found, "expected", "found"))


def in_folder(folder: Path) -> list[Path]:
    """Return the transcripts in a folder, by name."""
    return sorted(folder.glob("*.txt"))


def _parts(lines: Lines) -> Iterator[Lines]:
    """Yield each command with what is said about it above, and what is below it."""
    starts = [_start(lines, place) for place, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield lines[start:end]


def _start(lines: Lines, place: int) -> int:
    while place and (not lines[place - 1] or lines[place - 1].startswith("#")):
        place -= 1
    return place


def _replayed(part: Lines) -> Iterator[str]:
    command = next(place for place, line in enumerate(part) if line.startswith("$ "))
    typed = [line for line in part[command:] if line.startswith(("<", ">"))]
    yield from part[: command + 1]
    yield from (line for line in typed if line.startswith("<"))
    yield from _ran(shlex.split(part[command])[1:], "".join(f"{line[2:]}\n" for line in typed))


def _ran(words: Lines, typed: str) -> Iterator[str]:
    """Run ``coup ...`` with `typed` at its standard input; yield what it prints, then what it says to be wrong."""
    assert words[0] == "coup"
    out, err = StringIO(), StringIO()
    with patch("sys.stdin", StringIO(typed)), redirect_stdout(out), redirect_stderr(err):
        code = main(words[1:])
    yield from out.getvalue().splitlines()
    yield from err.getvalue().splitlines()
    if code:
        yield f"exit {code}"
