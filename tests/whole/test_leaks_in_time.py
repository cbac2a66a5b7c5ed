"""How long the table takes to answer a fourth card that lies face down: no longer for one hand than for another."""

from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import cast

import pytest

from firmware.core.cards import Face
from firmware.core.inputs import Decided, Pressed
from firmware.core.lifecycle import Phase
from tests.whole.glass import Glass

HANDS = {
    "natural": "9S 3H KD KC",
    "third card due": "2S 9H 3D 8C",
    "both stand": "2S 9H 5D 8C",
    "only Banker draws": "2S KH 5D 3C",
}
CARDS_OF_EACH = 2_000
ROUNDS_OF_A_SHOE = 8
"""The longer a shoe, the more there is to go through; so all kinds are dealt in turn, in an order that is drawn."""


def reaction(table: Glass, fourth: str) -> int:
    """Nanoseconds from the bytes of the card to the lamps."""
    table.shoe.card(cast(Face, fourth))
    begun = perf_counter_ns()
    while table.lamps.changed_at < begun:
        table.loop.turn()
    return table.lamps.changed_at - begun


def fresh_shoe(table: Glass) -> None:
    if table.table.behind is not Phase.SHUFFLE:
        table.loop.enter(Decided(decision="reshuffle", role="casino"))
    table.shoe.loaded()
    table.settle()


@pytest.mark.measure
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("style", ["B", "C"])
def test_a_hidden_hand_is_answered_as_fast_as_any_other(tmp_path: Path, style: str) -> None:
    table, draw = Glass(tmp_path, edition="nz-midi-1996", style=style), Random(1)
    kinds = [kind for _ in range(CARDS_OF_EACH) for kind in draw.sample(list(HANDS), len(HANDS))]
    took: dict[str, list[int]] = {kind: [] for kind in HANDS}
    for dealt, kind in enumerate(kinds):
        if dealt % ROUNDS_OF_A_SHOE == 0:
            fresh_shoe(table)
        *faces, fourth = HANDS[kind].split()
        for face in faces:
            table.shoe.card(cast(Face, face))
        table.settle()
        took[kind].append(reaction(table, fourth))
        table.settle()
        table.loop.enter(Decided(decision="void_round", role="supervisor"))
        table.loop.enter(Pressed(button="confirm"))
    table.close()
    medians = {kind: median(times) for kind, times in took.items()}
    told = ", ".join(f"{kind} {value / 1000:.0f}" for kind, value in medians.items())
    apart = max(medians.values()) / min(medians.values()) - 1
    print(f"style {style}, us from card to lamps, medians: {told}; {apart:.1%} apart")
    assert apart < 0.05
