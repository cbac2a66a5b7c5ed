"""Where the journal lies: one file per shoe in a directory, one writer, nothing believed that is not on the disk.

Decides nothing about the game. A line counts once it has been written whole and flushed; a file cut short by a power
cut loses its last, unfinished line and nothing else.
"""

import contextlib
import fcntl
import os
import re
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from firmware.errors import JournalError, JournalUnsound
from firmware.journal.record import START, Header, Line, Record, decode, encode, encode_first

_NAME: Final = re.compile(r"shoe-(\d{6,})\.jsonl")


class Recovered(NamedTuple):
    """The newest file of a journal: its header and records, and how many bytes of an unfinished line were cut off."""

    header: Header
    records: tuple[Record, ...]
    cut: int


class Store(Protocol):
    """A journal that can be written and, at the start, read back."""

    def open(self) -> Recovered | None:
        """Take the journal and return its newest file, or None if it has none. Raises `JournalError`,
        `JournalUnsound`.
        """

    def begin(self, shoe: int, header: Header, first: Record) -> None:
        """Begin the file of a shoe with its first record. Raises `JournalError`; nothing is changed then."""

    def append(self, record: Record) -> None:
        """Write a record and flush it to the disk. Raises `JournalError`; the record is not on file then."""

    @property
    def head(self) -> str:
        """Hash of the last line."""

    def close(self) -> None:
        """Give the journal back. May be called twice."""


class FileStore:
    """A journal in a directory."""

    def __init__(self, directory: Path) -> None:
        """Name the directory; nothing is touched yet."""
        self._directory = directory
        self._lock: int | None = None
        self._file: int | None = None
        self._size = 0
        self._head = START

    @property
    def head(self) -> str:
        """Hash of the last line; of no line, `START`."""
        return self._head

    def open(self) -> Recovered | None:
        """Take the journal, cut off an unfinished last line, and read the newest file back.

        Raises:
            JournalError: another controller writes it, or the directory cannot be used.
            JournalUnsound: a line of the newest file does not verify; with the file, the line and the reason.
        """
        try:
            self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._take()
            for path in self._files():
                recovered = self._recover(path)
                if recovered is not None:
                    return recovered
        except OSError as error:
            raise JournalError(f"{self._directory}: the journal cannot be used ({error.strerror})") from error
        return None

    def begin(self, shoe: int, header: Header, first: Record) -> None:
        """Begin the file of shoe number `shoe`, on the disk with its name and its first record.

        Raises:
            JournalError: it could not be; the file before goes on.
        """
        path = self._directory / f"shoe-{shoe:06}.jsonl"
        raw, head = encode_first(header, first)
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise JournalError(f"{path}: the journal cannot begin a file ({error.strerror})") from error
        try:
            _write(file, raw)
            self._flush_directory()
        except OSError as error:
            os.close(file)
            # A file without its name, or without its first record, is none: the next attempt begins it anew.
            with contextlib.suppress(OSError):
                path.unlink()
            raise JournalError(f"{path}: the journal cannot be written ({error.strerror})") from error
        self._close_file()
        self._file, self._size, self._head = file, len(raw), head

    def append(self, record: Record) -> None:
        """Write `record` whole and flush it to the disk.

        Raises:
            JournalError: it could not be; the file is as it was before.
        """
        if self._file is None:
            raise JournalError("the journal is not open")
        raw, head = encode(record, self._head)
        try:
            _write(self._file, raw)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise JournalError(f"{self._directory}: the journal cannot be written ({error.strerror})") from error
        self._size += len(raw)
        self._head = head

    def close(self) -> None:
        """Give the journal back. May be called twice."""
        self._close_file()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _take(self) -> None:
        self._lock = os.open(self._directory / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.close()
            raise JournalError(f"{self._directory}: another controller writes this journal; stop it first") from error

    def _files(self) -> list[Path]:
        found = ((int(name[1]), path) for path in self._directory.iterdir() if (name := _NAME.fullmatch(path.name)))
        return [path for _, path in sorted(found, reverse=True)]

    def _recover(self, path: Path) -> Recovered | None:
        """Read a file back and go on writing it. A file without a first record was never begun: it goes."""
        raw = path.read_bytes()
        whole = raw.rfind(b"\n") + 1
        if raw.count(b"\n") < 2:
            path.unlink()
            self._flush_directory()
            return None
        lines = read_lines(raw[:whole], path.name)
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        if whole < len(raw):
            os.ftruncate(self._file, whole)
            os.fsync(self._file)
        self._size = whole
        (header, _), *records = lines
        self._head = lines[-1][1]
        assert isinstance(header, Header)
        return Recovered(header, tuple(record for record, _ in records if isinstance(record, Record)), len(raw) - whole)

    def _flush_directory(self) -> None:
        directory = os.open(self._directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)

    def _close_file(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def read_lines(raw: bytes, name: str) -> list[tuple[Line, str]]:
    """Return the lines of a whole file, each with its hash.

    Raises:
        JournalUnsound: with `name`, the number of the first line that does not verify, and why.
    """
    lines: list[tuple[Line, str]] = []
    head = START
    for number, text in enumerate(raw.split(b"\n")[:-1], 1):
        try:
            line, head = decode(text + b"\n", head, first=number == 1)
            if isinstance(line, Record) and line.n != number - 1:
                raise JournalUnsound(f"it says it is number {line.n}")
        except JournalUnsound as error:
            raise JournalUnsound(f"{name}, line {number}: {error}; see the runbook, journal_unsound") from error
        lines.append((line, head))
    return lines


def _write(file: int, raw: bytes) -> None:
    view = memoryview(raw)
    while view:
        view = view[os.write(file, view) :]
    os.fsync(file)


class MemoryStore:
    """A journal for the bench, kept in memory: what a power cut leaves is what was appended."""

    def __init__(self) -> None:
        """Begin with an empty journal."""
        self.files: dict[int, list[bytes]] = {}
        self._head = START

    @property
    def head(self) -> str:
        """Hash of the last line; of no line, `START`."""
        return self._head

    def open(self) -> Recovered | None:
        """Return the newest file, decoded as from a disk."""
        if not self.files:
            return None
        lines = read_lines(b"".join(self.files[max(self.files)]), f"shoe {max(self.files)}")
        self._head = lines[-1][1]
        (header, _), *records = lines
        assert isinstance(header, Header)
        return Recovered(header, tuple(record for record, _ in records if isinstance(record, Record)), 0)

    def begin(self, shoe: int, header: Header, first: Record) -> None:
        """Begin the file of a shoe."""
        raw, self._head = encode_first(header, first)
        self.files[shoe] = [raw]

    def append(self, record: Record) -> None:
        """Keep a record."""
        raw, self._head = encode(record, self._head)
        self.files[max(self.files)].append(raw)

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""
