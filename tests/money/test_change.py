"""The fewest chips, by both searches, also of sizes that have little in common."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from firmware.errors import Refused
from firmware.money.change import MOST_RESTS, PATIENCE, Search, fewest
from firmware.money.chips import Chips
from tests.money.cashier import fewest_chips, fewest_for

sizes = st.frozensets(st.integers(1, 60), min_size=1, max_size=6).map(lambda found: tuple(sorted(found)))


@given(sizes, st.integers(0, 400), st.sampled_from((None, PATIENCE)))
def test_either_search_finds_as_few_as_trying(found: tuple[int, ...], amount: int, patience: int | None) -> None:
    chips = Chips(frozenset(found))
    assume(chips.unit == 1)
    tried = fewest_chips(chips, amount)[amount]
    assume(tried is not None)
    numbers = Search(found, amount, patience).numbers
    assert sum(numbers) == tried
    assert sum(size * number for size, number in zip(found, numbers, strict=True)) == amount


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("odd", "amount"),
    [
        ((30030, 30031, 60060, 60061, 90091), 780_795),
        ((30030, 30031, 60060, 60061, 90091), 1_501_515),
        ((999, 1000, 1001, 1003), 100_001),
        ((46954, 53401, 54135, 56480, 56529), 1_316_103),
        ((909, 910, 914, 919, 922, 923), 97_861),
    ],
)
def test_sizes_with_little_in_common_do_not_keep_the_dealer_waiting(odd: tuple[int, ...], amount: int) -> None:
    tried = fewest_for(odd, amount)
    assert tried is not None
    assert sum(fewest(odd, amount)) == tried


@pytest.mark.timeout(20)
def test_of_a_hundred_million_too() -> None:
    """The plain search alone would take hours."""
    odd = (30030, 30031, 60060, 60061, 90091)
    numbers = fewest(odd, 100_000_007)
    assert sum(size * number for size, number in zip(odd, numbers, strict=True)) == 100_000_007
    assert sum(numbers) == 1612


def test_rests_of_a_size_too_large_are_not_looked_at() -> None:
    with pytest.raises(Refused, match=r"^chips: they have too little in common"):
        Search((2, MOST_RESTS + 2), 100, patience=None)
