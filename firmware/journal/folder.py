"""Where the journal lies: one file per shoe in a folder, one writer, nothing believed that is not on the disk.

Decides nothing about the game, and must never know what a record means. A record counts once it has been written whole
and flushed. What could not be is cut off again, so that a file never holds more than what counts, but for an
unfinished last line after a power cut.
"""

import contextlib
import os
import stat
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final, TypeVar

from firmware.core.inputs import ShoesRemoved
from firmware.cures import in_words
from firmware.errors import JournalError, JournalUnsound
from firmware.journal.disk import Disk
from firmware.journal.open_file import OpenFile, twice, write
from firmware.journal.page import Page, name, number
from firmware.journal.record import START, TAIL, Header, Record, encode, encode_first, hash_told
from firmware.journal.seal import PLAIN, Seal
from firmware.journal.store import Newest, Recovered
from firmware.locks import locked_folder
from firmware.named_file import opened

T = TypeVar("T")


class FileStore:
    """A journal in a folder. The lock on the folder itself is what makes one writer of many."""

    def __init__(self, directory: Path, seal: Seal = PLAIN, keep_shoes: int = 0, disk: Disk | None = None) -> None:
        """Name the folder, how hashes are made, and how many of the newest files are kept (0: all).

        Nothing is touched yet.
        """
        self.seal: Final = seal
        self._directory: Final = directory
        self._keep: Final = keep_shoes
        self._disk: Final = disk or Disk()
        self._folder: int | None = None
        self._file: OpenFile | None = None  # of the open shoe
        self._oldest = self._newest = 0  # numbers of shoes
        self._half: Path | None = None  # a file that may be there, and that no shoe began with
        self._head = START

    @property
    def head(self) -> str:
        """Hash of the last line; of no line, `START`."""
        return self._head

    # -- the start --------------------------------------------------------------------------------------------------

    def claim(self) -> None:
        """Lock the folder, if it is there, and change nothing.

        Raises:
            JournalError: another controller writes it, or it cannot be used.
        """
        self._at_the_start(lambda: self._lock() if self._directory.exists() else None)

    def open(self) -> Recovered | None:
        """Take the journal, cut off an unfinished last line, and read the newest file back.

        The files before it are not read, but for the last line of the one it follows.

        Raises:
            JournalError: another controller writes it, or the folder cannot be used.
            JournalUnsound: a line of the newest file does not verify; with the file, the line and the reason.
        """
        return self._at_the_start(self._take)

    def _at_the_start(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except JournalUnsound as error:
            self.close()
            raise JournalUnsound(f"{error}; see the runbook, journal_unsound") from error
        except JournalError:
            self.close()
            raise
        except OSError as error:
            self.close()
            raise JournalError(f"{self._directory}: the journal cannot be used {in_words(error)}") from error

    def _take(self) -> Recovered | None:
        if not self._directory.exists():
            self._disk.make_folder(self._directory)
        if self._folder is None:
            self._lock()
        assert self._folder is not None
        if stat.S_IMODE(os.fstat(self._folder).st_mode) != 0o700:
            os.fchmod(self._folder, 0o700)
        return self._recover()

    def _lock(self) -> None:
        try:
            self._folder = locked_folder(self._directory)
        except BlockingIOError as error:
            raise JournalError(f"{self._directory}: another controller writes this journal; stop it first") from error

    def _recover(self) -> Recovered | None:
        assert self._folder is not None
        numbers = {shoe for file in os.listdir(self._directory) if (shoe := number(file)) is not None}
        cut = 0
        while numbers:
            self._oldest, self._newest = min(numbers), max(numbers)
            page, records = self._read_back()
            if page.begun:
                assert page.header is not None
                self._disk.flush_folder(self._folder)  # a process killed as it began the file has not flushed its name
                return Recovered(page.header, records, cut + page.torn, page.name)
            # A power cut came between its name and its first record.
            cut += page.size + page.torn
            self._disk.remove(self._directory / page.name, self._folder)
            numbers.remove(self._newest)
        return None

    def _read_back(self) -> tuple[Page, tuple[Record, ...]]:
        """Read the newest file, and go on writing it if it was begun."""
        path = self._directory / name(self._newest)
        page = Page(BytesIO(self._disk.read(path)), path.name, self.seal)
        records = tuple(page.records())
        if page.begun:
            self._check_follows(page, records)
            file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
            self._file, self._head = OpenFile(self._disk, path, file, page.size), page.head
            if page.torn:
                self._file.cut_back()
        return page, records

    def _check_follows(self, page: Page, records: tuple[Record, ...]) -> None:
        assert page.header is not None
        before = page.header.before
        removed = {said.head for said in (record.said for record in records) if isinstance(said, ShoesRemoved)}
        path = self._directory / name(self._newest - 1)
        try:
            with opened(path) as file:
                if file.seekable():  # a pipe has no end to look at
                    file.seek(-min(TAIL, path.stat().st_size), os.SEEK_END)
                sound = hash_told(file.read()) == before.encode()
            why = f"it does not follow the last line of {path.name}"
        except FileNotFoundError:
            sound, why = before == START or before in removed, f"it follows {path.name}, which is missing"
        if not sound:
            raise page.unsound(why, 1)

    # -- writing ----------------------------------------------------------------------------------------------------

    def begin(self, shoe: int, header: Header, first: Record) -> None:
        """Begin the file of shoe number `shoe`, on the disk with its name and its first record.

        Raises:
            JournalError: it could not be; the file before goes on.
            JournalBroken: the disk failed twice in a row.
        """
        assert self._folder is not None, "the journal is not open"
        raw, head = encode_first(header, first, self.seal)
        path = self._directory / name(shoe)
        file = twice(partial(self._create, path, raw), path)
        if self._file is None:
            self._oldest = shoe
        self._close_file()
        self._file, self._newest, self._head = file, shoe, head

    def append(self, record: Record) -> None:
        """Write `record` whole and flush it to the disk.

        Raises:
            JournalError: it could not be; the file is as before, or is put right before anything is written.
            JournalBroken: the disk failed twice in a row.
        """
        assert self._file is not None, "the journal has no file yet"
        raw, head = encode(record, self._head, self.seal)
        if self._half:
            twice(self._remove_half, self._half)
        twice(partial(self._file.add, raw), self._file.path)
        self._head = head

    def _create(self, path: Path, raw: bytes) -> OpenFile:
        assert self._folder is not None
        if self._file:
            self._file.check_place()
        self._remove_half()
        file = self._disk.create(path)
        self._half = path
        try:
            created = OpenFile(self._disk, path, file, len(raw))
            write(self._disk, file, raw)
            self._disk.flush(file)
            self._disk.flush_folder(self._folder)
        except OSError:
            self._disk.close(file)
            self._remove_half()
            raise
        self._half = None
        return created

    def _remove_half(self) -> None:
        """Before anything else is written, and on the disk: a later start must not take it for the newest file."""
        if self._half and self._folder is not None:
            self._disk.remove(self._half, self._folder)
            self._half = None

    def newest(self) -> Newest:
        """Return the newest file as far as it counts.

        Raises:
            JournalError: it cannot be read.
            JournalUnsound: it does not verify.
        """
        assert self._file is not None, "the journal has no file yet"
        path = Path(self._file.path)
        try:
            raw = self._disk.read(path)[: self._file.size]
        except OSError as error:
            raise JournalError(f"{path}: the journal cannot be read {in_words(error)}") from error
        page = Page(BytesIO(raw), path.name, self.seal)
        records = tuple(page.records())
        if page.header is None:
            raise page.unsound("it has no header", 1)
        return Newest(page.header, records)

    # -- files that are no longer kept ------------------------------------------------------------------------------

    def outlived(self) -> ShoesRemoved | None:
        """Return which of the oldest files are more than are kept, and the head that those which stay follow."""
        if not self._keep or self._newest - self._oldest < self._keep:
            return None
        stays = self._newest - self._keep + 1
        try:
            with opened(self._directory / name(stays)) as file:
                page = Page(file, name(stays), self.seal)
                next(page.bodies(), None)
        except (OSError, JournalUnsound):
            return None
        if page.header is None:  # what follows nothing known is no reason to remove anything
            return None
        return ShoesRemoved(first=self._oldest, last=stays - 1, head=page.header.before)

    def remove(self, removed: ShoesRemoved) -> None:
        """Remove the files of these shoes; what cannot be removed stays until the next time."""
        assert self._folder is not None
        with contextlib.suppress(OSError):
            for shoe in range(removed.first, removed.last + 1):
                (self._directory / name(shoe)).unlink(missing_ok=True)
                self._oldest = shoe + 1
            self._disk.flush_folder(self._folder)

    def close(self) -> None:
        """Give the journal back. May be called twice."""
        self._close_file()
        if self._folder is not None:
            self._disk.close(self._folder)
            self._folder = None

    def _close_file(self) -> None:
        if self._file:
            self._file.close()
            self._file = None
