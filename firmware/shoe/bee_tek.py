"""Bee-Tek shoes: the driver, and a simulated one (PROTOCOL.md, section 9). Nobody has tried it on a real shoe.

Decides what a message means. Must never take the characters that such a shoe repeats behind a message for a card.
"""

import re
from collections.abc import Collection, Mapping
from typing import Final

from firmware.core.cards import DECK, UNREAD, Face
from firmware.core.inputs import AlarmSaid, CardLeft, Input, LineNoted, Unknown
from firmware.shoe.listener import Listener
from firmware.shoe.options import Option, chosen
from firmware.shoe.talker import Talker, Unsaid

BAUD: Final = 9600
NOTE: Final = "bee-tek is an unverified driver: nobody has tried it on a real shoe; not one byte is ever sent"

OPTIONS: Final = (
    Option("manual_burn", ("burn", "card"), "a card in burn mode: the shoe says it is a burn card, or says no more"),
    Option("second_opinion", (True, False), "false: alarms of the game are only recorded"),
)

# `[MODE]<TEXT>`, or `<TEXT>` alone. Nothing in it ends a line, and the brackets are what is believed.
_MODE: Final = rb"\[([^][<>\r\n]{0,32})"
_TEXT: Final = rb"<([^][<>\r\n]{0,64})"
_MESSAGE: Final = re.compile(rb"(?:%b\] {0,8})?%b>" % (_MODE, _TEXT))
_UNFINISHED: Final = re.compile(rb"(?:%b(?:\] {0,8}(?:%b)?)?|%b)\Z" % (_MODE, _TEXT, _TEXT))
_FACES: Final[dict[str, Face]] = {face: face for face in DECK}


class BeeTek:
    """A `Dialect`. It holds at most one unfinished message (108 bytes at the most)."""

    def __init__(self, options: Mapping[str, object]) -> None:
        """Take every option with its value."""
        self._opinions = options["second_opinion"] is True
        self._burns = options["manual_burn"] == "burn"
        self._open = b""
        self._good = self._skipped = 0

    def reset(self) -> None:
        """Forget an unfinished message."""
        self._open = b""

    def hear(self, data: bytes) -> list[Input]:
        """Return what the messages that `data` completes say; what stands outside of them is skipped."""
        data = self._open + data
        found, at = [], 0
        for message in _MESSAGE.finditer(data):
            self._skipped += message.start() - at
            at = message.end()
            found.append(self._mean(_words(message[1]), _words(message[2])))
        unfinished = _UNFINISHED.search(data, at)
        self._open = unfinished[0] if unfinished else b""
        self._skipped += len(data) - at - len(self._open)
        self._good += len(found)
        return found

    def counters(self) -> dict[str, int]:
        """Return how many messages came, and how many bytes were in none."""
        return {"good": self._good, "skipped_bytes": self._skipped}

    def _mean(self, mode: str, text: str) -> Input:
        said = f"[{mode}]<{text}>" if mode else f"<{text}>"
        verb, colon, rest = (part.strip() for part in text.partition(":"))
        match mode.lower(), verb.lower(), colon:
            case burning, "card", _:
                burnt = self._burns and burning == "manual burn cards"
                return CardLeft(face=_face(rest), said=said, hand="burn" if burnt else "")
            case "game", "game", "":
                return CardLeft(face=UNREAD, said=said)
            case _, "alarm", ":":
                return self._alarm(rest, said)
            case "gamealarm", _, _:
                return self._alarm(text, said)
            case "", _, "" if re.fullmatch("W0x[0-9A-Fa-f]+", text):
                return LineNoted(note=f"the shoe warns: {text}")
        return Unknown(said=said)

    def _alarm(self, text: str, said: str) -> Input:
        if text.upper().split(" ")[0] != "E3":
            return LineNoted(note=f"the shoe says alarm {text}")
        return AlarmSaid(alarm="misread", said=said) if self._opinions else Unknown(said=said)


def driver(listen_only: bool, options: Mapping[str, object]) -> Listener:
    """Return the driver: listen-only, whatever is asked for. Raises `ConfigError` for options it does not have."""
    return Listener(BeeTek(chosen(OPTIONS, options)), listen_only=True, note=NOTE)


class SimulatedBeeTek(Talker):
    """A shoe that says a message per line, and repeats the characters of its first card."""

    lacks: Collection[Unsaid] = ("cut", "loaded", "lid", "empty", "clear", "spoil", "restart")

    _repeats = True

    def card(self, face: Face) -> None:
        """A card leaves the shoe."""
        if face == UNREAD:
            self._say("[Game]<Game>")
            self._say("[Game]<Alarm:E3 Card Not Read>")
            return
        self._say(f"[Game]<Card:{face}>{face if self._repeats else ''}")
        self._repeats = False

    def jam(self) -> None:
        """The mouth is blocked: of the two, this shoe has an alarm for that alone."""
        self._say("[GameAlarm]<Alarm:E1 Card Jam>")

    def restart(self) -> None:
        """The power fails and comes back: the wire has no word for it."""
        super().restart()
        self._repeats = True

    def _say(self, line: str) -> None:
        self._leaving.append(f"{line}\r\n".encode("ascii"))


def _words(part: bytes | None) -> str:
    return (part or b"").decode("ascii", "backslashreplace").strip()


def _face(text: str) -> Face:
    """Return a card by rank and suit; `10` is a ten as `T` is. What is none left all the same: unread."""
    return _FACES.get(re.sub("^10", "T", text.upper()), UNREAD)
