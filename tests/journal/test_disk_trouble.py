"""A disk that fails, or is full: what is on record stays so, what could not be recorded never half is."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest

from firmware import named_file
from firmware.core import inputs as i
from firmware.errors import JournalError
from firmware.journal.audit import verify
from firmware.journal.disk import Disk
from firmware.journal.folder import FileStore
from firmware.journal.open_file import JournalBroken
from firmware.named_file import NamedFile
from tests.journal.table import Dealer, QuickDisk, newest, three_rounds

ROOT = Path(__file__).parents[2]

FAILS = {
    "EIO": errno.EIO,
    "full": errno.ENOSPC,
    "quota": errno.EDQUOT,
    "too large": errno.EFBIG,
    "read-only": errno.EROFS,
}


class BadDisk(QuickDisk):
    """A disk whose calls fail as a test says: `plan` has for each call by name what its next ones do.

    An error number, SHORT for a write that takes only a part, or None where all is well.
    """

    def __init__(self) -> None:
        self.plan: dict[str, Iterator[int | None]] = {}
        self.calls: list[str] = []

    def next(self, call: str, *does: int | None) -> None:
        self.plan[call] = iter(does)

    def for_good(self, call: str, does: int | None) -> None:
        self.plan[call] = repeat(does)

    def _does(self, call: str) -> int | None:
        self.calls.append(call)
        does = next(self.plan.get(call, iter(())), None)
        if does is not None and does != SHORT:
            raise OSError(does, os.strerror(does))
        return does

    def create(self, path: Path) -> int:
        self._does("create")
        return super().create(path)

    def write(self, file: int, raw: bytes) -> int:
        try:
            does = self._does("write")
        except OSError:
            super().write(file, raw[:50])  # it may well have taken some
            raise
        return super().write(file, raw[: len(raw) // 2] if does == SHORT else raw)

    def flush(self, file: int) -> None:
        self._does("flush")

    def truncate(self, file: int, size: int) -> None:
        self._does("truncate")
        super().truncate(file, size)

    def flush_folder(self, folder: int) -> None:
        self._does("flush_folder")


SHORT = -1


class Table:
    """A table in its second round, on a disk that a test can spoil."""

    def __init__(self, folder: Path) -> None:
        self.disk = BadDisk()
        self.folder = folder
        self.dealer = Dealer(FileStore(folder, disk=self.disk))
        self.dealer.start()
        self.dealer.loaded()
        self.dealer.round()
        self.disk.calls.clear()

    def is_as_on_record(self) -> bool:
        """Whether a controller started now would find the table as this one has it, and every byte sound."""
        self.dealer.ledger.close()
        again = Dealer(FileStore(self.folder, disk=QuickDisk()))
        cut = again.ledger.open()
        again.ledger.close()
        return cut == 0 and again.table == self.dealer.table and verify(self.folder).torn == 0


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "journal")


def card(table: Table) -> None:
    table.dealer.card("KH")


def new_shoe(table: Table) -> None:
    table.dealer.decide("reshuffle")
    table.disk.calls.clear()
    table.dealer.loaded()


@pytest.mark.parametrize("fails", [*FAILS.values(), SHORT])
@pytest.mark.parametrize("call", ["write", "flush"])
def test_what_fails_once_is_cut_back_and_written_anew(table: Table, call: str, fails: int) -> None:
    table.disk.next(call, fails)
    card(table)
    again = ["truncate", "flush", "write", "flush"]
    assert table.disk.calls == (["write", *again] if call == "write" else ["write", "flush", *again]) or fails == SHORT
    assert table.is_as_on_record()


@pytest.mark.parametrize("call", ["write", "flush"])
def test_a_disk_that_fails_twice_in_a_row_ends_the_program(table: Table, call: str) -> None:
    table.disk.for_good(call, errno.EIO)
    with pytest.raises(JournalBroken, match=r"shoe-000001.jsonl: the disk fails"):
        card(table)


@pytest.mark.parametrize("fails", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, SHORT])
@pytest.mark.parametrize("call", ["write", "flush"])
def test_a_full_disk_is_waited_for(table: Table, call: str, fails: int) -> None:
    if call == "flush" and fails == SHORT:
        return
    before = table.dealer.table
    table.disk.for_good(call, fails)
    for _ in range(3):
        with pytest.raises(JournalError, match=r"shoe-000001.jsonl: the journal cannot be written"):
            card(table)
        assert table.dealer.table is before, "nothing is true that is not on record"
    table.disk.next(call)
    card(table)
    assert table.is_as_on_record()


def test_what_a_full_disk_took_half_of_does_not_stay(table: Table) -> None:
    raw = newest(table.folder).read_bytes()
    table.disk.for_good("write", errno.ENOSPC)
    with pytest.raises(JournalError):
        card(table)
    assert newest(table.folder).read_bytes() == raw


def test_what_cannot_be_cut_back_now_is_before_anything_else_is_written(table: Table) -> None:
    table.disk.for_good("write", errno.ENOSPC)
    table.disk.for_good("truncate", errno.EIO)
    with pytest.raises(JournalError):
        card(table)
    table.disk.next("write")
    table.disk.next("truncate")
    table.disk.calls.clear()
    card(table)
    assert table.disk.calls == ["truncate", "flush", "write", "flush"]
    assert table.is_as_on_record()


def test_a_disk_that_cannot_even_cut_back_ends_the_program(table: Table) -> None:
    table.disk.next("write", errno.EIO, errno.EIO)
    table.disk.for_good("truncate", errno.EIO)
    with pytest.raises(JournalBroken):
        card(table)


@pytest.mark.parametrize("fails", [errno.ENOSPC, errno.EDQUOT, errno.EROFS])
@pytest.mark.parametrize("call", ["create", "write", "flush", "flush_folder"])
def test_a_new_shoe_waits_for_its_file(table: Table, call: str, fails: int) -> None:
    table.dealer.decide("reshuffle")
    before = table.dealer.table
    table.disk.plan[call] = chain([fails, *([None] if call == "flush_folder" else []), fails])
    with pytest.raises(JournalError, match=r"shoe-000002.jsonl: the journal cannot be written"):
        table.dealer.loaded()
    assert table.dealer.table is before
    assert newest(table.folder).name == "shoe-000001.jsonl", "no name without a shoe"
    table.dealer.press()  # goes on in the old file, meanwhile
    table.dealer.loaded()
    assert newest(table.folder).name == "shoe-000002.jsonl"
    assert table.is_as_on_record()


@pytest.mark.parametrize("call", ["create", "write", "flush", "flush_folder"])
def test_a_new_file_that_fails_once_is_begun_anew(table: Table, call: str) -> None:
    table.disk.next(call, errno.EIO)
    new_shoe(table)
    assert table.disk.calls[-4:] == ["create", "write", "flush", "flush_folder"]
    assert table.is_as_on_record()


def test_one_record_is_one_write_and_one_flush(table: Table) -> None:
    card(table)
    assert table.disk.calls == ["write", "flush"]


def test_a_removal_that_cannot_be_recorded_removes_nothing(tmp_path: Path) -> None:
    disk = BadDisk()
    dealer = Dealer(FileStore(tmp_path, keep_shoes=1, disk=disk))
    dealer.start()
    disk.next("write", None, errno.ENOSPC, errno.ENOSPC)  # the shoe's first record, then the removal's
    dealer.loaded()
    assert dealer.table.standing.shoe == 1
    assert len(list(tmp_path.iterdir())) == 2
    dealer.decide("reshuffle")
    dealer.loaded()
    assert [path.name for path in tmp_path.iterdir()] == ["shoe-000002.jsonl"]


FULL = """
import resource, sys
from pathlib import Path
from firmware.core import inputs as i
from firmware.errors import JournalError
from firmware.journal.folder import FileStore
from tests.journal.table import Dealer, newest

