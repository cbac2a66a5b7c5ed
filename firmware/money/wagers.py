"""The wagers a player may lay, and what each of them is paid.

Decides the odds. It must never know the chips of the table, nor who sits at it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from firmware.money.amount import Cents


class Bet(StrEnum):
    """What a wager is laid on, in the order in which the wagers of one seat are settled."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    PLAYER_PAIR = "player_pair"
    BANKER_PAIR = "banker_pair"

    @property
    def says(self) -> str:
        """The bet as it is printed."""
        return _SAYS[self]


HANDS: Final = (Bet.PLAYER, Bet.BANKER)
"""Wagers on a hand. A tie leaves them where they are (rule 5.6)."""
PAIRS: Final = (Bet.PLAYER_PAIR, Bet.BANKER_PAIR)
"""Wagers that the first two cards of a hand are of one rank. No Gazette page that was found has them."""

_SAYS: Final = {
    Bet.PLAYER: "Player",
    Bet.BANKER: "Banker",
    Bet.TIE: "Tie",
    Bet.PLAYER_PAIR: "Player pair",
    Bet.BANKER_PAIR: "Banker pair",
}

ODDS: Final[Mapping[Bet, int]] = {
    Bet.PLAYER: 1,  # assumed: rule 5.1 was not found
    Bet.BANKER: 1,  # rule 5.2, less commission
    Bet.TIE: 8,  # rule 5.5
}
"""What is paid for 1, in every edition."""


def odds(pair_odds: int | None = None) -> Mapping[Bet, int]:
    """Return the odds of every wager the table takes; of those on pairs where the house has set some, such as 11."""
    return ODDS if pair_odds is None else {**ODDS, **dict.fromkeys(PAIRS, pair_odds)}


@dataclass(frozen=True, slots=True)
class Wager:
    """An amount in cents that lies on one bet before one seat, numbered from 1."""

    seat: int
    on: Bet
    amount: Cents
