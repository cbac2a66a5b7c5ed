"""The legality table: which fact may follow in which phase, and where it leads.

This is the only page that imports `transitions`. States are the phases, triggers the kinds of fact, every row is
unconditional: choices are made in `decide` and recorded as different facts, so this table tells the whole truth and
`LIFECYCLE.md` is drawn from it. There are no callbacks and no guards: an exception in one would leave a machine that
has moved, and a rule hidden in one would be in no diagram.
"""

from enum import StrEnum
from typing import Final

from transitions import Machine

from firmware.errors import IllegalFact


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


def _machine() -> Machine:
    machine = Machine(
        model=None, states=Phase, initial=Phase.SHUFFLE, auto_transitions=False, send_event=False, queued=False
    )
    for trigger, sources, dest in MOVES:
        machine.add_transition(trigger, list(sources), dest)
    for trigger, sources in STAYS:
        machine.add_transition(trigger, list(sources), None)
    return machine


MACHINE: Final = _machine()

# Read off the machine once: `evolve` runs for every fact, and a `Machine` trigger call costs more than all the rest.
_NEXT: Final[dict[tuple[str, Phase], Phase | None]] = {
    (trigger, Phase(row.source.lower())): Phase(row.dest.lower()) if row.dest is not None else None
    for trigger in MACHINE.events
    for row in MACHINE.get_transitions(trigger)
}


def after(phase: Phase, trigger: str) -> Phase | None:
    """Return the phase that a fact leads to, or None if it leaves the phase as it is.

    Raises:
        IllegalFact: the fact cannot follow in this phase. A programming error or an edited journal, never a person's.
    """
    try:
        return _NEXT[trigger, phase]
    except KeyError:
        raise IllegalFact(f"the fact {trigger} cannot follow in the phase {phase}") from None


def diagram() -> str:
    """Return the legality table as a Mermaid state diagram, without the facts that leave the phase as it is."""
    arrows: dict[tuple[Phase, Phase], list[str]] = {}
    for (trigger, source), dest in _NEXT.items():
        if dest is not None:
            arrows.setdefault((source, dest), []).append(trigger)
    lines = [f"    {source} --> {dest}: {', '.join(triggers)}" for (source, dest), triggers in arrows.items()]
    return "\n".join(["stateDiagram-v2", f"    [*] --> {Phase.SHUFFLE}", *lines, ""])
