"""The loop: one turn after another, one event a turn, and none of them waits (`firmware.wait` does).

The order is the same for everything that happens: journal, then lamps and gate, then the public feed, then the
acknowledgement to the shoe. The serial port comes first in every turn. No thread shares state with it.
"""

from collections.abc import Callable
from typing import Final, Protocol

from firmware.core import inputs as i
from firmware.core.evolve import evolve
from firmware.core.facts import Fact, FaultBegan
from firmware.core.indicators import Indication, gate_wish, indicate
from firmware.core.state import Table
from firmware.errors import JournalError
from firmware.feed.writer import Feed
from firmware.ledger import Ledger
from firmware.line import Line
from hal.errors import LampError, PanelError
from hal.ports import Clock, Lamps, Panel, Shown, Watchdog

RETRY_NS: Final = 1_000_000_000
"""A lamp driver or a journal that failed is tried again so often."""

_SEEN_HERE: Final[tuple[i.FaultName, ...]] = ("journal", "lamps", "panel")

_RETRIED: Final[tuple[i.FaultName, ...]] = ("journal", "lamps")  # buttons are looked at in every turn

SLOW_NS: Final = 250_000_000
"""A turn that took longer says which stage of it did."""


class Desk(Protocol):
    """Where requests of people come in (`firmware.desk`)."""

    def serve(self, loop: "Loop", now: int) -> bool:
        """Answer at most one request; True if another one waits."""

    def deadline(self, now: int) -> int | None:
        """Return when `serve` is due by time alone, in monotonic nanoseconds; None if it is not."""


