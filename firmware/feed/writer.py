"""Writes the feed: what followers may see, after the lamps and before the acknowledgement.

It decides nothing and holds nothing up: whatever goes wrong here is told once, and tried again by and by. What a
follower reads is never ahead of the journal and never other than what the journal gives; after a failure, and for every
file that is missing, behind or wrong, the journal is folded again. It must never know a hidden card, nor touch a file
that is not this table's feed.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from firmware.core.indicators import Indication
from firmware.core.state import Table
from firmware.errors import CoupError
from firmware.feed.files import FeedError, append, bring_up_to_date, check_owner, page_path, remove, shoes
from firmware.feed.page import Moment, Page, write_page
from firmware.locks import give_back, locked_folder
from hal.ports import Clock

BEAT_NS: Final = 1_000_000_000
"""How often the file of the open shoe is touched, changed or not, so that followers can tell a quiet table from a
frozen feed."""

RETRY_NS: Final = 5_000_000_000
"""A feed that failed is tried again so often. Each time the journal of the open shoe is read."""


class Feed:
    """The feed of one table at work. Nothing is touched before the first `show`."""

    def __init__(
        self,
        directory: Path,
        table_id: str,
        *,
        clock: Clock,
        recall: Callable[[], Iterable[Moment]],
        tell: Callable[[str], None],
    ) -> None:
        """Name the parts.

        Args:
            directory: folder of the feed; made if it is not there.
            table_id: the table's name, as each line has it.
            clock: for the times of the lines, and for what is due by time.
            recall: gives the open shoe from the journal, a moment for each record, up to the last one on record.
            tell: gets a line for people when the feed cannot be written, and when it is written again.
        """
        self._directory: Final = directory
        self._table_id: Final = table_id
        self._clock: Final = clock
        self._recall: Final = recall
        self._tell: Final = tell
        self._latest: tuple[Table, Indication] | None = None
        self._page: Page | None = None
        self._file: int | None = None
        self._folder: int | None = None  # holds the lock
        self._size = 0  # bytes of the file: what it has beyond is somebody else's
        self._told = ""
        self.due_ns = 0

    def show(self, table: Table, shown: Indication) -> None:
        """Write a line if anything public has changed. A failure is told only.

        Args:
            table: the table as it is on record; the fault `journal` alone may be on it before.
            shown: what its lamps show.
        """
        self._latest = table, shown
        if self._file is not None or not self._told:
            self._attempt(self._write)

    def tick(self, now: int) -> None:
        """Do what is due by time alone, at `due_ns`: the sign of life, or another attempt. A failure is told only.

        Args:
            now: monotonic nanoseconds.
        """
        if now >= self.due_ns:
            self.due_ns = now + BEAT_NS
            self._attempt(self._beat)

    def close(self) -> None:
        """Write no more, and let others. May be called twice."""
        self._let_go()
        if self._folder is not None:
            give_back(self._folder)
            self._folder = None

    def _let_go(self) -> None:
        if self._file is not None:
            give_back(self._file)
        self._file = self._page = None

    def _lock(self) -> None:
        """See that no other table writes its own shoes over these. Raises `FeedError`."""
        if self._folder is None:
            self._folder = _locked(self._directory)

    def _attempt(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (OSError, CoupError) as error:
            self.close()
            self.due_ns = self._clock.monotonic_ns() + RETRY_NS
            why = _failed(self._directory, error)
            if why != self._told:
                self._tell(f"{why}; followers show it as stale, and it is tried again")
            self._told = why
        else:
            if self._told:
                self._tell("the feed is written again")
            self._told = ""

    def _beat(self) -> None:
        if self._file is None or not self._is_in_place(self._file):
            self.close()  # with its lock: the folder may be another one
            self._write()
        else:
            os.utime(self._file)

    def _write(self) -> None:
        if self._latest is None:
            return
        table, shown = self._latest
        there = None if self._file is None else os.fstat(self._file)
        if there and there.st_size != self._size:
            self._let_go()  # somebody else has written in it
        if self._page is None:
            self._catch_up(table)
        page = self._page
        if page is None or self._file is None or page.shoe != table.standing.shoe:
            page = Page(self._table_id, table)
            first = page.line(table, shown, self._clock.wall())
            self._open(page, [first] if first else [])
            return
        line = page.line(table, shown, self._clock.wall())
        if line is not None:
            append(self._file, line, there or os.fstat(self._file))
            self._size += len(line)

    def _catch_up(self, table: Table) -> None:
        """Fold the open shoe again and see that its file says so. Shoes that are not on record have no file."""
        # A folder that cannot be had is found out before the journal is read for nothing.
        self._directory.mkdir(mode=0o755, parents=True, exist_ok=True)
        there = self._there(table.standing.shoe)
        self._lock()
        written = write_page(self._table_id, self._recall())
        if written is None:
            return
        page, lines = written
        for shoe in there:
            if shoe > page.shoe:
                remove(page_path(self._directory, shoe), self._table_id)
        page.goes_on_with(table)
        self._open(page, lines)

    def _there(self, shoe: int) -> list[int]:
        """Return which shoes have a file, in order, the folder being this table's: nothing in it was touched before.

        Raises `FeedError`, `OSError`. Files before that of `shoe` are not read: there may be thousands, and the table
        waits for this.
        """
        there = sorted(shoes(self._directory))
        older = [number for number in there if number < shoe]
        check_owner(self._directory, self._table_id, older[-1:] + there[len(older) :])
        return there

    def _open(self, page: Page, lines: list[bytes]) -> None:
        self._let_go()
        self._file = bring_up_to_date(page_path(self._directory, page.shoe), self._table_id, lines)
        self._page, self._size = page, os.fstat(self._file).st_size

    def _is_in_place(self, file: int) -> bool:
        """Whether the file being written is the one that followers find, and holds what was written and no more."""
        assert self._page is not None
        try:
            ours = os.fstat(file)
            return ours.st_size == self._size and os.path.samestat(
                ours, page_path(self._directory, self._page.shoe).stat()
            )
        except FileNotFoundError:
            return False


def rebuild(directory: Path, journal: Iterable[tuple[str, Iterable[Moment]]]) -> None:
    """Write the feed files of many shoes anew from the journal, those that are whole and right left as they are.

    Refused beside a running controller, which keeps the newest file itself.

    Args:
        directory: folder of the feed; made if it is not there.
        journal: for each shoe the id of its table and a moment for each record.

    Raises:
        FeedError: a file cannot be written or is not the table's feed, or a controller writes there.
    """
    try:
        directory.mkdir(mode=0o755, parents=True, exist_ok=True)
        lock = _locked(directory)
        try:
            for table_id, moments in journal:
                written = write_page(table_id, moments)
                if written is not None:
                    page, lines = written
                    os.close(bring_up_to_date(page_path(directory, page.shoe), table_id, lines))
        finally:
            os.close(lock)
    except (OSError, FeedError) as error:
        raise FeedError(_failed(directory, error)) from error


def _failed(directory: Path, error: OSError | CoupError) -> str:
    why = error.strerror if isinstance(error, OSError) else error
    return f"{directory}: the feed cannot be written ({why})"


def _locked(directory: Path) -> int:
    """Return a descriptor that locks the folder. Raises `FeedError` if another controller has it, `OSError`."""
    try:
        return locked_folder(directory)
    except BlockingIOError:
        raise FeedError("another controller writes there; stop it, or name another folder as feed.dir") from None
