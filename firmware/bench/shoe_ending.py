"""Decides whether the last hand and the final round follow the cutting card (9.7, 9.8), from the journal alone.

It must never read from a record which round the controller takes for the one the cutting card lies in: it counts.
"""

from collections.abc import Iterator

from firmware.core import facts as f
from firmware.journal.record import Record


class ShoeEnding:
    """One table's cutting cards, shoe after shoe."""

    def __init__(self) -> None:
        self._over = False  # the final round is closed, and the shoe has not ended
        self._begin()

    def _begin(self) -> None:
        self._number = 0  # of the round in progress, or of the one before
        self._within = False  # a round is in progress
        self._complete = False  # and has been: in `result`
        self._carried: set[int] = set()
        self._lies_in: int | None = None  # the round the cutting card lies in; 0 before the first
        self._announced = False

    def record(self, record: Record) -> Iterator[str]:
        """Take up one record, in order; yield what is wrong with it."""
        # A card that goes back into the shoe is as if it had not left: where the cutting card lies is asked anew.
        anew = any(isinstance(fact, f.CardWentBack) for fact in record.facts)
        for fact in record.facts:
            if isinstance(fact, f.RoundClosed):
                due = self._lies_in is not None and fact.number > self._lies_in
                if fact.final != due:
                    yield f"round {fact.number} is {'' if fact.final else 'not '}the final one; cut in {self._lies_in}"
                self._over = due
            if isinstance(fact, f.CutSeen) and self._lies_in is not None and not anew:
                yield "a second cutting card counts"
            self._fact(fact)
            self._announced |= self._due_now
        if ("last_hand" in record.lamps) != self._announced:
            yield f"last_hand is {'lit' if 'last_hand' in record.lamps else 'dark'}; cut in {self._lies_in}"

    def at_rest(self) -> Iterator[str]:
        """Look at a table at rest: a shoe that replaces one whose final round was voided has begun by then."""
        if self._over:
            yield "the final round is closed, and the shoe goes on"

    @property
    def _due_now(self) -> bool:
        """Whether the round that the cutting card lies in is complete, or over."""
        if self._lies_in is None or self._lies_in > self._number:
            return False
        return self._lies_in < self._number or not self._within or self._complete

    def _fact(self, fact: f.Fact) -> None:
        match fact:
            case f.ShoeOpened() | f.ShoeEnded():
                self._over = False
                self._begin()
            case f.CutSeen():
                self._lies_in = self._number + (bool(self._carried) and (not self._within or self._complete))
            case f.CardCarried(place=place):
                self._carried.add(place)
            case f.CardSetAside(place=place) | f.CardWentBack(place=place):
                self._carried.discard(place)
            case f.CarriedRecalled():
                self._carried.clear()
                if self._lies_in == self._number + 1 and not self._announced:
                    self._lies_in = self._number
            case f.RoundBegan():
                self._round_began(fact)
            case _:
                self._progress(fact)

    def _round_began(self, began: f.RoundBegan) -> None:
        self._number, self._within, self._complete = began.number, True, False
        if not began.alone:
            self._carried.clear()
        elif self._lies_in == began.number:
            self._lies_in += 1

    def _progress(self, fact: f.Fact) -> None:
        match fact:
            case f.RoundUnbegun():
                self._within, self._number = False, self._number - 1
            case f.RoundClosed():
                self._within = False
            case f.RoundCompleted() | f.RoundVoided():
                self._complete = True
            case f.InitialCardDue() | f.RevealDue() | f.PlayerCardDue() | f.BankerCardDue():
                self._complete = False
