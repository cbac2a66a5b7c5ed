"""The folder of a feed is named by people, who may name another table's journal: what is there stays as it is."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.core import inputs as i
from firmware.feed.files import FeedError, page_path
from firmware.feed.writer import BEAT_NS, RETRY_NS, rebuild
from firmware.journal.folder import FileStore
from tests.feed.evening import Evening
from tests.feed.pit import NATURAL, Pit, whole_evening
from tests.journal.table import Dealer


def journal_of_table_a(folder: Path) -> None:
    """Table A was stopped; this is its record, two shoes of it."""
    table = Dealer(FileStore(folder))
    table.start()
    table.enter(i.FaultGone(fault="link"))
    table.enter(i.Loaded())
    table.store.close()


def feed_of_table_a(folder: Path) -> None:
    """Table A was stopped; this is its feed."""
    evening = Evening().loaded().cards(*NATURAL)
    rebuild(folder, [("BAC-06", moments) for moments in evening.shoes])


def notes_of_somebody(folder: Path) -> None:
    folder.mkdir()
    page_path(folder, 1).write_text("the shoe of table 1 sticks\n", encoding="utf-8")


def a_pipe(folder: Path) -> None:
    folder.mkdir()
    os.mkfifo(page_path(folder, 0))


def a_folder(folder: Path) -> None:
    page_path(folder, 5).mkdir(parents=True)


def a_feed_begun_before_much_else(folder: Path) -> None:
    folder.mkdir()
    page_path(folder, 0).write_bytes(b'{"n":1,"t":"' + bytes(400) + b"and then much else")


STRANGERS = [
    journal_of_table_a,
    feed_of_table_a,
    notes_of_somebody,
    a_pipe,
    a_folder,
    a_feed_begun_before_much_else,
]


def as_it_lies(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Return every entry of a folder: which it is, when it was written, what is in it."""
    found = {}
    for path in folder.iterdir():
        there = path.stat()
        found[path.name] = (there.st_ino, there.st_mtime_ns, path.read_bytes() if path.is_file() else b"")
    return found


@pytest.mark.parametrize("strangers", STRANGERS)
def test_what_is_not_this_table_s_feed_is_left_as_it_lies_and_the_table_goes_on(
    tmp_path: Path, strangers: Callable[[Path], None]
) -> None:
    folder = tmp_path / "folder"
    strangers(folder)
    before = as_it_lies(folder)
    pit = Pit(folder).loaded().cards(*NATURAL).confirm().seconds(20)
    assert as_it_lies(folder) == before
    (said,) = pit.said
    assert re.search(r"shoe-00000\d\.jsonl is no feed of table BAC-07; name another folder as feed.dir", said)
    assert "followers show it as stale" in said


@pytest.mark.parametrize("strangers", [journal_of_table_a, feed_of_table_a])
def test_a_folder_whose_newest_file_is_older_than_the_shoe_may_be_another_table_s(
    tmp_path: Path, strangers: Callable[[Path], None]
) -> None:
    folder = tmp_path / "folder"
    strangers(folder)
    before = as_it_lies(folder)
    pit = Pit(tmp_path / "own")
    whole_evening(pit)  # up to shoe 2
    pit.feed.close()
    pit.directory = folder
    pit.starts()
    assert as_it_lies(folder) == before
    assert "is no feed of table BAC-07" in pit.said[0]


def test_a_file_in_the_way_of_a_new_one_is_left_alone_too(tmp_path: Path) -> None:
    news = page_path(tmp_path, 0).with_suffix(".new")
    news.write_text("news\n", encoding="utf-8")
    pit = Pit(tmp_path)
    assert news.read_text(encoding="utf-8") == "news\n"
    assert "shoe-000000.new is no feed of table BAC-07" in pit.said[0]


def test_while_it_waits_for_a_folder_of_its_own_the_other_table_can_have_it(tmp_path: Path) -> None:
    journal_of_table_a(tmp_path)
    pit = Pit(tmp_path)
    record = FileStore(tmp_path)
    record.claim()
    record.close()
    assert len(pit.said) == 1


def test_when_the_strangers_have_gone_the_feed_is_written(tmp_path: Path) -> None:
    notes_of_somebody(tmp_path / "feed")
    pit = Pit(tmp_path / "feed").loaded()
    page_path(pit.directory, 1).unlink()
    pit.seconds(RETRY_NS // BEAT_NS)
    assert pit.said[1:] == ["the feed is written again"]
    assert pit.is_as_on_record()
    pit.feed.close()


def test_a_stranger_that_comes_while_the_table_is_at_work_is_left_alone_too(tmp_path: Path) -> None:
    pit = Pit(tmp_path).loaded()
    page_path(pit.directory, 2).write_text("notes\n", encoding="utf-8")
    pit.hears(i.Decided(decision="reshuffle", role="casino")).loaded().cards("KH")
    assert page_path(pit.directory, 2).read_text(encoding="utf-8") == "notes\n"
    assert "shoe-000002.jsonl is no feed of table BAC-07" in pit.said[0]


def test_writing_anew_leaves_strangers_alone(tmp_path: Path) -> None:
    journal_of_table_a(tmp_path)
    before = as_it_lies(tmp_path)
    evening = Evening().loaded()
    with pytest.raises(FeedError, match=r"shoe-000000\.jsonl is no feed of table BAC-07"):
        rebuild(tmp_path, [("BAC-07", moments) for moments in evening.shoes])
    assert as_it_lies(tmp_path) == before
