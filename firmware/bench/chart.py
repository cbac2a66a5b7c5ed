"""What the cards of a round make, worked out from the chart that hangs on every casino's wall.

Decides who draws, who stands and who wins, a second time: it shares no line and no table with `firmware.core`, so that
a soak finds a mistake in either. It must never be used to run a table.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

_RANKS: Final = "A23456789"
_BANKER_DRAWS_TO: Final = ("0123456789", "0123456789", "0123456789", "012345679", "234567", "4567", "67", "")
"""By the Banker's count: the Player's third cards, by value, that the Banker draws to (rule 9.4, Table 2)."""


class Made(NamedTuple):
    """A round as far as its cards tell. `due` is the phase a table is in that waits for what is due."""

    due: str
    player: int = 0
    banker: int = 0
    natural: bool = False
    player_stands: bool = False
    banker_stands: bool = False

    @property
    def winner(self) -> str:
        """`player`, `banker` or `tie`, by the counts (rule 10.1)."""
        return "tie" if self.player == self.banker else "player" if self.player > self.banker else "banker"


def made(cards: Sequence[str]) -> Made:
    """Return what `cards`, each rank and suit, make in the order they left the shoe (rules 9.2 to 9.5)."""
    if len(cards) < 4:
        return Made("dealing")
    value = [_RANKS.find(card[0]) + 1 for card in cards]
    player, banker, thirds = (value[0] + value[2]) % 10, (value[1] + value[3]) % 10, value[4:]
    if player > 7 or banker > 7:
        return Made("result", player, banker, natural=True, player_stands=True, banker_stands=True)
    player_stands = player > 5
    if player_stands:
        banker_stands = banker > 5
    elif thirds:
        banker_stands = str(thirds[0]) not in _BANKER_DRAWS_TO[banker]
        player = (player + thirds.pop(0)) % 10
    else:
        return Made("player_draw", player, banker)
    if not banker_stands and not thirds:
        return Made("banker_draw", player, banker, player_stands=player_stands)
    if not banker_stands:
        banker = (banker + thirds[0]) % 10
    return Made("result", player, banker, player_stands=player_stands, banker_stands=banker_stands)
