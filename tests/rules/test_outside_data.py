"""Deals and totals that others worked out, against ours. The files lie beside the project and are not part of it."""

import csv
import hashlib
import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from firmware.core.cards import Card, read_card
from firmware.core.tableau import work_out
from firmware.editions import NAMES, load
from firmware.proof import PUBLISHED

DATA: Final = Path(__file__).parents[2].parent / "shared" / "data"
TABLEAU: Final = load("nz-mini-1996").tableau

# Of all 10^6 sextuples of card values in order, for each the bytes: cards used, Player's count, Banker's count.
# Six independent engines in three languages came to it.
EVERY_SEXTUPLE: Final = "4b6dd3bdcf62368214ab60f484b4c9bf2ea85fb4cfc29e5c092b5e1a172f1bbd"


def data(name: str) -> Path:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"{name} is not here: it is not part of the project")
    return path


def hand(text: str) -> list[Card]:
    return [read_card(card.replace("10", "T")) for card in text.split()]


def test_every_sextuple_of_values_comes_to_the_golden_digest() -> None:
    of_value: tuple[Card, ...] = ("KD", "AS", "2H", "3C", "4D", "5S", "6H", "7C", "8D", "9S")
    digest = hashlib.sha256()
    for cards in product(of_value, repeat=6):
        outcome = work_out(TABLEAU, cards)
        digest.update(bytes((outcome.used, outcome.player_count, outcome.banker_count)))
    assert digest.hexdigest() == EVERY_SEXTUPLE


@pytest.mark.parametrize("name", NAMES)
def test_the_banker_decides_as_in_the_table_typed_by_others(name: str) -> None:
    tableau = load(name).tableau
    with data("draw_table.csv").open(encoding="ascii", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 88
    for row in rows:
        third = None if row["player_third_value_or_none"] == "none" else int(row["player_third_value_or_none"])
        player = 7 if third is None else 0
        draws = tableau.banker_draws(player, int(row["banker_two_card_total"]), third)
        assert draws is (row["banker_draws"] == "1"), row


def test_the_totals_are_those_of_two_other_methods() -> None:
    totals = json.loads(data("exact_totals.json").read_text(encoding="ascii"))
    assert {int(decks) for decks in totals} == set(PUBLISHED)
    for decks, published in PUBLISHED.items():
        theirs = totals[str(decks)]
        assert theirs["total"] == published.deals
        assert (theirs["player"], theirs["banker"], theirs["tie"]) == published[:3]
        assert tuple(theirs["events"][f"cards_{n}"] for n in (4, 5, 6)) == published[3:]


def test_rounds_dealt_elsewhere_card_by_card() -> None:
    results: Counter[str] = Counter()
    with data("punto_banco_coups.csv").open(encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            left = {"player": hand(row["player"]), "banker": hand(row["banker"])}
            cards: list[Card] = []
            outcome = work_out(TABLEAU, cards)
            while outcome.due != "none":
                turn = ("player", "banker")[len(cards) % 2] if outcome.due == "initial" else outcome.due[:6]
                cards.append(left[turn].pop(0))
                outcome = work_out(TABLEAU, cards)
            assert not any(left.values()), row
            counts = (outcome.player_count, outcome.banker_count)
            assert (outcome.winner, *counts) == (row["result"], int(row["player_total"]), int(row["banker_total"])), row
            results[row["result"]] += 1
    assert results.total() == 4526
