"""What is now true of a Pai Gow round, in the past tense: the only words that change it.

`kind` names the row in the legality table (`lifecycle`), except where `trigger` says more.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from firmware.money.amount import Cents
from firmware.paigow.lifecycle import Phase
from firmware.paigow.settlement import Policy, Result, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan:
    """A round begins, and is settled as the house has set."""

    kind: Literal["round_began"] = "round_began"
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class BankTaken:
    """A player and the house are co-bankers, in equal partnership."""

    kind: Literal["bank_taken"] = "bank_taken"
    box: int
    stake: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPlaced:
    """A box holds this wager; 0: none."""

    kind: Literal["wager_placed"] = "wager_placed"
    box: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesExposed:
    """Tiles that were not exposed before in this stacking or laja were exposed (12.1, 12.2)."""

    kind: Literal["tiles_exposed"] = "tiles_exposed"
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesStacked:
    """The tiles are stacked."""

    kind: Literal["tiles_stacked"] = "tiles_stacked"


@dataclass(frozen=True, slots=True, kw_only=True)
class LajaBegan:
    """A laja is performed: because a tile was exposed in stacking (12.1), or because it was wished."""

    kind: Literal["laja_began"] = "laja_began"
    wished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LajaCompleted:
    """A laja is over, and no more than two tiles were exposed in it."""

    kind: Literal["laja_completed"] = "laja_completed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReshuffleOrdered:
    """The tiles are shuffled and stacked anew: by 12.2, or by a supervisor's decision."""

    kind: Literal["reshuffle_ordered"] = "reshuffle_ordered"
    rule: str  # empty for a supervisor's


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesCut:
    """The tiles are cut; wagers stand."""

    kind: Literal["tiles_cut"] = "tiles_cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesDelivered:
    """Every hand has its four tiles; the bank's lie in front of the float tray (11 (d))."""

    kind: Literal["tiles_delivered"] = "tiles_delivered"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposureRaised:
    """Tiles were exposed where no rule was found, or while a supervisor decides about others: a supervisor decides."""

    kind: Literal["exposure_raised"] = "exposure_raised"
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldEnded:
    """A supervisor lets the round go on where it was."""

    kind: Literal["hold_ended"] = "hold_ended"
    to: Phase

    @property
    def trigger(self) -> str:
        """The row of the legality table: one for each phase."""
        return f"hold_ended_to_{self.to}"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsSet:
    """All hands but the bank's are set."""

    kind: Literal["hands_set"] = "hands_set"


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesShown:
    """The co-banker was permitted to expose two of the bank's four tiles (11 (e))."""

    kind: Literal["tiles_shown"] = "tiles_shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class BankSet:
    """The dealer has set the bank's hand the house way (11 (e))."""

    kind: Literal["bank_set"] = "bank_set"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMatched:
    """A hand was exposed and matched; a losing wager is in the losing wager area (11 (f) to (h))."""

    kind: Literal["hand_matched"] = "hand_matched"
    box: int
    result: Result
    collected: Cents  # 0 unless it lost


@dataclass(frozen=True, slots=True, kw_only=True)
class AllExposed:
    """Every hand is exposed: winners may be paid (11 (i))."""

    kind: Literal["all_exposed"] = "all_exposed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsMoved:
    """The dealer has made the next movement of the settlement."""

    kind: Literal["chips_moved"] = "chips_moved"
    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettled:
    """Every chip is where it belongs. What each side gained, less commission."""

    kind: Literal["round_settled"] = "round_settled"
    house: Cents
    co_banker: Cents
    odd: Cents  # could not be divided, and went to whom the policy favours


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftToSupervisor:
    """Losing wagers and co-banking wager cannot pay the winners. No rule was found: a supervisor settles it."""

    kind: Literal["left_to_supervisor"] = "left_to_supervisor"
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
