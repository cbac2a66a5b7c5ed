"""The limits of a table: the smallest and the largest wager, and the table differential.

Decides what a supervisor is told. It must never change a payment: a wager that was accepted is settled, whatever the
limits are; rule 5.4 alone makes part of a wager void.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from firmware.errors import Refused
from firmware.money.amount import LARGEST, Cents, written
from firmware.money.banker import smallest_wager
from firmware.money.chips import Chips
from firmware.money.settlement import Fate, Settlement, Step, place_of
from firmware.money.wagers import HANDS, Bet


@dataclass(frozen=True, slots=True)
class Limits:
    """What a house allows at a table, in cents; None where there is no such limit.

    Attributes:
        minimum, maximum: of a wager on a hand.
        side_minimum, side_maximum: of a wager on the tie or on a pair.
        differential: the most by which the wagers on one hand may exceed those on the other (definition
            "Table Differential").
    """

    minimum: Cents | None = None
    maximum: Cents | None = None
    side_minimum: Cents | None = None
    side_maximum: Cents | None = None
    differential: Cents | None = None

    def check(self, chips: Chips) -> None:
        """Refuse limits that no wager keeps.

        Raises:
            Refused: a minimum is above its maximum, or no wager on the Banker's Hand can be paid: none up to the
                maximum or, where there is none, to the largest amount there is.
        """
        for least, most in ((self.minimum, self.maximum), (self.side_minimum, self.side_maximum)):
            if least is not None and most is not None and least > most:
                raise Refused("form", f"limits: the minimum {written(least)} is above the maximum {written(most)}")
        smallest, most = smallest_wager(chips), LARGEST if self.maximum is None else self.maximum
        if smallest > most:
            above = "largest amount there is," if self.maximum is None else "maximum of"
            raise Refused(
                "form",
                f"limits: with chips of {chips} the smallest wager on the Banker's Hand that can be paid is"
                f" {written(smallest)}, above the {above} {written(most)}",
            )


def differential(steps: Iterable[Step]) -> Cents:
    """Return the total on the Banker's Hand less that on the Player's Hand, valid parts only."""
    sign = {Bet.BANKER: 1, Bet.PLAYER: -1}
    return sum(sign.get(step.wager.on, 0) * step.valid for step in steps)


def notices(settlement: Settlement, limits: Limits) -> tuple[str, ...]:
    """Return what a supervisor should hear of, in the order of settlement; the payments stand."""
    said = [said for step in settlement.steps for said in _notices(step, settlement, limits)]
    difference = differential(settlement.steps)
    if limits.differential is not None and abs(difference) > limits.differential:
        hand = "Banker's" if difference > 0 else "Player's"
        said.append(
            f"the {hand} Hand is wagered on {written(abs(difference))} more than the other,"
            f" above the differential of {written(limits.differential)}"
        )
    return tuple(said)


def _notices(step: Step, settlement: Settlement, limits: Limits) -> Iterator[str]:
    wager, where = step.wager, place_of(step.wager)
    least, most = (limits.minimum, limits.maximum) if wager.on in HANDS else (limits.side_minimum, limits.side_maximum)
    if most is not None and wager.amount > most:
        yield f"{where}: above the maximum of {written(most)}"
    if least is not None and wager.amount < least:
        yield f"{where}: below the minimum of {written(least)}"
    if settlement.result.void_hand:
        yield f"{where}: no wagers are allowed on a void hand (rule 11.1)"
    elif settlement.result.counts is not None and step.returned:
        yield f"{where}: accepted against rule 5.3; {written(step.valid)} of it is valid (rule 5.4)"
        if least is not None and step.valid < least <= wager.amount:
            yield f"{where}: the valid part is below the minimum of {written(least)}; it stands"
        if step.fate is not Fate.PAY and settlement.hand_back(step) is None:
            yield f"{where}: no chips make up the void {written(step.returned)}; decide how it goes back"
