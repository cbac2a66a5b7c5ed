"""A settlement as it is told: to a dealer, line by line, or to a program.

Decides names and words. It must never work out an amount.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from firmware.money.amount import written
from firmware.money.chips import Counted
from firmware.money.settlement import Fate, Settlement, Step, place_of

_HEADINGS: Final[Mapping[Fate, str]] = {
    Fate.COLLECT: "Collect the losing wagers:",
    Fate.PAY: "Pay the winning wagers:",
    Fate.STAY: "These stay, and may be altered before the next round (rule 5.6):",
    Fate.RETURN: "These are void and go back:",
}


def document(done: Settlement, noted: Sequence[str]) -> dict[str, Any]:
    """Return the settlement for JSON, amounts as text; ``void_chips`` is null where chips cannot make it up."""
    return {
        "announce": done.result.announcement,
        "winner": done.result.winner,
        "steps": [_step(done, step) for step in done.steps],
        "total": _sums(*done.steps),
        "float": written(done.house),
        "notices": list(noted),
    }


def lines(done: Settlement, noted: Sequence[str]) -> Iterator[str]:
    """Yield what the dealer says and does, in order, then what a supervisor should hear of."""
    yield done.result.announcement
    for fate, steps in groupby(done.steps, key=lambda step: step.fate):
        yield _HEADINGS[fate]
        yield from (f"  {_line(done, step)}" for step in steps)
    yield f"The float: {'+' if done.house > 0 else ''}{written(done.house)}"
    yield from (f"for the supervisor: {notice}" for notice in noted)


def _step(done: Settlement, step: Step) -> dict[str, Any]:
    back = done.hand_back(step)
    where = {"do": step.fate, "seat": step.wager.seat, "on": step.wager.on}
    chips = {"chips": _chips(done.hand_over(step)), "void_chips": None if back is None else _chips(back)}
    return {**where, **_sums(step), **chips}


def _sums(*steps: Step) -> dict[str, str]:
    amounts = {
        "wager": sum(step.wager.amount for step in steps),
        "valid": sum(step.valid for step in steps),
        "void": sum(step.returned for step in steps),
        "collects": sum(step.collected for step in steps),
        "pays": sum(step.paid for step in steps),
        "commission": sum(step.commission for step in steps),
        "stays": sum(step.stays for step in steps),
    }
    return {name: written(cents) for name, cents in amounts.items()}


def _line(done: Settlement, step: Step) -> str:
    parts = []
    if step.collected:
        parts.append(f"take {written(step.collected)}")
    if step.paid:
        parts.append(f"pay {written(step.paid)} in {_pile(done.hand_over(step))}")
    if step.commission:
        parts.append(f"commission {written(step.commission)}")
    if step.valid and step.returned:
        back = done.hand_back(step)
        in_chips = "no chips make it up" if back is None else f"in {_pile(back)}"
        parts.append(f"void {written(step.returned)} goes back, {in_chips}")
    return ": ".join([place_of(step.wager), *([", ".join(parts)] if parts else [])])


def _chips(counted: Counted) -> dict[str, int]:
    return {written(chip): number for chip, number in counted.items()}


def _pile(counted: Counted) -> str:
    return " + ".join(f"{number} x {chip}" for chip, number in _chips(counted).items())
