"""Deals shoe after shoe at which things go wrong, with every invariant of the table looked at after every step.

Decides how an evening is drawn from its seed, and what of it is reported. It must never know why an invariant holds.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from firmware import editions
from firmware.bench.troubled import TroubledDealer
from firmware.bench.watch import DiskFails, Watch
from firmware.core.settings import Settings, build
from firmware.journal.audit import verify
from firmware.journal.replay import replay

SHOES: Final = 4
"""Most shoes of one evening: few enough that no job is left with a long one while the others are done."""
AWAY: Final = 0.002
"""Of everything that is done, so often the shoe's port is gone for a while, and so often nobody does anything."""
SECOND_NS: Final = 1_000_000_000


@dataclass(kw_only=True)
class Tally:
    """What was dealt, and what came of it."""

    shoes: int = 0
    rounds: int = 0
    cards: int = 0
    records: int = 0
    """On record, verified and replayed."""
    dealing_s: float = 0.0
    """Seconds in which shoes were dealt; those of several jobs are added up."""
    told: Counter[tuple[str, str]] = field(default_factory=Counter)
    """As in `Watch`."""
    violations: list[str] = field(default_factory=list)
    """One line each, with what deals it again."""

    def add(self, other: "Tally") -> None:
        """Add what was dealt elsewhere."""
        self.shoes += other.shoes
        self.rounds += other.rounds
        self.cards += other.cards
        self.records += other.records
        self.dealing_s += other.dealing_s
        self.told += other.told
        self.violations += other.violations

    def of(self, what: str) -> dict[str, int]:
        """Return how often each `irregularity`, `decision` or `fault` is on record, by its name."""
        return {name: times for (kind, name), times in sorted(self.told.items()) if kind == what}


def settings_of(draw: Random) -> Settings:
    """Return the settings of a table: any edition and style, any house rule."""
    shipped = editions.shipped()
    edition = draw.choice(sorted(shipped))
    values = {
        "edition": edition,
        "style": draw.choice(shipped[edition].styles),
        "decks": draw.randint(shipped[edition].decks_min, shipped[edition].decks_max),
        "cutting_cards": draw.choice((1, 1, 2)),
        "burn": draw.choice(("none", "none", "fixed:3", "decks", "first-card")),
        "confirm": draw.choice(("single", "result")),
        "no_more_bets": draw.choice(("none", "button")),
        "two_person": draw.choice((False, False, True)),
    }
    return build(values, shipped)


def evening(seed: int, shoes: int) -> Tally:
    """Deal `shoes` shoes at one table, all drawn from `seed`, then verify and replay its journal.

    The first violation ends it: a table that broke a rule proves nothing afterwards. Raises `DiskFails`.
    """
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="coup-soak-") as name:
        folder = Path(name) / "journal"
        step = 0
        try:
            for step in _deal(Random(seed), shoes, folder, tally):  # noqa: B007 - the last one is told
                pass
            verify(folder)
            tally.records = replay(folder)
        except DiskFails:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is: this seed finds it again
            shoe = min(tally.shoes + 1, shoes)
            what = f"{type(error).__name__}: {' '.join(str(error).split())}"
            again = f"coup soak --seed {seed} --shoes {shoe}"
            tally.violations.append(f"seed {seed}, shoe {shoe}, step {step + 1}: {what}; again: {again}")
    return tally


def _deal(draw: Random, shoes: int, folder: Path, tally: Tally) -> Iterator[int]:
    """Deal, yielding the number of each step once every invariant was seen to hold after it."""
    settings = settings_of(draw)
    began = time.perf_counter()
    with closing(Watch(settings, folder)) as table:
        try:
            step = 0
            for _ in range(shoes):
                for _ in TroubledDealer(table, settings, draw).deal():
                    _let_time_pass(table, draw)
                    step += 1
                    yield step
                tally.shoes += 1
        finally:
            tally.dealing_s = time.perf_counter() - began
            tally.rounds, tally.cards, tally.told = table.rounds, table.count.cards, table.told


def _let_time_pass(table: Watch, draw: Random) -> None:
    lot = draw.random()
    if lot < AWAY:
        table.move_link(False)
        table.wait(draw.randint(0, 5) * SECOND_NS)
        table.move_link(True)
    if lot < 2 * AWAY:
        table.wait(3 * SECOND_NS)
