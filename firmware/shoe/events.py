"""What an event of the shoe link means at the table.

Decides which KIND and ARG are known (PROTOCOL.md, section 4). Must never refuse one: what it does not know is on record
all the same.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from firmware.core.cards import FACES, UNREAD, Face
from firmware.core.inputs import (
    CardLeft,
    CutLeft,
    LidMoved,
    Loaded,
    MouthClear,
    MouthEmpty,
    MouthJammed,
    ShoeEvent,
    Spoiled,
    Unknown,
)
from firmware.shoe.frames import Event

_FACES: Final[dict[str, Face]] = {f"CARD,{text}": face for text, face in FACES.items()}

PLAIN: Final[dict[str, Callable[..., ShoeEvent]]] = {
    "CUT": CutLeft,
    "LOADED": Loaded,
    "LID,OPEN": partial(LidMoved, open=True),
    "LID,SHUT": partial(LidMoved, open=False),
    "EMPTY": MouthEmpty,
    "JAM": MouthJammed,
    "CLEAR": MouthClear,
}
"""Events that scanners of lines have a code for, too, but for cards."""

_MEANINGS: Final[dict[str, Callable[..., ShoeEvent]]] = PLAIN | {
    "SPOIL,UV": partial(Spoiled, code="UV"),
    "SPOIL,DOUBLE": partial(Spoiled, code="DOUBLE"),
    "SPOIL,BACK": partial(Spoiled, code="BACK"),
    "SPOIL,SENSOR": partial(Spoiled, code="SENSOR"),
}


def meaning(event: Event) -> ShoeEvent:
    """Return the input that `event` is: `CARD` with anything but one known ARG is an unread card, others `Unknown`."""
    said = event.said
    face = _FACES.get(said)
    if face is None and (said == "CARD" or said.startswith("CARD,")):
        face = UNREAD
    if face is not None:
        return CardLeft(boot=event.boot, seq=event.seq, said=said, face=face)
    return _MEANINGS.get(said, Unknown)(boot=event.boot, seq=event.seq, said=said)
