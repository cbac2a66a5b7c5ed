"""What is to happen at a simulated shoe without anybody typing: a shuffled shoe, or the shoe's part of a scenario.

Decides what of a scenario a shoe can do. Must never know when: that is `shoe_port`'s.
"""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

from firmware import editions
from firmware.bench import scenario, stack
from firmware.bench.by_hand import ShoeStep
from firmware.bench.steps import CardsLeave, Expects, Happens
from firmware.core import settings


@dataclass(frozen=True, slots=True)
class Note:
    """A step of a scenario that is no shoe's. `person` has something to do for it, else it is only to be looked at."""

    text: str
    person: bool


Move: TypeAlias = ShoeStep | Note


def shuffled(seed: int) -> list[Move]:
    """Return the shoe that `coup bench --seed` deals first, from its loading to its last card."""
    items = stack.shuffled(settings.build({}, editions.shipped()), Random(seed))
    dealt: list[Move] = [Happens(0, "cut") if item == stack.CUT else CardsLeave(0, (item,)) for item in items]
    return [Happens(0, "loaded"), *dealt, Happens(0, "empty")]


def scripted(path: Path) -> list[Move]:
    """Return the steps of a scenario, card by card. Raises `ScenarioError` if it cannot be read."""
    played = scenario.load(path)
    lines = path.read_text(encoding="utf-8-sig").split("\n")
    moves: list[Move] = []
    for step in played.steps:
        if isinstance(step, CardsLeave):
            moves += (CardsLeave(step.line, (face,)) for face in step.faces)
        elif isinstance(step, ShoeStep):
            moves.append(step)
        else:
            person = not isinstance(step, Expects)
            said = lines[step.line - 1].partition("#")[0].strip()
            what = "to be done" if person else "to be seen"
            moves.append(Note(f"line {step.line}, {what} at the table: {said}", person))
    return moves
