"""An amount of money: whole cents, an `int`, and the text people write for it.

Decides which texts are an amount. It must never know a float: 5 % of 0.10 is no number of binary fractions.
"""

import re
from typing import Final, TypeAlias

from firmware.errors import Refused

Cents: TypeAlias = int

LARGEST: Final[Cents] = 100_000_000_000
"""1,000,000,000.00: more than any table holds, so a slip of the finger is found. A reading; no rule sets it."""

_WRITTEN: Final = re.compile(r"([0-9]+)(?:\.([0-9]{1,2}))?")


def read_amount(text: str, what: str, least: Cents = 1, most: Cents = LARGEST) -> Cents:
    """Return the amount that `text` says: ``125``, ``2.5`` or ``0.50``. `what` names it where it is refused.

    Raises:
        Refused: it is no amount, holds parts of a cent, or is not from `least` to `most`.
    """
    found = _WRITTEN.fullmatch(text.strip(" "))
    if not found:
        raise Refused("form", f"{what}: {shown(text)} is no amount; write it like 125 or 2.50, without sign or commas")
    units, hundredths = found[1].lstrip("0"), (found[2] or "").ljust(2, "0")
    too_long = len(units) > len(str(LARGEST))  # Python reads no number of thousands of digits
    cents = 0 if too_long else int(units + hundredths)
    if too_long or not least <= cents <= most:
        raise Refused("form", f"{what}: {shown(text)} is out of range; from {written(least)} to {written(most)}")
    return cents


def written(cents: Cents) -> str:
    """Return an amount as it is printed, always with two decimals; below nothing, with a sign."""
    units, hundredths = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{units}.{hundredths:02}"


def shown(text: str) -> str:
    """Return what somebody wrote so that it fits into one line of a message."""
    return ascii(text if len(text) <= 40 else f"{text[:40]}...")
