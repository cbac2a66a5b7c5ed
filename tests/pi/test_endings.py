"""A controller on an emulated Raspberry Pi ends, in every way there is, and is started again."""

import pytest

from tests.pi.dealer import Dealer
from tests.pi.table import OUTPUTS, Table

pytestmark = [pytest.mark.pi, pytest.mark.timeout(300)]


def mid_round(table: Table, seed: int) -> Dealer:
    table.start()
    dealer = Dealer(table, seed)
    dealer.fill(cut=100)
    dealer.deal(until_rounds=1)
    while len(dealer.oracle.cards) < 3:
        dealer.step()
    return dealer


def test_one_that_is_told_to_stop_leaves_all_dark_and_shut(table: Table) -> None:
    mid_round(table, 4)
    assert table.lit == ["deal"]
    assert table.gate_open
    assert table.end() == 0
    assert table.high == frozenset()
    assert table.pi.outputs() == OUTPUTS
    assert not table.line.gate_open


def test_one_that_is_killed_leaves_its_pins_until_lamps_dark_and_then_is_where_it_was(table: Table) -> None:
    dealer = mid_round(table, 5)
    assert table.end("KILL") == 137
    dealer.look()  # nobody has told the pins
    table.line.listened = True
    assert "every lamp is dark" in table.run("lamps", "dark")
    assert table.high == frozenset()
    assert table.pi.outputs() == OUTPUTS
    assert not table.line.gate_open
    table.start()
    dealer.look()
    dealer.deal(until_rounds=2)


def test_one_that_is_killed_and_started_again_at_once_takes_up_what_left_meanwhile(table: Table) -> None:
    dealer = mid_round(table, 6)
    table.end("KILL")
    said = dealer.shoe.pop()
    dealer.oracle.take(said)
    table.line.happen(said)
    table.start()
    dealer.look()
    dealer.deal(until_rounds=2)
