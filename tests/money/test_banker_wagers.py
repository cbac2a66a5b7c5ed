"""Rules 5.2 to 5.4: what of a wager on the Banker's Hand is valid, against every amount tried one by one."""

from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.money.amount import LARGEST
from firmware.money.banker import commission, smallest_wager, valid_part
from firmware.money.chips import Chips, read_chips
from tests.money.cashier import TABLES, cents, made_up, odd_chips, real_chips, valid_parts


@pytest.mark.parametrize(
    ("smallest", "unit", "wager", "valid", "void", "pays"),
    [
        ("0.50", "10", "15", "10", "5", "9.50"),
        ("0.50", "10", "125", "120", "5", "114"),
        ("1", "20", "35", "20", "15", "19"),
        ("1", "20", "15", "0", "15", "0"),
        ("2.50", "50", "125", "100", "25", "95"),
        ("5", "100", "125", "100", "25", "95"),
    ],
)
def test_worked_examples(smallest: str, unit: str, wager: str, valid: str, void: str, pays: str) -> None:
    """Chips that are all multiples of the smallest one: the wager goes in steps of twenty of it."""
    for chips in (read_chips(smallest), Chips(frozenset(cents(smallest) * times for times in (1, 2, 10, 50)))):
        found = valid_part(chips, cents(wager))
        assert found == cents(valid)
        assert cents(wager) - found == cents(void)
        assert found - commission(found) == cents(pays)
        assert smallest_wager(chips) == cents(unit)


@pytest.mark.parametrize("table", TABLES)
def test_every_wager_up_to_5000_is_judged_as_trying_judges_it(table: str) -> None:
    chips, tried = read_chips(table), valid_parts(read_chips(table), cents("5000"))
    for wager in range(0, cents("5000") + 1, chips.unit):
        assert valid_part(chips, wager) == tried[wager]


@pytest.mark.measure
@pytest.mark.parametrize("table", TABLES)
def test_every_cent_up_to_5000_is_judged_as_trying_judges_it(table: str) -> None:
    chips, tried = read_chips(table), valid_parts(read_chips(table), cents("5000"))
    assert [valid_part(chips, wager) for wager in range(len(tried))] == tried


@given(odd_chips)
def test_any_chips_judge_as_trying_does(chips: Chips) -> None:
    tried = valid_parts(chips, 4000)
    assert [valid_part(chips, wager) for wager in range(4001)] == tried


@pytest.mark.measure
def test_many_odd_sets_of_chips_judge_every_wager_up_to_5000_as_trying_does() -> None:
    chance = Random(8)
    for _ in range(300):
        unit = chance.choice((1, 5, 10, 25, 50))
        chips = Chips(frozenset(unit * size for size in chance.sample(range(1, 400), chance.randint(1, 7))))
        tried = valid_parts(chips, cents("5000"))
        for wager in chance.sample(range(len(tried)), 2000):
            assert valid_part(chips, wager) == tried[wager], (str(chips), wager)


def test_a_wager_of_hundreds_of_thousands_is_judged_as_trying_judges_it() -> None:
    """Chips with little in common: of hundreds of thousands there are still amounts they do not make up."""
    chips = read_chips("999.99,1000,1500.01")
    tried = made_up(chips.denominations, cents("300000"))
    seen = set()
    for wager in map(cents, ("300000", "299999.99", "250000.03", "70000", "20001")):
        part = next(v for v in count(wager - wager % 20, -20) if tried >> v & 1 and tried >> v * 19 // 20 & 1)
        assert valid_part(chips, wager) == part
        seen.add(wager - part)
    assert len(seen) > 1


@pytest.mark.timeout(10)
@given(st.frozensets(st.integers(1, 20_000), min_size=1, max_size=6), st.integers(0, LARGEST))
def test_the_valid_part_of_a_thousand_million_is_found_at_once(denominations: frozenset[int], wager: int) -> None:
    chips = Chips(denominations)
    valid = valid_part(chips, wager)
    assert 0 <= valid <= wager
    assert chips.make_up(valid)
    assert chips.make_up(valid - commission(valid))
    assert 20 * commission(valid) == valid


@given(real_chips, st.integers(0, 10_000_000), st.integers(0, 10_000_000))
def test_a_larger_wager_never_has_a_smaller_valid_part(chips: Chips, one: int, other: int) -> None:
    assert valid_part(chips, min(one, other)) <= valid_part(chips, max(one, other))


@given(odd_chips, st.integers(1, 50))
def test_multiples_of_the_smallest_wager_can_be_paid_and_nothing_below_it(chips: Chips, times: int) -> None:
    smallest = smallest_wager(chips)
    assert valid_part(chips, times * smallest) == times * smallest
    assert valid_part(chips, smallest - 1) == 0


def test_chips_of_1_and_2_50_can_pay_10_which_20_of_the_smallest_would_not_tell() -> None:
    chips = read_chips("1,2.50")
    assert smallest_wager(chips) == cents("10")
    assert valid_part(chips, cents("11.50")) == cents("10")
