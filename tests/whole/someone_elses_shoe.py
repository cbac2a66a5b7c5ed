"""A shoe of another maker: it was written from PROTOCOL.md alone and shares no line with the simulated shoe.

Decides what a shoe says on the line, and when. Must never know what a card means. Bytes and time (monotonic
nanoseconds) come in, one frame at a time goes out. It keeps every event for ever.
"""

import re
from binascii import crc_hqx  # CRC-16/IBM-3740, with 0xFFFF to begin with (PROTOCOL.md, section 2)
from collections import deque

MS = 1_000_000
FRAME = re.compile(rb"\$([ -#%-)+-~]{1,80})\*([0-9A-F]{4})\r\n")
LONGEST = 90


def framed(body: str) -> bytes:
    raw = body.encode("ascii")
    return b"$%b*%04X\r\n" % (raw, crc_hqx(raw, 0xFFFF))


class Shoe:
    """A shoe that was just switched on. `events` has what happened, SEQ 1 first; `acked` is the highest SEQ taken."""

    def __init__(self, boot: str = "1F3A9C04") -> None:
        self.boot = boot
        self.events: list[str] = []
        self.acked = 0
        self.mouth = "SHUT"
        self.named = False
        """Whether a host has named this boot."""
        self._happened_at: list[int] = []
        self._answers = deque(["HELLO"])
        self._heard = b""
        self._heard_at = self._host_at = self._beat_at = self._err_at = 0
        self._next = 1  # SEQ of the event that goes next
        self._sequence = False  # whether a resend, or the answer to a RESUME, is under way
        self._ended_at = 0
        self._pause = 500 * MS

    @property
    def last(self) -> int:
        return len(self.events)

    @property
    def cards(self) -> list[tuple[str, int, str]]:
        """BOOT, SEQ and face of every card that left."""
        told = enumerate(self.events, 1)
        return [(self.boot, seq, said[5:]) for seq, said in told if said.startswith("CARD,")]

    def happen(self, what: str, now: int) -> None:
        """Something happens: `CARD,KH`, `CUT`, `LOADED` and so on."""
        self.events.append(what)
        self._happened_at.append(now)

    def hear(self, data: bytes, now: int) -> None:
        if now - self._heard_at > 500 * MS:
            self._heard = b""
        self._heard, self._heard_at = self._heard + data, now
        end = 0
        for found in FRAME.finditer(self._heard):
            end = found.end()
            if crc_hqx(found[1], 0xFFFF) == int(found[2], 16):
                self._take(found[1].decode("ascii").split(","), now)
            else:
                self._refuse("CRC", now)
        self._heard = self._heard[end:][-LONGEST:]

    def say(self, now: int) -> bytes:
        """Return the frame that begins to leave now; empty for none."""
        if self.mouth == "OPEN" and now - self._host_at >= 3000 * MS:
            self._move("SHUT")
        if self._answers:
            return self._answer(self._answers.popleft(), now)
        if now >= self._beat_at:
            return self._answer("BEAT", now)
        if not self._sequence and self._resend_at() is not None and now >= (self._resend_at() or 0):
            self._begin(self.acked + 1)
            self._pause = min(2 * self._pause, 5000 * MS)
        return self._event(now)

    def due(self, now: int) -> int:
        """Return when `say` has something by time alone."""
        if self._answers or self._next <= self.last:
            return now
        due = [self._beat_at, self._resend_at(), self._host_at + 3000 * MS if self.mouth == "OPEN" else None]
        return max(now, min(at for at in due if at is not None))

    def _take(self, fields: list[str], now: int) -> None:
        match fields:
            case ["WHO"]:
                self._answers.append("HELLO")
            case ["ACK" | "RESUME" | "GATE", boot, _] if boot != self.boot:
                self._refuse("BOOT", now)
            case ["ACK" | "RESUME" as verb, _, seq]:
                self._host_at, self.named = now, True
                if int(seq) > self.last:
                    self._refuse("RANGE", now)
                elif verb == "RESUME":
                    self._answers.append("BEAT")
                    self._begin(int(seq) + 1)
                elif int(seq) > self.acked:
                    self.acked, self._pause = int(seq), 500 * MS
            case ["GATE", _, "OPEN" | "SHUT" as place]:
                self._host_at, self.named = now, True
                self._move(place)
            case [verb, *_] if verb not in ("HELLO", "EV", "BEAT", "MOUTH", "ERR"):
                self._refuse("FORM" if verb in ("ACK", "RESUME", "GATE") else "UNKNOWN", now)

    def _move(self, place: str) -> None:
        self.mouth = place
        self._answers.append("MOUTH")

    def _refuse(self, why: str, now: int) -> None:
        if now - self._err_at >= 250 * MS:
            self._err_at = now
            self._answers.append(f"ERR,{why}")

    def _answer(self, what: str, now: int) -> bytes:
        if what == "HELLO":
            self._answers.appendleft("BEAT")
            return framed(f"HELLO,{self.boot},OTHER-7,Elsewhere,0.9,1")
        if what == "MOUTH":
            return framed(f"MOUTH,{self.boot},{self.mouth}")
        if what == "BEAT":
            self._beat_at = now + 500 * MS
            first = 1  # the oldest that is held; with none at all it is LAST + 1, which is the same
            return framed(f"BEAT,{self.boot},{first},{self.acked},{self.last}")
        return framed(what)

    def _begin(self, seq: int) -> None:
        self._next, self._sequence = seq, True

    def _resend_at(self) -> int | None:
        if self._sequence or self.acked == self.last:
            return None
        return max(self._happened_at[self.acked] + 500 * MS, self._ended_at + self._pause)

    def _event(self, now: int) -> bytes:
        if self._next <= self.last:
            seq, self._next = self._next, self._next + 1
            return framed(f"EV,{self.boot},{seq},{self.events[seq - 1]}")
        if self._sequence:
            self._sequence, self._ended_at = False, now
        return b""
