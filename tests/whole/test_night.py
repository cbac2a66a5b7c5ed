"""A night of thirty shoes at which much goes wrong: its journal is whole, and the shoe reports tell everything.

Ten shoes in each style, dealt through the true loop onto files. What the reports say is held against what the people
at the table did, and the figures against what each record says, counted anew.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from firmware import editions
from firmware.bench.last_round import LastRound
from firmware.bench.troubled import Taken, TroubledDealer
from firmware.bench.world import World
from firmware.core.settings import build
from firmware.journal.audit import verify
from firmware.journal.folder import FileStore
from firmware.journal.history import Shoe, rounds, shoes
from firmware.journal.record import Header, Record
from firmware.journal.replay import replay
from firmware.journal.report import Report, report
from firmware.journal.words import report_lines
from tests.journal.table import QuickDisk

SHOES = 10
TABLES: list[dict[str, Any]] = [
    {"edition": "nz-mini-1996", "confirm": "result", "burn": "fixed:3", "no_more_bets": "button"},
    {"edition": "nz-midi-1996", "style": "B", "burn": "first-card", "two_person": True},
    {"edition": "nz-baccarat-2004", "style": "C", "decks": 4, "cutting_cards": 2, "confirm": "result"},
]


class RoundFiles(FileStore):
    """A journal on files that knows the round last closed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, disk=QuickDisk())
        self.last_round = LastRound()

    def begin(self, shoe: int, header: Header, first: Record) -> None:
        super().begin(shoe, header, first)
        self.last_round.note(first)

    def append(self, record: Record) -> None:
        super().append(record)
        self.last_round.note(record)


class Night(NamedTuple):
    """What one table left, and what was decided at it."""

    folder: Path
    taken: list[Taken]
    shoes: list[Shoe]
    reports: list[Report]
    style: str


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> list[Night]:
    return [night(tmp_path_factory.mktemp("journal"), Random(seed), words) for seed, words in enumerate(TABLES)]


def night(folder: Path, lots: Random, words: dict[str, Any]) -> Night:
    settings = build(words, editions.shipped())
    table = World(settings, "BAC-07", RoundFiles(folder))
    taken: list[Taken] = []
    for _ in range(SHOES):
        dealer = TroubledDealer(table, settings, lots)
        for _ in dealer.deal():
            pass
        taken += dealer.taken
    table.close()
    dealt = list(shoes(folder))
    return Night(folder, taken, dealt, [report(shoe) for shoe in dealt], settings.style)


