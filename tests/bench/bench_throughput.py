"""How many cards a second the whole path takes on one core, and where the time goes."""

import cProfile
import pstats
import time
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median

import pytest

from firmware import editions
from firmware.bench.dealer import Dealer
from firmware.bench.stack import shuffled
from firmware.bench.watch import WatchedJournal
from firmware.bench.world import World
from firmware.core.settings import build

SHOES = 15
SETTINGS = build({}, editions.shipped())


def deal(table: World, seed: int) -> int:
    dealer = Dealer(table, SETTINGS, shuffled(SETTINGS, Random(seed)))
    for _ in dealer.deal():
        pass
    return dealer.cards


@pytest.mark.measure
@pytest.mark.timeout(600)
def test_cards_per_second(tmp_path: Path) -> None:
    """Bytes in, journal on file without a flush, lamps and feed out."""
    rates = []
    with closing(World(SETTINGS, store=WatchedJournal(tmp_path / "journal"), feed=tmp_path / "feed")) as table:
        for seed in range(SHOES):
            began = time.perf_counter()
            cards = deal(table, seed)
            rates.append(cards / (time.perf_counter() - began))
        profile = cProfile.Profile()
        profile.runcall(deal, table, SHOES)
    rates.sort()
    print("\n| cards a second | |\n| --- | --- |")
    print(f"| median of {SHOES} shoes | {median(rates):,.0f} |")
    print(f"| slowest | {rates[0]:,.0f} |")
    print(f"| fastest | {rates[-1]:,.0f} |")
    pstats.Stats(profile).sort_stats("tottime").print_stats(15)
    assert all(rate > 0 for rate in rates)
