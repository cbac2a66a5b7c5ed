"""The house edge of every wager, by settling every round there is.

Decides nothing of its own: it counts deals (`proof.py`), settles one wager on each bet for each result, and divides.
It must never know a rate or odds: they are the settlement's.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from firmware.core.tableau import Tableau
from firmware.errors import Refused
from firmware.money.banker import smallest_wager
from firmware.money.chips import Chips
from firmware.money.result import Result
from firmware.money.settlement import settle
from firmware.money.wagers import PAIRS, Bet, Wager
from firmware.proof import count_deals

MOST_DECKS: Final = 8

_CENTS: Final = Chips(frozenset({1}))
_RANK: Final = 4
_DECK: Final = 52
"""Cards of one rank in a deck, and cards of a deck."""

_RESULTS: Final = {"player": Result((9, 0)), "banker": Result((0, 9)), "tie": Result((9, 9))}
"""A result for each winner. Nothing is paid by the counts, so one pair of them stands for all."""


def house_edge(tableau: Tableau, decks: int, odds: Mapping[Bet, int]) -> dict[Bet, Fraction]:
    """Return for each bet what the house wins of each unit wagered, ties counted, over all deals of a full shoe.

    Raises:
        Refused: there is no shoe of so many decks.
    """
    if not 1 <= decks <= MOST_DECKS:
        raise Refused("form", f"decks: {decks} is out of range; from 1 to {MOST_DECKS}")
    totals = count_deals(tableau, decks)._asdict()
    dealt = [(result, totals[winner]) for winner, result in _RESULTS.items()]
    return {bet: _won(bet, list(_pairs(bet, decks)) if bet in PAIRS else dealt, odds) for bet in odds}


def _pairs(pair: Bet, decks: int) -> Iterator[tuple[Result, int]]:
    """Yield a result with the pair and one without, and how many second cards, of those left, make each.

    Whichever cards lie between, each card left is as likely to be the second one of the hand.
    """
    alike = _RANK * decks - 1
    yield Result((9, 9), pairs=frozenset({pair})), alike
    yield Result((9, 9)), _DECK * decks - 1 - alike


def _won(bet: Bet, results: list[tuple[Result, int]], odds: Mapping[Bet, int]) -> Fraction:
    stake = smallest_wager(_CENTS)
    won = sum(settle([Wager(1, bet, stake)], result, _CENTS, odds).house * deals for result, deals in results)
    return Fraction(won, stake * sum(deals for _, deals in results))


def rounded(edge: Fraction) -> str:
    """Return an edge with six decimals, halves up, such as ``0.012351``."""
    millionths = (2_000_000 * edge + 1) // 2
    sign, size = ("-" if millionths < 0 else ""), abs(millionths)
    return f"{sign}{size // 1_000_000}.{size % 1_000_000:06}"
