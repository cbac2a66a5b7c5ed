"""What the rounds of a shoe came to: their results in order, and how many there were of each.

It decides which rounds count. A void hand has no wagers and a voided round has no result: neither is on a road or in a
number. A round that was corrected counts as what it was corrected to. It takes rounds as the feed tells them and must
never know where they come from, nor a card that is not public.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from firmware.core.cards import POINTS
from firmware.display.roads import BANKER, PLAYER, TIE

_LETTERS: Final = {"player": PLAYER, "banker": BANKER, "tie": TIE}


@dataclass(frozen=True, slots=True)
class Wins:
    """How many rounds Player and Banker have won, and how many were ties."""

    player: int
    banker: int
    tie: int


@dataclass(frozen=True, slots=True)
class Statistics(Wins):
    """What the cards tell besides: initial hands that are a pair, and rounds with a natural on either side."""

    player_pairs: int
    banker_pairs: int
    naturals: int


def results(rounds: Iterable[Mapping[str, Any]]) -> str:
    """Return the letters P, B and T of the rounds that have a result, in order: what the roads are drawn from.

    Args:
        rounds: closed rounds as the feed tells them, each as last told (`core.view.closed_since`).
    """
    return "".join(_LETTERS[_standing(told)["winner"]] for told in rounds if _counts(told))


def wins(letters: str) -> Wins:
    """Return how many there are of each result in letters P, B and T."""
    return Wins(letters.count(PLAYER), letters.count(BANKER), letters.count(TIE))


def statistics(rounds: Iterable[Mapping[str, Any]]) -> Statistics:
    """Return the numbers of a shoe. `rounds` is as in `results`."""
    counted = [told for told in rounds if _counts(told)]
    won = wins(results(counted))
    return Statistics(
        won.player,
        won.banker,
        won.tie,
        player_pairs=sum(_is_pair(told["player"]) for told in counted),
        banker_pairs=sum(_is_pair(told["banker"]) for told in counted),
        naturals=sum(_standing(told)["natural"] for told in counted),
    )


def _counts(told: Mapping[str, Any]) -> bool:
    return told["winner"] in _LETTERS and not told["void_hand"]


def _standing(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the round came to: as corrected, else as published."""
    correction: Mapping[str, Any] | None = told["correction"]
    return correction or told


def _is_pair(hand: list[str]) -> bool:
    """Whether the first two cards have one rank. Two cards that could not be read are no pair."""
    first, second = hand[:2]
    return first in POINTS and first[0] == second[0]
