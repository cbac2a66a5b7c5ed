"""A round is settled: who loses, who is paid how much, what stays and what goes back, and in which order."""

import pytest

from firmware.errors import Refused
from firmware.money.amount import written
from firmware.money.chips import read_chips
from firmware.money.result import Result, read_words
from firmware.money.settlement import Fate, Settlement, Step, settle
from firmware.money.wagers import Bet, Wager, odds
from tests.money.cashier import cents

CHIPS = "0.50,2.50,5,25,100"
PAIRS = odds(11)


def laid(text: str) -> list[Wager]:
    """Return wagers written as ``seat bet amount``, parted by commas."""
    rows = (one.split() for one in text.split(","))
    return [Wager(int(seat), Bet(on), cents(amount)) for seat, on, amount in rows]


def settled(wagers: str, result: str, chips: str = CHIPS) -> Settlement:
    return settle(laid(wagers), read_words(result), read_chips(chips), PAIRS)


def only(wager: str, result: str, chips: str = CHIPS) -> Step:
    (step,) = settled(f"1 {wager}", result, chips).steps
    return step


def told(step: Step) -> str:
    return f"{step.fate} {step.wager.seat} {step.wager.on}"


@pytest.mark.parametrize(
    ("smallest", "wager", "pays", "takes", "void"),
    [
        ("0.50", "15", "9.50", "10.00", "5.00"),
        ("0.50", "125", "114.00", "120.00", "5.00"),
        ("1", "35", "19.00", "20.00", "15.00"),
        ("1", "15", "0.00", "0.00", "15.00"),
        ("2.50", "125", "95.00", "100.00", "25.00"),
        ("5", "125", "95.00", "100.00", "25.00"),
    ],
)
def test_worked_examples_of_a_wager_that_was_accepted_all_the_same(
    smallest: str, wager: str, pays: str, takes: str, void: str
) -> None:
    """The void part goes back whether the Banker's Hand wins or loses."""
    won, lost = (only(f"banker {wager}", result, smallest) for result in ("banker 4 6", "player 6 4"))
    assert (written(won.paid), written(won.returned), won.collected) == (pays, void, 0)
    assert (written(lost.collected), written(lost.returned), lost.paid) == (takes, void, 0)
    assert won.stays == cents(takes)


@pytest.mark.parametrize(
    ("wager", "result", "pays", "commission"),
    [
        ("player 100", "player 6 4", "100.00", "0.00"),
        ("banker 100", "banker 4 6", "95.00", "5.00"),
        ("tie 100", "tie 6 6", "800.00", "0.00"),
        ("player_pair 100", "banker 4 6 player_pair", "1100.00", "0.00"),
        ("banker_pair 100", "tie 4 4 banker_pair player_pair", "1100.00", "0.00"),
    ],
)
def test_a_winner_is_paid_the_odds_and_only_the_banker_s_hand_costs_commission(
    wager: str, result: str, pays: str, commission: str
) -> None:
    step = only(wager, result)
    assert (step.fate, written(step.paid), written(step.commission)) == (Fate.PAY, pays, commission)
    assert (step.stays, step.collected, step.returned) == (cents("100"), 0, 0)


@pytest.mark.parametrize(
    ("wager", "result"),
    [
        ("player 100", "banker 4 6"),
        ("banker 100", "player 6 4"),
        ("tie 100", "player 6 4"),
        ("tie 100", "banker 4 6"),
        ("player_pair 100", "player 6 4 banker_pair"),
        ("banker_pair 100", "banker 4 6"),
    ],
)
def test_a_loser_is_collected_whole(wager: str, result: str) -> None:
    step = only(wager, result)
    assert (step.fate, step.collected, step.paid, step.stays, step.returned) == (Fate.COLLECT, cents("100"), 0, 0, 0)


@pytest.mark.parametrize("hand", ["player", "banker"])
def test_a_tie_leaves_wagers_on_the_hands_standing(hand: str) -> None:
    """Rule 5.6: they may be altered before the next round; nothing is won, lost or charged."""
    step = only(f"{hand} 120", "tie 6 6")
    assert (step.fate, step.stays) == (Fate.STAY, cents("120"))
    assert step.collected == step.paid == step.commission == step.returned == 0


def test_the_void_part_goes_back_after_a_tie_too() -> None:
    step = only("banker 125", "tie 6 6")
    assert (step.fate, step.stays, step.returned) == (Fate.STAY, cents("120"), cents("5"))


