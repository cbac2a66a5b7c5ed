"""The table as a file of the journal has it: what its header begins with, and what each record makes of it.

Decides nothing: facts are folded, never worked out anew. Must never know where a file lies.
"""

from collections.abc import Iterator
from typing import NamedTuple

from firmware import editions
from firmware.core.evolve import fold
from firmware.core.settings import build
from firmware.core.state import Table
from firmware.errors import IllegalFact, JournalUnsound
from firmware.journal.page import Page
from firmware.journal.record import Header, Record


class Step(NamedTuple):
    """A record, and the table before and after it."""

    before: Table
    record: Record
    table: Table


def opening(header: Header) -> Table:
    """Return the table as a file's header has it. Raises `SettingsError` if this program cannot set a table so."""
    return Table(build(header.settings, editions.shipped()), header.standing, kept=header.kept)


def take(table: Table, record: Record) -> Table:
    """Return the table after `record`. Raises `JournalUnsound` if its facts cannot follow: it was edited."""
    try:
        return fold(table, record.facts)
    except IllegalFact as error:
        raise JournalUnsound(str(error)) from error
    except (AssertionError, IndexError) as error:
        # A fact about a card or a round that there is not.
        raise JournalUnsound("its facts cannot follow what is before them") from error


def steps(page: Page) -> Iterator[Step]:
    """Yield every record of a file with the table it leads from and to. Raises `JournalUnsound`, `SettingsError`."""
    table: Table | None = None
    for record in page.records():
        if table is None:
            assert page.header is not None
            table = opening(page.header)
        before = table
        try:
            table = take(table, record)
        except JournalUnsound as error:
            raise page.unsound(str(error)) from error
        yield Step(before, record, table)
