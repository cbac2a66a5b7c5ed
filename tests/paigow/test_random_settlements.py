"""Any round whatever: no chip is made or lost, losers come before winners, and both go counter-clockwise."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from firmware.paigow.settlement import Bank, Hand, Policy, Result, Settlement, StakeFallsShort, settle

RESULTS: tuple[Result, ...] = ("lose", "push", "win")  # from the bank's best to its worst
SEED = 1998


def any_round(random: Random) -> tuple[Bank, list[Hand], Policy]:
    unit = random.choice((1, 50, 250, 500))
    box = random.randint(1, 8)
    boxes = random.sample([other for other in range(1, 9) if other != box], random.randint(1, 7))
    hands = [Hand(other, unit * random.randint(1, 400), random.choice(RESULTS)) for other in boxes]
    policy = Policy(
        commission=random.choice((0, 1, 250, 500, 10_000)),
        odd=random.choice(("house", "co-banker")),
        unit=unit,
        winners_pay=random.random() < 0.3,
    )
    return Bank(box, 2 * unit * random.randint(1, 1_000)), hands, policy


def judge(bank: Bank, hands: list[Hand], policy: Policy) -> Settlement | None:
    """Settle a round and look at all of it. Returns None if the stake cannot pay the winners, and looks at that too."""
    lost = sum(hand.wager for hand in hands if hand.result == "lose")
    won = sum(hand.wager for hand in hands if hand.result == "win")
    if won - lost > bank.stake:
        with pytest.raises(StakeFallsShort) as refused:
            settle(bank, hands, policy)
        assert refused.value.short == won - lost - bank.stake
        return None
    settled = settle(bank, hands, policy)
    chips_are_kept(settled, hands, policy)
    order_is_kept(settled, hands)
    commission_is_where_the_rule_has_it(settled, lost - won, policy)
    return settled


def chips_are_kept(settled: Settlement, hands: list[Hand], policy: Policy) -> None:
    on_table = Counter({f"box {hand.box}": hand.wager for hand in hands})
    on_table["co-banking wager"] = settled.bank.stake
    there = sum(on_table.values())
    for step in settled.steps:
        if step.amount:
            assert step.amount % policy.unit == 0
            assert on_table[step.source] >= step.amount > 0, "no place gives what does not lie in it"
            on_table[step.source] -= step.amount
            on_table[step.to] += step.amount
        assert sum(on_table.values()) == there
    assert on_table["losing wager area"] == on_table["co-banking wager"] == 0
    for hand in hands:
        fee = sum(s.amount for s in settled.settling if s.act == "commission" and s.box == hand.box)
        factor = {"lose": 0, "push": 1, "win": 2}[hand.result]
        assert on_table[f"box {hand.box}"] == factor * hand.wager - fee
    assert settled.house + settled.co_banker + sum(settled.moved[f"box {hand.box}"] for hand in hands) == 0


def order_is_kept(settled: Settlement, hands: list[Hand]) -> None:
    def away(box: int | None) -> int:
        assert box is not None
        return (box - settled.bank.box) % 8

    matched = [away(step.box) for step in settled.matching]
    assert matched == sorted(matched)
    assert len(matched) == len(hands)
    paid = [away(step.box) for step in settled.settling if step.act in ("pay", "pay part", "make up")]
    assert paid == sorted(paid)
    acts = [step.act for step in settled.steps]
    payments = [place for place, act in enumerate(acts) if act in ("pay", "pay part", "make up")]
    collections = [place for place, act in enumerate(acts) if act == "collect"]
    divisions = [place for place, step in enumerate(settled.steps) if step.box is None]
    assert max(collections, default=-1) < len(hands) <= min(payments, default=len(hands))
    assert max(payments, default=-1) < min(divisions, default=len(acts))
    sources = [step.source for step in settled.steps if step.act in ("pay", "pay part", "make up")]
    assert sources == sorted(sources, reverse=True), "the losing wager area first, then the co-banking wager"


def commission_is_where_the_rule_has_it(settled: Settlement, left: int, policy: Policy) -> None:
    of_co_banker = [step for step in settled.steps if step.act == "commission" and step.box is None]
    of_players = [step for step in settled.steps if step.act == "commission" and step.box is not None]
    winners = {step.box for step in settled.matching if step.act == "leave"}
    assert {step.box for step in of_players} <= (winners if policy.winners_pay else set())
    if left <= 0 or not policy.commission:
        assert not of_co_banker
    for step in of_co_banker:
        half = step.amount + settled.co_banker
        assert abs(step.amount - half * policy.commission / 10_000) < policy.unit
        assert abs(2 * half - left) <= policy.unit
    assert all(step.source == "losing wager area" and step.to == "float" for step in of_co_banker)


def better_for_the_bank(hands: list[Hand], random: Random) -> list[Hand] | None:
    """Return the same round with one hand a step better for the bank, or None if none can be."""
    worse = [place for place, hand in enumerate(hands) if hand.result != "lose"]
    if not worse:
        return None
    place = random.choice(worse)
    better = RESULTS[RESULTS.index(hands[place].result) - 1]
    return [*hands[:place], replace(hands[place], result=better), *hands[place + 1 :]]


def rounds(seed: int, number: int) -> Counter[str]:
    """Judge `number` random rounds, and return how many of which kind there were."""
    random, seen = Random(seed), Counter[str]()
    for _ in range(number):
        bank, hands, policy = any_round(random)
        settled = judge(bank, hands, policy)
        if settled is None:
            seen["short"] += 1
            continue
        acts = {step.act for step in settled.settling}
        seen["surplus" if "share" in acts else "shortfall" if "make up" in acts else "exact"] += 1
        seen["odd"] += settled.odd > 0
        better = better_for_the_bank(hands, random)
        if better:
            after = judge(bank, better, policy)
            assert after is not None, "what could be paid can still be paid"
            assert after.co_banker >= settled.co_banker
            if not policy.winners_pay:
                assert after.house >= settled.house
    return seen


def test_thousands_of_rounds_lose_no_chip_and_keep_the_order() -> None:
    seen = rounds(SEED, 4_000)
    assert all(seen[kind] > 20 for kind in ("surplus", "shortfall", "exact", "short", "odd")), seen


@pytest.mark.measure
@pytest.mark.timeout(300)
def test_a_hundred_thousand_rounds_lose_no_chip_and_keep_the_order() -> None:
    seen = rounds(SEED + 1, 100_000)
    print(dict(seen))
    assert all(seen[kind] > 500 for kind in ("surplus", "shortfall", "exact", "short", "odd")), seen
