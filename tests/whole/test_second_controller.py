"""A second controller that wants what the first one has ends with one line, and nobody notices that it was there."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.whole.room import PLACES, Room, room
from tests.whole.someone_elses_shoe import Shoe


class File(NamedTuple):
    changed_ns: int
    holds: bytes


def files(folder: Path) -> dict[str, File]:
    """Return everything that lies in a folder. Folders change when a name in them does."""
    return {
        str(path.relative_to(folder)): File(path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
        if not path.is_symlink()
    }


def table_and_shoe(folder: Path, table: Room) -> tuple[dict[str, File], int]:
    """Return what lies there, and what the shoe has heard. The feed is touched once a second, changed or not."""
    found = files(folder)
    feed = {name: file._replace(changed_ns=0) for name, file in found.items() if name.startswith("feed")}
    return found | feed, table.shoe.acked


def spend_an_evening(table: Room) -> None:
    table.start()
    table.happen("LOADED", "CARD,2S")
    table.end()


@pytest.mark.parametrize("shared", ["journal", "port", "trace"])
def test_a_second_controller_is_turned_away_and_has_touched_nothing(tmp_path: Path, shared: str) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    with room(there, Shoe("0DD5E77E")) as other:
        spend_an_evening(other)
        other.config.write_text(other.config.read_text().replace(f'"{PLACES[shared]}"', f'"{here / PLACES[shared]}"'))
        with room(here) as table:
            table.start()
            table.happen("LOADED", "CARD,2S", "CARD,3S")
            before = table_and_shoe(here, table), files(there)
            turned_away = other.run("run", "--config", str(other.config))
            after = table_and_shoe(here, table), files(there)
            assert after == before
            assert turned_away.returncode == 1
            assert turned_away.stdout == ""
            (line,) = turned_away.stderr.splitlines()
            assert str(here / PLACES[shared]) in line
            table.happen("CARD,4S")
            assert table.lit == ["deal"], "the first one goes on"
            assert table.log == ""
