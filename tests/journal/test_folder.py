"""The folder of a journal: who may write it, what it is made of, and what it refuses to go on from."""

import os
import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware.core import inputs as i
from firmware.errors import ConfigError, JournalError, JournalUnsound
from firmware.journal.audit import verify
from firmware.journal.folder import FileStore
from firmware.journal.history import cards, shoes
from firmware.journal.replay import replay
from tests.journal.table import Dealer, QuickDisk, dealt_in, newest, three_rounds


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def began(folder: Path, keep_shoes: int = 0) -> Dealer:
    dealer = Dealer(FileStore(folder, keep_shoes=keep_shoes, disk=QuickDisk()))
    dealer.start()
    return dealer


def two_shoes(dealer: Dealer) -> None:
    three_rounds(dealer)
    dealer.decide("reshuffle")
    three_rounds(dealer)


class TestItsFiles:
    def test_one_for_each_shoe_named_by_its_number(self, tmp_path: Path) -> None:
        dealt_in(tmp_path / "journal", two_shoes)
        assert names(tmp_path / "journal") == ["shoe-000000.jsonl", "shoe-000001.jsonl", "shoe-000002.jsonl"]

    def test_nobody_else_may_read_them(self, tmp_path: Path) -> None:
        folder = tmp_path / "deep/journal"
        dealt_in(folder, two_shoes)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}

    def test_a_folder_that_others_could_enter_is_closed_to_them(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        folder.mkdir(mode=0o755)
        began(folder)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700

    def test_other_files_are_left_alone(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        folder.mkdir()
        for name in ("notes.txt", "shoe-1.jsonl", "shoe-000009.jsonl~"):
            (folder / name).write_text("not ours")
        dealt_in(folder, three_rounds)
        assert (folder / "shoe-000009.jsonl~").read_text() == "not ours"
        assert verify(folder).files == 2

    def test_a_folder_that_cannot_be_made_is_one_line(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        for folder in (tmp_path / "file", tmp_path / "file/journal"):
            with pytest.raises(JournalError, match="cannot be used"):
                FileStore(folder).open()


class TestOneWriter:
    def test_a_second_controller_is_refused_and_has_touched_nothing(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        dealer = began(folder)
        dealer.loaded()
        with newest(folder).open("ab") as file:
            file.write(b'{"n":2,"wa')  # what the first one is writing just now
        before = {path: path.read_bytes() for path in folder.iterdir()}
        second = FileStore(folder)
        with pytest.raises(JournalError, match="another controller writes this journal"):
            second.open()
        second.close()
        assert {path: path.read_bytes() for path in folder.iterdir()} == before
        assert not os.get_inheritable(next(iter(open_files(folder))))

    def test_a_journal_given_back_can_be_taken(self, tmp_path: Path) -> None:
        dealer = began(tmp_path / "journal")
        dealer.ledger.close()
        dealer.ledger.close()
        assert began(tmp_path / "journal").table.standing.unacknowledged == ("link",)


def open_files(folder: Path) -> list[int]:
    """Descriptors that this process has open in a folder."""
    here = Path("/proc/self/fd")
    found = []
    for entry in here.iterdir():
        try:
            if Path(os.readlink(entry)).is_relative_to(folder):
                found.append(int(entry.name))
        except OSError:  # the one that the folder is listed with
            continue
    return found


class TestTheNewestFile:
    def changed(self, folder: Path, shoe: int, then: bytes, now: bytes) -> Path:
        path = folder / f"shoe-{shoe:06}.jsonl"
        raw = path.read_bytes()
        assert then in raw
        path.write_bytes(raw.replace(then, now, 1))
        return path

    def test_is_verified(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        dealt_in(folder, two_shoes)
        self.changed(folder, 2, b'"n":5,', b'"n":6,')
        with pytest.raises(JournalUnsound, match=r"shoe-000002.jsonl, line 6: its hash does not fit"):
            FileStore(folder).open()

    def test_has_to_follow_the_head_it_names(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        dealt_in(folder, two_shoes)
        before = folder / "shoe-000001.jsonl"
        lines = before.read_bytes().splitlines(keepends=True)
        for shorter in (b"".join(lines[:-1]), b"".join(lines)[:-1], b"", b"}\n"):
            before.write_bytes(shorter)
            with pytest.raises(
                JournalUnsound,
                match=r"shoe-000002.jsonl, line 1: it does not follow the last line of shoe-000001.jsonl",
            ):
                FileStore(folder).open()
        before.unlink()
        with pytest.raises(JournalUnsound, match=r"line 1: it follows shoe-000001.jsonl, which is missing"):
            FileStore(folder).open()

    @pytest.mark.timeout(20)
    def test_cannot_follow_a_pipe_and_does_not_wait_for_one(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        dealt_in(folder, two_shoes)
        before = sorted(folder.iterdir())[-2]
        before.unlink()
        os.mkfifo(before)
        with pytest.raises(JournalUnsound, match=f"it does not follow the last line of {before.name}"):
            FileStore(folder).open()

    def test_alone_is_read_back_and_not_those_before_it(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        dealt_in(folder, two_shoes)
        self.changed(folder, 1, b'"n":5,', b'"n":6,')
        store = FileStore(folder)
        recovered = store.open()
        assert recovered
        assert recovered.header.shoe == 2

    def test_is_found_among_ten_thousand(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        dealt_in(folder, three_rounds)
        for shoe in range(2, 10_000):
            os.link(folder / "shoe-000000.jsonl", folder / f"shoe-{shoe:06}.jsonl")
        (folder / "shoe-000001.jsonl").rename(folder / "shoe-1000000.jsonl")
        with pytest.raises(JournalUnsound, match=r"shoe-1000000.jsonl, line 1: it begins the file shoe-000001.jsonl"):
            FileStore(folder).open()

    def test_says_where_its_facts_cannot_follow(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        store = FileStore(folder, disk=QuickDisk())
        dealer = Dealer(store)
        dealer.start()
        three_rounds(dealer)
        last = store.newest().records[-1]
        store.append(replace(last, n=99))
        dealer.ledger.close()
        with pytest.raises(JournalUnsound, match=r"line \d+: it is not record number"):
            FileStore(folder).open()


class TestShoesThatAreNotKept:
    def test_go_when_a_new_one_begins_and_that_is_on_record_first(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        dealer = began(folder, keep_shoes=2)
        for _ in range(4):
            dealer.loaded()
            dealer.decide("reshuffle")
        assert names(folder) == ["shoe-000003.jsonl", "shoe-000004.jsonl"]
        records = [step.record for shoe in shoes(folder) for step in shoe.steps]
        removed = [record.said for record in records if isinstance(record.said, i.ShoesRemoved)]
        assert [(one.first, one.last) for one in removed] == [(1, 1), (2, 2)]
        assert verify(folder).files == 2
        assert replay(folder) == len(records)

    def test_all_are_kept_where_nothing_else_is_said(self, tmp_path: Path) -> None:
        dealer = began(tmp_path / "journal")
        for _ in range(5):
            dealer.loaded()
            dealer.decide("reshuffle")
        assert len(names(tmp_path / "journal")) == 6

    def test_only_the_newest_may_be_kept_and_the_next_start_takes_it(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        dealer = began(folder, keep_shoes=1)
        dealer.loaded()
        dealer.decide("reshuffle")
        dealer.loaded()
        dealer.ledger.close()
        assert names(folder) == ["shoe-000002.jsonl"]
        assert verify(folder).files == 1
        again = began(folder, keep_shoes=1)
        assert again.table.standing.shoe == 2

    def test_files_left_over_by_a_power_cut_go_with_the_next_shoe(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        dealer = began(folder)
        for _ in range(4):
            dealer.loaded()
            dealer.decide("reshuffle")
        dealer.ledger.close()
        first = (folder / "shoe-000000.jsonl").read_bytes()
        dealer = began(folder, keep_shoes=3)
        dealer.loaded()
        dealer.ledger.close()
        assert names(folder) == [f"shoe-00000{shoe}.jsonl" for shoe in (3, 4, 5)]
        (folder / "shoe-000000.jsonl").write_bytes(first)
        assert verify(folder).files == 3, "what is on record as removed does not count"
        assert replay(folder) == verify(folder).records
        dealer = began(folder, keep_shoes=3)
        dealer.decide("reshuffle")
        dealer.loaded()
        assert names(folder) == [f"shoe-00000{shoe}.jsonl" for shoe in (4, 5, 6)]
        assert verify(folder).files == 3

    @pytest.mark.parametrize("damage", [b"somebody wrote here\n", b"", bytes(512)])
    def test_none_goes_whose_successor_cannot_be_read(self, tmp_path: Path, damage: bytes) -> None:
        folder = tmp_path / "journal"
        dealer = began(folder, keep_shoes=2)
        two_shoes(dealer)
        dealer.decide("reshuffle")
        (folder / names(folder)[-1]).write_bytes(damage)
        before = names(folder)
        dealer.loaded()
        after = names(folder)
        assert after[: len(before)] == before
        assert len(after) > len(before)

    def test_a_removal_that_nothing_records_is_found(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        dealt_in(folder, two_shoes)
        (folder / "shoe-000000.jsonl").unlink()
        with pytest.raises(JournalUnsound, match=r"shoe-000001.jsonl, line 1: what it follows is missing"):
            verify(folder)


class TestARestart:
    def test_with_other_settings_waits_for_the_shoe_in_play(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        dealt_in(folder, three_rounds)
        with pytest.raises(ConfigError, match=r"table.decks = 6: the shoe in play began with 8"):
            Dealer(FileStore(folder), decks=6, edition="nz-baccarat-2004").start()

    def test_takes_up_what_the_shoe_said_before_its_file_began(self, tmp_path: Path) -> None:
        folder = tmp_path / "journal"
        dealer = began(folder)
        three_rounds(dealer)
        dealer.card()
        dealer.loaded()  # in the middle of a round: a hold
        for face in ("2S", "??", "4S", "5S"):
            dealer.card(face)
        dealer.decide("void_round")
        dealer.press()
        dealer.enter(i.Continued())
        assert dealer.table.standing.shoe == 2
        assert dealer.table.hold
        dealer.ledger.close()
        again = began(folder)
        assert again.table.kept == dealer.table.kept
        assert [card["n"] for card in cards(list(shoes(folder))[-1])] == [1, 2, 3, 4]
