"""Co-banked rounds, settled to the cent: the worked examples, odd amounts, and what the house sets."""

import pytest

from firmware.errors import Refused
from firmware.paigow.settlement import Bank, Hand, Policy, StakeFallsShort, counter_clockwise, settle

BANK = Bank(box=1, stake=120_000)
SURPLUS = (Hand(2, 20_000, "lose"), Hand(3, 10_000, "win"), Hand(4, 30_000, "lose"), Hand(5, 5_000, "push"))
SHORTFALL = (Hand(2, 20_000, "win"), Hand(3, 30_000, "win"), Hand(4, 10_000, "lose"), Hand(5, 5_000, "push"))
EXACT = (Hand(2, 20_000, "win"), Hand(3, 20_000, "lose"))

LWA, STAKE, FLOAT, CO_BANKER = "losing wager area", "co-banking wager", "float", "co-banker"


def moves(hands: tuple[Hand, ...], policy: Policy | None = None, bank: Bank = BANK) -> list[tuple[str, str, int]]:
    steps = settle(bank, hands, policy or Policy()).steps
    return [(step.source, step.to, step.amount) for step in steps if step.amount]


def test_a_surplus_is_divided_and_the_co_bankers_half_pays_commission() -> None:
    assert moves(SURPLUS) == [
        ("box 2", LWA, 20_000),
        ("box 4", LWA, 30_000),
        (LWA, "box 3", 10_000),
        (LWA, FLOAT, 20_000),
        (STAKE, FLOAT, 60_000),
        (STAKE, CO_BANKER, 60_000),
        (LWA, FLOAT, 1_000),
        (LWA, CO_BANKER, 19_000),
    ]
    settled = settle(BANK, SURPLUS, Policy())
    assert (settled.house, settled.co_banker, settled.commission) == (21_000, 19_000, 1_000)
    assert settled.moved[CO_BANKER] == 79_000


def test_a_shortfall_comes_out_of_the_stake_and_nothing_pays_commission() -> None:
    assert moves(SHORTFALL) == [
        ("box 4", LWA, 10_000),
        (LWA, "box 2", 10_000),
        (STAKE, "box 2", 10_000),
        (STAKE, "box 3", 30_000),
        (STAKE, FLOAT, 40_000),
        (STAKE, CO_BANKER, 40_000),
    ]
    settled = settle(BANK, SHORTFALL, Policy())
    assert (settled.house, settled.co_banker, settled.commission) == (-20_000, -20_000, 0)


def test_an_exact_round_gives_both_stakes_back_and_nothing_more() -> None:
    assert moves(EXACT) == [
        ("box 3", LWA, 20_000),
        (LWA, "box 2", 20_000),
        (STAKE, FLOAT, 60_000),
        (STAKE, CO_BANKER, 60_000),
    ]
    settled = settle(BANK, EXACT, Policy())
    assert (settled.house, settled.co_banker, settled.commission) == (0, 0, 0)


def test_every_step_names_its_rule() -> None:
    rules = [(step.act, step.rule) for step in settle(BANK, SURPLUS, Policy()).steps]
    assert rules == [
        ("collect", "11 (g)"),
        ("leave", "11 (i)"),
        ("collect", "11 (g)"),
        ("push", "11 (h)"),
        ("pay", "11 (i)"),
        ("share", "11 (k)"),
        ("stake", "11 (k)"),
        ("stake", "11 (k)"),
        ("commission", "11 (k)"),
        ("share", "11 (k)"),
    ]
    shortfall = [(step.act, step.rule) for step in settle(BANK, SHORTFALL, Policy()).settling]
    assert shortfall == [
        ("pay part", "11 (i)"),
        ("make up", "11 (l)"),
        ("make up", "11 (l)"),
        ("rest", "11 (l)"),
        ("rest", "11 (l)"),
    ]


def test_the_order_is_counter_clockwise_from_the_co_bankers_box() -> None:
    assert counter_clockwise(1) == (2, 3, 4, 5, 6, 7, 8)
    assert counter_clockwise(6) == (7, 8, 1, 2, 3, 4, 5)
    hands = tuple(Hand(box, 1_000, "lose") for box in (1, 2, 5, 7, 8))
    assert [step.box for step in settle(Bank(6, 2_000), hands, Policy()).matching] == [7, 8, 1, 2, 5]


@pytest.mark.parametrize(
    ("odd", "house", "co_banker", "commission"),
    [
        # 3.01 in the losing wager area: one cent more for whom the setting favours; 5 % of 1.50 or 1.51 is 7.5 cents.
        ("house", 151 + 8, 150 - 8, 8),
        ("co-banker", 150 + 7, 151 - 7, 7),
    ],
)
def test_an_odd_cent_goes_where_the_house_has_set(odd: str, house: int, co_banker: int, commission: int) -> None:
    policy = Policy(odd="house" if odd == "house" else "co-banker")
    settled = settle(BANK, (Hand(2, 301, "lose"),), policy)
    assert (settled.house, settled.co_banker, settled.commission) == (house, co_banker, commission)
    assert settled.odd == 1


def test_an_odd_rest_of_the_stake_goes_there_too() -> None:
    settled = settle(Bank(1, 1_000), (Hand(2, 301, "win"),), Policy(odd="co-banker"))
    assert (settled.moved[FLOAT], settled.moved[CO_BANKER], settled.odd) == (349, 350, 1)


def test_everything_handed_over_is_made_of_the_smallest_chip() -> None:
    # 405.00 in the area: halves of 202.50, and a commission of 10.125 that nobody has chips for.
    hands = (Hand(2, 50_000, "lose"), Hand(3, 9_500, "win"))
    house = settle(BANK, hands, Policy(unit=250))
    assert (house.odd, house.commission) == (0, 1_250)
    co_banker = settle(BANK, hands, Policy(unit=250, odd="co-banker"))
    assert (co_banker.odd, co_banker.commission) == (0, 1_000)
    chips = settle(BANK, hands, Policy(unit=500))
    assert (chips.odd, chips.commission, chips.co_banker) == (500, 1_000, 19_000)


def test_a_commission_is_never_more_than_what_it_is_taken_from() -> None:
    settled = settle(Bank(1, 2_000), (Hand(2, 1_000, "lose"),), Policy(unit=500))
    assert (settled.commission, settled.co_banker) == (500, 0)


def test_without_commission_the_halves_are_equal() -> None:
    settled = settle(BANK, SURPLUS, Policy(commission=0))
    assert (settled.house, settled.co_banker) == (20_000, 20_000)


def test_where_winners_pay_commission_they_are_paid_in_full_first() -> None:
    settled = settle(BANK, SURPLUS, Policy(winners_pay=True))
    paid = [step for step in settled.settling if step.box == 3]
    assert [(step.source, step.to, step.amount) for step in paid] == [(LWA, "box 3", 10_000), ("box 3", FLOAT, 500)]
    assert (settled.house, settled.co_banker, settled.commission) == (21_500, 19_000, 1_500)


def test_the_stake_may_be_used_up_to_the_last_chip() -> None:
    settled = settle(Bank(1, 20_000), (Hand(2, 20_000, "win"),), Policy())
    assert (settled.house, settled.co_banker) == (-10_000, -10_000)
    assert [step.act for step in settled.settling] == ["make up"]


def test_a_stake_that_cannot_pay_the_winners_is_for_a_supervisor() -> None:
    with pytest.raises(StakeFallsShort, match=r"fall 0\.02 short") as refused:
        settle(Bank(1, 20_000), (Hand(2, 20_002, "win"),), Policy())
    assert refused.value.short == 2
    assert isinstance(refused.value, Refused)
