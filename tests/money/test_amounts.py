"""Money is counted in whole cents, and only what is written like money is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import Refused
from firmware.money.amount import LARGEST, read_amount, written


@pytest.mark.parametrize(
    ("text", "cents"), [("125", 12500), ("0.5", 50), ("0.50", 50), ("0.01", 1), ("007", 700), (" 2.50 ", 250)]
)
def test_it_is_read_to_the_cent(text: str, cents: int) -> None:
    assert read_amount(text, "wager") == cents


@given(st.integers(1, LARGEST))
def test_what_is_printed_is_read_again(cents: int) -> None:
    assert read_amount(written(cents), "wager") == cents


@pytest.mark.parametrize(("cents", "text"), [(0, "0.00"), (-5, "-0.05"), (-11400, "-114.00"), (101, "1.01")])
def test_it_is_printed_with_two_decimals(cents: int, text: str) -> None:
    assert written(cents) == text


@pytest.mark.parametrize(
    "text",
    ["", "ten", "-5", "+5", "1,000", "1.005", ".5", "5.", "1e3", "NaN", "0x10", "1_000", "5 0", "٣", "$5", "5\n"],
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"^wager: .* is no amount"):
        read_amount(text, "wager")


@pytest.mark.parametrize("text", ["0", "0.00", "1000000000.01", "9" * 5000, "0" * 5000])
def test_nothing_and_too_much_are_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"out of range; from 0.01 to 1000000000.00$"):
        read_amount(text, "wager")


def test_the_largest_amount_is_one() -> None:
    assert read_amount("1000000000", "wager") == LARGEST
