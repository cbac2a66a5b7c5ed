"""The feed is written, found missing, torn, full or wrong, and is in the end always what the journal says."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.core import inputs as i
from firmware.core.cards import DECK
from firmware.core.decisions import open_decisions
from firmware.core.evolve import evolve
from firmware.core.facts import FaultBegan
from firmware.core.indicators import indicate
from firmware.core.lifecycle import Phase
from firmware.errors import JournalError
from firmware.feed.files import FeedError, page_path, shoes
from firmware.feed.page import timeless
from firmware.feed.writer import BEAT_NS, RETRY_NS, Feed, rebuild
from tests.feed.evening import Evening
from tests.feed.pit import NATURAL, HandClock, Pit, whole_evening


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    pit = Pit(tmp_path / "feed")
    yield pit
    pit.feed.close()


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file may grow beyond `size` bytes: as on a full disk, writes come up short."""
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_each_shoe_has_a_file_of_its_own_and_counts_its_lines_from_one(pit: Pit) -> None:
    pit.loaded().cards(*NATURAL).confirm()
    pit.hears(i.Decided(decision="reshuffle", role="casino")).loaded().cards("KH")
    assert sorted(shoes(pit.directory)) == [0, 1, 2]
    for shoe in (0, 1, 2):
        assert [line["n"] for line in pit.lines(shoe)] == list(range(1, len(pit.lines(shoe)) + 1))
        assert {line["shoe"] for line in pit.lines(shoe)} == {shoe}


def test_the_file_may_be_read_by_anybody(pit: Pit) -> None:
    umask = os.umask(0)
    os.umask(umask)
    assert pit.file().stat().st_mode & 0o777 == 0o644 & ~umask


def test_what_changes_nothing_public_writes_nothing(pit: Pit) -> None:
    pit.loaded()
    before = pit.file().read_bytes()
    pit.confirm().hears(i.Pressed(button="reveal"))
    assert pit.file().read_bytes() == before


def test_a_line_is_one_write_behind_what_is_there(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    pit.loaded()
    written: list[bytes] = []
    write = os.write

    def watched(file: int, raw: bytes) -> int:
        written.append(raw)
        return write(file, raw)

    monkeypatch.setattr(os, "write", watched)
    pit.cards(*NATURAL)
    assert [raw.count(b"\n") for raw in written] == [1, 1, 1, 1]
    assert pit.file().read_bytes().endswith(b"".join(written))


def test_the_journal_is_not_read_while_all_goes_well(pit: Pit) -> None:
    pit.loaded().cards(*NATURAL).confirm().seconds(10)
    assert pit.recalled == 1


def test_after_a_start_it_goes_on_in_the_same_file(pit: Pit) -> None:
    pit.loaded().cards(*NATURAL).confirm().cards("2S", "9H")
    inode = pit.file().stat().st_ino
    pit.evening.hears(i.Started(version="1"))
    pit.starts()
    pit.hears(i.FaultGone(fault="link")).cards("6D")
    assert pit.file().stat().st_ino == inode
    assert pit.is_as_on_record()
    assert [len(line["closed"]) for line in pit.lines()] == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]


def test_a_round_that_was_corrected_twice_is_told_three_times_whatever_happened_in_between(pit: Pit) -> None:
    pit.loaded().cards(*NATURAL).confirm()
    for face in ("3S", "4S"):
        pit.starts()
        pit.file().unlink()
        pit.seconds(1).hears(i.Decided(decision="correct", role="casino", n=1, card=face))
    assert pit.is_as_on_record()
    assert sum(len(line["closed"]) for line in pit.lines()) == 3


def test_after_a_start_with_other_settings_the_shoe_keeps_those_it_began_with(tmp_path: Path) -> None:
    pit = Pit(tmp_path, "B").loaded().hears(i.Decided(decision="reshuffle", role="casino"))
    pit.evening.table = replace(pit.evening.table, settings=Evening("A").table.settings)
    pit.hears(i.Started(version="1"))
    pit.starts()
    pit.hears(i.FaultSeen(fault="lamps"))
    assert {line["style"] for line in pit.lines()} == {"B"}
    assert pit.lines()[-1]["faults"] == ["lamps", "link"]
    assert [line["style"] for line in pit.loaded().lines()] == ["A"]
    pit.feed.close()


