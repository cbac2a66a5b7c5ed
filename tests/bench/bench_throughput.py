"""How many cards a second a controller takes on one core, from the bytes on the wire to lamps and feed."""

import cProfile
import json
import pstats
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

from firmware import editions
from firmware.core.settings import build
from tests.bench import results, tape
from tests.bench.results import own_target, p99, verdict
from tests.whole.room import ROOT

SHOES = 5
TIMES = 9
CARDS_A_SECOND = 15_000
SETTINGS = build({}, editions.shipped())
SHOWN = 12
"""Functions of the profile that are told."""


@pytest.mark.measure
@pytest.mark.timeout(600)
def test_cards_per_second(disk: Path) -> None:
    """Bytes in, journal on file without a flush, lamps and feed out."""
    command = [sys.executable, "-m", "tests.bench.tape", str(disk), str(SHOES), str(TIMES)]
    played = json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout)
    rates, reactions = played["rates"], played["reactions"]
    taped = tape.record(SETTINGS, SHOES)
    profile = cProfile.Profile()
    profile.runcall(tape.play, taped, disk / "profile")
    enough = verdict(f"≥ {CARDS_A_SECOND:,}", median(rates) >= CARDS_A_SECOND)
    results.write(
        "Throughput",
        f"Cards a second of processor time through the whole path on one core: bytes in, journal on file without a "
        f"flush, lamps and feed out. {SHOES} shoes, {taped.cards:,} cards, are kept as bytes, presses and times "
        f"(`tape.py`) and played {TIMES} times in a process of its own; no shoe is simulated beside it.",
        ("", "cards a second"),
        [
            (f"median of {TIMES}", f"{median(rates):,.0f} ({enough})"),
            ("slowest", f"{rates[0]:,.0f}"),
            ("fastest", f"{rates[-1]:,.0f}"),
        ],
        disk,
    )
    results.write(
        "From bytes to lamps, with all at hand",
        "The controller's own part on the same tape, in ms: from the turn that finds the bytes of an event to the "
        "lamps' driver, no flush. Nothing else runs between two events, so nothing has left the processor's caches: "
        "the least this program takes here. What it takes after a rest is in *From a card to its lamps*.",
        ("", "events", "median", "p99"),
        [
            (
                "own part",
                f"{len(reactions):,}",
                f"{median(reactions):.3f}",
                f"{p99(reactions):.3f} ({own_target(reactions)})",
            )
        ],
        disk,
    )
    results.write(
        "Where the time of a card goes",
        "The functions that took most of the same tape in themselves, under a profiler, which makes short ones longer.",
        ("function", "calls a card", "of the time"),
        most_of(profile, taped.cards),
        disk,
    )


def most_of(profile: cProfile.Profile, cards: int) -> list[tuple[str, str, str]]:
    """Return the functions that took most of the time in themselves, a row each."""
    stats = pstats.Stats(profile).get_stats_profile()
    told = sorted(stats.func_profiles.items(), key=lambda item: item[1].tottime, reverse=True)
    return [
        (
            f"`{name}` ({Path(found.file_name).name})" if found.line_number else f"`{name}`",
            f"{int(found.ncalls.partition('/')[0]) / cards:.1f}",
            f"{found.tottime / stats.total_tt:.1%}",
        )
        for name, found in told[:SHOWN]
    ]
