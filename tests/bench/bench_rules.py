"""How many hands a second the core works out, beside a plain reference that is one look into a table."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median

import pytest

from firmware import editions
from firmware.bench.stack import CUT, shuffled
from firmware.core.cards import POINTS, Card
from firmware.core.settings import build
from firmware.core.tableau import work_out
from tests.bench import results
from tests.bench.results import verdict

SETTINGS = build({}, editions.shipped())
TABLEAU = SETTINGS.edition.tableau
HANDS = 50_000
TIMES = 9
HANDS_A_SECOND = 500_000
STANDS = 10
"""Stands in the reference for a Player's third card that there is not."""
BANKER_DRAWS = [
    [*(TABLEAU.table_2[banker][third] for third in range(10)), TABLEAU.rule_9_5[banker]] for banker in range(8)
]


def reference(cards: Sequence[Card]) -> tuple[str, int, int]:
    """Winner and counts, of six cards, as a student would write it."""
    points = [POINTS[card] for card in cards]
    player, banker = (points[0] + points[2]) % 10, (points[1] + points[3]) % 10
    if player < 8 and banker < 8:
        third, used = STANDS, 4
        if player < 6:
            third, used = points[4], 5
            player = (player + third) % 10
        if BANKER_DRAWS[banker][third]:
            banker = (banker + points[used]) % 10
    return ("player" if player > banker else "banker" if banker > player else "tie"), player, banker


def core(cards: Sequence[Card]) -> tuple[str | None, int, int]:
    made = work_out(TABLEAU, cards)
    return made.winner, made.player_count, made.banker_count


def rate(work: Callable[[Sequence[Card]], object], hands: list[tuple[Card, ...]]) -> float:
    began = time.perf_counter()
    for hand in hands:
        work(hand)
    return len(hands) / (time.perf_counter() - began)


@pytest.mark.measure
def test_hands_per_second(disk: Path) -> None:
    """Both in turn, so that both meet the same machine."""
    stack = [item for item in shuffled(SETTINGS, Random(1)) if item != CUT]
    draw = Random(2)
    hands = [tuple(stack[at : at + 6]) for at in (draw.randrange(len(stack) - 6) for _ in range(HANDS))]
    assert list(map(core, hands)) == list(map(reference, hands))
    ours, plain = [], []
    for _ in range(TIMES):
        ours.append(rate(lambda hand: work_out(TABLEAU, hand), hands))
        plain.append(rate(reference, hands))
    enough = verdict(f"≥ {HANDS_A_SECOND:,}", median(ours) >= HANDS_A_SECOND)
    results.write(
        "Rules",
        f"Hands a second, worked out from six cards each: {HANDS:,} hands, {TIMES} times in turn. The plain reference "
        "is one look into a table (`bench_rules.py`).",
        ("", "median", "slowest"),
        [
            ("`core.tableau.work_out`", f"{median(ours):,.0f} ({enough})", f"{min(ours):,.0f}"),
            ("plain reference", f"{median(plain):,.0f}", f"{min(plain):,.0f}"),
        ],
        disk,
    )