@pytest.mark.parametrize(
    "harm", ["missing", "behind", "empty", "garbage", "other", "ahead", "torn", "zeros", "doubled", "lost", "begun"]
)
def test_whatever_became_of_the_file_the_next_start_puts_it_right(pit: Pit, harm: str) -> None:
    pit.loaded().cards(*NATURAL)
    good = pit.file().read_bytes()
    lines = good.splitlines(keepends=True)
    harms = {
        "missing": None, "behind": b"".join(lines[:3]), "empty": b"", "garbage": lines[0] + b"\xff\n\n{}\n" + good,
        "other": good.replace(b'"9H"', b'"9D"'), "ahead": good + lines[-1].replace(b'"n":5', b'"n":6'),
        "torn": good[:-20], "zeros": good + bytes(300), "doubled": good + good,
        "lost": bytes(70_000), "begun": good[:20] + bytes(500),
    }  # fmt: skip
    harmed = harms[harm]
    pit.file().unlink() if harmed is None else pit.file().write_bytes(harmed)
    pit.starts()
    assert pit.is_as_on_record()
    pit.confirm()
    assert pit.is_as_on_record()


@settings(max_examples=60)
@given(cut=st.integers(0, 4000))
def test_a_file_cut_anywhere_is_made_whole(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    pit = Pit(tmp_path_factory.mktemp("feed")).loaded().cards(*NATURAL).confirm()
    os.truncate(pit.file(), cut % (pit.file().stat().st_size + 1))
    pit.starts()
    assert pit.is_as_on_record()
    pit.feed.close()


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(1, 80))
def test_whatever_happens_at_the_table_and_to_the_file_it_says_what_is_on_record(
    tmp_path_factory: pytest.TempPathFactory, dice: Random, steps: int
) -> None:
    pit = Pit(tmp_path_factory.mktemp("feed"), dice.choice("ABC")).loaded()
    for _ in range(steps):
        happen(pit, dice)
    assert pit.seconds(1).is_as_on_record()
    pit.feed.close()


def happen(pit: Pit, dice: Random) -> None:
    at, face = pit.evening.table, dice.choice(DECK)
    match dice.randrange(20):
        case 0:
            pit.file().unlink(missing_ok=True)
        case 1:
            pit.starts()
        case 2:
            pit.seconds(1)
        case 3:
            pit.hears(i.Decided(decision="correct", role="casino", n=dice.randint(1, at.cards_out + 1), card=face))
        case 4:
            pit.hears(i.Spoiled(code=dice.choice(("UV", "DOUBLE", "BACK"))))
        case 5 | 6:
            pit.hears(i.Pressed(button=dice.choice(("confirm", "reveal"))))
        case 7:
            pit.hears(i.CutLeft())
        case _ if at.hold or at.behind is Phase.SHUFFLE:
            decision = dice.choice(sorted(open_decisions(at)))
            pit.hears(i.Decided(decision=decision, role="casino", n=1, card=face))
        case _ if at.behind in (Phase.REVEAL, Phase.RESULT):
            pit.hears(i.Pressed(button="reveal" if at.behind is Phase.REVEAL else "confirm"))
        case _:
            pit.cards(face)


def test_a_shoe_that_is_not_on_record_has_no_file(pit: Pit) -> None:
    page_path(pit.directory, 7).write_bytes(pit.file().read_bytes())
    pit.starts()
    assert shoes(pit.directory) == [0]


def test_a_file_that_is_deleted_under_its_hands_is_written_anew(pit: Pit) -> None:
    pit.loaded().cards(*NATURAL)
    pit.file().unlink()
    pit.seconds(1)
    assert pit.is_as_on_record()
    assert pit.said == []


@pytest.mark.parametrize("spoilt", [b"x\n", b'{"n":', b'{"n":3,"closed":[]}\n', b""])
def test_a_file_that_somebody_else_writes_in_is_put_right(pit: Pit, spoilt: bytes) -> None:
    """With the next card, or within a second."""
    pit.loaded().cards("2S")
    ways: list[Callable[[], Pit]] = [lambda: pit.cards("9H"), lambda: pit.seconds(1)]
    for puts_right in ways:
        if spoilt:
            with pit.file().open("ab") as file:
                file.write(spoilt)
        else:
            os.truncate(pit.file(), pit.file().stat().st_size - 1)
        puts_right()
        assert pit.is_as_on_record()
        assert pit.lines()[-1]["cards"] == 2


def test_what_did_not_fit_on_the_disk_is_no_sign_of_life(pit: Pit) -> None:
    pit.loaded()
    before = pit.file().stat()
    with room_for(before.st_size + 20):
        pit.cards("2S")
    after = pit.file().stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)


def test_a_folder_that_is_deleted_is_made_again(pit: Pit) -> None:
    pit.loaded()
    pit.file().unlink()
    pit.file(0).unlink()
    pit.directory.rmdir()
    pit.seconds(1)
    assert pit.is_as_on_record()


