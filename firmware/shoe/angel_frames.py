"""Messages of Angel Eye II shoes, found in a stream of bytes: ``ENQ SEQ DATA ETX BCC`` (PROTOCOL.md, section 8).

Decides which bytes are a good message. Must never know what one means, nor which is a repeat.
"""

import re
from typing import Final, NamedTuple

from firmware.core.cards import BY_NAME, Card

STX: Final = 0x02
ETX: Final = 0x03
ENQ: Final = 0x05
ACK: Final = 0x06
NAK: Final = 0x15

LONGEST: Final = 16
"""Bytes of DATA: the longest known has seven."""

CARDS: Final[dict[int, Card]] = {
    suit << 4 | rank: BY_NAME[rank_name + suit_name]
    for suit, suit_name in enumerate("DCSH", 1)
    for rank, rank_name in enumerate("A23456789TJQK", 1)
}
"""Cards, by the number that stands for one."""

ALARMS: Final = {
    1: "cannot read",
    2: "overdraw",
    3: "button",
    4: "reverse at the exit",
    5: "reverse midway",
    6: "card code (foreign card)",
    7: "drawing time-out",
}

# SEQ is known by its place alone: it may be any byte, ETX and ENQ too. DATA has no control byte.
_FRAME: Final = re.compile(rb"\x05([\x00-\xff])([\x20-\xff]{1,%d})\x03([0-9A-Fa-f]{2})" % LONGEST)
_UNFINISHED: Final = re.compile(rb"\x05(?:[\x00-\xff](?:[\x20-\xff]{1,%d}(?:\x03[0-9A-Fa-f]?)?)?)?\Z" % LONGEST)


class Message(NamedTuple):
    """A good message of the shoe."""

    seq: int
    data: bytes


class Frames:
    """An incremental decoder. It holds at most one unfinished message (20 bytes at the most).

    Replies and commands of another system on the same line are skipped as noise is. The code behind a NAK and the
    digits of a BCC need no place of their own: whatever looks like a message and is none costs only its first byte,
    and the bytes behind that are looked at again.
    """

    def __init__(self) -> None:
        self._open = b""
        self.good = 0
        self.bad = 0
        """Complete messages with a wrong BCC."""
        self.skipped = 0
        """Bytes outside of good messages."""

    def reset(self) -> None:
        """Forget an unfinished message. Counters stay."""
        self._open = b""

    def feed(self, data: bytes) -> list[Message]:
        """Return the good messages that `data` completes."""
        data, self._open = self._open + data, b""
        found: list[Message] = []
        at = 0
        while (start := data.find(ENQ, at)) >= 0:
            self.skipped += start - at
            frame = _FRAME.match(data, start)
            if frame and bcc(frame[1] + frame[2]) == frame[3].upper():
                found.append(Message(frame[1][0], frame[2]))
                at = frame.end()
            elif _UNFINISHED.match(data, start):
                self._open = data[start:]
                break
            else:
                self.bad += frame is not None
                self.skipped += 1
                at = start + 1
        else:
            self.skipped += len(data) - at
        self.good += len(found)
        return found


def bcc(covered: bytes) -> bytes:
    """Return the two digits for `covered` and an ETX: the xor of all these bytes."""
    check = ETX
    for byte in covered:
        check ^= byte
    return b"%02X" % check


def worded(seq: int, data: bytes) -> bytes:
    """Return a message of the shoe."""
    covered = bytes([seq]) + data
    return bytes([ENQ]) + covered + bytes([ETX]) + bcc(covered)


def command(kind: str, digits: str, *, bcc_from_stx: bool) -> bytes:
    """Return a host's command: `LK` 01 unlocks, 02 locks; `EC` clears an error; `GP` 00 confirms the game.

    `bcc_from_stx`: whether the BCC covers STX, too, which is disputed.
    """
    covered = f"OP{kind}{digits}".encode("ascii")
    return bytes([STX]) + covered + bytes([ETX]) + bcc((bytes([STX]) if bcc_from_stx else b"") + covered)
