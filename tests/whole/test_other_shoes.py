"""The same cards out of shoes of every make: the same rounds. What a wire has no word for, people enter."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from firmware import editions
from firmware.bench.dealer import Dealer, DealtRound
from firmware.bench.stack import CUT, Item, shuffled
from firmware.bench.stage import Seen, Stage
from firmware.bench.steps import Decides
from firmware.bench.world import World
from firmware.core.cards import Card, Face
from firmware.core.settings import Settings, build
from firmware.shoe.angel_frames import worded
from firmware.shoe.talker import Talker

PROTOCOLS = ("shoe-link", "line", "angel-eye", "bee-tek")
TALKERS = ("line", "angel-eye", "bee-tek")

TABLES: list[dict[str, Any]] = [
    {"edition": "nz-mini-1994"},
    {"edition": "nz-mini-1996", "confirm": "result"},
    {"edition": "nz-midi-1996", "style": "B", "cutting_cards": 2},
    {"edition": "nz-midi-1996", "style": "C", "no_more_bets": "button"},
    {"edition": "nz-baccarat-2004", "style": "B", "decks": 4},
]


class Staffed(Dealer):
    """A dealer whose people enter what the shoe's wire has no word for: fresh cards, and a cutting card."""

    def deal(self) -> Iterator[Seen]:
        if "loaded" in self._stage.shoe.lacks:
            self._stage.shoe.loaded()
            fresh_cards(self._stage)
        yield from super().deal()

    def _draw(self) -> None:
        if self._stack[-1:] == [CUT] and "cut" in self._stage.shoe.lacks:
            self._stack.pop()
            self._press("cut")
        else:
            super()._draw()


def fresh_cards(table: Stage) -> None:
    assert table.decide(Decides(0, "new_shoe", "supervisor")) == ""
    table.settle()


def dealt(
    protocol: str, settings: Settings, stack: tuple[Item, ...], **options: object
) -> tuple[World, list[DealtRound]]:
    """Deal a whole shoe, without anything that has to be decided."""
    table = World(settings, protocol=protocol, options=options)
    dealer = Staffed(table, settings, stack)
    for seen in dealer.deal():
        assert seen.hold is None
        assert seen.faults == frozenset()
    return table, dealer.rounds


@pytest.mark.parametrize("asked", TABLES, ids=lambda asked: "-".join(map(str, asked.values())))
@pytest.mark.parametrize("seed", [1, 2])
def test_one_shoe_is_the_same_rounds_by_whatever_wire_its_cards_come(asked: dict[str, Any], seed: int) -> None:
    settings = build(asked, editions.shipped())
    stack = shuffled(settings, Random(seed))
    _, rounds = dealt("shoe-link", settings, stack)
    assert len(rounds) > 30
    assert rounds[-1].final
    for protocol in TALKERS:
        assert dealt(protocol, settings, stack)[1] == rounds, protocol


def test_a_shoe_whose_opinion_nobody_wants_may_know_nothing_of_burn_cards() -> None:
    settings = build({"edition": "nz-mini-1996", "burn": "decks"}, editions.shipped())
    stack = shuffled(settings, Random(3))
    _, rounds = dealt("shoe-link", settings, stack)
    assert dealt("angel-eye", settings, stack, second_opinion=False)[1] == rounds
    assert dealt("bee-tek", settings, stack)[1] == rounds


# -- what is lost --------------------------------------------------------------------------------------------------


def table_with(protocol: str, *cards: Face, **asked: object) -> World:
    """A table with fresh cards, some of which are out."""
    table = World(build(asked, editions.shipped()), protocol=protocol)
    table.shoe.loaded()
    table.settle()
    if "loaded" in table.shoe.lacks:
        fresh_cards(table)
    for card in cards:
        table.shoe.card(card)
    table.settle()
    return table


def unheard(table: World, card: Card) -> None:
    """A card leaves while nobody listens."""
    table.shoe.card(card)
    while table.shoe.outgoing(table.clock.now):
        pass


def decide(table: World, decision: str, card: Card | None = None) -> None:
    assert table.decide(Decides(0, decision, "supervisor", card=card, reason="seen on camera")) == ""
    table.settle()


@pytest.mark.parametrize("protocol", TALKERS)
def test_a_restart_within_a_shoe_is_events_lost_and_people_say_what_moved(protocol: str) -> None:
    table = table_with(protocol, "2S", "9H")
    unheard(table, "2D")
    table.cut_power()
    table.settle()
    seen = table.see()
    assert (seen.hold, seen.faults) == ("events_lost", frozenset())
    decide(table, "card", "2D")
    decide(table, "resume")
    assert table.see().public == ("2S", "9H", "2D")
    table.shoe.card("8C")
    table.settle()
    assert table.see().phase == "player_draw"


