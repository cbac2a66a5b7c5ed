"""Nothing that lies face down leaves the process: not in the page, not in the stream, not in what the browser received.

The table is dealt in styles B and C. Whoever looks knows which cards are turned, and searches everything for any other.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

from firmware import editions
from firmware.bench.dealer import Dealer
from firmware.bench.stack import shuffled
from firmware.core.settings import build
from tests.display.browser import Browser
from tests.display.onlooker import SECOND_NS, world
from tests.display.pages import Listener, pages_of

HIDDEN = "--"
FACE = re.compile(r"(?<![\w-])[A2-9TJQK][SHDC](?!\w)")
ROUNDS = 8


class Dealing:
    """A table in a style with hidden cards, its dealer, and which cards are turned."""

    def __init__(self, folder: Path, style: str, seed: int) -> None:
        settings = build({"edition": "nz-midi-1996", "style": style}, editions.shipped())
        self.table = world(folder, style)
        self.dealer = Dealer(self.table, settings, shuffled(settings, Random(seed)), pause_ns=SECOND_NS)

    @property
    def turned(self) -> set[str]:
        """Every face that may be told now: of the round in progress, and of the one before."""
        seen = self.dealer.seen
        last = [*self.dealer.rounds[-1].player, *self.dealer.rounds[-1].banker] if self.dealer.rounds else []
        return ({*seen.public} | {*last}) - {HIDDEN}

    @property
    def hidden(self) -> int:
        return self.dealer.seen.public.count(HIDDEN)

    def told(self, page: Listener) -> bool:
        """Whether a page has heard of what happened last."""
        seen, state = self.dealer.seen, page.state
        cards = tuple((state.get("present") or {}).get("cards", ()))
        there = (state.get("phase"), state.get("round"), state.get("shoe", {}).get("cards"), cards)
        return there == (seen.phase, seen.round, seen.cards, seen.public) and state.get("stale") is False

    def pass_on(self, page: Listener) -> None:
        end = time.monotonic() + 10
        while not self.told(page):
            assert time.monotonic() < end, page.state
            self.table.wait(SECOND_NS)
            time.sleep(0.005)

    def search(self, text: str, where: str) -> None:
        found = set(FACE.findall(text))
        assert found <= self.turned, f"{where}: {found - self.turned} lies face down, or does not lie there"


def deal(folder: Path, style: str, seed: int, rounds: int | None, page: Listener) -> Iterator[Dealing]:
    """Deal, search every byte of the stream after everything that happens, and yield."""
    dealing = Dealing(folder, style, seed)
    searched, hidden = 0, 0
    for _ in dealing.dealer.deal():
        dealing.pass_on(page)
        raw = page.raw
        dealing.search(raw[searched:].decode(), "the stream")
        searched, hidden = len(raw), hidden + dealing.hidden
        yield dealing
        if len(dealing.dealer.rounds) == rounds:
            break
    assert hidden > 10 * (rounds or 60), "there was something to hide"


@pytest.mark.parametrize("style", ["B", "C"])
def test_no_byte_of_the_stream_tells_a_hidden_card(tmp_path: Path, style: str) -> None:
    with pages_of(tmp_path) as server, server.listening() as page:
        for _ in deal(tmp_path, style, 3, ROUNDS, page):
            pass


@pytest.mark.measure
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(3))
def test_no_byte_of_a_whole_shoe_tells_a_hidden_card(tmp_path: Path, seed: int) -> None:
    with pages_of(tmp_path) as server, server.listening() as page:
        for _ in deal(tmp_path, "B", seed, None, page):
            pass


def without_pictures(html: str) -> str:
    """A page without the outlines of what is drawn: their letters and numbers look like cards."""
    return re.sub(r' (d|transform|viewBox|points)="[^"]*"', "", html)


def received(entries: list[dict[str, Any]]) -> str:
    """What the browser's own log says came over the network."""
    named = [entry for entry in entries if entry["method"].startswith("Network.")]
    return "\n".join(json.dumps(entry["params"].get("data", "")) for entry in named)


@pytest.mark.browser
def test_no_hidden_card_is_in_the_page_or_in_the_browsers_log(tmp_path: Path, browser: Browser) -> None:
    with pages_of(tmp_path) as server, server.listening() as page:
        browser.open(server.address)
        logged = 0
        for dealing in islice(deal(tmp_path, "B", 5, ROUNDS, page), 40):
            table, seen = dealing.table, dealing.dealer.seen
            browser.meanwhile = lambda table=table: table.wait(SECOND_NS)  # type: ignore[misc]
            backs = {} if not dealing.hidden else {"phase": seen.phase}
            browser.shows({"cards": str(seen.cards), "phase": seen.phase, "stale": ""} | backs)
            shown = browser.read()
            assert [*shown["player"]["cards"], *shown["banker"]["cards"]].count(HIDDEN) == dealing.hidden
            dealing.search(without_pictures(browser.html()), "the page")
            log = browser.network()
            logged += sum(entry["method"] == "Network.eventSourceMessageReceived" for entry in log)
            dealing.search(received(log), "the browser's log")
            for entry in log:
                address = entry["params"].get("request", {}).get("url", server.address)
                assert urlsplit(address).netloc in (urlsplit(server.address).netloc, ""), "nothing from another host"
        assert logged > 30, "the log has the stream"
