"""A table that is watched: everything is passed on to it, and after each step every invariant is looked at.

Decides what is looked at, and when. Must never change what happens at the table.
"""

import errno
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from firmware.bench.card_count import CardCount
from firmware.bench.lamp_rules import guided_wrongly, recorded_wrongly, shown_wrongly
from firmware.bench.last_round import LastRound
from firmware.bench.shoe_ending import ShoeEnding
from firmware.bench.stage import Seen
from firmware.bench.steps import Decides
from firmware.bench.world import World
from firmware.core import facts as f
from firmware.core.cards import Face
from firmware.core.inputs import Button, CardLeft
from firmware.core.settings import Settings
from firmware.errors import CoupError
from firmware.journal.disk import Disk
from firmware.journal.folder import FileStore
from firmware.journal.record import Header, Record
from firmware.shoe.registry import Simulated


class Violated(Exception):
    """An invariant of the table does not hold; says which."""


class DiskFails(CoupError):
    """The disk under a soak is full, or fails: that says nothing of the table."""


class UnhurriedDisk(Disk):
    """A disk that is not waited for: a soak survives no power cut, and proves its journal afterwards."""

    def create(self, path: Path) -> int:
        """Create a file. Raises `DiskFails`."""
        with _told():
            return super().create(path)

    def write(self, file: int, raw: bytes) -> int:
        """Write all of `raw`. Raises `DiskFails`."""
        with _told():
            if super().write(file, raw) < len(raw):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return len(raw)

    def flush(self, file: int) -> None:
        """Do nothing."""

    def flush_folder(self, folder: int) -> None:
        """Do nothing."""


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        where = tempfile.gettempdir()
        raise DiskFails(f"{where}: {error.strerror}; make room, or name another folder as TMPDIR") from error


class WatchedJournal(FileStore):
    """A journal in a folder, whose new records can be looked at once."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, disk=UnhurriedDisk())
        self.last_round = LastRound()
        self.fresh: list[Record] = []
        """Written since somebody looked; to be cleared by who does."""

    def begin(self, shoe: int, header: Header, first: Record) -> None:
        """Begin the file of a shoe."""
        super().begin(shoe, header, first)
        self._note(first)

    def append(self, record: Record) -> None:
        """Write a record."""
        super().append(record)
        self._note(record)

    def _note(self, record: Record) -> None:
        self.last_round.note(record)
        self.fresh.append(record)


class CountedShoe:
    """A simulated shoe whose cards are counted as they leave it; everything else is the shoe's own."""

    def __init__(self, shoe: Simulated, count: CardCount) -> None:
        self._shoe: Final = shoe
        self._count: Final = count

    def card(self, face: Face) -> None:
        """A card leaves the shoe."""
        self._count.leaves(face)
        self._shoe.card(face)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shoe, name)


class Watch:
    """One table under watch. A `Stage`."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        """Set up a table whose journal is in `folder`. Raises `Restless`."""
        self.count: Final = CardCount()
        self.told: Final[Counter[tuple[str, str]]] = Counter()
        """How often what is on record: (`irregularity`, its code), (`decision`, its word), (`fault`, its name)."""
        self.rounds = 0
        self._ending: Final = ShoeEnding()
        self._faults: Final[set[str]] = set()
        self._journal: Final = WatchedJournal(folder)
        self.world: Final = World(settings, "SOAK", self._journal)
        self.shoe: Final[Simulated] = CountedShoe(self.world.shoe, self.count)

    def settle(self) -> None:
        """Let shoe and controller finish, then look at everything. Raises `Violated`, `Restless`."""
        self.world.settle()
        for wrong in self._wrong():
            raise Violated(wrong)

    def wait(self, ns: int) -> None:
        """Let time pass, in nanoseconds. Raises `Violated`, `Restless`."""
        self.world.wait(ns)
        self.settle()

    def press(self, button: Button, seconds: float) -> bool:
        """Press a button for so long; True if it meant nothing."""
        return self.world.press(button, seconds)

    def turn_key(self, on: bool) -> None:
        """Turn the supervisor's key."""
        self.world.turn_key(on)

    def decide(self, said: Decides) -> str:
        """Let somebody decide; returns the code of a refusal, or nothing."""
        return self.world.decide(said)

    def move_link(self, up: bool) -> None:
        """Take the shoe's port away, or bring it back."""
        self.world.move_link(up)

    def cut_power(self) -> None:
        """Kill the controller and start it again on its journal."""
        self.world.cut_power()

    def see(self) -> Seen:
        """Look at the table."""
        return self.world.see()

    def close(self) -> None:
        """Switch everything off."""
        self.world.close()

    def _wrong(self) -> Iterator[str]:
        """Yield what is wrong with everything that came since the last look."""
        records, self._journal.fresh = self._journal.fresh, []
        for record in records:
            self._note(record)
            yield from self.count.record(record)
            yield from self._ending.record(record)
            yield from recorded_wrongly(record, self._faults)
        history = self.world.lamps.history
        for shown in history:
            yield from shown_wrongly(shown)
        history.clear()
        table = self.world.table
        yield from guided_wrongly(self.see(), voided=table.round is not None and table.round.voided)
        kept = sum(isinstance(kept.said, CardLeft) and bool(kept.said.boot) for kept in table.kept)
        yield from self.count.at_rest(kept)
        yield from self._ending.at_rest()

    def _note(self, record: Record) -> None:
        for fact in record.facts:
            match fact:
                case f.RoundClosed():
                    self.rounds += 1
                case f.IrregularityRaised(code=code):
                    self.told["irregularity", code] += 1
                case f.IrregularityDecided(decision=decision) | f.DecisionTaken(decision=decision):
                    self.told["decision", decision] += 1
                case f.FaultBegan(fault=fault):
                    self.told["fault", fault] += 1
                    self._faults.add(fault)
                case f.FaultEnded(fault=fault):
                    self._faults.discard(fault)
