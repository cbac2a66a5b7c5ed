"""The round last closed, read off the journal: it outlives its shoe, which the table itself forgets."""

from pathlib import Path

from firmware.core.facts import RoundClosed, RoundCorrected
from firmware.journal.record import START, Record, decode


class LastRound:
    """What is on record of it."""

    def __init__(self) -> None:
        self.closed: RoundClosed | None = None
        """As it was closed; None before the first."""
        self.corrected = False
        """Whether it was corrected since."""

    def note(self, record: Record) -> None:
        """Take up one record, in order."""
        for fact in record.facts:
            if isinstance(fact, RoundClosed):
                self.closed, self.corrected = fact, False
            elif isinstance(fact, RoundCorrected) and self.closed and fact.number == self.closed.number:
                self.corrected = True


class JournalEnd:
    """The end of a journal in a folder, as it grows; every line is verified."""

    def __init__(self, folder: Path) -> None:
        self.last_round = LastRound()
        self._folder = folder
        self._read: dict[Path, int] = {}
        self._head = START

    def read_on(self) -> None:
        """Take up what was written since. Raises `JournalUnsound`."""
        for path in sorted(self._folder.glob("shoe-*.jsonl")):
            with path.open("rb") as file:
                begun = file.seek(self._read.get(path, 0))
                whole = file.read()
            lines = whole[: whole.rfind(b"\n") + 1].splitlines(keepends=True)
            for number, raw in enumerate(lines):
                line, self._head = decode(raw, self._head, first=begun == 0 and number == 0)
                if isinstance(line, Record):
                    self.last_round.note(line)
            self._read[path] = begun + sum(map(len, lines))
