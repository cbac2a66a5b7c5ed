"""Whole shoes, dealt by the lamps: every round is what the rules make of its cards, worked out here a second time."""

from random import Random

import pytest

from firmware import editions
from firmware.bench.dealer import CannotDeal, Dealer, DealtRound
from firmware.bench.stack import BEHIND, CUT, Item, shuffled
from firmware.bench.world import World
from firmware.core.cards import DECK, Card
from firmware.core.settings import Settings, build

# Rows: the Banker's count on two cards, 0 to 7. Columns: no third card of the Player's, then that card's value, 0 to 9.
GRID = (
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDDSD",
    "DSSDDDDDDSS",
    "DSSSSDDDDSS",
    "SSSSSSSDDSS",
    "SSSSSSSSSSS",
)


def setting(**values: object) -> Settings:
    return build(values, editions.shipped())


def value(card: Card) -> int:
    return "A23456789TJQK".index(card[0]) + 1 if card[0] not in "TJQK" else 0


def total(*cards: Card) -> int:
    return sum(map(value, cards)) % 10


def by_hand(cards: list[Card]) -> tuple[list[Card], list[Card], bool]:
    """Take a round off the front of `cards`: both hands, and whether there was a natural."""
    player, banker = [cards.pop(0)], [cards.pop(0)]
    player.append(cards.pop(0))
    banker.append(cards.pop(0))
    if max(total(*player), total(*banker)) >= 8:
        return player, banker, True
    column = 0
    banker_had = total(*banker)
    if total(*player) <= 5:
        player.append(cards.pop(0))
        column = 1 + value(player[2])
    if GRID[banker_had][column] == "D":
        banker.append(cards.pop(0))
    return player, banker, False


def in_order(stack: tuple[Item, ...]) -> list[Card]:
    """Return the cards of a shoe, without its cutting cards."""
    return [card for card in stack if card != CUT]


def dealt(settings: Settings, stack: tuple[Item, ...]) -> Dealer:
    dealer = Dealer(World(settings), settings, stack)
    for _ in dealer.deal():
        pass
    return dealer


def check(rounds: list[DealtRound], cards: list[Card]) -> None:
    for round_ in rounds:
        player, banker, natural = by_hand(cards)
        assert (list(round_.player), list(round_.banker)) == (player, banker)
        assert (round_.player_count, round_.banker_count) == (total(*player), total(*banker))
        ahead = round_.player_count - round_.banker_count
        assert round_.winner == ("player" if ahead > 0 else "banker" if ahead < 0 else "tie")
        assert round_.natural == natural


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("edition", "style"),
    [
        ("nz-mini-1994", "A"),
        ("nz-mini-1996", "A"),
        *(("nz-midi-1996", style) for style in "ABC"),
        *(("nz-baccarat-2004", style) for style in "ABC"),
    ],
)
def test_every_round_of_a_shoe_is_what_its_cards_make(edition: str, style: str, seed: int) -> None:
    settings = setting(edition=edition, style=style)
    stack = shuffled(settings, Random(seed))
    dealer = dealt(settings, stack)
    check(dealer.rounds, in_order(stack))
    assert [round_.round for round_ in dealer.rounds] == list(range(1, len(dealer.rounds) + 1))
    assert [round_.final for round_ in dealer.rounds] == [False] * (len(dealer.rounds) - 1) + [True]
    assert sum(len(round_.player) + len(round_.banker) for round_ in dealer.rounds) == dealer.cards


@pytest.mark.parametrize("behind", [11, 16, 60])
def test_the_final_round_is_the_first_that_begins_after_the_cutting_card(behind: int) -> None:
    settings = setting()
    dealer = dealt(settings, shuffled(settings, Random(behind), behind))
    before = 8 * 52 - behind
    begins = [0]
    for round_ in dealer.rounds:
        begins.append(begins[-1] + len(round_.player) + len(round_.banker))
    after = [number for number, begin in enumerate(begins) if begin >= before]
    assert len(dealer.rounds) == after[0] + 1


@pytest.mark.parametrize("burn", ["fixed:5", "decks", "first-card"])
def test_burn_cards_are_in_no_round(burn: str) -> None:
    settings = setting(burn=burn)
    stack = shuffled(settings, Random(5))
    dealer = dealt(settings, stack)
    told = 1 + (value(in_order(stack)[0]) or 10)
    burned = {"fixed:5": 5, "decks": 8, "first-card": told}[burn]
    check(dealer.rounds, in_order(stack)[burned:])


def test_the_dealer_presses_what_the_table_asks_for() -> None:
    settings = setting(edition="nz-midi-1996", style="B", confirm="result", no_more_bets="button", cutting_cards=2)
    stack = shuffled(settings, Random(8))
    assert stack.count(CUT) == 2
    dealer = dealt(settings, stack)
    check(dealer.rounds, in_order(stack))


def test_without_a_cutting_card_no_round_starts_on_fewer_than_six_cards() -> None:
    settings = setting(edition="nz-baccarat-2004", decks=4)
    stack = tuple(in_order(shuffled(settings, Random(2))))
    dealer = dealt(settings, stack)
    assert len(stack) - dealer.cards < 6
    assert not dealer.rounds[-1].final


def test_a_shoe_after_the_other() -> None:
    settings, world = setting(), World(setting())
    for shoe in (1, 2):
        dealer = Dealer(world, settings, shuffled(settings, Random(shoe)))
        for _ in dealer.deal():
            pass
        assert {round_.shoe for round_ in dealer.rounds} == {shoe}
        assert dealer.rounds[0].round == 1


def test_a_shoe_that_runs_dry_is_the_supervisors_case() -> None:
    settings = setting()
    with pytest.raises(CannotDeal, match="shoe_empty"):
        dealt(settings, ("4S", "KH"))


def test_a_shoe_is_the_same_for_the_same_seed_and_has_every_card() -> None:
    settings = setting()
    stack = shuffled(settings, Random(1))
    assert stack == shuffled(settings, Random(1))
    assert stack != shuffled(settings, Random(2))
    assert sorted(in_order(stack)) == sorted(8 * DECK)
    assert len(stack) - 1 - stack.index(CUT) in BEHIND
