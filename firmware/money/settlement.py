"""The settlement of a round: what becomes of every wager, and in which order (rules 5.2 to 5.6, 10.2).

Decides which wagers lose, win, stay or go back. It must never know how the result came about. Losing wagers are
collected first, seat by seat, and only then are the winners paid, seat by seat; last come those that stay or go back.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from firmware.errors import Refused
from firmware.money.amount import Cents, written
from firmware.money.banker import commission, valid_part
from firmware.money.chips import Chips, Counted
from firmware.money.result import Result
from firmware.money.wagers import HANDS, ODDS, PAIRS, Bet, Wager


class Fate(StrEnum):
    """What becomes of the valid part of a wager, in the order of settlement (rule 10.2)."""

    COLLECT = "collect"
    PAY = "pay"
    STAY = "stay"
    RETURN = "return"


@dataclass(frozen=True, slots=True)
class Step:
    """What the dealer does with one wager. Amounts in cents; every cent of the wager is in one of three of them.

    Attributes:
        fate: of the valid part; RETURN only where nothing of the wager is valid.
        valid: the part that takes part in the round (rule 5.4).
        odds: what is paid for 1 if it wins.
    """

    wager: Wager
    fate: Fate
    valid: Cents
    odds: int

    @property
    def collected(self) -> Cents:
        """What goes from the layout into the float."""
        return self.valid if self.fate is Fate.COLLECT else 0

    @property
    def stays(self) -> Cents:
        """What stays on the layout and is the player's: a winning wager, or one that a tie leaves standing."""
        return self.valid if self.fate in (Fate.PAY, Fate.STAY) else 0

    @property
    def returned(self) -> Cents:
        """What goes back to the player because it is void, whatever the result is."""
        return self.wager.amount - self.valid

    @property
    def commission(self) -> Cents:
        """What the house keeps of the amount won as it pays a winning wager on the Banker's Hand (rule 5.2)."""
        return commission(self.valid) if self.fate is Fate.PAY and self.wager.on is Bet.BANKER else 0

    @property
    def paid(self) -> Cents:
        """What goes from the float to the player: the amount won, less commission."""
        return self.odds * self.valid - self.commission if self.fate is Fate.PAY else 0


@dataclass(frozen=True, slots=True)
class Settlement:
    """A round settled: every wager once, in the order in which the dealer takes them."""

    result: Result
    chips: Chips
    steps: tuple[Step, ...]

    @property
    def house(self) -> Cents:
        """By how much the float grows; below nothing if it shrinks."""
        return sum(step.collected - step.paid for step in self.steps)

    def hand_over(self, step: Step) -> Counted:
        """Return the fewest chips for what is paid: it can always be made up."""
        counted = self.chips.fewest(step.paid)
        assert counted is not None  # wagers are made up of the chips, payments on the Banker's Hand by rule 5.4
        return counted

    def hand_back(self, step: Step) -> Counted | None:
        """Return the fewest chips for what is returned; None where the chips cannot make it up.

        Rule 5.4 asks that of the valid part alone: with 1 and 2.50, of 11.50 there are 10.00 valid and 1.50 void.
        """
        return self.chips.fewest(step.returned)


def settle(wagers: Iterable[Wager], result: Result, chips: Chips, odds: Mapping[Bet, int] = ODDS) -> Settlement:
    """Return what becomes of `wagers`, those of one seat on one bet in the order given.

    Raises:
        Refused: a wager lies on what the table does not take, is not made up of its chips, or cannot be judged by what
            the result says.
    """
    steps = (_step(wager, result, chips, odds) for wager in wagers)
    return Settlement(result, chips, tuple(sorted(steps, key=_place)))


def place_of(wager: Wager) -> str:
    """Return how a wager is named in messages."""
    return f"seat {wager.seat}, {wager.on.says} {written(wager.amount)}"


def _place(step: Step) -> tuple[int, int, int]:
    return _FATES.index(step.fate), step.wager.seat, _BETS.index(step.wager.on)


_FATES: Final = tuple(Fate)
_BETS: Final = tuple(Bet)


def _step(wager: Wager, result: Result, chips: Chips, odds: Mapping[Bet, int]) -> Step:
    if wager.on not in odds:
        raise Refused(
            "form",
            f"{place_of(wager)}: the edition has no such wager; a house that takes it sets its odds (--pair-odds)",
        )
    if not chips.make_up(wager.amount):
        raise Refused("form", f"{place_of(wager)}: no chips of {chips} make up this amount")
    valid = 0 if result.counts is None or result.void_hand else wager.amount
    if wager.on is Bet.BANKER:
        valid = valid_part(chips, valid)
    return Step(wager, _fate(wager, result) if valid else Fate.RETURN, valid, odds[wager.on])


def _fate(wager: Wager, result: Result) -> Fate:
    if wager.on in HANDS and result.winner == "tie":
        return Fate.STAY
    return Fate.PAY if wager.on in set(_winning(wager, result)) else Fate.COLLECT


def _winning(wager: Wager, result: Result) -> Iterator[Bet]:
    """Yield the bets that win, as far as `wager` needs to know."""
    yield Bet(result.winner)
    if wager.on in PAIRS:
        if result.pairs is None:
            raise Refused("form", f"{place_of(wager)}: the result does not say which cards the hand began with")
        yield from result.pairs