@pytest.mark.parametrize("result", ["banker 4 6", "player 6 4", "tie 6 6"])
def test_a_wager_with_no_valid_part_goes_back_whole(result: str) -> None:
    step = only("banker 7.50", result)
    assert (step.fate, step.valid, step.returned, step.collected) == (Fate.RETURN, 0, cents("7.50"), 0)


@pytest.mark.parametrize("result", ["void", "banker 4 6 void_hand", "tie 6 6 player_pair void_hand"])
def test_of_a_voided_round_and_on_a_void_hand_everything_goes_back(result: str) -> None:
    done = settled("1 player 50, 2 banker 125, 3 tie 5, 4 player_pair 5", result)
    assert [step.fate for step in done.steps] == [Fate.RETURN] * 4
    assert [step.wager.seat for step in done.steps] == [1, 2, 3, 4]
    assert [step.returned for step in done.steps] == [step.wager.amount for step in done.steps]
    assert done.house == 0


def test_losers_are_collected_before_winners_are_paid_each_seat_by_seat() -> None:
    done = settled(
        "9 banker 50, 3 tie 5, 3 player 20, 1 banker 100, 10 player 20, 2 banker 7.50, 2 player_pair 5, 3 banker 10",
        "banker 4 6",
    )
    assert [told(step) for step in done.steps] == [
        "collect 2 player_pair",
        "collect 3 player",
        "collect 3 tie",
        "collect 10 player",
        "pay 1 banker",
        "pay 3 banker",
        "pay 9 banker",
        "return 2 banker",
    ]


def test_after_a_tie_what_stays_comes_last() -> None:
    done = settled("1 player 50, 2 tie 5, 3 player_pair 5", "tie 6 6")
    assert [told(step) for step in done.steps] == ["collect 3 player_pair", "pay 2 tie", "stay 1 player"]


def test_two_players_at_one_seat_are_settled_in_the_order_given() -> None:
    done = settled("4 banker 20, 4 banker 10", "banker 4 6")
    assert [step.wager.amount for step in done.steps] == [cents("20"), cents("10")]


def test_the_dealer_hands_over_the_fewest_chips() -> None:
    done = settled("1 banker 125", "banker 4 6")
    (step,) = done.steps
    assert done.hand_over(step) == {10000: 1, 500: 2, 250: 1, 50: 3}
    assert done.hand_back(step) == {500: 1}


def test_a_void_part_that_no_chips_make_up_is_said_to_be_so() -> None:
    """Rule 5.4 asks for chips for the valid part and its payment only."""
    done = settled("1 banker 11.50", "player 6 4", chips="1,2.50")
    (step,) = done.steps
    assert (step.collected, step.returned) == (cents("10"), cents("1.50"))
    assert done.hand_back(step) is None


def test_the_float_grows_by_what_is_collected_less_what_is_paid() -> None:
    assert settled("1 banker 100, 2 player 30, 3 tie 5", "banker 4 6").house == cents("35") - cents("95")


def test_nobody_wagered() -> None:
    assert settle([], read_words("banker 4 6"), read_chips(CHIPS)).steps == ()


def test_a_wager_on_a_pair_needs_a_house_that_takes_it() -> None:
    with pytest.raises(Refused, match=r"^seat 4, Player pair 5.00: the edition has no such wager"):
        settle(laid("4 player_pair 5"), read_words("player 6 4"), read_chips(CHIPS))


def test_a_wager_on_a_pair_needs_to_know_the_cards() -> None:
    unknown = Result((6, 4), pairs=None)
    with pytest.raises(Refused, match=r"^seat 4, Banker pair 5.00: the result does not say which cards"):
        settle(laid("1 player 5, 4 banker_pair 5"), unknown, read_chips(CHIPS), PAIRS)
    assert settle(laid("1 player 5"), unknown, read_chips(CHIPS), PAIRS).house == -cents("5")


@pytest.mark.parametrize("bet", list(Bet))
def test_a_wager_that_no_chips_make_up_cannot_have_been_laid(bet: Bet) -> None:
    with pytest.raises(Refused, match=r"^seat 1, .* 0.30: no chips of 0.50, 2.50, 5.00, 25.00, 100.00 make up"):
        only(f"{bet} 0.30", "banker 4 6")
