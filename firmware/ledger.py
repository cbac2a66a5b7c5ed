"""The commit point: an input is decided, put on record, and only then true.

Holds the table as the journal has it, and nothing that is not on record. Knows no lamp driver, no port and no person.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from firmware.core import inputs as i
from firmware.core.decide import Decision, decide
from firmware.core.facts import Fact, ShoeOpened
from firmware.core.indicators import indicate
from firmware.core.lifecycle import Phase
from firmware.core.settings import Settings, words
from firmware.core.state import Table
from firmware.errors import ConfigError, JournalError, JournalUnsound, ProgramFailed, Refused, place_of
from firmware.feed.page import Moment
from firmware.journal.fold import opening, take
from firmware.journal.record import NOT_WORKED_OUT, Digests, Header, Record
from firmware.journal.store import Recovered, Store
from firmware.shoe.driver import ShoeDriver
from hal.ports import Clock


class Ledger:
    """The table on record. `table` is what the journal says, no more and no less."""

    def __init__(
        self,
        store: Store,
        driver: ShoeDriver,
        clock: Clock,
        *,
        table_id: str,
        settings: Settings,
        digests: Digests = NOT_WORKED_OUT,
        decide: Callable[[Table, i.Input], Decision] = decide,
    ) -> None:
        """Name the parts; `open` reads the journal. `digests` go into the headers of new files."""
        self._store: Final = store
        self._driver: Final = driver
        self._clock: Final = clock
        self._table_id: Final = table_id
        self._digests: Final = digests
        self._decide: Final = decide
        self._version = ""
        self._failed: set[tuple[str, int]] = set()  # events that made the program fail
        self._records = 0
        self._begun = False
        self.table = Table(settings)
        self.shown = indicate(self.table)
        """What lamps and gate show of it."""

    def claim(self) -> None:
        """See that nobody else writes the journal, and change nothing. Raises `JournalError`."""
        self._store.claim()

    def open(self) -> int:
        """Take the journal and fold the newest shoe. Nothing is on record of this start before `Started` is entered.

        Returns:
            How many bytes of an unfinished last line were cut off.

        Raises:
            JournalError: it is in use or cannot be used.
            JournalUnsound: it does not verify.
            ConfigError: it is the journal of another table, or the shoe in play was begun with other settings.
        """
        recovered = self._store.open()
        if recovered is None:
            return 0
        if recovered.header.table != self._table_id:
            raise ConfigError([another_tables(self._table_id, recovered.header.table)])
        self._recover(recovered)
        return recovered.cut

    def enter(self, said: i.Input) -> tuple[Fact, ...]:
        """Decide `said`, record it with everything that follows, and return the facts: from now on they are true.

        Raises:
            Refused: nothing follows from it, and nothing is on record.
            JournalError: it could not be put on record, and nothing has changed.
            JournalBroken: the disk failed twice in a row: nothing more can be put on record.
            ProgramFailed: `said` makes the program fail. It is on record, and will not be decided a second time.
        """
        if isinstance(said, i.Started):
            self._version = said.version
        if isinstance(said, i.ShoeInput) and (said.boot, said.seq) in self._failed:
            return self._lose(said)
        try:
            facts, table = self._decide(self.table, said)
        except Refused:
            raise
        except Exception as error:
            self._give_up(said, error)
            raise ProgramFailed(f"the program failed on an input ({place_of(error)}); it is on record") from error
        return self._put_on_record(said, facts, table)

    def _put_on_record(self, said: i.Input, facts: tuple[Fact, ...], table: Table) -> tuple[Fact, ...]:
        begins = not self._begun or (bool(facts) and isinstance(facts[0], ShoeOpened))
        shown = indicate(table)
        record = Record(
            n=1 if begins else self._records + 1,
            wall=self._clock.wall(),
            mono_ns=self._clock.monotonic_ns(),
            said=said,
            facts=facts,
            phase=table.phase,
            lamps=tuple(sorted(shown.lamps)),
            gate=shown.gate,
        )
        if begins:
            self._store.begin(table.standing.shoe, self._header(table.standing.shoe), record)
        else:
            self._store.append(record)
        self._records, self._begun, self.table, self.shown = record.n, True, table, shown
        if begins:
            self._retire()
        return facts

    def recall(self) -> Iterator[Moment]:
        """Yield the open shoe from the journal, a moment for each record. Raises `JournalError`, `JournalUnsound`."""
        header, records = self._store.newest()
        table = opening(header)
        for record in records:
            table = take(table, record)
            yield Moment(record.wall, table)

    def close(self) -> None:
        """Give the journal back. May be called twice."""
        self._store.close()

    def _give_up(self, said: i.Input, error: Exception) -> None:
        boot, seq = (said.boot, said.seq) if isinstance(said, i.ShoeInput) else ("", 0)
        failed = i.InputFailed(boot=boot, seq=seq, what=repr(said), error=place_of(error))
        # The program ends in any case; without this record it would only fail once more.
        with suppress(JournalError):
            self._put_on_record(failed, (), self.table)

    def _lose(self, said: i.ShoeInput) -> tuple[Fact, ...]:
        """Put an event that made the program fail on record as lost: people have to say what it was."""
        lost = self.enter(i.EventsLost(boot=said.boot, first=said.seq, last=said.seq))
        return lost + self.enter(i.FaultSeen(fault="software", why="an event made the program fail"))

    def _header(self, shoe: int) -> Header:
        return Header(
            shoe=shoe,
            before=self._store.head,
            seal=self._store.seal.name,
            version=self._version,
            digests=self._digests,
            table=self._table_id,
            settings=words(self.table.settings),
            standing=self.table.standing,
            kept=self.table.kept,
            link=self._driver.memory(),
            wall=self._clock.wall(),
        )

    def _retire(self) -> None:
        """Remove what is more than is kept: on record first, so that the files that stay can be proved."""
        removed = self._store.outlived()
        if removed is None:
            return
        # A record that cannot be had now is tried again with the next shoe.
        with suppress(JournalError):
            self.enter(removed)
            self._store.remove(removed)

    def _recover(self, recovered: Recovered) -> None:
        table, settings = opening(recovered.header), self.table.settings
        then = table.settings
        self._driver.start(recovered.header.link)
        for record in recovered.records:
            try:
                table = take(table, record)
            except JournalUnsound as error:
                raise JournalUnsound(f"{recovered.name}, line {record.n + 1}: {error}") from error
            self._driver.restore(record.said)
            if isinstance(record.said, i.InputFailed) and record.said.boot:
                self._failed.add((record.said.boot, record.said.seq))
        if then != settings:
            if table.behind is not Phase.SHUFFLE:
                raise ConfigError(_misfits(words(settings), words(then)))
            table = replace(table, settings=settings)
        self._records, self._begun, self.table, self.shown = len(recovered.records), True, table, indicate(table)


def another_tables(table_id: str, recorded: str) -> str:
    """Return the line of a table `table_id` that finds the record of table `recorded` where its own should be."""
    return (
        f"table.id = {table_id!r}: journal.dir holds the record of table {recorded!r}; put that id back, or name"
        " another folder as journal.dir"
    )


def _misfits(now: dict[str, str | int | bool], then: dict[str, str | int | bool]) -> list[str]:
    return [
        f"table.{key} = {now[key]!r}: the shoe in play began with {value!r}; put that back until the shoe is over"
        for key, value in then.items()
        if now[key] != value
    ]
