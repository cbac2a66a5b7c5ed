"""The file of the journal that is being written: it never holds more than what counts, but after a power cut.

Decides what becomes of a record that could not be written, and when the disk cannot be relied on any more. Must never
know what a record means.
"""

import contextlib
import errno
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from firmware.cures import in_words
from firmware.errors import CoupError, JournalError
from firmware.journal.disk import Disk

T = TypeVar("T")


class JournalBroken(CoupError):
    """The disk failed twice in a row: nothing it says can be relied on any more, and the program ends."""

    code = JournalError.code


class OpenFile:
    """A file that has everything up to now on the disk, open for more."""

    def __init__(self, disk: Disk, path: Path, file: int, size: int) -> None:
        """`file` is the descriptor of `path`; its first `size` bytes count. Raises `OSError`."""
        self._disk: Final = disk
        self._file: Final = file
        self._identity: Final = disk.identity(file)
        self.path: Final = str(path)
        self.size = size
        """Bytes that count."""
        self._ragged = False  # whether there may be more

    def check_place(self) -> None:
        """See that what is written now can be found later. Raises `JournalError`, `OSError`."""
        if not self._disk.is_in_place(self._identity, self.path):
            raise JournalError(
                f"{self.path}: it was removed while the table runs; put it back, or stop the table and begin anew"
            )

    def add(self, raw: bytes) -> None:
        """Write `raw` whole and flush it to the disk.

        Raises:
            JournalError: the file was removed.
            OSError: it could not be done. The file is as before, or is put right before anything is written.
        """
        self.check_place()
        try:
            if self._ragged:
                self.cut_back()
            self._ragged = True
            write(self._disk, self._file, raw)
            self._disk.flush(self._file)
            self._ragged = False
        except OSError:
            # At once: a program killed now must not find on record what nobody was shown.
            with contextlib.suppress(OSError):
                self.cut_back()
            raise
        self.size += len(raw)

    def cut_back(self) -> None:
        """Cut off what does not count, for good. Raises `OSError`."""
        self._disk.truncate(self._file, self.size)
        self._disk.flush(self._file)
        self._ragged = False

    def close(self) -> None:
        """Give the file back."""
        self._disk.close(self._file)


def write(disk: Disk, file: int, raw: bytes) -> None:
    """Write `raw` whole. Raises `OSError`: it may be there in part."""
    if disk.write(file, raw) < len(raw):
        raise OSError(errno.ENOSPC, "only a part of a record found room")


def twice(work: Callable[[], T], path: Path | str) -> T:
    """Do `work`, and once more if it fails: after a failed flush nobody knows what of it is on the disk.

    Raises:
        JournalError: it failed again; `path` is what it was about.
        JournalBroken: both times the disk itself failed.
    """
    try:
        return work()
    except OSError as error:
        first = error.errno
    try:
        return work()
    except OSError as error:
        if first == error.errno == errno.EIO:
            raise JournalBroken(f"{path}: the disk fails ({error.strerror}); look at it") from error
        raise JournalError(f"{path}: the journal cannot be written {in_words(error)}") from error
