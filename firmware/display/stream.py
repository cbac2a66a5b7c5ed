"""One follower of the feed for every page that looks: each change is worked out once and sent to all.

Decides when pages are told. A page that is slow misses what lies between, never the newest; nothing is queued for it.
Beats come from where the feed is looked at, so that a page that hears none for a while knows that nobody looks.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Final

from firmware.display.screen import WAITING, screen
from firmware.feed.follow import Followed, Follower

LOOK_S: Final = 0.02
"""Seconds between two looks at the feed: a handful of system calls, and on average half of it on the way to a page."""

BEAT_S: Final = 1.0
"""Seconds between two signs of life."""

RETRY: Final = b"retry: 500\n\n"
"""Tells a browser to come back half a second after a stream broke."""

BEAT: Final = b"event: beat\ndata: {}\n\n"


def event(document: Mapping[str, Any]) -> bytes:
    """Return a server-sent event with a whole state."""
    return b"event: state\ndata: " + json.dumps(document, separators=(",", ":")).encode() + b"\n\n"


class Stream:
    """The table as the feed tells it, for any number of listeners. Belongs to one event loop.

    Attributes:
        state: what the display shows now, and `event` the same as it is sent.
        rounds: the rounds of the shoe that are over, as the feed tells them.
    """

    def __init__(self, directory: Path, house: Mapping[str, Any]) -> None:
        """Name the feed's folder, which need not be there yet, and what the house has set (`house.house`)."""
        self._follower: Final = Follower(directory)
        self._house: Final = house
        self._looked = Followed()
        self._news = asyncio.Event()
        self.rounds: tuple[Mapping[str, Any], ...] = ()
        self.state: Mapping[str, Any] = WAITING
        self.event = event(WAITING)

    async def work(self) -> None:
        """Look at the feed, and tell of it, until cancelled."""
        beat_at = 0.0
        try:
            while True:
                if self.look():
                    self.tell()
                elif time.monotonic() >= beat_at:
                    beat_at = time.monotonic() + BEAT_S
                    self.tell()
                await asyncio.sleep(LOOK_S)
        finally:
            self._follower.close()

    def look(self) -> bool:
        """Look at the feed once; returns whether anything has changed."""
        looked = self._follower.look(time.monotonic_ns())
        if looked is self._looked:
            return False
        self._looked = looked
        try:
            self.rounds, self.state = looked.rounds, screen(looked, self._house)
        except (KeyError, TypeError, ValueError):
            self.rounds, self.state = (), WAITING  # of another version of the program: nothing can be shown
        self.event = event(self.state)
        return True

    def tell(self) -> None:
        """Wake everybody who listens."""
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def changes(self) -> AsyncIterator[None]:
        """Yield at once, and whenever something changed or a beat is due."""
        while True:
            news = self._news
            yield
            await news.wait()

    async def events(self) -> AsyncIterator[bytes]:
        """Yield the public stream of one page."""
        yield RETRY
        sent = b""
        async for _ in self.changes():
            yield BEAT if self.event is sent else self.event
            sent = self.event
