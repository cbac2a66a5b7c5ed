"""What a cashier knows without any cleverness: every amount that chips make up, tried one by one."""

from functools import cache

from hypothesis import strategies as st

from firmware.money.amount import Cents
from firmware.money.chips import Chips, read_chips

TABLES = ("1,2.50,5,25,100", "0.50,2.50", "2.50,5,25")
"""Chips of real tables; those of the first are no multiples of its smallest."""


def cents(text: str) -> Cents:
    units, _, hundredths = text.partition(".")
    return int(units) * 100 + int(hundredths.ljust(2, "0"))


@cache
def made_up(denominations: tuple[Cents, ...], most: Cents) -> int:
    """Return a number whose bit n is set where n cents can be made up, up to `most`."""
    found = 1
    for chip in denominations:
        step = chip
        while step <= most:
            found |= found << step  # as many again
            step *= 2
    return found & ((1 << most + 1) - 1)


def valid_parts(chips: Chips, most: Cents) -> list[Cents]:
    """Return the largest part that is made up and paid exactly, for each wager from nothing to `most`."""
    bits = bin(made_up(chips.denominations, most))[:1:-1].ljust(most + 1, "0")
    parts, last = [], 0
    for part in range(most + 1):
        if part % 20 == 0 and bits[part] == "1" and bits[part * 19 // 20] == "1":
            last = part
        parts.append(last)
    return parts


def fewest_chips(chips: Chips, most: Cents) -> list[int | None]:
    """Return the fewest chips for each amount from nothing to `most`, each amount from the smaller ones."""
    fewest: list[int | None] = [0]
    for amount in range(1, most + 1):
        before = [fewest[amount - chip] for chip in chips.denominations if chip <= amount]
        possible = [number for number in before if number is not None]
        fewest.append(1 + min(possible) if possible else None)
    return fewest


def fewest_for(sizes: tuple[int, ...], amount: int) -> int | None:
    """Return the fewest chips for one large amount: all that one chip makes up, all that two do, and so on."""
    reached, number = 1, 0
    while not reached >> amount & 1:
        number += 1
        if number > amount // sizes[0]:
            return None
        together = 0
        for size in sizes:
            together |= reached << size
        reached = together & ((1 << amount + 1) - 1)
    return number


real_chips = st.sampled_from(TABLES).map(read_chips)
odd_chips = st.frozensets(st.integers(1, 60), min_size=1, max_size=5).map(Chips)
"""Chips no table has, such as 7, 11 and 12 cents."""
