"""The fewest chips that make up an amount, exactly, for sizes in whole units.

Decides among ways to make the amount up; that there is one is known before. It must never know money: sizes and amounts
are numbers without a common divisor.

Two ways are tried. With chips of real tables a search from the largest size down, which gives up a branch as soon as it
cannot beat the best way found, is done within a few steps. Chips of sizes with little in common, such as 300.30, 300.31
and 600.61, can send it through millions of branches. Then it knows more (`Rests`): for each rest after division by the
largest size, the smaller chips that leave it and cost least compared with as much in largest chips.
"""

from collections.abc import Iterator
from itertools import accumulate
from math import gcd
from typing import Final

from firmware.errors import Refused

PATIENCE: Final = 20_000
"""Steps of the plain search before the other is begun: a tenth of a second, a hundred times what real chips take."""
MOST_RESTS: Final = 5_000_000
"""Units in a chip for which the other search is begun: it has an entry for each, some 400 MB."""


def fewest(sizes: tuple[int, ...], units: int) -> tuple[int, ...]:
    """Return how many of each of `sizes`, ascending, make up `units` with the fewest chips.

    Raises:
        Refused: the sizes have too little in common and are too large.
    """
    try:
        return Search(sizes, units, patience=PATIENCE).numbers
    except _OutOfPatience:
        return Search(sizes, units, patience=None).numbers


class Search:
    """A search that is done once it is made; `numbers` is what it found. Without `patience` it looks at rests, too."""

    def __init__(self, sizes: tuple[int, ...], units: int, patience: int | None) -> None:
        """Search. Raises `_OutOfPatience` after so many steps, `Refused` where there are too many rests."""
        self.numbers: tuple[int, ...] = ()
        self._sizes = sizes
        self._common = tuple(accumulate(sizes, gcd))  # what every sum of the chips up to this one is a multiple of
        self._most = tuple(accumulate(_most_of_each(sizes)))
        self._patience = patience
        self._steps = 0
        self._rests: dict[int, Rests] = {}
        self._met: dict[tuple[int, int], int] = {}
        self._take(len(sizes) - 1, units, ())

    def _take(self, place: int, left: int, taken: tuple[int, ...]) -> None:
        """Try every number of chips of the size at `place`, many first; `taken` are those of the larger ones."""
        self._steps += 1
        if self._steps == self._patience:
            raise _OutOfPatience
        used = sum(taken)
        if self._met.get((place, left), used + 1) <= used:
            return
        self._met[place, left] = used
        whole = self._whole(place, left)
        if whole is not None:
            self._found((*whole, *taken))
            return
        for number in self._numbers_that_fit(place, left):
            rest = left - number * self._sizes[place]
            if rest > self._most[place - 1] or not self._beats(used + number - (-rest // self._sizes[place - 1])):
                return  # fewer of this size means more chips in all
            if self._beats(used + number + self._at_least(place - 1, rest)):
                self._take(place - 1, rest, (number, *taken))

    def _whole(self, place: int, left: int) -> tuple[int, ...] | None:
        """Return the best way for the sizes up to `place` where it can be told at once."""
        if place == 0:
            return (left // self._sizes[0],)
        return None if self._patience else self._rests_of(place).fewest(left)

    def _at_least(self, place: int, left: int) -> int:
        return 0 if self._patience or place == 0 else self._rests_of(place).at_least(left)

    def _rests_of(self, place: int) -> "Rests":
        if place not in self._rests:
            self._rests[place] = Rests(self._sizes[: place + 1])
        return self._rests[place]

    def _numbers_that_fit(self, place: int, left: int) -> range:
        """Return the numbers of this size, descending, that leave a multiple of what smaller ones have in common."""
        size, common = self._sizes[place], self._common[place - 1]
        both = gcd(size, common)
        step = common // both
        fits = left // both * pow(size // both, -1, step) % step
        most = left // size
        return range(most - (most - fits) % step, -1, -step)

    def _found(self, numbers: tuple[int, ...]) -> None:
        if self._beats(sum(numbers)):
            self.numbers = numbers

    def _beats(self, number: int) -> bool:
        return not self.numbers or number < sum(self.numbers)


def _most_of_each(sizes: tuple[int, ...]) -> Iterator[int]:
    """Yield for each size but the largest how much of it can be in a way with the fewest chips.

    Any more and some of them could be changed for fewer of a larger size: five of 2 are two of 5.
    """
    for place, size in enumerate(sizes[:-1]):
        yield min(size * (larger // gcd(size, larger) - 1) for larger in sizes[place + 1 :])


class _OutOfPatience(Exception):
    """The plain search takes too long."""


class Rests:
    """For each rest after division by the largest size: the smaller chips that leave it at the least cost.

    What a smaller chip costs is what it lacks of the largest size. All else that makes up an amount are largest chips,
    so the way of least cost has the fewest chips; but for a small amount that way may be more than the whole of it.
    """

    def __init__(self, sizes: tuple[int, ...]) -> None:
        """Take the sizes, ascending, at least two. Raises `Refused` where the largest has more than `MOST_RESTS`."""
        self._sizes = sizes
        self._largest = sizes[-1]
        if self._largest > MOST_RESTS:
            raise Refused("form", "chips: they have too little in common; the fewest cannot be worked out")
        # A cost holds what is lacking, times the largest size, plus the number of chips, which is always less.
        self._unknown = self._largest**3
        self._costs = [0] + [self._unknown] * (self._largest - 1)
        self._last = [0] * self._largest  # the place of a chip that is among them
        for place in range(len(sizes) - 1):
            self._add(place)

    def _add(self, place: int) -> None:
        size, largest, costs = self._sizes[place], self._largest, self._costs
        cost_of_one = (largest - size) * largest + 1
        rounds = gcd(size, largest)
        for first in range(rounds):  # adding this chip again and again leads through every such rest and back
            rest = min(range(first, largest, rounds), key=costs.__getitem__)
            for _ in range(largest // rounds - 1):
                cost = costs[rest] + cost_of_one
                rest = (rest + size) % largest
                if cost < costs[rest]:
                    costs[rest], self._last[rest] = cost, place

    def at_least(self, units: int) -> int:
        """Return a number of chips that no way to make up `units` falls short of."""
        lacking = self._costs[units % self._largest] // self._largest
        return (units + lacking) // self._largest

    def fewest(self, units: int) -> tuple[int, ...] | None:
        """Return the fewest chips for `units`; None where the way of least cost is more than that."""
        rest = units % self._largest
        cost = self._costs[rest]
        lacking, number = divmod(cost, self._largest)
        left = units - (number * self._largest - lacking)
        if cost >= self._unknown or left < 0:
            return None
        numbers = [0] * len(self._sizes)
        while rest:
            numbers[self._last[rest]] += 1
            rest = (rest - self._sizes[self._last[rest]]) % self._largest
        numbers[-1] = left // self._largest
        return tuple(numbers)
