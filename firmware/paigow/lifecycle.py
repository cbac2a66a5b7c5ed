"""Pai Gow's legality table: which fact may follow in which phase, and where it leads (`firmware.legality`).

Choices are made in `decide` and recorded as different facts; the diagram in `PAIGOW.md` is drawn from these rows.
"""

from enum import StrEnum
from typing import Final

from firmware.legality import Legality


class Phase(StrEnum):
    """The phases of a round."""

    STACKING = "stacking"
    LAJA = "laja"
    CUT = "cut"
    DELIVERY = "delivery"
    SETTING = "setting"
    MATCHING = "matching"
    SETTLEMENT = "settlement"
    HOLD = "hold"
    CLOSED = "closed"


UNRULED: Final = (Phase.CUT, Phase.DELIVERY, Phase.SETTING)
"""Phases for which no rule about an exposed tile was found: a supervisor decides."""

_BEFORE_CUT = (Phase.STACKING, Phase.LAJA, Phase.CUT)

# Facts that lead to a phase: trigger, the phases it may follow in, the phase it leads to.
MOVES: Final[tuple[tuple[str, tuple[Phase, ...], Phase], ...]] = (
    ("tiles_stacked", (Phase.STACKING,), Phase.CUT),
    ("laja_began", (Phase.STACKING, Phase.CUT), Phase.LAJA),
    ("laja_completed", (Phase.LAJA,), Phase.CUT),
    ("reshuffle_ordered", (Phase.LAJA, Phase.HOLD), Phase.STACKING),
    ("tiles_cut", (Phase.CUT,), Phase.DELIVERY),
    ("tiles_delivered", (Phase.DELIVERY,), Phase.SETTING),
    ("bank_set", (Phase.SETTING,), Phase.MATCHING),
    ("all_exposed", (Phase.MATCHING,), Phase.SETTLEMENT),
    ("left_to_supervisor", (Phase.MATCHING,), Phase.CLOSED),
    ("round_settled", (Phase.SETTLEMENT,), Phase.CLOSED),
    ("exposure_raised", (*UNRULED, Phase.HOLD), Phase.HOLD),
    *((f"hold_ended_to_{phase}", (Phase.HOLD,), phase) for phase in UNRULED),
)

# Facts that leave the phase as it is: kind, the phases they may be recorded in.
STAYS: Final[tuple[tuple[str, tuple[Phase, ...]], ...]] = (
    ("round_began", (Phase.STACKING,)),
    ("bank_taken", _BEFORE_CUT),
    ("wager_placed", _BEFORE_CUT),
    ("tiles_exposed", (Phase.STACKING, Phase.LAJA)),
    ("hands_set", (Phase.SETTING,)),
    ("tiles_shown", (Phase.SETTING,)),
    ("hand_matched", (Phase.MATCHING,)),
    ("chips_moved", (Phase.SETTLEMENT,)),
)


LEGAL: Final = Legality(Phase.STACKING, MOVES, STAYS)
