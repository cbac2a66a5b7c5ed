"""The result of a round as it is announced, and the texts it comes in.

Decides what the dealer says (rule 10.1). It must never know a wager. It takes what is public: nothing is settled before
the result is announced.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from firmware.core.cards import POINTS, Card, count, read_card
from firmware.errors import Refused
from firmware.money.amount import shown
from firmware.money.wagers import PAIRS, Bet

Winner: TypeAlias = Literal["player", "banker", "tie", "void"]
"""Which hand has won, neither, or that the round was voided and has no result."""

EXAMPLE: Final = "write `banker 4 6` (winner, Player's count, Banker's count) or `void`"

_VOID_HAND: Final = "void_hand"
_EXTRAS: Final = (*PAIRS, _VOID_HAND)
"""Words that may follow the counts."""
_BEHIND: Final = f"; {', '.join(_EXTRAS)} stand behind the counts"

# A round as `coup journal show --json` prints it. What nothing is paid by may be left out.
_NEEDED: Final = ("winner", "player_count", "banker_count")
_CARDS: Final = ("player", "banker")
_PASSED_OVER: Final = ("shoe", "round", "natural", "final", "corrected")


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a round.

    Attributes:
        counts: of the Player's Hand and the Banker's Hand, 0 to 9; None for a voided round, which has no result.
        void_hand: nobody may lay a wager in it (rule 11.1).
        pairs: which hands began with two cards of one rank; None where that is not known.
    """

    counts: tuple[int, int] | None
    void_hand: bool = False
    pairs: frozenset[Bet] | None = frozenset()

    @property
    def winner(self) -> Winner:
        """Whose count is higher."""
        if self.counts is None:
            return "void"
        player, banker = self.counts
        return "player" if player > banker else "banker" if banker > player else "tie"

    @property
    def announcement(self) -> str:
        """What the dealer says: the final counts and the hand that won, or "Tie Hand" (rule 10.1)."""
        if self.counts is None:
            return "The round is void"
        player, banker = self.counts
        says = {"player": "Player's Hand wins", "banker": "Banker's Hand wins", "tie": "Tie Hand"}[self.winner]
        return f"Player's Hand {player}, Banker's Hand {banker}: {says}"


def read_words(text: str) -> Result:
    """Return the result that `text` says, such as ``banker 4 6``, ``tie 6 6 player_pair`` or ``void``.

    After the counts may stand ``player_pair``, ``banker_pair`` and ``void_hand``.

    Raises:
        Refused: it says no result, or one that cannot be.
    """
    match text.split():
        case []:
            raise Refused("form", f"result: it is empty; {EXAMPLE}")
        case ["void"]:
            return Result(None)
        case ["void", *_]:
            raise Refused("form", f"result: {shown(text)}: nothing follows `void`; {EXAMPLE}")
        case [winner, player, banker, *extras] if not {winner, player, banker} & {*_EXTRAS}:
            return _as_said(Result((_count(player), _count(banker)), *_read_extras(extras)), winner)
    raise Refused("form", f"result: {shown(text)} lacks the winner or a count; {EXAMPLE}{_BEHIND}")


def _read_extras(extras: Sequence[str]) -> tuple[bool, frozenset[Bet]]:
    """Return whether a void hand is said, and which pairs are."""
    for extra in extras:
        if extra not in _EXTRAS:
            raise Refused("form", f"result: {shown(extra)} is unknown; {EXAMPLE}{_BEHIND}")
    return _VOID_HAND in extras, frozenset(PAIRS).intersection(extras)


def read_round(row: Mapping[str, Any]) -> Result:
    """Return the result of a round as `coup journal show --json` prints it, numbers as text or not.

    The cards may be left out; then it is not known who has a pair.

    Raises:
        Refused: a key is missing or unknown, or what it says cannot be.
    """
    for key in row:
        if key not in (*_NEEDED, *_CARDS, _VOID_HAND, *_PASSED_OVER):
            raise Refused("form", f"result: {shown(key)} is unknown; give a round as `coup journal show --json` does")
    if row.get("winner") == "void":
        return Result(None)
    for key in _NEEDED:
        if key not in row:
            raise Refused("form", f"result: {key} is missing; {EXAMPLE}")
    void_hand = row.get(_VOID_HAND, False)
    if not isinstance(void_hand, bool):
        raise Refused("form", f"result: {_VOID_HAND} is true or false")
    counts = _count(row["player_count"]), _count(row["banker_count"])
    return _as_said(Result(counts, void_hand, _pairs(row, counts)), row["winner"])


def _pairs(row: Mapping[str, Any], counts: tuple[int, int]) -> frozenset[Bet] | None:
    hands = [_hand(row[side], side) if side in row else None for side in _CARDS]
    for hand, said, side in zip(hands, counts, _CARDS, strict=True):
        if hand is not None and count(hand) != said:
            raise Refused("form", f"result: {' '.join(hand)} of {side} count {count(hand)}, not {said}")
    if None in hands:
        return None
    return frozenset(pair for pair, hand in zip(PAIRS, hands, strict=True) if hand and hand[0][0] == hand[1][0])


def _hand(cards: object, side: str) -> list[Card]:
    if not isinstance(cards, list) or not 2 <= len(cards) <= 3:
        raise Refused("form", f"result: {side} is a list of two or three cards")
    for card in cards:
        if not isinstance(card, str) or card not in POINTS:
            raise Refused("form", f"result: {shown(str(card))} of {side} is not a card such as KH or 9S")
    return [read_card(card) for card in cards]


def _count(said: object) -> int:
    """Return a point count, of a text or a number."""
    text = str(said)
    if isinstance(said, bool) or len(text) != 1 or text not in "0123456789":
        raise Refused("form", f"result: {shown(text)} is no point count from 0 to 9; {EXAMPLE}")
    return int(text)


def _as_said(result: Result, winner: object) -> Result:
    """Return `result` if its counts make the winner that was said."""
    if winner not in ("player", "banker", "tie"):
        raise Refused("form", f"result: {shown(str(winner))} is no winner; {EXAMPLE}")
    if winner != result.winner:
        raise Refused("form", f"result: {winner} is said, and the counts make {result.winner}; which is wrong?")
    return result