folder = Path(sys.argv[1])
dealer = Dealer(FileStore(folder))
dealer.start()
dealer.loaded()
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
room = newest(folder).stat().st_size + 1000
resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
refused, size = 0, 0
while not refused:
    size = newest(folder).stat().st_size
    try:
        dealer.round()
    except JournalError as error:
        refused, size = 1, newest(folder).stat().st_size
        assert "the journal cannot be written" in str(error), error
before = dealer.table
for _ in range(3):
    try:
        dealer.card("KH")
    except JournalError:
        refused += 1
assert refused == 4 and dealer.table is before and newest(folder).stat().st_size == size <= room
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
dealer.round()
print(len(dealer.table.cards))
"""


def test_a_file_that_may_not_grow_is_waited_for_and_no_card_is_lost(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    again = Dealer(FileStore(tmp_path))
    assert again.ledger.open() == 0
    assert len(again.table.cards) == int(done.stdout)


def test_the_real_disk_flushes_what_it_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[Callable[[int], None]] = []
    for call in (os.fsync, os.fdatasync):
        monkeypatch.setattr(os, call.__name__, flushed.append)
    dealer = Dealer(FileStore(tmp_path / "journal", disk=Disk()))
    dealer.start()
    three_rounds(dealer)
    records = len(dealer.tables)
    # A file's name is flushed with its first record, and the journal's own name once.
    assert len(flushed) == records + 2 + 1


def test_a_pipe_among_the_files_is_told_and_not_waited_for(tmp_path: Path) -> None:
    dealer = Dealer(FileStore(tmp_path / "journal", disk=QuickDisk()))
    dealer.start()
    dealer.ledger.close()
    os.mkfifo(tmp_path / "journal" / "shoe-000007.jsonl")
    with pytest.raises(JournalError, match=r"cannot be used \(this is no file\)"):
        FileStore(tmp_path / "journal").open()


def test_a_file_that_is_read_short_is_not_taken_for_one_that_never_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealer = Dealer(FileStore(tmp_path / "journal", disk=QuickDisk()))
    dealer.start()
    three_rounds(dealer)
    dealer.ledger.close()
    before = {file.name: file.stat().st_size for file in (tmp_path / "journal").iterdir()}
    with monkeypatch.context() as patch:
        patch.setattr(named_file, "read", lambda path: NamedFile(b"", os.stat(path)))
        with pytest.raises(JournalError, match="cannot be used"):
            FileStore(tmp_path / "journal").open()
    assert {file.name: file.stat().st_size for file in (tmp_path / "journal").iterdir()} == before
    assert FileStore(tmp_path / "journal").open() is not None


def whole_folder(folder: Path) -> Path:
    return folder


def open_shoe(folder: Path) -> Path:
    return newest(folder)


@pytest.mark.parametrize("removed", [whole_folder, open_shoe])
def test_a_journal_that_is_removed_takes_nothing_until_it_is_back(
    tmp_path: Path, removed: Callable[[Path], Path]
) -> None:
    folder = tmp_path / "journal"
    dealer = Dealer(FileStore(folder, disk=QuickDisk()))
    dealer.start()
    three_rounds(dealer)
    gone, was = removed(folder), dealer.table
    gone.rename(tmp_path / "away")
    for _ in range(2):
        with pytest.raises(JournalError, match="it was removed while the table runs; put it back"):
            dealer.enter(i.FaultSeen(fault="jam"))
        with pytest.raises(JournalError, match="it was removed while the table runs; put it back"):
            dealer.loaded()  # as a new shoe begins its file
    assert dealer.table is was
    (tmp_path / "away").rename(gone)
    dealer.enter(i.FaultSeen(fault="jam"))
    dealer.ledger.close()
    verify(folder)
    assert FileStore(folder).open() is not None


def test_another_file_in_the_place_of_the_open_shoe_s_takes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "journal"
    dealer = Dealer(FileStore(folder, disk=QuickDisk()))
    dealer.start()
    file = newest(folder)
    raw = file.read_bytes()
    file.unlink()
    file.write_bytes(raw)
    with pytest.raises(JournalError, match="it was removed"):
        dealer.loaded()
    assert file.read_bytes() == raw
