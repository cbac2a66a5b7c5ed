r"""Finds frames in a stream of bytes: ``$ BODY * CRC CR LF`` (PROTOCOL.md, section 2).

Decides which bytes are a good frame, which a bad one and of what cause, and which are noise. Must never know a verb.

The first fault met in reading order is a bad frame's cause. Reading goes on behind the byte that showed it, and at that
byte if it is a ``$``.
"""

import re
from typing import Final, Literal, get_args

from firmware.shoe.frames import crc

ABANDON_NS: Final = 500_000_000
"""A frame that stops arriving is given up so long after its last byte."""

Cause = Literal["long", "byte", "empty", "digits", "crc", "ending", "cut_off", "abandoned"]
"""Too long; a byte outside the alphabet; no BODY; malformed CRC; wrong CRC; no CR LF; a `$` within; never completed."""

# A BODY has 1 to 80 bytes (PROTOCOL.md, section 2).
_FRAME = re.compile(rb"\$([ -#%-)+-~]{1,80})\*([0-9A-F]{4})\r\n")
_BODY = re.compile(rb"\$[ -#%-)+-~]{0,80}")
_DIGITS = re.compile(rb"[0-9A-F]{0,4}")


class Decoder:
    """An incremental decoder. It holds at most one unfinished frame (87 bytes at the most)."""

    def __init__(self) -> None:
        self._open = b""  # an unfinished frame, from its `$`
        self._touched = 0  # ns, when its last byte came
        self.good = 0
        self.skipped = 0
        """Bytes outside of frames."""
        self.bad: dict[Cause, int] = dict.fromkeys(get_args(Cause), 0)

    def reset(self) -> None:
        """Forget an unfinished frame: the port was opened anew. Counters stay."""
        self._open = b""

    def feed(self, data: bytes, now: int) -> list[bytes]:
        """Return the bodies of the good frames that `data`, arrived at `now` (ns), completes."""
        if not data:
            return []
        if self._open:
            if now - self._touched >= ABANDON_NS:
                self.bad["abandoned"] += 1
            else:
                data = self._open + data
            self._open = b""
        self._touched = now
        return self._split(data)

    def _split(self, data: bytes) -> list[bytes]:
        bodies: list[bytes] = []
        at = 0
        while True:
            start = data.find(b"$", at)
            if start < 0:
                self.skipped += len(data) - at
                break
            self.skipped += start - at
            if (frame := _FRAME.match(data, start)) and crc(body := frame[1]) == int(frame[2], 16):
                bodies.append(body)
                at = frame.end()
                continue
            cause, at = _diagnose(data, start)
            if cause is None:
                self._open = data[start:]
                break
            self.bad[cause] += 1
        self.good += len(bodies)
        return bodies


def _diagnose(data: bytes, start: int) -> tuple[Cause | None, int]:
    """Return why no good frame starts at `start` and where to read on; no cause if it may still become one."""
    at = start + len(_BODY.match(data, start)[0])  # type: ignore[index]  # `$` is at `start`: it matches
    size = at - start - 1
    if at == len(data):
        return None, at
    if data[at] != 0x2A:
        in_alphabet = 0x20 <= data[at] <= 0x7E
        return _blame(data, at, "long" if in_alphabet else "byte")
    if size == 0:
        return "empty", at + 1
    digits = _DIGITS.match(data, at + 1)[0]  # type: ignore[index]  # matches even nothing
    at += 1 + len(digits)
    if len(digits) < 4:
        return (None, at) if at == len(data) else _blame(data, at, "digits")
    if crc(data[start + 1 : start + 1 + size]) != int(digits, 16):
        return "crc", at
    ending = data[at : at + 2]
    if b"\r\n".startswith(ending):
        return None, at
    return _blame(data, at + (ending[:1] == b"\r"), "ending")


def _blame(data: bytes, at: int, cause: Cause) -> tuple[Cause, int]:
    return ("cut_off", at) if data[at] == 0x24 else (cause, at + 1)
