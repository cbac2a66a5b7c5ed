"""Follows the feed, for displays, publishers and metrics in other processes.

It decides whether what it read may still be believed. A file that is missing, torn, spoilt or no longer touched is
*stale*; what was read last is kept then, and never passed off as the present. It knows no journal.

A quiet table writes no line, so the controller touches the open file once a second. How old that is is told by the
follower's own monotonic clock from one look to the next: wall clocks, which may be set, decide nothing. The first look
therefore never knows, and is stale until the file is seen to live.

A look is a handful of system calls, 20 times a second. The kernel's own notices (inotify) would save 25 ms on average,
but are of no use for a folder that is not there yet, and silence would have to be timed all the same.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from firmware.feed.files import page_path, shoes

STALE_NS: Final = 2_500_000_000
"""Without a sign of life for so long, a feed is stale: two touches were left out (`writer.BEAT_NS`)."""

LIST_NS: Final = 1_000_000_000
"""The folder is listed anew when it has changed, and at least so often: two changes may bear the same time."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What a follower knows of the table.

    Attributes:
        now: the newest line, without its ``closed``; None before the first one.
        rounds: every round of that shoe that is over, in order, as last told.
        stale: this may no longer be, or never have been, the present.
    """

    now: dict[str, Any] | None = None
    rounds: tuple[dict[str, Any], ...] = ()
    stale: bool = True


class Follower:
    """Reads a feed look by look. Waits for nothing and never raises."""

    def __init__(self, directory: Path) -> None:
        """Name the folder; it need not be there yet."""
        self._directory: Final = directory
        self._followed = Followed()
        self._rounds: dict[int, dict[str, Any]] = {}
        self._file: int | None = None
        self._offset = 0
        self._lines = 0
        self._spoilt = False
        self._sign: tuple[int, int] | None = None  # time and size of the file when it was last looked at
        self._alive_ns: int | None = None
        self._shoe: int | None = None
        self._listed: tuple[int, int] | None = None  # time of the folder when it was listed, and when that was

    def look(self, now: int) -> Followed:
        """Read what is new, and return what is known; the same object as before if nothing has changed.

        Args:
            now: monotonic nanoseconds.
        """
        known = None
        try:
            self._find(now)
            known = self._read(now)
        except OSError:
            self.close()
        stale = self._file is None or self._spoilt or self._alive_ns is None or now - self._alive_ns > STALE_NS
        if known is not None:
            self._followed = Followed(known, tuple(self._rounds.values()), stale)
        elif stale != self._followed.stale:
            self._followed = Followed(self._followed.now, self._followed.rounds, stale)
        return self._followed

    def close(self) -> None:
        """Give the file back. The next look opens it again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _find(self, now: int) -> None:
        """See that the newest shoe's file is open, the one that lies there now. Raises `OSError`: there is none."""
        changed = os.stat(self._directory).st_mtime_ns
        if self._listed is None or changed != self._listed[0] or now - self._listed[1] >= LIST_NS:
            before, self._shoe = self._shoe, max(shoes(self._directory), default=None)
            self._listed = changed, now
            if before is not None and self._shoe != before + 1 and self._shoe != before:
                # Not the shoe that follows: what the one before showed of life says nothing of this one.
                self._alive_ns = None
        if self._shoe is None:
            raise FileNotFoundError
        path = page_path(self._directory, self._shoe)
        if self._file is not None and os.path.samestat(os.fstat(self._file), os.stat(path)):
            return
        self.close()
        self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self._begin()

    def _begin(self) -> None:
        # A new or replaced file has to show by itself that somebody keeps it up.
        self._offset, self._lines, self._spoilt, self._sign = 0, 0, False, None
        self._rounds = {}

    def _read(self, now: int) -> dict[str, Any] | None:
        """Take what is new in the file; return the newest line, or None if there is none."""
        assert self._file is not None
        entry = os.fstat(self._file)
        if entry.st_size < self._offset:
            self._begin()
        raw = os.pread(self._file, entry.st_size - self._offset, self._offset)
        whole = raw.rfind(b"\n") + 1
        sign = (entry.st_mtime_ns, entry.st_size)
        if whole == len(raw):
            # What is half written may be taken back: a line that does not fit on the disk is no sign of life.
            if self._sign is not None and sign != self._sign:
                self._alive_ns = now
            self._sign = sign
        self._offset += whole
        known = None
        for line in raw[:whole].split(b"\n")[:-1]:
            if self._spoilt:
                break
            try:
                known = self._take(line)
            except (ValueError, KeyError, TypeError, RecursionError):
                # Nothing after it can be trusted before the file is replaced.
                self._spoilt = True
        return known

    def _take(self, line: bytes) -> dict[str, Any]:
        said = json.loads(line)
        if said["n"] != self._lines + 1:
            raise ValueError
        closed = {told["round"]: told for told in said.pop("closed")}
        self._lines += 1
        self._rounds |= closed
        return said  # type: ignore[no-any-return]
