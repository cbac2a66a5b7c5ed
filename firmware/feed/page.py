"""What the lines of a feed file say. Pure: it knows no file and no clock.

A page is one shoe. It has a line for every public change, and each line tells the whole present moment; only the rounds
that are over are told once, as they are closed or corrected. The same tables give the same lines but for their times.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from msgspec.json import Encoder

from firmware.core.indicators import Indication, indicate
from firmware.core.state import ClosedRound, Table
from firmware.core.view import closed_since, snapshot

_WRITE: Final = Encoder()


class Moment(NamedTuple):
    """The table after one record of the journal, and the wall time of that record."""

    wall: str
    table: Table


class Page:
    """The lines of one shoe, as they come. Table, edition, style and decks are those the shoe began with."""

    def __init__(self, table_id: str, first: Table) -> None:
        """Begin the page of the shoe that is open at `first`; nothing is on it yet."""
        settings = first.settings
        self.shoe: Final = first.standing.shoe
        self._began: Final = {
            "table": table_id,
            "edition": settings.edition.name,
            "style": settings.style,
            "decks": settings.decks,
            "inventory": settings.inventory,
        }
        self._n = 0
        self._now: dict[str, Any] = {}
        self._rounds: tuple[ClosedRound, ...] = ()

    def line(self, table: Table, shown: Indication, wall: str) -> bytes | None:
        """Return the next line, its newline included, or None if nothing public has changed.

        Args:
            table: the table as it is now, of this page's shoe.
            shown: what its lamps show.
            wall: UTC; only informs.
        """
        now, closed = snapshot(table, shown), closed_since(self._rounds, table)
        if now == self._now and not closed:
            return None
        self._n, self._now, self._rounds = self._n + 1, now, table.rounds
        return _WRITE.encode({"n": self._n, "t": wall, **self._began, **now, "closed": closed}) + b"\n"

    def goes_on_with(self, table: Table) -> None:
        """Take `table` for the last one: the same as on record, but folded at another time (`closed_since`)."""
        if table.rounds == self._rounds:
            self._rounds = table.rounds


def write_page(table_id: str, moments: Iterable[Moment]) -> tuple[Page, list[bytes]] | None:
    """Return the page that the moments of one shoe make, with all its lines; None if there are no moments."""
    page, lines = None, []
    for wall, table in moments:
        page = page or Page(table_id, table)
        line = page.line(table, indicate(table), wall)
        if line is not None:
            lines.append(line)
    return (page, lines) if page else None


def timeless(line: bytes) -> bytes:
    """Return a line of a feed file without its time, for one line to be compared with another."""
    n, _, rest = line.partition(b',"t":"')
    return n + b"," + rest.partition(b'",')[2]
