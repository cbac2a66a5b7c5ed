"""Rounds at random: no cent is made or lost, losers come before winners, commission is the rule's alone."""

from collections import Counter
from itertools import groupby
from random import Random

import pytest

from firmware.money.chips import Chips, read_chips
from firmware.money.result import Result
from firmware.money.settlement import Fate, Settlement, Step, settle
from firmware.money.wagers import PAIRS, Bet, Wager, odds
from tests.money.cashier import TABLES

ODDS = odds(11)
ODD_SETS = ("0.07,0.11,0.12", "3,5", "0.50,0.75,20")


def any_result(chance: Random) -> Result:
    if chance.random() < 0.05:
        return Result(None)
    counts = chance.randrange(10), chance.randrange(10)
    pairs = frozenset(pair for pair in PAIRS if chance.random() < 0.2)
    return Result(counts, void_hand=chance.random() < 0.05, pairs=pairs)


def any_wagers(chance: Random, chips: Chips) -> list[Wager]:
    def pile() -> int:
        return sum(chance.choice(chips.denominations) for _ in range(chance.randint(1, 12)))

    return [Wager(chance.randint(1, 15), chance.choice(list(Bet)), pile()) for _ in range(chance.randint(0, 8))]


def wins(bet: Bet, result: Result) -> bool:
    assert result.counts is not None
    player, banker = result.counts
    pairs = result.pairs or frozenset()
    return {
        Bet.PLAYER: player > banker,
        Bet.BANKER: banker > player,
        Bet.TIE: player == banker,
        Bet.PLAYER_PAIR: Bet.PLAYER_PAIR in pairs,
        Bet.BANKER_PAIR: Bet.BANKER_PAIR in pairs,
    }[bet]


def check(done: Settlement, wagers: list[Wager]) -> None:
    assert Counter(step.wager for step in done.steps) == Counter(wagers), "each wager once"
    order = [fate for fate, _ in groupby(step.fate for step in done.steps)]
    assert order == sorted(set(order), key=list(Fate).index), "losers, then winners, then the rest"
    for _, steps in groupby(done.steps, key=lambda step: step.fate):
        seats = [step.wager.seat for step in steps]
        assert seats == sorted(seats)
    for step in done.steps:
        check_step(step, done)
    layout = sum(wager.amount for wager in wagers)
    with_players = sum(step.stays + step.returned + step.paid for step in done.steps)
    assert layout == with_players + done.house, "what was on the layout is with the players or in the float"


def check_step(step: Step, done: Settlement) -> None:
    result, on = done.result, step.wager.on
    assert min(step.collected, step.stays, step.returned, step.paid, step.commission) >= 0
    assert step.collected + step.stays + step.returned == step.wager.amount
    assert not step.collected or not step.paid
    assert (step.commission > 0) == (on is Bet.BANKER and step.paid > 0)
    if result.counts is None or result.void_hand:
        assert step.returned == step.wager.amount
        return
    assert not step.returned or on is Bet.BANKER, "rule 5.4 speaks of the Banker's Hand alone"
    if step.valid and wins(on, result):
        assert step.paid + step.commission == ODDS[on] * step.valid
        assert 20 * step.commission in (0, step.valid)
    else:
        assert step.paid == 0
    stands_off = result.winner == "tie" and on in (Bet.PLAYER, Bet.BANKER)
    assert (step.collected > 0) == (step.valid > 0 and not wins(on, result) and not stands_off)
    assert sum(chip * number for chip, number in done.hand_over(step).items()) == step.paid
    back = done.hand_back(step)
    assert back is None or sum(chip * number for chip, number in back.items()) == step.returned


def settle_rounds(rounds: int, seed: int) -> None:
    chance, tables = Random(seed), [read_chips(table) for table in (*TABLES, *ODD_SETS)]
    fates: set[Fate] = set()
    for _ in range(rounds):
        chips = chance.choice(tables)
        wagers = any_wagers(chance, chips)
        done = settle(wagers, any_result(chance), chips, ODDS)
        check(done, wagers)
        fates.update(step.fate for step in done.steps)
    assert fates == set(Fate)


def test_thousands_of_rounds() -> None:
    settle_rounds(4_000, seed=1994)


@pytest.mark.measure
def test_a_hundred_thousand_rounds() -> None:
    settle_rounds(100_000, seed=1996)
