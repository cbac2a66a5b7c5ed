"""The parts of a controller that tell what leaves it, in one common list: disk, lamps, feed, desk and line.

Decides what counts as an effect, and what a process that is killed leaves behind. It must never look at a card.
"""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from firmware.bench.in_memory import BenchClock, MemoryLamps, MemoryLink
from firmware.bench.watch import UnhurriedDisk
from firmware.control.server import Asked
from firmware.core.indicators import Indication
from firmware.core.state import Table
from firmware.feed.files import page_path
from firmware.feed.writer import Feed
from firmware.shoe.registry import Simulated
from firmware.shoe.talker import Talker
from hal.ports import Shown
from tests.loop.test_desk import Counter

TABLE: Final = "ONE"


@dataclass(frozen=True)
class Effect:
    """Something that left the controller.

    Of the journal: `name` (a file is made), `names` (the disk has it for good), `writing`, `written` or `no room`, and
    `flushed` (the disk has what was written for good). Then `lamps`, `feed`, `line`, `answer`, `told`; of the process
    `dies` and `starts`.
    """

    now: int
    what: str
    said: Any = None


class PowerCut(BaseException):
    """The process is killed, whatever it does."""


class Log:
    """All effects in order."""

    def __init__(self, clock: BenchClock) -> None:
        self.effects: list[Effect] = []
        self.left = 0
        """So many effects more, and the process is killed; 0: it is not."""
        self.full = False
        """Whether the disk is."""
        self._clock = clock

    def note(self, what: str, said: Any = None) -> None:
        self.effects.append(Effect(self._clock.now, what, said))
        if self.left:
            self.left -= 1
            if not self.left:
                raise PowerCut


class Clock(BenchClock):
    """A clock whose calendar goes with it: a time that is other than it should be is another byte."""

    def wall(self) -> str:
        wall = datetime(2000, 1, 1, tzinfo=UTC) + timedelta(microseconds=self.now // 1000)
        return f"{wall:%Y-%m-%dT%H:%M:%S}.{wall.microsecond // 1000:03}Z"


class LoggedDisk(UnhurriedDisk):
    """A disk that says what is on it for good. A process that is killed as it begins to write leaves half of it."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._open: set[int] = set()

    def create(self, path: Path) -> int:
        file = super().create(path)
        self._open.add(file)
        self._log.note("name")
        return file

    def write(self, file: int, raw: bytes) -> int:
        if self._log.full:
            self._log.note("no room")
            raise OSError(errno.ENOSPC, "no room")
        try:
            self._log.note("writing")
        except PowerCut:
            os.write(file, raw[: len(raw) // 2])
            raise
        written = super().write(file, raw)
        self._log.note("written", raw)
        return written

    def flush(self, file: int) -> None:
        self._log.note("flushed")

    def flush_folder(self, folder: int) -> None:
        self._log.note("names")

    def close(self, file: int) -> None:
        self._open.discard(file)
        super().close(file)

    def dies(self) -> None:
        """Give back what nobody else did."""
        for file in list(self._open):
            self.close(file)


class LoggedLamps(MemoryLamps):
    """Lamps and gate."""

    def __init__(self, log: Log) -> None:
        super().__init__()
        self._log = log

    def show(self, shown: Shown) -> None:
        changed = shown != self.shown
        super().show(shown)
        if changed:
            self._log.note("lamps", shown)


class LoggedFeed(Feed):
    """The feed, and what is new in the file of the open shoe: with the table that it was written of."""

    def __init__(self, folder: Path, log: Log, read: dict[Path, bytes], **parts: Any) -> None:
        super().__init__(folder, TABLE, **parts)
        self._place, self._log, self._read = folder, log, read

    def show(self, table: Table, shown: Indication) -> None:
        super().show(table, shown)
        path = page_path(self._place, table.standing.shoe)
        before, now = self._read.get(path, b""), path.read_bytes() if path.exists() else b""
        if now != before:
            self._read[path] = now
            self._log.note("feed", (now.removeprefix(before), table))


class LoggedDesk(Counter):
    """Where requests are handed in."""

    def __init__(self, log: Log) -> None:
        super().__init__()
        self._log = log

    def answer(self, asked: Asked, document: dict[str, Any]) -> None:
        self._log.note("answer", document)


class Wire(MemoryLink):
    """The line: bytes of a shoe, if there is one, and of nobody knows whom. What nobody reads is lost."""

    def __init__(self, shoe: Simulated, clock: BenchClock, log: Log) -> None:
        super().__init__(shoe, clock)
        self._log = log
        self.coming: list[tuple[int, list[bytes]]] = []
        self.looks: list[tuple[int, bytes]] = []
        """When the port was looked at, and what it had."""
        self.is_open = False

    def open(self) -> int:
        discarded = super().open()
        self.is_open = True
        self.coming = [(at, pieces) for at, pieces in self.coming if at >= self._clock.now]
        return discarded

    def close(self) -> None:
        self.is_open = False

    def read(self) -> bytes:
        said = super().read()
        if self.coming and self.coming[0][0] <= self._clock.now:
            said += self.coming[0][1].pop(0)
            if not self.coming[0][1]:
                del self.coming[0]
        self.looks.append((self._clock.now, said))
        return said

    def write(self, data: bytes) -> int:
        taken = super().write(data)
        self._log.note("line", data)
        return taken

    def lose(self) -> None:
        """Nobody reads."""
        if isinstance(self._shoe, Talker):
            return  # it says a thing once, and people would have to say what it was
        while self._shoe.outgoing(self._clock.now):
            pass