def test_a_quiet_table_touches_its_file_every_second(pit: Pit) -> None:
    pit.loaded()
    os.utime(pit.file(), ns=(0, 0))
    before = pit.file().read_bytes()
    pit.feed.tick(pit.clock.now)
    os.utime(pit.file(), ns=(0, 0))
    pit.feed.tick(pit.clock.now + BEAT_NS - 1)
    assert pit.file().stat().st_mtime_ns == 0
    assert pit.feed.due_ns == BEAT_NS
    pit.feed.tick(pit.clock.now + BEAT_NS)
    assert pit.file().stat().st_mtime_ns > 0
    assert pit.file().read_bytes() == before


def test_a_full_disk_is_told_once_and_made_good_when_there_is_room_again(pit: Pit) -> None:
    pit.loaded()
    size = pit.file().stat().st_size
    with room_for(size + 100):
        pit.cards("2S")
        assert pit.file().stat().st_size == size, "no half line stays"
        pit.cards("9H", "6D")
        assert pit.recalled == 1, "no card waits for another attempt"
        pit.seconds(30)
    assert len(pit.said) == 1
    assert "cannot be written" in pit.said[0]
    pit.cards("8C").seconds(RETRY_NS // BEAT_NS)
    assert pit.said[1:] == ["the feed is written again"]
    assert pit.is_as_on_record()


def test_a_folder_that_cannot_be_made_is_tried_again_without_reading_the_journal(tmp_path: Path) -> None:
    (tmp_path / "feed").write_text("not a folder")
    pit = Pit(tmp_path / "feed").loaded().cards("2S").seconds(20)
    assert (len(pit.said), pit.recalled) == (1, 0)
    (tmp_path / "feed").unlink()
    pit.seconds(RETRY_NS // BEAT_NS)
    assert pit.is_as_on_record()
    pit.feed.close()


def test_a_journal_that_cannot_be_read_back_leaves_the_table_alone(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable() -> Any:
        raise JournalError("the disk does not answer")

    readable = pit.evening.recall
    monkeypatch.setattr(pit.evening, "recall", unreadable)
    pit.file().unlink()
    pit.seconds(1).loaded().cards("2S").seconds(10)
    assert len(pit.said) == 1
    assert "the disk does not answer" in pit.said[0]
    monkeypatch.setattr(pit.evening, "recall", readable)
    assert pit.seconds(RETRY_NS // BEAT_NS).is_as_on_record()


def test_the_one_fault_that_is_shown_before_it_is_on_record_leaves_no_trace_of_that(pit: Pit) -> None:
    pit.loaded().cards("2S")
    unrecorded = evolve(pit.evening.table, FaultBegan(fault="journal"))
    pit.feed.show(unrecorded, indicate(unrecorded))
    assert pit.lines()[-1]["faults"] == ["journal"]
    pit.hears(i.FaultSeen(fault="journal"), i.FaultGone(fault="journal"))
    assert pit.is_as_on_record()


def test_nothing_is_touched_before_the_table_is_shown(tmp_path: Path) -> None:
    feed = Feed(tmp_path / "feed", "BAC-07", clock=HandClock(), recall=list, tell=print)
    feed.tick(BEAT_NS)
    feed.close()
    assert not (tmp_path / "feed").exists()


@pytest.mark.parametrize("prepare", [lambda _: None, lambda file: file.unlink(), lambda file: file.write_bytes(b"{")])
def test_every_file_can_be_written_anew_from_the_journal(pit: Pit, prepare: Callable[[Path], None]) -> None:
    whole_evening(pit)
    before = {shoe: [timeless(line) for line in pit.file(shoe).read_bytes().split(b"\n")] for shoe in range(3)}
    for shoe in range(3):
        prepare(pit.file(shoe))
    pit.feed.close()
    rebuild(pit.directory, [("BAC-07", moments) for moments in pit.evening.shoes])
    after = {shoe: [timeless(line) for line in pit.file(shoe).read_bytes().split(b"\n")] for shoe in range(3)}
    assert after == before


def test_a_folder_that_was_removed_and_made_again_is_locked_again(pit: Pit) -> None:
    whole_evening(pit)
    pit.directory.rename(pit.directory.with_name("away"))
    pit.feed.tick(pit.feed.due_ns)
    with pytest.raises(FeedError, match="another controller writes there"):
        rebuild(pit.directory, [])


def test_writing_anew_what_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "feed").write_text("not a folder")
    with pytest.raises(FeedError, match="cannot be written"):
        rebuild(tmp_path / "feed", [])


def test_a_folder_that_another_controller_writes_is_left_alone_and_told_once(tmp_path: Path) -> None:
    first, second = Pit(tmp_path / "feed"), Pit(tmp_path / "feed")
    whole_evening(first)
    assert [line for line in second.said if "another controller" in line] == second.said[:1]
    assert first.said == []
