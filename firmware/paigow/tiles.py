"""What two tiles count, and which of two hands of two tiles is the higher.

Knows only what the pages found say (1999 rules 4.2 to 4.7; PAIGOW.md, section 4): hands below rank 22 are counted. It
must never guess what was not found: the 22 ranked hands, and the order of single tiles.
"""

from typing import Final, Literal, TypeAlias

GEE_JUN: Final = "gj"
"""Either tile of the Gee Jun pair, which counts as it is wanted."""

_VALUES: Final[dict[str, tuple[int, ...]]] = {
    **{str(dots): (dots,) for dots in (2, 4, 5, 6, 7, 8, 9, 10, 11, 12)},
    GEE_JUN: (3, 6),  # rule 4.3
}
TILES: Final = tuple(_VALUES)
"""How a tile is called: by its dots. A tile of 3 dots is a Gee Jun tile."""

Two: TypeAlias = tuple[str, str]
Higher: TypeAlias = Literal["hand", "bank", "copy", "single tile"]


def count(tiles: Two) -> int:
    """Return what two tiles, each one of `TILES`, count: 0 to 9, the last digit of their dots (rule 4.2).

    A Gee Jun tile counts 3 or 6, whichever makes the hand higher (4.3).
    """
    first, second = tiles
    return max((one + other) % 10 for one in _VALUES[first] for other in _VALUES[second])


def higher(hand: Two, bank: Two) -> Higher:
    """Return which of two hands is the higher by its count.

    With 0 against 0 it is a copy, which the bank wins (4.6, 4.7). With another equal count the highest single tile
    decides (4.4): that order was not found, so the dealer has to say.
    """
    mine, its = count(hand), count(bank)
    if mine != its:
        return "hand" if mine > its else "bank"
    return "single tile" if mine else "copy"
