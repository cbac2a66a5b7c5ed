"""What a journal is to the commit point: it can be written, and at the start be read back.

Decides nothing. Must never know what a record means.
"""

from typing import NamedTuple, Protocol

from firmware.core.inputs import ShoesRemoved
from firmware.journal.record import Header, Record
from firmware.journal.seal import Seal


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
