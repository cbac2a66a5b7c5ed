"""The limits of the table and its differential: a supervisor hears of a breach, and no payment changes."""

import pytest

from firmware.errors import Refused
from firmware.money.chips import read_chips
from firmware.money.limits import Limits, differential, notices
from firmware.money.result import read_words
from firmware.money.settlement import Settlement, settle
from firmware.money.wagers import Bet, Wager
from tests.money.cashier import cents


def settled(*wagers: tuple[Bet, str], result: str = "banker 4 6", chips: str = "0.50,2.50,5") -> Settlement:
    laid = [Wager(seat, on, cents(amount)) for seat, (on, amount) in enumerate(wagers, 1)]
    return settle(laid, read_words(result), read_chips(chips))


HANDS = Limits(minimum=cents("20"), maximum=cents("500"))


@pytest.mark.parametrize("amount", ["20", "500"])
def test_a_wager_at_the_limit_is_within_it(amount: str) -> None:
    assert notices(settled((Bet.PLAYER, amount), (Bet.BANKER, amount)), HANDS) == ()


def test_a_wager_beyond_a_limit_is_told() -> None:
    done = settled((Bet.PLAYER, "19.50"), (Bet.BANKER, "510"))
    assert notices(done, HANDS) == (
        "seat 1, Player 19.50: below the minimum of 20.00",
        "seat 2, Banker 510.00: above the maximum of 500.00",
    )


def test_the_tie_has_limits_of_its_own() -> None:
    done = settled((Bet.TIE, "2.50"), (Bet.TIE, "600"))
    assert notices(done, HANDS) == ()
    assert notices(done, Limits(side_minimum=cents("5"), side_maximum=cents("50"))) == (
        "seat 1, Tie 2.50: below the minimum of 5.00",
        "seat 2, Tie 600.00: above the maximum of 50.00",
    )


def test_a_wager_accepted_against_rule_5_3_is_told() -> None:
    assert notices(settled((Bet.BANKER, "125")), Limits()) == (
        "seat 1, Banker 125.00: accepted against rule 5.3; 120.00 of it is valid (rule 5.4)",
    )


def test_a_valid_part_below_the_minimum_stands() -> None:
    done = settled((Bet.BANKER, "25"), result="player 6 4")
    assert notices(done, Limits(minimum=cents("25"))) == (
        "seat 1, Banker 25.00: accepted against rule 5.3; 20.00 of it is valid (rule 5.4)",
        "seat 1, Banker 25.00: the valid part is below the minimum of 25.00; it stands",
    )
    assert done.house == cents("20")


@pytest.mark.parametrize(("result", "told"), [("player 6 4", True), ("tie 6 6", True), ("banker 4 6", False)])
def test_a_void_part_that_no_chips_make_up_is_told_where_it_has_to_be_parted_from_the_rest(
    result: str, told: bool
) -> None:
    done = settled((Bet.BANKER, "11.50"), result=result, chips="1,2.50")
    said = "seat 1, Banker 11.50: no chips make up the void 1.50; decide how it goes back"
    assert (said in notices(done, Limits())) is told


def test_wagers_on_a_void_hand_are_told() -> None:
    done = settled((Bet.BANKER, "125"), result="banker 4 6 void_hand")
    assert notices(done, Limits()) == ("seat 1, Banker 125.00: no wagers are allowed on a void hand (rule 11.1)",)


def test_of_a_voided_round_there_is_nothing_to_tell() -> None:
    assert notices(settled((Bet.BANKER, "125"), result="void"), Limits(differential=1)) == ()


def test_the_differential_is_of_the_valid_wagers_on_the_two_hands() -> None:
    done = settled((Bet.BANKER, "125"), (Bet.PLAYER, "40"), (Bet.PLAYER, "30"), (Bet.TIE, "500"))
    assert differential(done.steps) == cents("120") - cents("70")


def test_a_differential_above_its_limit_is_told() -> None:
    banker, player = (settled((hand, "300"), (Bet.TIE, "5")) for hand in (Bet.BANKER, Bet.PLAYER))
    assert notices(banker, Limits(differential=cents("300"))) == ()
    (said,) = notices(banker, Limits(differential=cents("299")))
    assert said == "the Banker's Hand is wagered on 300.00 more than the other, above the differential of 299.00"
    (said,) = notices(player, Limits(differential=cents("299")))
    assert said.startswith("the Player's Hand is wagered on 300.00 more")


def test_a_minimum_above_its_maximum_is_refused() -> None:
    chips = read_chips("0.50")
    with pytest.raises(Refused, match=r"^limits: the minimum 20.00 is above the maximum 10.00"):
        Limits(minimum=cents("20"), maximum=cents("10")).check(chips)
    with pytest.raises(Refused, match=r"^limits: the minimum 20.00 is above the maximum 10.00"):
        Limits(side_minimum=cents("20"), side_maximum=cents("10")).check(chips)


def test_chips_that_can_pay_no_wager_up_to_the_maximum_are_refused() -> None:
    chips = read_chips("5,25")
    Limits(maximum=cents("100")).check(chips)
    with pytest.raises(Refused, match=r"that can be paid is 100.00, above the maximum of 99.50$"):
        Limits(maximum=cents("99.50")).check(chips)


def test_chips_that_can_pay_no_wager_at_all_are_refused() -> None:
    Limits().check(read_chips("50000000"))
    with pytest.raises(Refused, match=r"paid is 1000000000.20, above the largest amount there is, 1000000000.00$"):
        Limits().check(read_chips("50000000.01"))