def facts(shoe: Shoe, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the facts of a shoe as they stand in its file."""
    for line in (folder / f"shoe-{shoe.header.shoe:06}.jsonl").read_bytes().splitlines()[1:]:
        yield from json.loads(line)["facts"]


def test_the_journal_of_every_table_is_whole_and_plays_again(nights: list[Night]) -> None:
    for each in nights:
        verdict = verify(each.folder)
        assert (verdict.files, verdict.torn) == (len(each.shoes), 0)
        assert len(each.shoes) > SHOES
        assert replay(each.folder) == verdict.records


def test_much_goes_wrong_of_every_kind(nights: list[Night]) -> None:
    """What follows is worth something only while it does. For events to be lost this line is too good."""
    codes = {incident["irregularity"] for each in nights for found in each.reports for incident in found["incidents"]}
    assert codes == {
        "", "card_out_of_turn", "card_before_reveal", "unread_card", "impossible_card", "reader_distrust",
        "result_mismatch", "burn_mismatch", "cut_misplaced", "card_after_end", "shoe_empty", "shoe_restarted",
        "shoe_replaced", "lid_opened",
    }  # fmt: skip
    assert sum(len(each.taken) for each in nights) > 300


def test_the_reports_list_every_decision_with_its_irregularity_and_by_whom(nights: list[Night]) -> None:
    for each in nights:
        listed = [
            (str(found["shoe"]), line["irregularity"], line["decision"], line["role"], line["actor"], line["reason"])
            for found in each.reports
            for line in found["incidents"]
        ]
        assert listed == [(*taken, taken.role, "as all could see") for taken in each.taken]


def test_the_reports_list_every_irregularity_with_its_rule_and_what_came_of_it(nights: list[Night]) -> None:
    for each in nights:
        for shoe, found in zip(each.shoes, each.reports, strict=True):
            raised = [fact for fact in facts(shoe, each.folder) if fact["kind"] == "irregularity_raised"]
            assert found["irregularities"] == dict(sorted(Counter(fact["code"] for fact in raised).items()))
            listed = {(line["irregularity"], line["rule"]) for line in found["incidents"] if line["irregularity"]}
            assert listed == {(fact["code"], fact["rule"]) for fact in raised}
            assert all(line["effect"] and line["rule"] for line in found["incidents"] if line["irregularity"])
            told = "\n".join(report_lines(found))
            assert all(str(line["effect"]) in told for line in found["incidents"])


def test_what_came_of_it_is_what_is_on_record(nights: list[Night]) -> None:
    """A decision that voided, carried, set aside, closed or ended something says so, and no other does."""
    words = {
        "round_voided": "the round is void",
        "card_carried": "is carried",
        "card_set_aside": "is set aside",
        "round_closed": "is closed",
        "shoe_ended": "the shoe is over",
        "card_went_back": "went back",
    }
    for each in nights:
        for shoe, found in zip(each.shoes, each.reports, strict=True):
            for line in found["incidents"]:
                happened = {fact.kind for fact in shoe.steps[int(line["record"]) - 1].record.facts}
                for kind, word in words.items():
                    assert (word in str(line["effect"])) == (kind in happened), (line, kind)


class Places:
    """Where the cards of a shoe came to lie: counted anew, fact by fact, as they stand in its file."""

    def __init__(self) -> None:
        self.out = 0
        self.burned: set[int] = set()
        self.dealt: set[int] = set()  # of rounds that are over
        self.aside: set[int] = set()
        self._round: list[int] = []
        self._waiting: set[int] = set()
        self._carried: set[int] = set()

    def take(self, fact: dict[str, Any]) -> None:
        match fact:
            case {"kind": "card_out"}:
                self._waiting.add(self.out)
                self.out += 1
            case {"kind": "card_burned", "place": place}:
                self._move({place}, self.burned)
            case {"kind": "card_set_aside", "place": place}:
                self._move({place}, self.aside)
            case {"kind": "card_carried", "place": place}:
                self._move({place}, self._carried)
            case {"kind": "round_began", "alone": False} | {"kind": "carried_recalled"}:
                self._move(set(self._carried), self._waiting)
            case {"kind": "card_dealt", "place": place}:
                self._move({place}, set())
                self._round.append(place)
            case {"kind": "round_voided"}:
                self._move(set(self._waiting), self.aside)
            case {"kind": "round_closed", "cards": cards}:
                assert cards == self._round
                self.dealt |= set(self._round)
                self._round = []
            case {"kind": "shoe_ended"}:
                self._move(set(self._carried), self.aside)
            case _:
                self._take_back(fact)

    def _take_back(self, fact: dict[str, Any]) -> None:
        match fact:
            case {"kind": "cards_withdrawn", "places": places}:
                self._round = [place for place in self._round if place not in places]
                self._waiting |= set(places)
            case {"kind": "card_went_back", "place": place}:
                for places in (self.burned, self.dealt, self.aside, self._carried, self._waiting):
                    places.discard(place)
                self._round = [card for card in self._round if card != place]
            case {"kind": "round_unbegun", "burned": burned}:
                (self.burned if burned else self._carried).update(self._round, () if burned else self._waiting)
                self._round, self._waiting = [], self._waiting if burned else set()

    def _move(self, places: set[int], to: set[int]) -> None:
        self._waiting -= places
        self._carried -= places
        to |= places


def test_the_cards_of_every_shoe_add_up(nights: list[Night]) -> None:
    for each in nights:
        for shoe, found in zip(each.shoes, each.reports, strict=True):
            places = Places()
            for fact in facts(shoe, each.folder):
                places.take(fact)
            counted = len(places.dealt), len(places.burned), len(places.aside)
            assert (found["dealt"], found["burned"], found["set_aside"]) == counted
            assert found["cards"] == sum(counted) == shoe.table.cards_out


def test_the_rounds_of_every_shoe_add_up(nights: list[Night]) -> None:
    for each in nights:
        for shoe, found in zip(each.shoes, each.reports, strict=True):
            dealt = list(rounds(shoe))
            won = Counter(row["winner"] for row in dealt if not row["void_hand"])
            assert found["results"] == {winner: won[winner] for winner in ("player", "banker", "tie")}
            assert found["voided"] == sum(row["winner"] == "void" for row in dealt)
            assert found["void_hands"] == sum(row["void_hand"] for row in dealt)
            voided_hands = sum(row["void_hand"] and row["winner"] == "void" for row in dealt)
            counted = sum(found["results"].values()) + found["voided"] + found["void_hands"] - voided_hands
            assert found["rounds"] == len(dealt) == counted
            assert found["naturals"] == sum(row["natural"] and not row["void_hand"] for row in dealt)
            assert found["dealt"] <= sum(len(row["player"]) + len(row["banker"]) for row in dealt)