class Loop:
    """One table at work. `turn` never waits; whoever calls it decides when the next one is due."""

    def __init__(
        self,
        *,
        clock: Clock,
        ledger: Ledger,
        line: Line,
        lamps: Lamps,
        panel: Panel,
        desk: Desk | None,
        feed: Feed | None,
        tell: Callable[[str], None],
        watchdog: Watchdog | None = None,
    ) -> None:
        """Take parts that are open already. `tell` gets a line for people; the bench has no desk and no feed.

        `watchdog` hears of every turn; None where nobody watches.
        """
        self._clock: Final = clock
        self._ledger: Final = ledger
        self.line: Final = line
        self._lamps: Final = lamps
        self._panel: Final = panel
        self._desk: Final = desk
        self._feed: Final = feed
        self._tell: Final = tell
        self._watchdog: Final = watchdog
        self.shown: Indication | None = None
        self._trouble: dict[i.FaultName, str] = {}  # causes of the faults that the loop itself sees
        self._retry_at: dict[i.FaultName, int] = {}  # ns, when what failed is tried again
        self._wished = False  # since the shoe was last spoken to
        self._stages: Final = (
            ("port", self._hear),
            ("panel", self._presses),
            ("desk", self._serve),
            ("end", self._end),
        )

    @property
    def table(self) -> Table:
        """The table as it is on record."""
        return self._ledger.table

    @property
    def shown_table(self) -> Table:
        """The table as it is shown: the fault `journal` is the one thing that is shown without being on record."""
        return evolve(self.table, FaultBegan(fault="journal")) if "journal" in self._trouble else self.table

    @property
    def key(self) -> bool:
        """Whether the supervisor's key is turned on."""
        return self._panel.key

    def start(self, version: str, software: str = "") -> None:
        """Put this start on record and show the table. `software` says what is wrong with the program; empty: nothing.

        Raises:
            JournalError: it could not be put on record, and nothing is shown.
        """
        started = i.Started(version=version)
        self._ledger.enter(started)
        self.line.driver.restore(started)
        if software:
            self._ledger.enter(i.FaultSeen(fault="software", why=software))
        self.show()

    def turn(self) -> bool:
        """Do one turn; True if the next one is due at once, whatever `deadline` says."""
        clock = self._clock.monotonic_ns
        start = now = clock()
        busy, longest, slowest = False, 0, ""
        for stage, work in self._stages:
            busy = work(now) or busy
            began, now = now, clock()
            if now - began > longest:
                longest, slowest = now - began, stage
        if now - start > SLOW_NS:
            self._tell(f"a turn took {(now - start) // 1_000_000} ms, most of it at the {slowest}")
        if self._watchdog:
            self._watchdog.turned(self._clock.monotonic_ns(), self._in_short())
        return busy

    def enter(self, said: i.Input) -> tuple[Fact, ...]:
        """Put `said` on record and show what follows.

        Raises:
            Refused: nothing follows from it.
            JournalError: it could not be put on record. The fault is shown, and the journal tried again.
        """
        if "journal" in self._trouble:
            # `_report` tries it again, so that its fault is the first thing on record.
            raise JournalError(self._trouble["journal"])
        return self._commit(said)

    def deadline(self) -> int:
        """Return when the next turn is due by time alone, in monotonic nanoseconds."""
        now = self._clock.monotonic_ns()
        due = [self.line.deadline(now), *(now + pace for pace in (self._lamps.pace_ns, self._panel.pace_ns) if pace)]
        due += (max(now, self._retry_at[fault]) for fault in self._trouble if fault in _RETRIED)
        if self._feed:
            due.append(self._feed.due_ns)
        at_times = (
            self._desk.deadline(now) if self._desk else None,
            self._watchdog.due_ns if self._watchdog else None,
        )
        return min((*due, *(at for at in at_times if at is not None)))

    def show(self) -> None:
        """Make lamps and gate show the table. A driver that fails is the fault `lamps`, and is tried again."""
        table, self.shown = self._ledger.table, self._ledger.shown
        if "journal" in self._trouble:
            table = self.shown_table
            self.shown = indicate(table)
        try:
            self._lamps.show(Shown(*self.shown))
            if self._is_due("lamps", self._clock.monotonic_ns()):  # not sooner: nobody sees a fault of one turn
                del self._trouble["lamps"]
        except LampError as error:
            self._failed("lamps", error)
        self.line.driver.wish(gate_wish(table), self._clock.monotonic_ns())
        self._wished = True
        if self._feed:
            self._feed.show(table, self.shown)

    def take_presses(self, now: int) -> tuple[Fact, ...]:
        """Take what the panel has, and return the facts that followed.

        Raises:
            JournalError: a press could not be put on record: told, and not taken.
        """
        facts: list[Fact] = []
        failed: JournalError | None = None
        try:
            presses = self._panel.poll(now)
            if not presses:
                self._trouble.pop("panel", None)
        except PanelError as error:
            self._failed("panel", error)
            return ()
        for press in presses:
            try:
                facts += self.enter(i.Pressed(button=press.button, held=press.held, key=press.key))
            except JournalError as error:
                self._tell(f"a press of {press.button} was not taken: {error}")
                failed = error
            self._go_on()
        if failed:
            raise failed
        return tuple(facts)

    # -- the stages of a turn ---------------------------------------------------------------------------------------

    def _hear(self, now: int) -> bool:
        self.line.read(now)
        said = self.line.driver.next_input(now)
        if said is not None:
            try:
                self.enter(said)
            except JournalError:
                self.line.driver.put_back(said, now)
            else:
                self.line.driver.recorded(said, now)
        self._send(now)
        if said is not None:
            self._go_on()
        return False  # what else the shoe has said is due by `deadline`

    def _send(self, now: int) -> None:
        self._wished = False
        self.line.send(now)

    def _presses(self, now: int) -> bool:
        try:
            return bool(self.take_presses(now))
        except JournalError:
            return False  # told

    def _serve(self, now: int) -> bool:
        busy = self._desk.serve(self, now) if self._desk else False
        self._go_on()
        return busy

    def _end(self, now: int) -> bool:
        if self._is_due("lamps", now):
            self.show()
        try:
            self._lamps.tick(now)
        except LampError as error:
            self._failed("lamps", error)
        if self._feed:
            self._feed.tick(now)
        busy = self._report()
        if self._wished:
            self._send(now)
        return busy

    def _report(self) -> bool:
        """Put faults that the loop sees on record, both ways. True if one was."""
        if "journal" in self._trouble:
            return self._is_due("journal", self._clock.monotonic_ns()) and self._recovered()
        if not self._trouble and not self.table.standing.faults:
            return False
        for fault in _SEEN_HERE:
            why, on_record = self._trouble.get(fault), fault in self.table.standing.faults
            if bool(why) != on_record:
                return self._entered(i.FaultSeen(fault=fault, why=why) if why else i.FaultGone(fault=fault))
        return False

    def _recovered(self) -> bool:
        """Try the journal again: the first thing on record is that it failed."""
        try:
            self._commit(i.FaultSeen(fault="journal", why=self._trouble["journal"]))
        except JournalError:
            return False  # told when it began
        return True

    def _commit(self, said: i.Input) -> tuple[Fact, ...]:
        try:
            facts = self._ledger.enter(said)
        except JournalError as error:
            self._failed("journal", error)
            self.show()
            raise
        self._trouble.pop("journal", None)
        self.show()
        return facts

    def _in_short(self) -> str:
        """Return what anybody may know of the table in a line: its phase and its faults."""
        table = self.shown_table
        faults = table.standing.faults
        return f"{table.phase.value}; {'fault ' + ', '.join(faults) if faults else 'no fault'}"

    def _entered(self, said: i.Input) -> bool:
        try:
            self.enter(said)
        except JournalError:
            return False  # told, and tried again
        return True

    def _go_on(self) -> None:
        """Begin every new shoe that is due by itself: on a page of its own, after what led to it is acknowledged."""
        while self.table.new_shoe_due and self._entered(i.Continued()):
            pass

    def _failed(self, fault: i.FaultName, error: Exception) -> None:
        if fault not in self._trouble:
            self._tell(str(error))
        now = self._clock.monotonic_ns()
        # What fails in every turn must not put off for ever the moment it is tried in full.
        if fault not in self._trouble or now >= self._retry_at[fault]:
            self._retry_at[fault] = now + RETRY_NS
        self._trouble[fault] = str(error)

    def _is_due(self, fault: i.FaultName, now: int) -> bool:
        """Whether it is time to try again what failed."""
        return fault in self._trouble and now >= self._retry_at[fault]
