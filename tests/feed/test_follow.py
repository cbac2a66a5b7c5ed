"""Followers see the present or know that they do not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.feed.files import page_path
from firmware.feed.follow import STALE_NS, Followed, Follower
from firmware.feed.page import write_page
from tests.feed.evening import Evening

S = 1_000_000_000
HALF = S // 2


class Board:
    """A display on the wall and the feed it looks at; `now` is the display's own clock."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.evening = Evening().loaded()
        self.follower = Follower(directory)
        self.now = 0
        self.touched = 0

    @property
    def lines(self) -> list[bytes]:
        written = write_page("BAC-07", self.evening.moments)
        assert written is not None
        return written[1]

    @property
    def file(self) -> Path:
        return page_path(self.directory, self.evening.table.standing.shoe)

    def writes(self, raw: bytes | None = None) -> None:
        """Put the whole of the open shoe, or `raw`, into its file, as a writer does that goes on in it."""
        self.directory.mkdir(exist_ok=True)
        with self.file.open("r+b" if self.file.exists() else "wb") as file:
            file.write(b"".join(self.lines) if raw is None else raw)
            file.truncate()
        self.touches()

    def replaces(self, raw: bytes) -> None:
        fresh = self.directory / "fresh"
        fresh.write_bytes(raw)
        fresh.replace(self.file)

    def touches(self) -> None:
        """Wall clocks may be anything: only that the time changes counts."""
        self.touched += 1
        os.utime(self.file, ns=(0, 10**18 - self.touched * 10**12))

    def looks(self, after: int = 0) -> Followed:
        self.now += after
        return self.follower.look(self.now)

    def is_live(self) -> Board:
        self.writes()
        self.looks()
        self.touches()
        assert not self.looks(HALF).stale
        return self


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    board = Board(tmp_path / "feed")
    yield board
    board.follower.close()


def test_where_nothing_is_written_nothing_is_known(board: Board) -> None:
    assert board.looks() == Followed(None, (), True)
    board.directory.mkdir()
    assert board.looks(2 * S) == Followed(None, (), True)


def test_the_first_look_knows_the_table_but_not_whether_it_is_the_present(board: Board) -> None:
    board.evening.cards("2S", "9H")
    board.writes()
    followed = board.looks()
    assert followed.now is not None
    assert (followed.now["present"]["cards"], followed.stale) == (["2S", "9H"], True)
    board.touches()
    assert not board.looks(S).stale


def test_a_line_is_seen_at_the_next_look(board: Board) -> None:
    board.is_live().evening.cards("2S")
    board.writes()
    followed = board.looks(HALF)
    assert followed.now is not None
    assert followed.now["present"]["cards"] == ["2S"]


def test_with_nothing_new_a_look_gives_what_it_gave_before(board: Board) -> None:
    before = board.is_live().looks()
    board.touches()
    assert board.looks(HALF) is before


def test_a_quiet_table_is_not_stale(board: Board) -> None:
    board.is_live()
    for _ in range(20):
        board.touches()
        assert not board.looks(S).stale


def test_a_frozen_feed_is_stale_within_three_seconds_and_keeps_what_was_known(board: Board) -> None:
    known = board.is_live().looks()
    assert not board.looks(STALE_NS).stale
    assert board.looks(HALF) == Followed(known.now, known.rounds, True)
    board.touches()
    assert board.looks() == known


def test_the_rounds_that_are_over_are_gathered_with_their_corrections(board: Board) -> None:
    board.evening.cards("2S", "9H", "5D", "8C").press("confirm").cards("2S", "9H", "6D", "8C").press("confirm")
    board.is_live()
    assert [told["winner"] for told in board.looks().rounds] == ["tie", "player"]
    board.evening.decides("correct", n=1, card="3S")
    board.writes()
    rounds = board.looks(HALF).rounds
    assert [(told["round"], told["corrected"]) for told in rounds] == [(1, True), (2, False)]
    assert rounds[0]["correction"]["winner"] == "player"


def test_a_new_shoe_is_followed_at_once(board: Board) -> None:
    board.evening.cards("2S", "9H", "5D", "8C").press("confirm")
    board.is_live().evening.decides("reshuffle").loaded().cards("KH")
    board.writes()
    followed = board.looks(HALF)
    assert followed.now is not None
    assert (followed.now["shoe"], followed.rounds, followed.stale) == (2, (), False)


