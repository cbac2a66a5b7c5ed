"""Many screens at once: each is told the same, in time, and the table notices none of them."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median, quantiles

import pytest

from tests.display.browser import Browser
from tests.display.onlooker import SECOND_NS, evening, happen, world
from tests.display.pages import Pages, pages, pages_of, with_pages
from tests.whole.evening import Evening
from tests.whole.room import Room, room

SCREENS = 50
PIXELS_MS = 150

CROWD = """
import http.client, select, sys
lines = []
for _ in range(int(sys.argv[2])):
    line = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
    line.request("GET", "/events")
    line.getresponse()
    lines.append(line.sock)
print("there", flush=True)
while lines:
    for line in select.select(lines, [], [])[0]:
        if not line.recv(65536):
            lines.remove(line)
"""


@contextmanager
def crowd(server: Pages, screens: int) -> Iterator[None]:
    """Have so many streams open, in a process of their own."""
    command = [sys.executable, "-c", CROWD, str(server.port), str(screens)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"there\n"
        try:
            yield
        finally:
            process.kill()


def test_fifty_screens_are_told_the_same(tmp_path: Path) -> None:
    table = world(tmp_path)
    with pages_of(tmp_path) as server, ExitStack() as open_ones:
        screens = [open_ones.enter_context(server.listening()) for _ in range(SCREENS)]
        *_, seen = islice(evening(table, Random(2)), 20)
        end = time.monotonic() + 10
        while any(page.states[-1].get("shoe", {}).get("cards") != seen.oracle.out for page in screens) or any(
            page.states[-1]["stale"] for page in screens
        ):
            assert time.monotonic() < end
            table.wait(SECOND_NS)
            time.sleep(0.05)
        states = [page.states[-1] for page in screens]
        assert states == [states[0]] * SCREENS
        assert not any(page.ended.is_set() for page in screens)


@pytest.mark.measure
@pytest.mark.browser
@pytest.mark.timeout(300)
def test_a_line_of_the_feed_is_on_the_screen_in_time(tmp_path: Path, browser: Browser) -> None:
    table, draw = world(tmp_path), Random(6)
    happen(table, "LOADED")
    browser.meanwhile = lambda: table.wait(SECOND_NS)
    with pages_of(tmp_path) as server, crowd(server, SCREENS - 1):
        browser.open(server.address)
        browser.shows({"stale": "", "phase": "ready"})
        browser.look("watch")
        written: dict[str, float] = {}
        dealing = evening(table, draw)
        for _ in range(400):
            at = time.time() * 1000
            written.setdefault(str(next(dealing).oracle.out), at)
            time.sleep(draw.uniform(0.05, 0.15))
        drawn = browser.run("return window.drawn")
    # Under the number of each card: when it left the shoe, and when it was on the screen first.
    took = sorted(drawn[cards] - at for cards, at in written.items() if cards in drawn and cards != "0")
    assert len(took) > 200
    print(
        f"feed line to pixels: {len(took)} cards, median {median(took):.0f} ms, p95 {quantiles(took, n=20)[-1]:.0f} ms"
    )
    assert quantiles(took, n=20)[-1] < PIXELS_MS


@pytest.mark.measure
@pytest.mark.timeout(600)
def test_the_table_is_as_quick_with_a_crowd_as_without(tmp_path: Path) -> None:
    with room(tmp_path) as table:
        with_pages(table.config)
        table.start()
        dealt = Evening(table, Random(8))
        dealt.fill(400)
        alone: list[float] = []
        watched: list[float] = []
        with pages(table.config) as server:
            while len(watched) < 80:
                alone += lamp_times(table, dealt, 8)
                with crowd(server, SCREENS):
                    watched += lamp_times(table, dealt, 8)
        print(f"card to lamp: alone {told(alone)}, with {SCREENS} streams {told(watched)}")
        assert median(watched) < median(alone) * 1.2 + 0.5


def lamp_times(table: Room, dealt: Evening, changes: int) -> list[float]:
    """Deal until the lamps have changed so often by a card; returns the milliseconds from each card to its lamps."""
    took: list[float] = []
    while len(took) < changes:
        if dealt.oracle.phase == "shuffle":
            dealt.fill(400)
        if dealt.next == "confirm":
            dealt.step()
            continue
        table.wait(0.1)  # no hand is quicker
        before = len(table.shown())
        said = dealt.draw()
        at = time.monotonic_ns()
        table.happen(said)
        lines = table.shown()[before:]
        if lines and said.startswith("CARD"):
            took.append((lines[0]["t_ns"] - at) / 1e6)
        dealt.look()
    return took


def told(took: list[float]) -> str:
    return f"median {median(took):.2f} ms, p95 {quantiles(took, n=20)[-1]:.2f} ms"
