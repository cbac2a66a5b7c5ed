"""A table with its feed: what happens there, and what followers find in the folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from firmware.core import inputs as i
from firmware.feed.files import page_path
from firmware.feed.page import timeless, write_page
from firmware.feed.writer import BEAT_NS, Feed
from tests.feed.evening import Evening

NATURAL = ("2S", "9H", "6D", "8C")


class HandClock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0

    def monotonic_ns(self) -> int:
        return self.now

    def wall(self) -> str:
        return f"2031-01-01T00:00:{self.now // BEAT_NS % 60:02}.000Z"


class Pit:
    """An evening with its feed: after each thing that happens the feed is shown it, as the loop does."""

    feed: Feed

    def __init__(self, directory: Path, style: str = "A") -> None:
        self.directory = directory
        self.evening = Evening(style)
        self.clock = HandClock()
        self.said: list[str] = []
        self.recalled = 0
        self.starts()

    def starts(self) -> None:
        """The controller is started, without having been stopped."""
        if hasattr(self, "feed"):
            self.feed.close()  # a killed process leaves go of its files, and has written nothing
        self.feed = Feed(self.directory, "BAC-07", clock=self.clock, recall=self._recall, tell=self.said.append)
        self.shows()

    def _recall(self) -> Any:
        self.recalled += 1
        return self.evening.recall()

    def shows(self) -> None:
        self.feed.show(self.evening.table, self.evening.shown)

    def hears(self, *said: i.Input) -> Pit:
        for each in said:
            self.evening.hears(each)
            self.shows()
        return self

    def loaded(self) -> Pit:
        return self.hears(i.Loaded())

    def cards(self, *faces: Any) -> Pit:
        return self.hears(*(i.CardLeft(face=face) for face in faces))

    def confirm(self) -> Pit:
        return self.hears(i.Pressed(button="confirm"))

    def seconds(self, seconds: int) -> Pit:
        for _ in range(seconds):
            self.clock.now += BEAT_NS
            self.feed.tick(self.clock.now)
        return self

    def file(self, shoe: int | None = None) -> Path:
        return page_path(self.directory, self.evening.table.standing.shoe if shoe is None else shoe)

    def lines(self, shoe: int | None = None) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.file(shoe).read_bytes().splitlines()]

    def is_as_on_record(self) -> bool:
        written = write_page("BAC-07", self.evening.moments)
        assert written is not None
        there = self.file().read_bytes().splitlines(keepends=True)
        return [timeless(line) for line in there] == [timeless(line) for line in written[1]]


def whole_evening(pit: Pit) -> None:
    pit.loaded().cards(*NATURAL).confirm().cards("KH", "3C", "9S")
    pit.hears(i.Decided(decision="reshuffle", role="casino")).loaded().cards("KH")
