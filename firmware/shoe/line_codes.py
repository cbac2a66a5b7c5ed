"""The line protocol: one code per line, for a shoe that only talks, or a barcode wedge (PROTOCOL.md, section 7).

Decides what a line means. Must never take a line for a repeat: two cards of a kind look alike.
"""

import re
from collections.abc import Collection, Mapping
from functools import partial
from typing import Final

from firmware.core.cards import FACES, UNREAD, Face
from firmware.core.inputs import CardLeft, Input, ShoeInput, Unknown
from firmware.shoe.events import PLAIN
from firmware.shoe.listener import LOST, Listener
from firmware.shoe.options import chosen
from firmware.shoe.talker import Talker, Unsaid

LONGEST: Final = 32
"""Bytes of a line: the longest code has eight. What a longer one has beyond is dropped: nobody knows what it hid."""

BAUD: Final = 9600

_BLANKS: Final = re.compile(rb"[ \t]+")
_END: Final = re.compile(rb"[\r\n]")
_NOISE: Final = re.compile(rb"[^ -~\t]")
_NOISES: Final = re.compile(rb"([^ -~\t])[^ -~\t]+")
_CODES: Final = {event.replace(",", " "): kind for event, kind in PLAIN.items()}
_UNREAD: Final = partial(CardLeft, face=UNREAD)
_CARD: Final = r"(?:10|[2-9TJQKA])[SHDC]"
_CODE: Final = rf"(?:{_CARD}|\?\?|{'|'.join(_CODES)})"
_RUN_TOGETHER: Final = re.compile(rf"(?:{_CODE} ?)+")
_DAMAGED: Final = re.compile(
    rf".*(?<![A-Z0-9]){_CARD}(?![A-Z0-9]).*|.{_CARD}|{_CARD}."  # a card, and something besides
    r"|[2-9TJQKA?].?|.?[SHDC?]|[2-9TJQKA?].[SHDC?]"  # a character of it is another one, or missing, or one too many
    r"|1.?[SHDC]|.0[SHDC]|10.?|1.?0.?[SHDC]|.?\?\?.?",  # the same of a ten in three characters, and of no card
)


def meaning(line: bytes) -> list[Input]:
    """Return what a line without its end says, nothing for a blank one.

    A card must not vanish in noise, nor may noise name one: what is a code but for bytes that cannot be printed is
    that code; what is nearly a card's code, or has one in it, is an unread card; anything else is `Unknown`.
    """
    said = _words(_NOISE.sub(lambda found: b"\\x%02x" % ord(found[0]), line))
    heard, printed = _words(_NOISE.sub(b".", line)), _words(_NOISE.sub(b"", line))
    if not said:
        return []
    if len(line) > LONGEST:
        return [Unknown(said=said), LOST]
    face = FACES.get(re.sub("^10", "T", printed))
    if face is not None:
        return [CardLeft(said=said, face=face)]
    if _RUN_TOGETHER.fullmatch(printed):  # one code, or several of which the ends were lost: no value is sure then
        return [_CODES.get(code, _UNREAD)(said=said) for code in re.findall(_CODE, printed)]
    if _DAMAGED.fullmatch(heard) or _DAMAGED.fullmatch(printed):
        return [_UNREAD(said=said)]
    return [Unknown(said=said)]


class LineCodes:
    """A `Dialect`. It holds at most one unfinished line."""

    def __init__(self) -> None:
        self._open = b""
        self._good = self._unknown = 0

    def restore(self, earlier: Input) -> None:
        """Learn nothing: a repeat cannot be told from a second card."""

    def reset(self) -> None:
        """Forget an unfinished line."""
        self._open = b""

    def hear(self, data: bytes) -> list[Input]:
        """Return what the lines that `data` ends say. CR, LF or CR LF ends a line."""
        *ended, last = _END.split(self._open + data)
        self._open = _trimmed(last)
        found = [said for line in ended for said in meaning(_trimmed(line))]
        self._unknown += sum(isinstance(said, Unknown) for said in found)
        self._good += sum(isinstance(said, ShoeInput) and not isinstance(said, Unknown) for said in found)
        return found

    def counters(self) -> dict[str, int]:
        """Return how many codes came, unread cards among them, and how many lines were none."""
        return {"good": self._good, "unknown": self._unknown}


def _trimmed(line: bytes) -> bytes:
    """Return as much of a line as tells what it says, however many blanks or bytes of noise it has in a row."""
    return _BLANKS.sub(b" ", _NOISES.sub(rb"\1", line)).lstrip(b" ")[: LONGEST + 1]


def _words(line: bytes) -> str:
    return " ".join(line.decode("ascii").upper().split())


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
