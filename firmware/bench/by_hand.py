"""The words by which a person moves a simulated shoe: those of scenarios, and a few short ones.

Decides what a typed line means. Must never know what has happened at the shoe before.
"""

from typing import Final, TypeAlias, get_args

from firmware.bench.grammar import Unreadable, step, words_of
from firmware.bench.steps import CardsLeave, Happening, Happens, LidMoves, LinkMoves, ShoeRestarts, Spoils, Waits
from firmware.core.cards import FACES
from firmware.errors import Refused

ShoeStep: TypeAlias = Happens | CardsLeave | LidMoves | Spoils | LinkMoves | ShoeRestarts | Waits
"""A step of a scenario that a shoe can do by itself."""

HELP: Final = """\
KH            a card leaves the shoe; several in a row: 4S 9H 5D 8C; ?? for one that is not read
cut           a cutting card leaves the shoe
loaded        the lid is closed on fresh cards
empty         no card is left at the mouth
jam, clear    the mouth is blocked, and free again
lid open      the lid is opened; lid shut
spoil UV      the reader doubts the card before: UV, DOUBLE, BACK; or itself: SENSOR
unplug, plug  the line is pulled out, and put back
restart       the shoe loses its power and starts again
wait 2        nothing happens for two seconds
help, quit"""

_SHORT: Final = {"unplug": "link down", "plug": "link up", "restart": "shoe restart"}
_WORDS: Final = (*get_args(Happening), "card", "lid", "spoil", "link", "shoe", "wait")


def read(line: str) -> ShoeStep:
    """Return what `line`, which is not blank, makes the shoe do. Raises `Refused` with what can be typed."""
    try:
        words = words_of(_SHORT.get(line.strip().lower(), line))
        if words and words[0].upper() in FACES:
            words = ["card", *words]
        verb, *rest = (word.lower() for word in words or [line])
        if verb not in _WORDS:
            raise Refused("form", f"{verb}: no word for a shoe; help lists them")
        found = step(1, [verb, *(word.upper() for word in rest)] if verb in ("card", "spoil") else [verb, *rest])
    except Unreadable as error:
        raise Refused("form", f"expected {error.expected}, found {error.found}") from error
    assert isinstance(found, ShoeStep)
    return found
