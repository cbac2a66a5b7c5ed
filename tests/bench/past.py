"""Shoes that a table has dealt already: on record, and in its feed."""

from contextlib import closing
from pathlib import Path
from random import Random

from firmware import editions
from firmware.bench.dealer import Dealer
from firmware.bench.stack import shuffled
from firmware.bench.watch import WatchedJournal
from firmware.bench.world import World
from firmware.core.settings import build

TABLE = "ROOM-1"
SETTINGS = build({}, editions.shipped())


def have_dealt(folder: Path, shoes: int) -> None:
    """Put so many shoes into `folder`/journal and `folder`/feed: the last one was dealt to its end, no other begun."""
    world = World(SETTINGS, TABLE, WatchedJournal(folder / "journal"), feed=folder / "feed")
    with closing(world) as table:
        for _ in range(shoes - 1):
            table.shoe.loaded()
            table.settle()
        for _ in Dealer(table, SETTINGS, shuffled(SETTINGS, Random(1))).deal():
            pass
