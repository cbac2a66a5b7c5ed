"""Two tiles count the last digit of their dots; a Gee Jun tile counts 3 or 6; the bank wins copies."""

from itertools import product

import pytest

from firmware.paigow.tiles import GEE_JUN, TILES, count, higher


@pytest.mark.parametrize(
    ("tiles", "counts"),
    [
        (("7", "2"), 9),
        (("4", "6"), 0),
        (("5", "6"), 1),
        (("11", "8"), 9),
        (("12", "10"), 2),
        ((GEE_JUN, "6"), 9),  # as 3
        ((GEE_JUN, "2"), 8),  # as 6
        (("7", GEE_JUN), 3),  # 7 and 6; with 3 it were 0
        ((GEE_JUN, "4"), 7),  # 3 and 4; with 6 it were 0
        ((GEE_JUN, GEE_JUN), 9),  # each for itself
    ],
)
def test_two_tiles_count_the_last_digit(tiles: tuple[str, str], counts: int) -> None:
    assert count(tiles) == counts


def test_a_gee_jun_tile_is_never_worse_than_one_that_counts_3_or_6() -> None:
    for other in TILES:
        with_six = count((GEE_JUN, other))
        assert with_six >= count(("6", other))
        assert with_six == max((3 + n) % 10 if g == 3 else (6 + n) % 10 for g in (3, 6) for n in values(other))


def values(tile: str) -> tuple[int, ...]:
    return (3, 6) if tile == GEE_JUN else (int(tile),)


@pytest.mark.parametrize(
    ("hand", "bank", "says"),
    [
        (("7", "2"), ("6", "2"), "hand"),
        (("6", "2"), ("7", "2"), "bank"),
        (("4", "6"), ("10", "10"), "copy"),  # 0 against 0
        (("7", "2"), ("4", "5"), "single tile"),
        (("4", "6"), ("2", "9"), "bank"),
    ],
)
def test_which_hand_is_the_higher(hand: tuple[str, str], bank: tuple[str, str], says: str) -> None:
    assert higher(hand, bank) == says


def test_what_one_hand_says_of_the_other_is_said_the_other_way_round() -> None:
    turned = {"hand": "bank", "bank": "hand", "copy": "copy", "single tile": "single tile"}
    pairs = [(first, second) for first in TILES for second in TILES]
    for hand, bank in product(pairs, pairs):
        assert higher(bank, hand) == turned[higher(hand, bank)]
