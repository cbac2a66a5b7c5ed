"""A wager on the Banker's Hand: its commission, and how much of it can be paid exactly in chips (rules 5.2 to 5.4).

Decides which part of a wager is valid. It must never know who laid the wager or whether it won: the void part goes back
either way.

A part v is paid 0.95 v. Both are whole numbers of units (`chips.py`) exactly when v is 20 n units and its payment 19 n,
for a whole n. Rests again make it quick and exact: let n and n' leave the same rest when divided by the smallest chip.
Then so do 20 n and 20 n', and 19 n and 19 n'. So for each rest there is a least n from which on every n of that rest
is payable, and of a wager of millions only the few largest n, one for each rest, have to be looked at.
"""

from collections.abc import Iterator
from typing import Final

from firmware.money.amount import Cents
from firmware.money.chips import Chips

_WHOLE: Final = 20
_PAID: Final = 19
"""Commission is 5 % of the amount won (rule 5.2): of 20 parts 19 are paid."""


def commission(valid: Cents) -> Cents:
    """Return the commission on a wager that won and can be paid exactly: 5 % of the amount won (rule 5.2)."""
    return valid // _WHOLE


def valid_part(chips: Chips, wager: Cents) -> Cents:
    """Return as much of `wager`, nothing or more, as is valid (rule 5.4).

    That is the largest part such that the part itself and 0.95 of it can be made up of the chips; it may be nothing.
    Where it is the whole wager, the wager may be accepted (rule 5.3).
    """
    most = wager // (_WHOLE * chips.unit)
    for n in range(most, max(most - len(chips.least), -1), -1):
        if _payable(chips, n):
            return n * _WHOLE * chips.unit
    return 0


def smallest_wager(chips: Chips) -> Cents:
    """Return the smallest wager that can be paid exactly; so can be every multiple of it.

    With chips that are all multiples of the smallest one it is 20 of the smallest, and there are no others.
    """
    return _WHOLE * chips.unit * min(_least_payable(chips))


def in_steps(chips: Chips) -> bool:
    """Return whether the multiples of the smallest wager are all that can be paid exactly, and there are no others.

    Every n that is large enough is payable, so all that are can be multiples of the least only where that is 1.
    """
    return _payable(chips, 1)


def _payable(chips: Chips, n: int) -> bool:
    return chips.make_up(n * _WHOLE * chips.unit) and chips.make_up(n * _PAID * chips.unit)


def _least_payable(chips: Chips) -> Iterator[int]:
    """Yield, for each rest, the least n above nothing that is payable."""
    least, rests = chips.least, len(chips.least)
    for rest in range(rests):
        n = max(-(-least[_WHOLE * rest % rests] // _WHOLE), -(-least[_PAID * rest % rests] // _PAID), 1)
        yield n + (rest - n) % rests
