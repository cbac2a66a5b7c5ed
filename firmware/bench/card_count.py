"""Decides whether every card that left the simulated shoe is on record once, in order, and every result is its cards'.

It must never ask the table: it has the shoe's own word for what left, and the journal's for what became of it.
"""

from collections import deque
from collections.abc import Iterator
from typing import Final

from firmware.bench.chart import made
from firmware.core import facts as f
from firmware.core.inputs import CardLeft
from firmware.journal.record import Record


class CardCount:
    """One table's cards, shoe after shoe. Every method that yields does so for each thing that is wrong."""

    def __init__(self) -> None:
        self.cards = 0
        """On record in all."""
        self._left: Final[deque[str]] = deque()  # the shoe let them out, nobody has heard of them
        self._heard: Final[deque[CardLeft]] = deque()  # the controller has heard of them, they have no place yet
        self._faces: Final[list[str]] = []  # by place, since the shoe was opened

    def leaves(self, face: str) -> None:
        """Note that a card left the shoe, `face` as it was read."""
        self._left.append(face)

    def record(self, record: Record) -> Iterator[str]:
        """Take up one record, in order."""
        said = record.said
        if isinstance(said, CardLeft) and said.source == "shoe":
            expected = self._left.popleft() if self._left else "no card"
            if said.face != expected:
                yield f"card {said.face} is on record, and {expected} left the shoe"
            self._heard.append(said)
        for fact in record.facts:
            yield from self._fact(fact)

    def at_rest(self, kept: int) -> Iterator[str]:
        """Look at a table that has heard everything; `kept` cards of the shoe's wait behind a hold."""
        if self._left:
            yield f"cards lost: {' '.join(self._left)} left the shoe and are not on record"
        if len(self._heard) != kept:
            yield f"{len(self._heard)} cards have no place on record, and {kept} are kept"

    def _fact(self, fact: f.Fact) -> Iterator[str]:
        match fact:
            case f.ShoeOpened():
                self._faces.clear()
            case f.CardOut():
                self.cards += 1
                self._faces.append(fact.face)
                yield from self._place(fact)
            case f.CardRead() | f.CardCorrected():
                self._faces[fact.place] = fact.face
            case f.RoundClosed(winner=winner) if winner is not None:
                yield from self._result(fact)

    def _place(self, out: f.CardOut) -> Iterator[str]:
        if not out.boot:
            return  # a person named it
        said = self._heard.popleft() if self._heard else None
        if said is None or (said.boot, said.seq) != (out.boot, out.seq):
            yield f"card {out.face} (SEQ {out.seq}) is counted out of its turn, or twice"
        elif out.source == "shoe" and out.face != said.face:
            yield f"card {said.face} (SEQ {out.seq}) is counted as {out.face}"

    def _result(self, closed: f.RoundClosed) -> Iterator[str]:
        faces = [self._faces[place] for place in closed.cards]
        now = made(faces)
        if (now.due, now.winner, now.player, now.banker) != (
            "result",
            closed.winner,
            closed.player_count,
            closed.banker_count,
        ):
            yield (
                f"round {closed.number} is closed as {closed.winner} {closed.player_count} {closed.banker_count}, "
                f"and {' '.join(faces)} make {now.winner} {now.player} {now.banker}"
            )
