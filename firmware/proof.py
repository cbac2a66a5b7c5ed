"""Decides whether a tableau deals the game whose totals are published, by counting every deal there is.

A deal is six cards in the order in which they lie in the shoe; a round takes four to six of them. Nothing is sampled:
deals that no rule can tell apart are counted together. The rounds are worked out by the very `work_out` the table
uses. This page must never know which edition a tableau is of.
"""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple, TypeAlias

from firmware.core.cards import Card
from firmware.core.tableau import Outcome, Tableau, work_out

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many shoes are counted, and of how many."""

VALUES: Final = range(10)
"""Point values of a card, and point counts of a hand."""

_CARD: Final[tuple[Card, ...]] = ("TS", "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S")
"""A card of each value: no rule looks at more than that."""

_PAIRS: Final = tuple((pair, 1 if pair[0] == pair[1] else 2) for pair in combinations_with_replacement(VALUES, 2))
"""The values of two cards in one hand, and in how many orders they come."""


class Totals(NamedTuple):
    """How many of all deals each result takes, and how many end after 4, 5 and 6 cards."""

    player: int
    banker: int
    tie: int
    cards_4: int
    cards_5: int
    cards_6: int

    @property
    def deals(self) -> int:
        """Number of deals there are."""
        return self.player + self.banker + self.tie


# fmt: off
PUBLISHED: Final[Mapping[int, Totals]] = {
    8: Totals(player=2_230_518_282_592_256, banker=2_292_252_566_437_888, tie=475_627_426_473_216,
              cards_4=1_893_735_611_458_560, cards_5=1_516_734_808_780_800, cards_6=1_587_927_855_264_000),
    6: Totals(player=392_220_492_728_832, banker=403_095_751_234_560, tie=83_552_962_932_288,
              cards_4=333_025_560_274_176, cards_5=266_771_777_612_544, cards_6=279_071_869_008_960),
    4: Totals(player=33_608_344_225_792, banker=34_543_624_867_840, tie=7_145_601_996_928,
              cards_4=28_540_630_927_872, cards_5=22_870_191_561_728, cards_6=23_886_748_600_960),
    2: Totals(player=487_816_735_232, banker=501_543_728_128, tie=103_154_274_240,
              cards_4=414_471_340_800, cards_5=332_454_304_512, cards_6=345_589_092_288),
    1: Totals(player=6_548_674_432, banker=6_737_232_640, tie=1_372_227_328,
              cards_4=5_570_551_296, cards_5=4_477_116_224, cards_6=4_610_466_880),
}
# fmt: on
"""By decks. Those of 8 and 6 decks are in print; the others were counted by two independent methods."""


class Verdict(NamedTuple):
    """What was counted for one shoe of so many decks, and what had to come out."""

    decks: int
    counted: Totals
    published: Totals

    @property
    def proven(self) -> bool:
        """Whether every total is the published one."""
        return self.counted == self.published


def prove(tableau: Tableau, progress: Progress | None = None) -> tuple[Verdict, ...]:
    """Return a verdict for each of 8, 6, 4, 2 and 1 decks."""
    verdicts: list[Verdict] = []
    for decks, published in PUBLISHED.items():
        verdicts.append(Verdict(decks, count_deals(tableau, decks), published))
        if progress:
            progress(len(verdicts), len(PUBLISHED))
    return tuple(verdicts)


def count_deals(tableau: Tableau, decks: int) -> Totals:
    """Return the totals of all deals from a full shoe of `decks` decks."""
    results = {"player": 0, "banker": 0, "tie": 0}
    lengths = {4: 0, 5: 0, 6: 0}
    for deal, weight in zip(product(VALUES, repeat=4), _weights(decks), strict=True):
        outcome = _round(tableau, *deal)
        assert outcome.winner is not None  # six cards always finish a round
        results[outcome.winner] += weight
        lengths[outcome.used] += weight
    return Totals(**results, **{f"cards_{used}": weight for used, weight in lengths.items()})


def _round(tableau: Tableau, player: int, banker: int, fifth: int, sixth: int) -> Outcome:
    """Return the round of a deal, from both two-card counts and the values of the fifth and sixth card."""
    ten = _CARD[0]
    return work_out(tableau, (_CARD[player], _CARD[banker], ten, ten, _CARD[fifth], _CARD[sixth]))


@cache  # no tableau in it: it is the same for every edition
def _weights(decks: int) -> tuple[int, ...]:
    """Return how many deals there are for each Player's count, Banker's count, fifth and sixth value, in that order."""
    weights = [0] * 10_000
    left = [16 * decks] + [4 * decks] * 9  # tens and court cards count 0
    for ((p1, p2), player_orders), ((b1, b2), banker_orders) in product(_PAIRS, repeat=2):
        weight = player_orders * banker_orders
        for value in (p1, b1, p2, b2):
            weight *= left[value]
            left[value] -= 1
        deal = 1000 * ((p1 + p2) % 10) + 100 * ((b1 + b2) % 10)
        for fifth in VALUES:
            with_fifth = weight * left[fifth]
            left[fifth] -= 1
            for sixth in VALUES:
                weights[deal] += with_fifth * left[sixth]
                deal += 1
            left[fifth] += 1
        for value in (p1, b1, p2, b2):
            left[value] += 1
    return tuple(weights)
