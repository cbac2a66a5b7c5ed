"""The line protocol: one code per line, for a shoe that only talks, or a barcode wedge (PROTOCOL.md, section 7).

Decides what a line means. Must never take a line for a repeat: two cards of a kind look alike.
"""

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final

from firmware.core.cards import DECK, UNREAD, Face
from firmware.core.inputs import (
    CardLeft,
    CutLeft,
    Input,
    LidMoved,
    Loaded,
    MouthClear,
    MouthEmpty,
    MouthJammed,
    ShoeEvent,
    Unknown,
)
from firmware.shoe.listener import Listener
from firmware.shoe.options import chosen
from firmware.shoe.talker import Talker, Unsaid

LONGEST: Final = 32
"""Bytes of a line: the longest code has eight. What a longer one has beyond is dropped: it is no code in any case."""

BAUD: Final = 9600

_BLANKS: Final = re.compile(rb"[ \t]+")
_END: Final = re.compile(rb"[\r\n]")
_FACES: Final[dict[str, Face]] = {face: face for face in (*DECK, UNREAD)}
_CODES: Final[dict[str, Callable[..., ShoeEvent]]] = {
    "CUT": CutLeft,
    "LOADED": Loaded,
    "LID OPEN": partial(LidMoved, open=True),
    "LID SHUT": partial(LidMoved, open=False),
    "EMPTY": MouthEmpty,
    "JAM": MouthJammed,
    "CLEAR": MouthClear,
}


def meaning(line: bytes) -> ShoeEvent | None:
    """Return what a line without its end says, None for a blank one. A line that is no code is `Unknown`."""
    said = " ".join(line.decode("ascii", "backslashreplace").upper().split())
    if not said:
        return None
    face = _FACES.get(re.sub("^10", "T", said))
    if face is not None:
        return CardLeft(said=said, face=face)
    return _CODES.get(said, Unknown)(said=said)


class LineCodes:
    """A `Dialect`. It holds at most one unfinished line."""

    def __init__(self) -> None:
        self._open = b""
        self._good = self._unknown = 0

    def reset(self) -> None:
        """Forget an unfinished line."""
        self._open = b""

    def hear(self, data: bytes) -> list[Input]:
        """Return what the lines that `data` ends say. CR, LF or CR LF ends a line."""
        *ended, last = _END.split(self._open + data)
        self._open = _trimmed(last)
        found = [said for line in ended if (said := meaning(_trimmed(line))) is not None]
        unknown = sum(isinstance(said, Unknown) for said in found)
        self._unknown += unknown
        self._good += len(found) - unknown
        return [*found]

    def counters(self) -> dict[str, int]:
        """Return how many lines were codes, and how many were not."""
        return {"good": self._good, "unknown": self._unknown}


def _trimmed(line: bytes) -> bytes:
    """Return as much of a line as tells what it says, however many blanks it has."""
    return _BLANKS.sub(b" ", line).lstrip()[:LONGEST]


def driver(listen_only: bool, options: Mapping[str, object]) -> Listener:
    """Return the driver. Raises `ConfigError` for any option: it has none."""
    chosen((), options)
    return Listener(LineCodes(), listen_only)


class SimulatedLineShoe(Talker):
    """A shoe that says a code per line."""

    lacks: Collection[Unsaid] = ("spoil", "restart")

    def card(self, face: Face) -> None:
        """A card leaves the shoe."""
        self._say(face)

    def cut(self) -> None:
        """A cutting card leaves the shoe."""
        self._say("CUT")

    def loaded(self) -> None:
        """The lid is closed on a fresh set of cards."""
        self._say("LOADED")

    def lid(self, is_open: bool) -> None:
        """The lid is opened or shut."""
        self._say("LID OPEN" if is_open else "LID SHUT")

    def empty(self) -> None:
        """No card is left at the mouth."""
        self._say("EMPTY")

    def jam(self) -> None:
        """The mouth is blocked."""
        self._say("JAM")

    def clear(self) -> None:
        """The mouth is free again."""
        self._say("CLEAR")

    def _say(self, code: str) -> None:
        self._leaving.append(f"{code}\r\n".encode("ascii"))
