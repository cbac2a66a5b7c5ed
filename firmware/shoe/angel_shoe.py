"""A simulated Angel Eye II shoe, which works the game out by rules of its own (PROTOCOL.md, section 8).

Decides what such a shoe would say. Must never know the table: a second opinion has to be one of its own.
"""

import re
from collections.abc import Callable, Collection
from typing import Final

from firmware.core.cards import UNREAD, Card, Face
from firmware.core.tableau import Outcome, Tableau, work_out
from firmware.shoe.angel_frames import ACK, CARDS, NAK, bcc, worded
from firmware.shoe.talker import Talker, Unsaid

TABLE: Final = Tableau(
    table_1=tuple(player <= 5 for player in range(8)),
    table_2=tuple(
        tuple(first <= third <= last and (banker, third) != (3, 8) for third in range(10))
        for banker, (first, last) in enumerate([(0, 9), (0, 9), (0, 9), (0, 9), (2, 7), (4, 7), (6, 7), (10, 10)])
    ),
    rule_9_5=tuple(banker <= 5 for banker in range(8)),
)
"""The game as it is played everywhere."""

_CODED: Final[dict[Face, int]] = {UNREAD: 0, **{card: number for number, card in CARDS.items()}}
_WINNERS: Final = {"player": 1, "tie": 2, "banker": 4}
_SPOILS: Final = {"BACK": 4, "UV": 6}
_PLAYER, _BANKER, _ERROR = 0, 1, 1
_MISREAD, _TIME_OUT = 1, 7
_IN_ERROR_MODE: Final = 0x40
_COMMAND: Final = re.compile(rb"\x02(OP(LK0[12]|EC[0-9]{2}|GP00))\x03([0-9A-F]{2})")


class SimulatedAngelEye(Talker):
    """A shoe that says everything once, twice or three times, by turns."""

    lacks: Collection[Unsaid] = ("loaded", "lid", "empty")

    def __init__(self, draw_boot: Callable[[], str]) -> None:
        """Power up."""
        super().__init__(draw_boot)
        self._seq = 0x2F
        self._heard = b""
        self._round: list[Card] = []
        self._lost_track = False
        self._say(b"S")

    def card(self, face: Face) -> None:
        """A card leaves the shoe. From one that it cannot read on the shoe cannot follow the game, until `clear`."""
        if face == UNREAD or self._lost_track:
            self._say(b"d", _ERROR << 4, _CODED[face])
            if not self._lost_track:
                self._say(b"E", _IN_ERROR_MODE | _MISREAD)
            self._lost_track = True
            return
        before = work_out(TABLE, self._round)
        self._round.append(face)
        after = work_out(TABLE, self._round)
        to_player = len(after.player) > len(before.player)
        hand, index = (_PLAYER, len(after.player)) if to_player else (_BANKER, len(after.banker))
        self._say(b"D", hand << 4 | index, _CODED[face])
        if after.winner:
            self._say(b"G", _WINNERS[after.winner] << 4 | _pairs(after))
            self._round.clear()

    def cut(self) -> None:
        """A cutting card leaves the shoe."""
        self._say(b"C")

    def loaded(self) -> None:
        """Fresh cards are in: the wire has no word for it, but the next card begins a round."""
        self._begin_anew()

    def jam(self) -> None:
        """A card does not come out in time."""
        self._say(b"E", _TIME_OUT)

    def clear(self) -> None:
        """Somebody clears every error: the next card begins a round."""
        self._say(b"e", _MISREAD if self._lost_track else _TIME_OUT)
        if self._lost_track:
            self._begin_anew()

    def spoil(self, code: str) -> None:
        """The reader doubts the card before: the wire has words for `BACK` and `UV` alone."""
        if code in _SPOILS:
            self._say(b"E", _IN_ERROR_MODE | _SPOILS[code])

    def restart(self) -> None:
        """The power fails and comes back: SEQ begins anew, and whatever the shoe knew of the game is gone."""
        super().restart()
        self._seq = 0x2F
        self._begin_anew()
        self._say(b"S")

    def receive(self, data: bytes, now: int) -> None:
        """Take a host's commands, which a listen-only one never sends; either way to count their BCC will do."""
        self._heard += data
        end = 0
        for found in _COMMAND.finditer(self._heard):
            end = found.end()
            sound = found[3] in (bcc(found[1]), bcc(b"\x02" + found[1]))
            self._leaving.append(bytes([ACK]) if sound else bytes([NAK, 0x02]))
            if sound and found[2].startswith(b"LK"):
                self._say(b"L", found[2] == b"LK02")
        self._heard = self._heard[end:][-10:]  # a command has ten bytes, so an unfinished one has fewer

    def _begin_anew(self) -> None:
        self._round.clear()
        self._lost_track = False

    def _say(self, what: bytes, *numbers: int) -> None:
        self._seq = (self._seq + 1) % 256
        message = worded(self._seq, what + bytes(0x80 | number for number in numbers))
        self._leaving.extend([message] * (1 + self._seq % 3))


def _pairs(outcome: Outcome) -> int:
    (p1, p2, *_), (b1, b2, *_) = outcome.player, outcome.banker
    return (p1[0] == p2[0]) | (b1[0] == b2[0]) << 1
