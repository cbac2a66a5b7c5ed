"""One controller deals a thousand shoes, and says what memory it has before and after.

A table in memory, at full speed: the true loop with its journal and its feed on files, shoe, lamps and time simulated.
Prints the KiB resident after the first shoes and after the thousand that follow.
"""

import sys
from contextlib import closing
from pathlib import Path
from random import Random

from firmware.bench.dealer import Dealer
from firmware.bench.stack import shuffled
from firmware.bench.watch import WatchedJournal
from firmware.bench.world import World
from firmware.journal.page import name
from tests.bench.past import SETTINGS, TABLE
from tests.bench.resident import resident

SHOES = 1000
BEFORE = 20
"""Shoes after which everything there is has been used once."""


def deal(table: World, journal: WatchedJournal, shoes: int, draw: Random) -> None:
    """Deal so many shoes, and keep nothing of them that a controller would not."""
    for _ in range(shoes):
        for _ in Dealer(table, SETTINGS, shuffled(SETTINGS, draw)).deal():
            journal.fresh.clear()
            table.lamps.history.clear()


def main(folder: Path) -> None:
    """Deal them in `folder`."""
    journal, draw = WatchedJournal(folder / "journal"), Random(1)
    with closing(World(SETTINGS, TABLE, journal, feed=folder / "feed")) as table:
        deal(table, journal, BEFORE, draw)
        print(resident().rss, flush=True)
        for shoe in range(SHOES):
            deal(table, journal, 1, draw)
            (folder / "journal" / name(shoe)).unlink(missing_ok=True)  # a disk has better to do
        print(resident().rss)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
