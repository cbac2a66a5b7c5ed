"""Baccarat's legality table: which fact may follow in which phase, and where it leads (`firmware.legality`).

Choices are made in `decide` and recorded as different facts; `LIFECYCLE.md` is drawn from these rows.
"""

from enum import StrEnum
from typing import Final

from firmware.legality import Legality


class Phase(StrEnum):
    """The phases of the table."""

    SHUFFLE = "shuffle"
    BURN = "burn"
    READY = "ready"
    DEALING = "dealing"
    REVEAL = "reveal"
    PLAYER_DRAW = "player_draw"
    BANKER_DRAW = "banker_draw"
    RESULT = "result"
    HOLD = "hold"

    __hash__ = str.__hash__  # that of an Enum is slow, and phases are looked up for every fact


_ANY = tuple(Phase)
_SETTLED = tuple(phase for phase in Phase if phase is not Phase.HOLD)
_BETWEEN = (Phase.SHUFFLE, Phase.BURN, Phase.READY, Phase.RESULT)
DRAWING: Final = (Phase.DEALING, Phase.PLAYER_DRAW, Phase.BANKER_DRAW)
"""Phases in which the round in progress is due a card."""

_WITHIN = (*DRAWING, Phase.REVEAL, Phase.RESULT)

# Facts that lead to a phase: trigger, the phases it may follow in, the phase it leads to.
# Against the way of play leads only a correction, or a card that was pushed back into the shoe.
MOVES: Final[tuple[tuple[str, tuple[Phase, ...], Phase], ...]] = (
    ("shoe_opened", _BETWEEN, Phase.SHUFFLE),
    ("burn_began", (Phase.SHUFFLE, Phase.READY), Phase.BURN),
    ("wagers_opened", (Phase.SHUFFLE, Phase.BURN, Phase.RESULT), Phase.READY),
    ("round_began", (Phase.READY, Phase.RESULT), Phase.DEALING),
    ("round_unbegun", _WITHIN, Phase.READY),
    ("initial_card_due", (Phase.PLAYER_DRAW, Phase.BANKER_DRAW, Phase.REVEAL, Phase.RESULT), Phase.DEALING),
    ("reveal_due", (*DRAWING, Phase.RESULT), Phase.REVEAL),
    ("player_card_due", (Phase.DEALING, Phase.REVEAL, Phase.BANKER_DRAW, Phase.RESULT), Phase.PLAYER_DRAW),
    ("banker_card_due", (Phase.DEALING, Phase.REVEAL, Phase.PLAYER_DRAW, Phase.RESULT), Phase.BANKER_DRAW),
    ("round_completed", _WITHIN, Phase.RESULT),
    ("round_voided", _WITHIN, Phase.RESULT),
    ("shoe_ended", _BETWEEN, Phase.SHUFFLE),
    ("irregularity_raised", _SETTLED, Phase.HOLD),
    *((f"hold_ended_to_{phase}", (Phase.HOLD,), phase) for phase in _SETTLED),
)

# Facts that leave the phase as it is: kind, the phases they may be recorded in.
STAYS: Final[tuple[tuple[str, tuple[Phase, ...]], ...]] = (
    ("card_out", _SETTLED),
    ("card_burned", (Phase.BURN,)),
    ("burn_counted", (Phase.BURN,)),
    ("card_dealt", DRAWING),
    ("card_carried", (Phase.READY, Phase.RESULT)),
    ("card_set_aside", _SETTLED),
    ("cards_withdrawn", _WITHIN),
    ("carried_recalled", DRAWING),
    ("cards_turned", (Phase.REVEAL,)),
    ("card_read", _SETTLED),
    ("card_corrected", _SETTLED),
    ("kept_card_corrected", _SETTLED),
    ("kept_card_read", _SETTLED),
    ("card_vouched", _SETTLED),
    ("card_trusted", _SETTLED),
    ("card_doubted", _SETTLED),
    ("hand_overruled", _SETTLED),
    ("alarm_answered", _ANY),
    ("opinion_kept", (*DRAWING, Phase.REVEAL)),
    ("opinion_taken_up", _SETTLED),
    ("card_went_back", _SETTLED),
    ("bets_closed", (Phase.READY,)),
    ("banker_first_ordered", (Phase.READY, Phase.DEALING, Phase.REVEAL)),
    ("round_closed", (Phase.RESULT,)),
    ("round_corrected", _SETTLED),
    ("cut_seen", _SETTLED),
    ("cut_noted", _SETTLED),
    ("last_hand_announced", (Phase.BURN, Phase.READY, Phase.RESULT)),
    ("mouth_empty_noted", _SETTLED),
    ("mouth_filled", _SETTLED),
    ("shoe_over_after_round", _SETTLED),
    ("replacement_noted", _SETTLED),
    ("input_kept", _ANY),  # without a hold: while a new shoe is in and has not begun
    ("kept_taken_up", _SETTLED),
    ("card_named", (Phase.HOLD,)),
    ("irregularity_decided", (Phase.HOLD,)),
    ("decision_taken", _SETTLED),
    ("fault_began", _ANY),
    ("fault_ended", _ANY),
    ("faults_acknowledged", _ANY),
    ("press_ignored", _ANY),
    ("noted", _ANY),
)


LEGAL: Final = Legality(Phase.SHUFFLE, MOVES, STAYS)
"""Which fact may follow in which phase: `evolve` asks it for every one."""
