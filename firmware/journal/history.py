"""What was dealt, as people may read it: the rounds and the cards of a journal.

Decides what is shown of a shoe: all of one that is closed, and of the open one no card that is not public.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypedDict

from firmware.core.cards import HIDDEN, UNREAD, Card, Face
from firmware.core.inputs import CardLeft
from firmware.core.state import Table
from firmware.core.tableau import Tableau, work_out
from firmware.cures import for_a_reader
from firmware.errors import CoupError
from firmware.journal.crew import files
from firmware.journal.fold import Step, steps
from firmware.journal.page import Page, name, number
from firmware.journal.record import Header
from firmware.journal.seal import PLAIN, Seal
from firmware.named_file import opened


class ShownRound(TypedDict):
    """A round as it was closed; `corrected` since then or not."""

    shoe: int
    round: int
    player: list[str]
    banker: list[str]
    winner: Literal["player", "banker", "tie", "void"]
    player_count: int
    banker_count: int
    natural: bool
    void_hand: bool
    final: bool
    corrected: bool


class ShownCard(TypedDict):
    """A card that left the shoe, by its number there."""

    n: int
    card: str
    boot: str
    seq: int
    source: Literal["shoe", "manual", "corrected"]


class Shoe(NamedTuple):
    """One file of a journal, read whole."""

    header: Header
    steps: list[Step]
    closed: bool
    """Whether another shoe was opened since."""

    @property
    def table(self) -> Table:
        """The table as the file leaves it."""
        return self.steps[-1].table

    def shows(self, place: int) -> bool:
        """Whether the card at `place` may be shown."""
        return self.closed or self.table.cards[place].public


def shoes(path: Path, seal: Seal = PLAIN) -> Iterator[Shoe]:
    """Yield every shoe of the journal at `path`, a folder or one file, oldest first.

    Raises:
        JournalUnsound: a line does not verify, with file, line and reason.
        NoJournal: there is nothing to read.
        CoupError: a file cannot be read.
    """
    for file in files(path):
        try:
            with opened(file) as lines:
                page = Page(lines, file.name, seal)
                read = list(steps(page))
        except OSError as error:
            raise CoupError(f"{file}: cannot be read {for_a_reader(error)}") from error
        if page.header and read:
            yield Shoe(page.header, read, _is_closed(file, page.header.shoe, seal))


def rounds(shoe: Shoe) -> Iterator[ShownRound]:
    """Yield the rounds of a shoe in order, with the cards as they were when each was closed."""
    tableau, table, dealt = shoe.table.settings.edition.tableau, shoe.table, _dealt(shoe)
    for closed, faces in zip(table.rounds, dealt, strict=True):
        shown = [face if shoe.shows(place) else HIDDEN for place, face in zip(closed.cards, faces, strict=True)]
        banker_third = 5 if _player_drew(tableau, faces) else 4
        yield ShownRound(
            shoe=shoe.header.shoe,
            round=closed.number,
            player=[*shown[0:4:2], *shown[4:banker_third]],
            banker=[*shown[1:4:2], *shown[banker_third:]],
            winner=closed.winner or "void",
            player_count=closed.player_count,
            banker_count=closed.banker_count,
            natural=closed.natural,
            void_hand=closed.void_hand,
            final=closed.final,
            corrected=closed.corrected,
        )


def export(path: Path, seal: Seal = PLAIN) -> Iterator[str]:
    """Yield the rounds of a journal as lines of CSV, the first of them the names of the columns.

    A hand's cards are parted by blanks. Raises as `shoes` does.
    """
    yield ",".join(ShownRound.__annotations__)
    for shoe in shoes(path, seal):
        for row in rounds(shoe):
            # Numbers, names and cards: nothing here ever needs quotes.
            yield ",".join(map(_field, row.values()))


def cards(shoe: Shoe) -> Iterator[ShownCard]:
    """Yield every card that left the shoe, in order, those behind a hold last."""
    table = shoe.table
    n = 0
    for n, place in enumerate(table.numbered, 1):
        card = table.cards[place]
        face = card.face if shoe.shows(place) else HIDDEN
        yield ShownCard(n=n, card=face, boot=card.boot, seq=card.seq, source=card.source)
    for said in (table.kept[place].said for place in table.kept_cards):
        assert isinstance(said, CardLeft)
        n += 1
        face = said.face if shoe.closed else HIDDEN
        yield ShownCard(n=n, card=face, boot=said.boot, seq=said.seq, source=said.source)


def _field(value: object) -> str:
    if isinstance(value, list):
        return " ".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _dealt(shoe: Shoe) -> list[list[Face]]:
    dealt: list[list[Face]] = []
    for step in shoe.steps:
        new = step.table.rounds[len(dealt) :]
        dealt += [[step.table.cards[place].face for place in closed.cards] for closed in new]
    return dealt


def _player_drew(tableau: Tableau, faces: Sequence[Face]) -> bool:
    known: list[Card] = []
    for face in faces:
        if face == UNREAD:
            break
        known.append(face)
    return work_out(tableau, known).player_draws


def _is_closed(file: Path, shoe: int, seal: Seal) -> bool:
    if number(file.name) is None:
        return False
    try:
        with opened(file.parent / name(shoe + 1)) as lines:
            return next(Page(lines, name(shoe + 1), seal).bodies(), None) is not None
    except (OSError, CoupError):
        return False
