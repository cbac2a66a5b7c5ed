"""Cards are dealt at a table on an emulated Raspberry Pi: the pins are the lamps that the rules light."""

from itertools import pairwise
from statistics import median

import pytest

from tests.pi.dealer import Dealer
from tests.pi.table import LAMPS, Table

pytestmark = [pytest.mark.pi, pytest.mark.timeout(300)]


def test_a_shoe_from_loaded_to_the_round_after_its_cutting_card(table: Table) -> None:
    table.start()
    dealer = Dealer(table, 1)
    dealer.look()
    dealer.fill(cut=100)
    dealer.deal()
    assert dealer.rounds > 15
    assert len(table.recorded("press")) == dealer.rounds


def test_a_card_out_of_turn_blinks_until_the_key_and_a_held_button_decide(table: Table) -> None:
    table.start()
    dealer = Dealer(table, 2)
    dealer.fill(cut=100)
    while dealer.oracle.phase != "result":
        dealer.step()
    late = dealer.shoe.pop()
    table.happen(late)
    assert table.high - {LAMPS["supervisor"]} == dealer.right
    seen = len(table.pi.edges)
    table.pi.until(lambda: len(table.toggled("supervisor", seen)) >= 5, "the supervisor lamp to blink")
    halves = [after - before for before, after in pairwise(table.toggled("supervisor", seen))]
    assert 400_000_000 < median(halves) < 600_000_000

    table.press("key")
    table.turns(20)
    table.press("confirm")
    for said in ("confirm", late):  # the round was over and its confirm forgotten
        dealer.oracle.take(said)
    table.pi.until(lambda: table.high == dealer.right, "the decision that is marked")
    table.let_go("confirm", "key")
    assert [press["held"] for press in table.recorded("press")] == [True]
    dealer.deal(until_rounds=2)


def test_a_button_that_bounces_closes_one_round(table: Table) -> None:
    table.start()
    dealer = Dealer(table, 3)
    dealer.fill(cut=100)
    while dealer.oracle.phase != "result":
        dealer.step()
    for _ in range(20):
        table.touch("confirm")
        table.lift("confirm")
    dealer.confirm()
    for _ in range(20):
        table.touch("confirm")
        table.lift("confirm")
    table.turns(50)
    assert len(table.recorded("press")) == 1
    dealer.look()
