"""What follows from an input, fact by fact."""

from typing import Any

from firmware.core import facts as f
from firmware.core import inputs as i
from firmware.core.cards import read_card
from firmware.core.decide import decide
from tests.core.table_talk import Talk

DRY = "2S 9H 5D 8C"  # 7 and 7: nobody draws
PLAYER_WINS = "9S KH KD KC"
MIDI = "nz-midi-1996"


def recorded(table: Talk, said: i.Input) -> list[f.Fact]:
    """Take `said` up and return what goes on record."""
    decision = decide(table.table, said)
    table.table = decision.table
    return list(decision.facts)


def decided(table: Talk, decision: str, **more: Any) -> list[f.Fact]:
    """The same of a decision of the casino supervisor's, without the fact that it was taken."""
    asked = i.Decided(decision=decision, role="casino", actor="mia", reason="seen", **more)
    return [fact for fact in recorded(table, asked) if not isinstance(fact, f.DecisionTaken | f.IrregularityDecided)]


def left(face: str, **more: Any) -> i.CardLeft:
    return i.CardLeft(face=read_card(face), **more)
