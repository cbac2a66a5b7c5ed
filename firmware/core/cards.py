"""A card, by the two characters the shoe sends for it.

A card is text such as ``"KH"`` (rank, then suit) so that the wire, the journal and the screen all say it alike.
A point value is never stored in its place: pairs and the inventory need rank and suit.
"""

from typing import Final, Literal, TypeAlias, get_args

Card: TypeAlias = Literal[
    "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS",
    "AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH",
    "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD",
    "AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC",
]  # fmt: skip

Face: TypeAlias = Card | Literal["??"]
"""What is known of a card: its value, or ``"??"`` where the shoe could not read it."""

UNREAD: Final[Literal["??"]] = "??"
HIDDEN: Final = "--"
"""How a card that is not public is written wherever people can read it."""

DECK: Final[tuple[Card, ...]] = get_args(Card)
BY_NAME: Final[dict[str, Card]] = {card: card for card in DECK}
FACES: Final[dict[str, Face]] = {**BY_NAME, UNREAD: UNREAD}
"""Whatever a shoe may say of a card, by how it is written."""

# Rule 4.2 was not seen; the values are those of every baccarat text found (ace 1, tens and court cards 0).
POINTS: Final[dict[str, int]] = {
    card: 1 if card[0] == "A" else int(card[0]) if card[0].isdigit() else 0 for card in DECK
}
"""Point value of a card, 0 to 9."""


def read_card(text: str) -> Card:
    """Return `text` as a card.

    Raises:
        ValueError: it is not one of the 52, with what a card looks like.
    """
    if text not in BY_NAME:
        raise ValueError(f"{text!r} is not a card: a rank of A 2 3 4 5 6 7 8 9 T J Q K, then a suit of S H D C")
    return BY_NAME[text]


def count(cards: tuple[Card, ...] | list[Card]) -> int:
    """Return the point count of a hand: the last digit of the sum of its cards (definition "Point Count")."""
    return sum(POINTS[card] for card in cards) % 10
