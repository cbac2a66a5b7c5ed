"""Decides who draws, and works a round out from its cards in draw order.

The tables are data (`firmware/editions`); this page only reads them off. It knows no phase, no lamp, no wager, and it
must never know whether a card is face up: the same cards give the same round in every Dealing Style.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from firmware.core.cards import POINTS, Card, count

NATURAL: Final = frozenset({8, 9})
"""Point counts that are a natural on the first two cards of a hand (definition "Natural")."""

Winner: TypeAlias = Literal["player", "banker", "tie"]

Due: TypeAlias = Literal["initial", "player_third", "banker_third", "none"]
"""What the round still needs: one of the initial four cards, a third card, or nothing."""


@dataclass(frozen=True, slots=True)
class Tableau:
    """The "Table of Play" of one edition, for hands that are no natural (counts 0 to 7).

    `table_1[player]` (rule 9.3), `table_2[banker][third]` (rule 9.4) and `rule_9_5[banker]` are true where the hand
    draws. All counts are of two cards; `third` is the point value of the Player's third card, 0 to 9.
    """

    table_1: tuple[bool, ...]
    table_2: tuple[tuple[bool, ...], ...]
    rule_9_5: tuple[bool, ...]

    def player_draws(self, player: int, banker: int) -> bool:
        """Return whether the Player's Hand draws, from both two-card counts, 0 to 9 (rules 9.2 and 9.3)."""
        return player not in NATURAL and banker not in NATURAL and self.table_1[player]

    def banker_draws(self, player: int, banker: int, third: int | None) -> bool:
        """Return whether the Banker's Hand draws, from both two-card counts, 0 to 9 (rules 9.2, 9.4 and 9.5).

        `third` is the point value of the Player's third card, 0 to 9, or None when the Player's Hand stands: never
        that of a card the Player's Hand was given in error (rule 11.2).
        """
        if player in NATURAL or banker in NATURAL:
            return False
        return self.rule_9_5[banker] if third is None else self.table_2[banker][third]


class Outcome(Struct, frozen=True):
    """A round as far as its cards tell. Cards beyond `used` were not due and belong to neither hand."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_count: int
    banker_count: int
    natural: bool
    due: Due
    winner: Winner | None
    """Whose hand has the higher count once nothing is due (rule 10.1); None before."""

    @property
    def used(self) -> int:
        """How many of the cards the round took, 0 to 6."""
        return len(self.player) + len(self.banker)

    @property
    def player_draws(self) -> bool:
        """Whether the Player's Hand is due a third card or has it."""
        return len(self.player) == 3 or self.due == "player_third"

    @property
    def player_stands(self) -> bool:
        """Whether the initial four cards are out and the Player's Hand gets no third card."""
        return self.due != "initial" and not self.player_draws

    @property
    def banker_draws(self) -> bool:
        """Whether the Banker's Hand is due a third card or has it."""
        return len(self.banker) == 3 or self.due == "banker_third"

    @property
    def banker_stands(self) -> bool:
        """Whether the Banker's turn has come and the Banker's Hand gets no third card."""
        return self.due == "none" and not self.banker_draws


def work_out(tableau: Tableau, cards: Sequence[Card]) -> Outcome:
    """Return the round that `cards` make in the order they left the shoe.

    Player, Banker, Player, Banker, then the Player's third if due, then the Banker's third if due (rules 9.2 to 9.6;
    the order of the initial four is a reading). Any number of cards will do: see `Outcome.due` and `Outcome.used`.
    """
    if len(cards) < 4:
        return _initial(cards)
    p1, b1, p2, b2 = cards[:4]
    hand_p: tuple[Card, ...] = (p1, p2)
    hand_b: tuple[Card, ...] = (b1, b2)
    player = (POINTS[p1] + POINTS[p2]) % 10
    banker = (POINTS[b1] + POINTS[b2]) % 10
    if player in NATURAL or banker in NATURAL:
        return Outcome(hand_p, hand_b, player, banker, True, "none", _winner(player, banker))
    used, third, final = 4, None, player
    if tableau.player_draws(player, banker):
        if len(cards) == 4:
            return Outcome(hand_p, hand_b, player, banker, False, "player_third", None)
        used, third = 5, POINTS[cards[4]]
        hand_p, final = (p1, p2, cards[4]), (player + third) % 10
    if tableau.banker_draws(player, banker, third):
        if len(cards) == used:
            return Outcome(hand_p, hand_b, final, banker, False, "banker_third", None)
        hand_b, banker = (b1, b2, cards[used]), (banker + POINTS[cards[used]]) % 10
    return Outcome(hand_p, hand_b, final, banker, False, "none", _winner(final, banker))


def _initial(cards: Sequence[Card]) -> Outcome:
    player, banker = tuple(cards[0::2]), tuple(cards[1::2])
    return Outcome(player, banker, count(player), count(banker), False, "initial", None)


def _winner(player: int, banker: int) -> Winner:
    return "player" if player > banker else "banker" if banker > player else "tie"