def test_a_missing_file_does_not_make_an_older_shoe_the_present(board: Board) -> None:
    board.is_live().evening.decides("reshuffle").loaded().cards("KH")
    board.writes()
    assert not board.looks(HALF).stale
    raw = board.file.read_bytes()
    board.file.unlink()
    assert board.looks(HALF).stale
    board.writes(raw)
    board.touches()
    assert board.looks(HALF).stale
    board.touches()
    followed = board.looks(HALF)
    assert followed.now is not None
    assert (followed.now["shoe"], followed.stale) == (2, False)


def test_a_new_shoe_is_found_though_the_folder_bears_the_time_it_had(board: Board) -> None:
    board.is_live()
    before = board.directory.stat().st_mtime_ns
    board.evening.decides("reshuffle").loaded()
    board.writes()
    os.utime(board.directory, ns=(before, before))
    followed = board.looks(S)
    assert followed.now is not None
    assert followed.now["shoe"] == 2


def test_a_torn_line_is_not_taken_and_soon_stale(board: Board) -> None:
    known = board.is_live().looks()
    board.evening.cards("2S")
    torn = b"".join(board.lines)[:-10]
    board.writes(torn)
    assert board.looks(HALF) == known
    board.touches()
    board.looks(S)
    board.touches()
    assert board.looks(STALE_NS - S).stale
    board.writes()
    assert not board.looks(HALF).stale


def test_half_a_line_and_then_the_other_half_is_a_line(board: Board) -> None:
    board.is_live().evening.cards("2S")
    whole = b"".join(board.lines)
    for cut in range(len(whole) - len(board.lines[-1]), len(whole), 37):
        board.writes(whole[:cut])
        board.looks()
    board.writes()
    followed = board.looks(HALF)
    assert followed.now is not None
    assert (followed.now["cards"], followed.stale) == (1, False)


def test_half_a_line_that_was_taken_back_is_no_sign_of_life(board: Board) -> None:
    board.is_live()
    there = board.file.stat()
    board.evening.cards("2S")
    for _ in range(5):
        board.writes(b"".join(board.lines)[:-9])
        board.looks(S)
        os.truncate(board.file, there.st_size)
        os.utime(board.file, ns=(0, there.st_mtime_ns))
        followed = board.looks(S)
    assert followed.stale


def test_a_missing_file_is_stale_at_once(board: Board) -> None:
    known = board.is_live().looks()
    board.file.unlink()
    assert board.looks() == Followed(known.now, known.rounds, True)
    board.writes()
    board.looks()
    board.touches()
    assert not board.looks(HALF).stale


def test_a_file_that_was_replaced_is_read_anew(board: Board) -> None:
    board.evening.cards("2S", "9H", "5D", "8C").press("confirm")
    known = board.is_live().looks()
    board.replaces(b"".join(board.lines).replace(b"9H", b"9D"))
    followed = board.looks(HALF)
    assert followed.rounds != known.rounds
    assert len(followed.rounds) == 1


def test_a_file_that_was_replaced_is_no_sign_of_life(board: Board) -> None:
    board.writes()
    board.looks()
    board.replaces(b"".join(board.lines))
    assert board.looks(HALF).stale


def test_a_file_that_was_cut_short_is_read_from_its_beginning(board: Board) -> None:
    board.evening.cards("2S", "9H")
    board.is_live()
    board.writes(b"".join(board.lines[:1]))
    followed = board.looks(HALF)
    assert followed.now is not None
    assert (followed.now["n"], followed.now["cards"]) == (1, 0)


@pytest.mark.parametrize(
    "harm", [b"\xff\xff\n", b"\n", b"{}\n", b"[]\n", b'{"n":3}\n', b'{"n":2,"closed":7}\n', b'{"n":2,"closed":[{}]}\n']
)
def test_a_spoilt_line_makes_it_stale_until_the_file_is_replaced(board: Board, harm: bytes) -> None:
    known = board.is_live().looks()
    good = b"".join(board.lines)
    board.writes(good + harm)
    assert board.looks() == Followed(known.now, known.rounds, True)
    board.writes(good + harm + board.lines[-1])
    assert board.looks(HALF) == Followed(known.now, known.rounds, True)
    board.replaces(good)
    assert not board.looks(HALF).stale


def test_a_missing_line_makes_it_stale(board: Board) -> None:
    board.evening.cards("2S", "9H")
    board.is_live().evening.cards("6D", "8C")
    board.writes(b"".join(board.lines[:-2] + board.lines[-1:]))
    assert board.looks(HALF).stale


def test_other_files_in_the_folder_are_nobodys_feed(board: Board) -> None:
    board.is_live()
    for name in ("shoe-000099.jsonl.bak", "shoe-000099.new", "notes.txt"):
        (board.directory / name).write_text("{}\n")
    followed = board.looks(HALF)
    assert followed.now is not None
    assert followed.now["shoe"] == 1
