"""Bee-Tek shoes: the driver, and a simulated one (PROTOCOL.md, section 9). Nobody has tried it on a real shoe.

Decides what a message means. Must never take the characters that such a shoe repeats behind a message for a card.
"""

import re
from collections.abc import Collection, Mapping
from typing import Final

from firmware.core.cards import BY_NAME, UNREAD, Face
from firmware.core.inputs import AlarmSaid, CardLeft, Input, LineNoted, Unknown
from firmware.shoe.listener import LOST, Listener
from firmware.shoe.options import Option, chosen
from firmware.shoe.talker import Talker, Unsaid

BAUD: Final = 9600
NOTE: Final = "bee-tek is an unverified driver: nobody has tried it on a real shoe; not one byte is ever sent"

OPTIONS: Final = (
    Option("manual_burn", ("burn", "card"), "a card in burn mode: the shoe says it is a burn card, or says no more"),
    Option("second_opinion", (True, False), "false: alarms of the game are only recorded"),
)

LONGEST: Final = 100
"""Bytes of a message before its `>`: the longest known has some fifty."""

_GAME: Final = "game"
_BURN: Final = "manual burn cards"

# `card` and `game`, of which one character may be another one, or missing.
_CARD, _GONE_BY = (
    b"(?:%b)" % b"|".join(re.escape(word[:at]) + b".?" + re.escape(word[at + 1 :]) for at in range(4))
    for word in (b"card", b"game")
)
_CODE: Final = rb"(?:10|[2-9tjqka])[shdc]"
_DAMAGED: Final = re.compile(rb"%b:%b|card\S?%b|%b" % (_CARD, _CODE, _CODE, _GONE_BY), re.DOTALL)
_BEGUN: Final = re.compile(rb"%b|%b|(?:ca?r?|ga?m?)\Z" % (_CARD, _GONE_BY), re.DOTALL)
# Mode and text of a message that broke off, as far as it came; the bracket between them may be another character.
_BROKEN: Final = re.compile(rb"(?:\[([^]<]*)\]?)?.?[^0-9a-z]*(.*)", re.DOTALL)


class BeeTek:
    """A `Dialect`. It holds at most one unfinished message (100 bytes at the most).

    Nothing protects a message on this wire. One that broke off, or whose words are damaged, is an unread card if it
    began as a card's; if it did not get so far as to say, nobody knows what it was: events are lost.
    """

    def __init__(self, options: Mapping[str, object]) -> None:
        """Take every option with its value."""
        self._opinions = options["second_opinion"] is True
        self._burns = options["manual_burn"] == "burn"
        self._open = b""
        self._good = self._broken = self._skipped = 0

    def restore(self, earlier: Input) -> None:
        """Learn nothing: this shoe says a thing once."""

    def reset(self) -> None:
        """Forget an unfinished message."""
        self._open = b""

    def hear(self, data: bytes) -> list[Input]:
        """Return what the messages that `data` completes or breaks off say; what stands outside of them is skipped."""
        return [said for at in range(len(data)) for said in self._take(data[at : at + 1])]

    def counters(self) -> dict[str, int]:
        """Return how many messages came whole and how many broke off, and how many bytes were in no whole one."""
        return {"good": self._good, "broken": self._broken, "skipped_bytes": self._skipped}

    def _take(self, byte: bytes) -> list[Input]:
        texting = b"<" in self._open
        if byte == b">" and texting:
            message, self._open = self._open, b""
            self._good += 1
            return [self._mean(message)]
        if byte in b"\r\n[" or (byte == b"<" and texting) or len(self._open) == LONGEST:
            broken, self._open = self._open, byte if byte in b"[<" else b""
            self._skipped += len(broken) + len(byte) - len(self._open)
            return self._break_off(broken)
        if self._open or byte == b"<":
            self._open += byte
        else:
            self._skipped += 1
        return []

    def _mean(self, message: bytes) -> Input:
        before, _, raw = message.partition(b"<")
        mode, text = _words(before.removeprefix(b"[").partition(b"]")[0]), _words(raw)
        said = f"[{mode}]<{text}>" if mode else f"<{text}>"
        verb, colon, rest = (part.strip() for part in text.partition(":"))
        match mode.lower(), verb.lower(), colon:
            case _, "card", _:
                return self._card(_face(rest), mode, said)
            case _, "alarm", ":":
                return self._alarm(rest, said)
            case "gamealarm", _, _:
                return self._alarm(text, said)
            case "", _, "" if re.fullmatch("W0x[0-9A-Fa-f]+", text):
                return LineNoted(note=f"the shoe warns: {text}")
        if _DAMAGED.fullmatch(raw.strip().lower()):
            return self._card(UNREAD, mode, said)
        return Unknown(said=said)

    def _break_off(self, broken: bytes) -> list[Input]:
        """Return what there is to say of a message that will never have its `>`."""
        self._broken += bool(broken)
        found = _BROKEN.match(broken.lower())
        if not broken or found is None:
            return []
        mode, text = _words(found[1]), found[2]
        if _BEGUN.match(text):
            return [self._card(UNREAD, mode, _words(broken))]
        unsaid = bool(mode) and not text and any(known.startswith(mode) for known in (_GAME, _BURN))
        return [LineNoted(note="a message of the shoe broke off before it said what it is"), LOST] if unsaid else []

    def _card(self, face: Face, mode: str, said: str) -> CardLeft:
        return CardLeft(face=face, said=said, hand="burn" if self._burns and mode.lower() == _BURN else "")

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
    return BY_NAME.get(re.sub("^10", "T", text.upper()), UNREAD)