@pytest.mark.parametrize("protocol", TALKERS)
def test_a_restart_with_no_shoe_in_play_is_only_noted(protocol: str) -> None:
    table = World(build({}, editions.shipped()), protocol=protocol)
    table.cut_power()
    table.settle()
    seen = table.see()
    assert (seen.hold, seen.faults, seen.phase) == (None, frozenset(), "shuffle")


@pytest.mark.parametrize("protocol", TALKERS)
def test_a_port_that_was_closed_within_a_shoe_is_a_fault_and_then_events_lost(protocol: str) -> None:
    table = table_with(protocol, "2S", "9H")
    table.move_link(False)
    unheard(table, "2D")
    table.settle()
    seen = table.see()
    assert (seen.hold, seen.faults) == (None, frozenset({"link"}))
    assert not seen.gate_open
    table.move_link(True)
    table.settle()
    assert (table.see().hold, table.see().faults) == ("events_lost", frozenset())
    decide(table, "card", "2D")
    decide(table, "resume")
    table.shoe.card("8C")
    table.settle()
    assert (table.see().phase, table.see().public) == ("player_draw", ("2S", "9H", "2D", "8C"))


@pytest.mark.parametrize("protocol", TALKERS)
def test_silence_is_no_fault_of_a_line_without_a_heartbeat(protocol: str) -> None:
    table = table_with(protocol, "2S")
    table.wait(3_600_000_000_000)
    assert table.see().faults == frozenset()
    assert table.see().gate_open


def test_an_angel_eye_that_starts_again_within_a_shoe_is_events_lost() -> None:
    table = table_with("angel-eye", "2S", "9H")
    table.shoe.restart()
    table.settle()
    assert table.see().hold == "events_lost"


# -- what the shoe says of the game --------------------------------------------------------------------------------


def say(table: World, *messages: bytes) -> None:
    """The shoe says something that it does not mean: each message twice, SEQ from 05 on."""
    assert isinstance(table.shoe, Talker)
    for seq, data in enumerate(messages, 5):
        table.shoe._leaving.extend([worded(seq, data)] * 2)
    table.settle()


def test_another_result_than_the_cards_make_is_asked_about() -> None:
    table = table_with("angel-eye")
    say(table, b"D\x81\xb9", b"D\x91\xb2", b"D\x82\xca", b"D\x92\xca", b"G\xc0")
    seen = table.see()
    assert (seen.phase, seen.hold, seen.public) == ("hold", "result_mismatch", ("9S", "2S", "TH", "TH"))


def test_the_result_that_the_cards_make_is_asked_of_nobody() -> None:
    table = table_with("angel-eye")
    say(table, b"D\x81\xb9", b"D\x91\xb2", b"D\x82\xca", b"D\x92\xca", b"G\x90")
    assert (table.see().phase, table.see().hold) == ("result", None)


def test_a_card_that_the_shoe_gives_to_the_other_hand_stays_where_the_table_has_it() -> None:
    table = table_with("angel-eye")
    say(table, b"D\x91\xb9")
    assert (table.see().hold, table.see().cards) == ("reader_distrust", 1)


def test_a_card_that_is_said_again_is_no_second_card_and_another_one_is_asked_about() -> None:
    table = table_with("angel-eye")
    say(table, b"D\x81\xb9", b"R\x81\xb9")
    assert (table.see().hold, table.see().public) == (None, ("9S",))
    say(table, b"R\x81\xb8")
    assert table.see().cards == 1
    assert table.see().hold == "reader_distrust"


def test_an_overdraw_that_the_table_has_found_itself_is_one_question_not_two() -> None:
    table = table_with("angel-eye", "9S", "2S", "TH", "TH")
    say(table, b"D\x83\xb4", b"E\xc2")
    assert table.see().hold == "card_out_of_turn"
    decide(table, "undisclosed")
    assert (table.see().hold, table.see().phase) == (None, "result")


def test_two_identical_cards_in_a_row_are_two_by_every_wire() -> None:
    for protocol in PROTOCOLS:
        assert table_with(protocol, "KH", "KH", "KH").see().public == ("KH", "KH", "KH"), protocol


@pytest.mark.parametrize("protocol", TALKERS)
def test_a_card_that_could_not_be_read_is_asked_about_once(protocol: str) -> None:
    table = table_with(protocol, "2S", "??")
    assert table.see().hold == "unread_card"
    decide(table, "card", "9H")
    assert (table.see().hold, table.see().public) == (None, ("2S", "9H"))
