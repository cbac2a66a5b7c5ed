"""The program fails somewhere else than on an input: that is on record, all is dark, and the next start goes on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.errors import BROKEN
from tests.whole.room import PATIENCE_S, ROOT, Room, room

BREAKS = """
import os

def break_from_now_on(kind, name):
    whole = getattr(kind, name)
    def broken(*args, **more):
        if os.path.exists({flag!r}):
            raise ZeroDivisionError("KH")
        return whole(*args, **more)
    setattr(kind, name, broken)

from {module} import {kind}
break_from_now_on({kind}, {name!r})
"""
PLACES = [
    ("hal.mock", "MockLamps", "show"),
    ("firmware.shoe.session", "HostSession", "receive"),
    ("firmware.desk", "Desk", "serve"),
    ("firmware.wait", "Wait", "until"),
]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Room]:
    with room(tmp_path) as here:
        yield here


def start_breakable(table: Room, module: str, kind: str, name: str) -> Path:
    """Start a controller that fails there once a file is there, and return the file's path."""
    flag, code = table.folder / "broken", table.folder / "code"
    code.mkdir()
    script = BREAKS.format(flag=str(flag), module=module, kind=kind, name=name)
    (code / "sitecustomize.py").write_text(script, encoding="utf-8")
    table.start("env", f"PYTHONPATH={code}:{ROOT}")
    return flag


def fail(table: Room, flag: Path, event: str) -> list[str]:
    """Let it fail about when something happens at the shoe, and return what people are told."""
    flag.touch()
    table.shoe.happen(event, table.now())
    table.line.go_on(0.0)
    assert table.process
    assert table.process.wait(PATIENCE_S) == BROKEN
    table.process = None
    flag.unlink()
    assert "KH" not in table.log
    return table.log.splitlines()


@pytest.mark.parametrize(("module", "kind", "name"), PLACES, ids=lambda word: word)
def test_it_ends_dark_with_one_line_and_goes_on_with_the_next_start(
    table: Room, module: str, kind: str, name: str
) -> None:
    flag = start_breakable(table, module, kind, name)
    table.happen("LOADED", "CARD,2S", "CARD,3H")
    *before, last = fail(table, flag, "CARD,KD")
    assert last.startswith("coup: the program failed (ZeroDivisionError at broken")
    assert last.endswith("; it is on record; report it with this line")
    (on_record,) = [said for said in table.recorded() if said["kind"] == "failed"]
    assert "ZeroDivisionError" in on_record["error"]
    if name == "show":
        assert before[0].endswith("; check that the lamps are dark")
    else:
        assert (before, table.lit, table.shown()[-1]["gate"]) == ([], [], "shut")

    table.start()
    assert table.lit == ["deal"]
    assert [face for _, _, face in table.cards_on_record()] == ["2S", "3H", "KD"]
    assert table.end() == 0
    for command in ("verify", "replay"):
        assert table.run("journal", command, str(table.journal)).returncode == 0


def test_a_failure_that_cannot_be_put_on_record_says_so(table: Room) -> None:
    flag = start_breakable(table, "firmware.journal.folder", "FileStore", "append")
    (line,) = fail(table, flag, "CARD,KD")
    assert "it is not on record" in line
    assert table.lit == []
