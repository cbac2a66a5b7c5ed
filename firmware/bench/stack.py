"""Decides how a shoe is made up: decks, shuffled, the cutting cards put in. It must never know who deals from it."""

from random import Random
from typing import Final, Literal, TypeAlias

from firmware.core.cards import DECK, Card
from firmware.core.settings import Settings

CUT: Final[Literal["cut"]] = "cut"
"""Stands for a cutting card."""

BEHIND: Final = range(14, 21)
"""Cards behind the first cutting card. Fewer than 11 can run dry: 5 for the round it lies in, 6 for the last one."""

Item: TypeAlias = Card | Literal["cut"]


def shuffled(settings: Settings, draw: Random, behind: int | None = None) -> tuple[Item, ...]:
    """Return a shoe in the order it is dealt.

    Args:
        settings: how many decks and cutting cards.
        draw: what shuffles, and cuts.
        behind: cards behind the first cutting card; None: drawn from `BEHIND`.
    """
    cards: list[Item] = [card for _ in range(settings.decks) for card in DECK]
    draw.shuffle(cards)
    if settings.cutting_cards:
        first = len(cards) - (draw.choice(BEHIND) if behind is None else behind)
        # A second one lies somewhere behind the first: it changes nothing (9.7).
        places = [first, *(draw.randint(first + 1, len(cards)) for _ in range(settings.cutting_cards - 1))]
        for place in reversed(places):
            cards.insert(place, CUT)
    return tuple(cards)
