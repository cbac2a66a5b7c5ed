"""The picture of the display in the README: a shoe well under way. `make screenshot` draws it anew."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random

from tests.display.browser import Browser
from tests.display.onlooker import SECOND_NS, Onlooker, evening, world
from tests.display.pages import pages_of

SIZE = (1600, 900)
ROUNDS = 58


def well_under_way(seen: Onlooker) -> bool:
    """Both hands have a third card, and the Banker has won."""
    over = seen.oracle.phase == "result" and len(seen.oracle.cards) == 6
    return over and len(seen.rounds) >= ROUNDS and "banker_wins" in seen.oracle.lamps


def taken(browser: Browser, folder: Path) -> bytes:
    """Return the picture. `folder` is for the feed of the table."""
    table = world(folder)
    seen = next(seen for seen in evening(table, Random(7)) if well_under_way(seen))
    browser.meanwhile = lambda: table.wait(SECOND_NS)
    browser.size(*SIZE)
    with pages_of(folder) as server:
        browser.open(server.address)
        browser.shows(seen.display)
        browser.until(lambda: browser.run(AT_REST), "everything to have moved where it belongs")
        return browser.screenshot()


AT_REST = "return document.getAnimations().every(({playState}) => playState === 'finished')"


if __name__ == "__main__":
    chromium = Browser()
    try:
        with tempfile.TemporaryDirectory() as place:
            Path(sys.argv[1]).write_bytes(taken(chromium, Path(place)))
    finally:
        chromium.close()
