"""A recorded file that can be spoiled at any place, and read from there on as if the lines before were just proved."""

from bisect import bisect_right
from io import BytesIO
from itertools import accumulate
from pathlib import Path

from firmware.errors import JournalUnsound
from firmware.journal.page import Page
from firmware.journal.record import TAIL, decode_header
from firmware.journal.seal import PLAIN

NEXT_LINES = 4000
"""Bytes, a few lines: what is wrong is wrong at once."""


class Recording:
    """The bytes of one file."""

    def __init__(self, path: Path) -> None:
        self.raw = path.read_bytes()
        self.lines = self.raw.splitlines(keepends=True)
        self._starts = [0, *accumulate(map(len, self.lines))]
        self._header = decode_header(self.lines[0][:-TAIL])

    def line(self, place: int) -> int:
        """Return the number of the line that the byte at `place` is in."""
        return bisect_right(self._starts, place)

    def cut(self, place: int, tail: bytes = b"") -> Page:
        """Return what is found of the file cut off at `place`, with `tail` in place of the rest."""
        start = self._starts[self.line(place) - 1]
        return self._read(place, self.raw[start:place] + tail)

    def flipped(self, place: int, bit: int) -> str:
        """Return what is said of the file with one bit of the byte at `place` flipped; nothing if it is taken."""
        start = self._starts[self.line(place) - 1]
        rest = bytearray(self.raw[start : start + NEXT_LINES])
        rest[place - start] ^= 1 << bit
        try:
            self._read(place, bytes(rest))
        except JournalUnsound as error:
            return str(error)
        return ""

    def _read(self, place: int, rest: bytes) -> Page:
        page, before = Page(BytesIO(rest), "shoe", PLAIN), self.line(place) - 1
        if before:
            page.header, page.lines = self._header, before
            page.head = self.lines[before - 1][-67:-3].decode()
        for _ in page.bodies():
            pass
        return page
