"""Which amounts the chips make up, and the fewest to hand over: against trying it amount by amount."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import Refused
from firmware.money.amount import LARGEST
from firmware.money.chips import MOST_STEPS, Chips, read_chips
from tests.money.cashier import TABLES, cents, fewest_chips, made_up, odd_chips


def named(counted: dict[int, int] | None) -> str:
    return " ".join(f"{number}x{chip / 100:g}" for chip, number in (counted or {}).items())


@given(odd_chips)
def test_any_chips_make_up_what_trying_finds(chips: Chips) -> None:
    tried = made_up(chips.denominations, 4000)
    assert [chips.make_up(amount) for amount in range(4001)] == [bool(tried >> amount & 1) for amount in range(4001)]


@given(odd_chips)
def test_fewest_are_as_few_as_trying_finds(chips: Chips) -> None:
    for amount, fewest in enumerate(fewest_chips(chips, 400)):
        counted = chips.fewest(amount)
        if fewest is None:
            assert counted is None
        else:
            assert counted is not None
            assert sum(counted.values()) == fewest
            assert sum(chip * number for chip, number in counted.items()) == amount


@pytest.mark.parametrize("table", TABLES)
def test_a_real_table_hands_over_the_fewest_chips(table: str) -> None:
    chips = read_chips(table)
    for amount, fewest in enumerate(fewest_chips(chips, 30000)):
        if amount % 50 == 0:
            counted = chips.fewest(amount)
            assert (None if counted is None else sum(counted.values())) == fewest


def test_taking_the_largest_chip_first_would_not_do() -> None:
    """30 is six chips with a 25 first; 4 cannot be made up with a 2.50 in it, nor 13 with three 4."""
    assert named(read_chips("1,10,25").fewest(cents("30"))) == "3x10"
    assert named(read_chips("1,2.50,10").fewest(cents("4"))) == "4x1"
    assert named(read_chips("2.50,4").fewest(cents("13"))) == "2x4 2x2.5"


def test_the_largest_come_first_and_none_is_listed_that_is_not_there() -> None:
    assert named(read_chips("0.50,2.50,5,25,100").fewest(cents("114"))) == "1x100 2x5 1x2.5 3x0.5"
    assert read_chips("5").fewest(0) == {}


def test_what_cannot_be_made_up_is_handed_over_in_no_chips() -> None:
    chips = read_chips("1,2.50")
    assert chips.fewest(cents("1.50")) is None
    assert chips.fewest(cents("0.01")) is None
    assert named(chips.fewest(cents("3.50"))) == "1x2.5 1x1"


@pytest.mark.timeout(10)
@given(
    st.frozensets(st.integers(1, 100_000), min_size=2, max_size=6),
    st.integers(LARGEST // 2, LARGEST),
)
def test_a_thousand_million_is_handed_over_at_once(denominations: frozenset[int], amount: int) -> None:
    """Every amount so large that is a multiple of the unit can be made up (the coin problem's bound)."""
    chips = Chips(denominations)
    amount -= amount % chips.unit
    counted = chips.fewest(amount)
    assert counted is not None
    assert sum(chip * number for chip, number in counted.items()) == amount
    # Of any so many smaller chips some could be changed for fewer of the largest.
    largest = max(denominations)
    assert sum(number for chip, number in counted.items() if chip < largest) < largest // chips.unit


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "chips: none are named"),
        (" ", "chips: none are named"),
        ("0.50,,5", "chips: '' is no amount"),
        ("0.50,0", "chips: '0' is out of range"),
        ("0.50,-5", "chips: '-5' is no amount"),
        ("0.50,2.505", "chips: '2.505' is no amount"),
        ("0.50,five", "chips: 'five' is no amount"),
        ("5,2.50,5.00", "chips: 5.00 is named twice"),
        ("10000.01,10000.02", "chips: the smallest is 10000.01 and all are multiples of 0.01 only"),
    ],
)
def test_chips_that_cannot_be_are_refused(text: str, said: str) -> None:
    with pytest.raises(Refused, match=f"^{said}"):
        read_chips(text)


def test_the_smallest_chip_may_hold_so_many_units() -> None:
    assert Chips(frozenset({MOST_STEPS // 2, MOST_STEPS // 2 + 1})).unit == 1
    with pytest.raises(Refused):
        Chips(frozenset({MOST_STEPS // 2 + 1, MOST_STEPS // 2 + 2}))


def test_a_message_names_the_chips_in_order() -> None:
    assert str(read_chips("5, 0.5,2.50")) == "0.50, 2.50, 5.00"
