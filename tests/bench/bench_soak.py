"""What a second core is worth to `coup soak`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.bench import results
from tests.bench.results import verdict
from tests.whole.room import ROOT

SHOES = 80
TIMES = 3
WORTH = 1.7


def soaked(jobs: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "firmware", "soak", "--shoes", str(SHOES), "--jobs", str(jobs), "--seed", "1"]
    done = subprocess.run([*command, "--json"], cwd=ROOT, capture_output=True, text=True, check=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.mark.measure
@pytest.mark.timeout(3600)
def test_two_jobs(disk: Path) -> None:
    one, two = [], []
    for _ in range(TIMES):
        one.append(soaked(1)["cards_per_second"])
        two.append(soaked(2)["cards_per_second"])
    worth = median(two) / median(one)
    results.write(
        "Soak",
        f"`coup soak --shoes {SHOES}` with one job and with two, {TIMES} times in turn: cards a second, every "
        "invariant looked at after every step, each journal verified and replayed.",
        ("", "median", "slowest"),
        [
            ("one job", f"{median(one):,.0f}", f"{min(one):,.0f}"),
            ("two jobs", f"{median(two):,.0f}", f"{min(two):,.0f}"),
            ("two ÷ one", f"{worth:.2f} ({verdict(f'≥ {WORTH}', worth >= WORTH)})", ""),
        ],
        disk,
    )
