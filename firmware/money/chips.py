"""The chips of a table: which amounts they make up, and how to hand an amount over with the fewest of them.

Decides by arithmetic alone and exactly, for any set of denominations, also such as 1 and 2.50 where one is no multiple
of the other. There are always enough chips of each. It must never know what is paid, nor why.

Amounts are counted in *units*, the largest amount that every denomination is a multiple of. Of the amounts that leave
the same rest when divided by the smallest chip, once one can be made up every larger one can, too: add smallest chips.
So the least such amount for each rest (`least`) says all there is to know, however large the amount that is asked for.
"""

from functools import cached_property
from math import gcd
from typing import Final, TypeAlias

from firmware.errors import Refused
from firmware.money.amount import Cents, read_amount, written
from firmware.money.change import fewest

MOST_STEPS: Final = 2_000_000
"""Units in the smallest chip, for each denomination: `least` takes so many steps, a second or two. Real chips: 50."""

MOST: Final = 20
"""Denominations of a table: twice what any has."""

Counted: TypeAlias = dict[Cents, int]
"""How many chips of each denomination, the largest first; only those there are."""


class Chips:
    """The denominations of a table, ascending."""

    def __init__(self, denominations: frozenset[Cents]) -> None:
        """Take the denominations, each more than nothing.

        Raises:
            Refused: there is none, there are more than `MOST`, or they take more than `MOST_STEPS`.
        """
        if not denominations:
            raise Refused("form", "chips: none are named; nothing can be paid without any")
        if len(denominations) > MOST:
            raise Refused("form", f"chips: {len(denominations)} are named; a table has at most {MOST}")
        self.denominations: Final = tuple(sorted(denominations))
        self.unit: Final = gcd(*self.denominations)
        self._sizes: Final = tuple(chip // self.unit for chip in self.denominations)
        if self._sizes[0] * len(self._sizes) > MOST_STEPS:
            small, unit = written(self.denominations[0]), written(self.unit)
            raise Refused("form", f"chips: the smallest is {small} and all are multiples of {unit} only; too fine")

    @cached_property
    def least(self) -> tuple[int, ...]:
        """The least amount in units, for each rest after division by the smallest chip, that can be made up."""
        smallest, *others = self._sizes
        unknown = smallest * self._sizes[-1]  # more than any least amount (Schur's bound on the coin problem)
        least = [0] + [unknown] * (smallest - 1)
        for size in others:
            rounds = gcd(smallest, size)
            for first in range(rounds):  # adding this chip again and again leads through every such rest and back
                rest = min(range(first, smallest, rounds), key=least.__getitem__)
                amount = least[rest]
                for _ in range(smallest // rounds - 1):
                    rest = (rest + size) % smallest
                    amount = least[rest] = min(amount + size, least[rest])
        return tuple(least)

    def make_up(self, amount: Cents) -> bool:
        """Return whether `amount`, nothing or more, can be made up of the chips."""
        units, parts = divmod(amount, self.unit)
        return not parts and units >= self.least[units % len(self.least)]

    def fewest(self, amount: Cents) -> Counted | None:
        """Return the fewest chips that make up `amount`, nothing or more; None where they cannot.

        Raises:
            Refused: see `change.fewest`; no chips of a real table are.
        """
        if not self.make_up(amount):
            return None
        numbers = fewest(self._sizes, amount // self.unit)
        counted = zip(self.denominations, numbers, strict=True)
        return {chip: number for chip, number in reversed(list(counted)) if number}

    def __str__(self) -> str:
        return ", ".join(written(chip) for chip in self.denominations)


def read_chips(text: str) -> Chips:
    """Return the chips that `text` names, such as ``0.50,2.50,5``.

    Raises:
        Refused: one of them is no amount or named twice, or they cannot be used.
    """
    chips: set[Cents] = set()
    for one in text.split(",") if text.strip() else []:
        chip = read_amount(one, "chips")
        if chip in chips:
            raise Refused("form", f"chips: {written(chip)} is named twice")
        chips.add(chip)
    return Chips(frozenset(chips))
