"""What a journal is to the commit point: it can be written, and at the start be read back.

Decides nothing. Must never know what a record means.
"""

from io import BytesIO
from typing import NamedTuple, Protocol

from firmware.core.inputs import ShoesRemoved
from firmware.journal.page import Page, name
from firmware.journal.record import START, Header, Record, encode, encode_first
from firmware.journal.seal import PLAIN, Seal


class Recovered(NamedTuple):
    """The newest file of a journal: its header and records, and how many bytes of an unfinished line were cut off."""

    header: Header
    records: tuple[Record, ...]
    cut: int
    name: str
    """What an error about a record calls the file."""


class Newest(NamedTuple):
    """The file that is being written, as far as it counts."""

    header: Header
    records: tuple[Record, ...]


class Store(Protocol):
    """A journal that can be written and, at the start, read back."""

    def claim(self) -> None:
        """See that nobody else writes the journal, and change nothing. Raises `JournalError`."""

    def open(self) -> Recovered | None:
        """Take the journal and return its newest file; None if it has none.

        Raises:
            JournalError, JournalUnsound: it cannot be used, or does not verify.
        """

    def begin(self, shoe: int, header: Header, first: Record) -> None:
        """Begin the file of a shoe with its first record. Raises `JournalError`; nothing is changed then."""

    def append(self, record: Record) -> None:
        """Write a record and flush it to the disk. Raises `JournalError`; the record is not on file then."""

    @property
    def head(self) -> str:
        """Hash of the last line."""

    @property
    def seal(self) -> Seal:
        """How its hashes are made."""

    def newest(self) -> Newest:
        """Return the newest file as far as it counts. Raises `JournalError`, `JournalUnsound`."""

    def outlived(self) -> ShoesRemoved | None:
        """Return which files are more than are kept, as the record that has to come before their removal."""

    def remove(self, removed: ShoesRemoved) -> None:
        """Remove those files; what cannot be removed stays until the next time."""

    def close(self) -> None:
        """Give the journal back. May be called twice."""


class MemoryStore:
    """A journal in memory, for the bench: what a power cut leaves is what was appended."""

    seal = PLAIN

    def __init__(self) -> None:
        """Begin with an empty journal."""
        self.files: dict[int, list[bytes]] = {}
        self._head = START

    @property
    def head(self) -> str:
        """Hash of the last line; of no line, `START`."""
        return self._head

    def claim(self) -> None:
        """Do nothing: nobody else can have it."""

    def open(self) -> Recovered | None:
        """Return the newest file, decoded as from a disk."""
        if not self.files:
            return None
        page, records = self._read()
        assert page.header is not None
        self._head = page.head
        return Recovered(page.header, records, 0, page.name)

    def newest(self) -> Newest:
        """Return the newest file."""
        page, records = self._read()
        assert page.header is not None
        return Newest(page.header, records)

    def begin(self, shoe: int, header: Header, first: Record) -> None:
        """Begin the file of a shoe."""
        raw, self._head = encode_first(header, first)
        self.files[shoe] = [raw]

    def append(self, record: Record) -> None:
        """Keep a record."""
        raw, self._head = encode(record, self._head)
        self.files[max(self.files)].append(raw)

    def _read(self) -> tuple[Page, tuple[Record, ...]]:
        newest = max(self.files)
        page = Page(BytesIO(b"".join(self.files[newest])), name(newest), self.seal)
        return page, tuple(page.records())

    def outlived(self) -> ShoesRemoved | None:
        """Return None: everything is kept."""
        return None

    def remove(self, removed: ShoesRemoved) -> None:
        """Never asked for."""
        raise NotImplementedError

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""
