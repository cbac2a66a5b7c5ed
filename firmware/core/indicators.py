"""What the lamps show and what the gate is told: a pure function of the table.

The whole set is worked out from the whole state, so nothing is switched by history and nothing is lost in a crash.
"""

from enum import StrEnum
from typing import Literal, NamedTuple

from firmware.core.lifecycle import Phase
from firmware.core.state import Table


class Lamp(StrEnum):
    """The lamps of a table."""

    DEAL = "deal"
    STOP = "stop"
    PLAYER_DRAW = "player_draw"
    BANKER_DRAW = "banker_draw"
    PLAYER_STAND = "player_stand"
    BANKER_STAND = "banker_stand"
    NATURAL = "natural"
    PLAYER_WINS = "player_wins"
    BANKER_WINS = "banker_wins"
    TIE = "tie"
    LAST_HAND = "last_hand"
    SHUFFLE = "shuffle"
    VOID_HAND = "void_hand"
    SUPERVISOR = "supervisor"
    FAULT = "fault"

    __hash__ = str.__hash__  # that of an Enum is slow, and lamps are put into sets for every record


BLINKING = frozenset({Lamp.SUPERVISOR})
"""Lamps that blink when they are on."""

_WINS = {"player": Lamp.PLAYER_WINS, "banker": Lamp.BANKER_WINS, "tie": Lamp.TIE}


class Indication(NamedTuple):
    """Lamps that are lit or blinking, those that blink, and whether the gate is commanded open."""

    lamps: frozenset[Lamp]
    blink: frozenset[Lamp]
    gate_open: bool

    @property
    def gate(self) -> Literal["open", "shut"]:
        """The gate command in a word, as record, feed and status have it."""
        return "open" if self.gate_open else "shut"


def indicate(table: Table) -> Indication:
    """Return what the table shows."""
    faulty = bool(table.standing.faults)
    deal = table.deal_due and not faulty
    lamps = _standing(table) | ({Lamp.FAULT} if faulty else _guidance(table))
    lamps.add(Lamp.DEAL if deal else Lamp.STOP)
    return Indication(frozenset(lamps), frozenset(lamps & BLINKING), deal)


def gate_wish(table: Table) -> bool:
    """Return whether the gate is wanted open: as `deal`, but as if the fault `gate` were not there.

    So that fault can clear once the latch obeys.
    """
    return table.deal_due and not set(table.standing.faults) - {"gate"}


def _standing(table: Table) -> set[Lamp]:
    """Lamps that a fault does not put out."""
    lamps = set()
    if table.hold:
        lamps.add(Lamp.SUPERVISOR)
    if table.last_hand:
        lamps.add(Lamp.LAST_HAND)
    if table.behind is Phase.SHUFFLE:
        lamps.add(Lamp.SHUFFLE)
    if table.void_due or (table.round and (table.round.void_hand or table.round.voided)):
        lamps.add(Lamp.VOID_HAND)
    return lamps


def _guidance(table: Table) -> set[Lamp]:
    """Lamps that say who draws, who stands and who has won (9.2 to 9.5, 10.1): only what is public."""
    lamps: set[Lamp] = set()
    if not table.hold and table.behind is Phase.PLAYER_DRAW:
        lamps.add(Lamp.PLAYER_DRAW)
    if not table.hold and table.behind is Phase.BANKER_DRAW:
        lamps.add(Lamp.BANKER_DRAW)
    if table.round is None or table.round.voided or not table.hands_public:
        return lamps
    outcome = table.outcome
    if outcome.natural:
        lamps.add(Lamp.NATURAL)
    if outcome.player_stands:
        lamps.add(Lamp.PLAYER_STAND)
    if outcome.banker_stands and table.player_third_public:
        lamps.add(Lamp.BANKER_STAND)
    if table.behind is Phase.RESULT and outcome.winner:
        lamps.add(_WINS[outcome.winner])
    return lamps
