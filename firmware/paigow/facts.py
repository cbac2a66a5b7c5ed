"""What is now true of a Pai Gow round, in the past tense: the only words that change it.

`kind` names the row in the legality table (`lifecycle`), except where `trigger` says more.
"""

from typing import TypeAlias

from firmware.money.amount import Cents
from firmware.paigow.lifecycle import Phase
from firmware.paigow.settlement import Policy, Result, Step
from firmware.vocabulary import Word


class RoundBegan(Word, frozen=True, kw_only=True):
    """A round begins, and is settled as the house has set."""

    policy: Policy


class BankTaken(Word, frozen=True, kw_only=True):
    """A player and the house are co-bankers, in equal partnership."""

    box: int
    stake: Cents


class WagerPlaced(Word, frozen=True, kw_only=True):
    """A box holds this wager; 0: none."""

    box: int
    amount: Cents


class TilesExposed(Word, frozen=True, kw_only=True):
    """Tiles that were not exposed before in this stacking or laja were exposed (12.1, 12.2)."""

    tiles: tuple[str, ...]


class TilesStacked(Word, frozen=True, kw_only=True):
    """The tiles are stacked."""


class LajaBegan(Word, frozen=True, kw_only=True):
    """A laja is performed: because a tile was exposed in stacking (12.1), or because it was wished."""

    wished: bool


class LajaCompleted(Word, frozen=True, kw_only=True):
    """A laja is over, and no more than two tiles were exposed in it."""


class ReshuffleOrdered(Word, frozen=True, kw_only=True):
    """The tiles are shuffled and stacked anew: by 12.2, or by a supervisor's decision."""

    rule: str  # empty for a supervisor's


class TilesCut(Word, frozen=True, kw_only=True):
    """The tiles are cut; wagers stand."""


class TilesDelivered(Word, frozen=True, kw_only=True):
    """Every hand has its four tiles; the bank's lie in front of the float tray (11 (d))."""


class ExposureRaised(Word, frozen=True, kw_only=True):
    """Tiles were exposed where no rule was found, or while a supervisor decides about others: a supervisor decides."""

    tiles: tuple[str, ...]


class HoldEnded(Word, frozen=True, kw_only=True):
    """A supervisor lets the round go on where it was."""

    to: Phase

    @property
    def trigger(self) -> str:
        """The row of the legality table: one for each phase."""
        return f"hold_ended_to_{self.to}"


class HandsSet(Word, frozen=True, kw_only=True):
    """All hands but the bank's are set."""


class TilesShown(Word, frozen=True, kw_only=True):
    """The co-banker was permitted to expose two of the bank's four tiles (11 (e))."""


class BankSet(Word, frozen=True, kw_only=True):
    """The dealer has set the bank's hand the house way (11 (e))."""


class HandMatched(Word, frozen=True, kw_only=True):
    """A hand was exposed and matched; a losing wager is in the losing wager area (11 (f) to (h))."""

    box: int
    result: Result
    collected: Cents  # 0 unless it lost


class AllExposed(Word, frozen=True, kw_only=True):
    """Every hand is exposed: winners may be paid (11 (i))."""


class ChipsMoved(Word, frozen=True, kw_only=True):
    """The dealer has made the next movement of the settlement."""

    step: Step


class RoundSettled(Word, frozen=True, kw_only=True):
    """Every chip is where it belongs. What each side gained, less commission."""

    house: Cents
    co_banker: Cents
    odd: Cents  # could not be divided, and went to whom the policy favours


class LeftToSupervisor(Word, frozen=True, kw_only=True):
    """Losing wagers and co-banking wager cannot pay the winners. No rule was found: a supervisor settles it."""

    short: Cents


Fact: TypeAlias = (
    RoundBegan
    | BankTaken
    | WagerPlaced
    | TilesExposed
    | TilesStacked
    | LajaBegan
    | LajaCompleted
    | ReshuffleOrdered
    | TilesCut
    | TilesDelivered
    | ExposureRaised
    | HoldEnded
    | HandsSet
    | TilesShown
    | BankSet
    | HandMatched
    | AllExposed
    | ChipsMoved
    | RoundSettled
    | LeftToSupervisor
)
