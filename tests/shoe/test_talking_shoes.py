"""Simulated shoes that only talk: what happens at them, and what of it their wire has a word for."""

from collections.abc import Callable
from typing import get_args

import pytest
from msgspec.structs import replace

from firmware import editions
from firmware.core.cards import Face
from firmware.core.inputs import AlarmSaid, CardLeft, CutLeft, Input, LineNoted, ResultSaid, ShoeInput, Spoiled
from firmware.shoe.angel_eye import OPTIONS, AngelEye
from firmware.shoe.angel_frames import command
from firmware.shoe.angel_shoe import TABLE, SimulatedAngelEye
from firmware.shoe.bee_tek import SimulatedBeeTek
from firmware.shoe.line_codes import SimulatedLineShoe
from firmware.shoe.listener import LOST
from firmware.shoe.options import chosen
from firmware.shoe.registry import Registry, Simulated
from firmware.shoe.talker import Unsaid
from tests.shoe.wire import boots

HAPPENINGS: dict[Unsaid, Callable[[Simulated], None]] = {
    "cut": lambda shoe: shoe.cut(),
    "loaded": lambda shoe: shoe.loaded(),
    "lid": lambda shoe: shoe.lid(True),
    "empty": lambda shoe: shoe.empty(),
    "jam": lambda shoe: shoe.jam(),
    "clear": lambda shoe: shoe.clear(),
    "spoil": lambda shoe: shoe.spoil("UV"),
    "restart": lambda shoe: shoe.restart(),
}


def leaves(shoe: Simulated) -> list[bytes]:
    """What leaves the shoe at one moment."""
    return [*iter(lambda: shoe.outgoing(0), b"")]


class Told:
    """An Angel Eye II shoe, and what a host makes of what it says, SEQ left out."""

    def __init__(self) -> None:
        self.shoe = SimulatedAngelEye(boots())
        self.host = AngelEye(chosen(OPTIONS, {}))
        self.hear()

    def hear(self) -> list[Input]:
        said = self.host.hear(b"".join(leaves(self.shoe)))
        return [replace(one, seq=0) if isinstance(one, ShoeInput) else one for one in said]

    def deal(self, *faces: Face) -> list[Input]:
        for face in faces:
            self.shoe.card(face)
        return self.hear()


def test_all_that_can_happen_is_tried() -> None:
    assert set(HAPPENINGS) == set(get_args(Unsaid))


@pytest.mark.parametrize("protocol", sorted(Registry()))
@pytest.mark.parametrize("what", HAPPENINGS)
def test_something_leaves_the_shoe_exactly_where_its_wire_has_a_word(protocol: str, what: Unsaid) -> None:
    shoe = Registry().find(protocol).simulated(boots())
    leaves(shoe)
    HAPPENINGS[what](shoe)
    assert bool(leaves(shoe)) == (what not in shoe.lacks)


def test_a_line_shoe_says_a_code_per_line() -> None:
    shoe = SimulatedLineShoe(boots())
    for what in ("cut", "loaded", "lid", "empty", "jam", "clear"):
        HAPPENINGS[what](shoe)
    shoe.card("TH")
    shoe.card("??")
    shoe.lid(False)
    said = b"".join(leaves(shoe)).decode().split("\r\n")
    assert said == ["CUT", "LOADED", "LID OPEN", "EMPTY", "JAM", "CLEAR", "TH", "??", "LID SHUT", ""]


def test_what_had_not_left_is_gone_with_the_power() -> None:
    shoe = SimulatedLineShoe(boots())
    shoe.card("KH")
    assert shoe.deadline(7) == 7
    shoe.restart()
    assert leaves(shoe) == []
    assert shoe.deadline(7) > 7


def test_a_bee_tek_repeats_the_characters_of_its_first_card() -> None:
    shoe = SimulatedBeeTek(boots())
    shoe.card("TH")
    shoe.card("TH")
    assert leaves(shoe) == [b"[Game]<Card:TH>TH\r\n", b"[Game]<Card:TH>\r\n"]


def test_the_angel_eye_plays_by_the_same_rules_as_every_edition() -> None:
    assert all(edition.tableau == TABLE for edition in editions.shipped().values())


def test_it_says_everything_once_twice_or_three_times() -> None:
    shoe = SimulatedAngelEye(boots())
    for _ in range(60):
        shoe.cut()
    copies = leaves(shoe)
    times = {copies.count(copy) for copy in copies}
    assert times == {1, 2, 3}


def test_it_says_whose_card_it_is_and_after_the_round_the_result() -> None:
    """Player 2S 2D draws 6H: 0. Banker 9H 8C, a 7, stands."""
    said = Told().deal("2S", "9H", "2D", "8C", "6H", "KH")
    assert [one.said for one in said if isinstance(one, CardLeft | ResultSaid)] == [
        "D Player 1 2S",
        "D Banker 1 9H",
        "D Player 2 2D",
        "D Banker 2 8C",
        "D Player 3 6H",
        "G banker, Player pair",
        "D Player 1 KH",
    ]


def test_it_starts_communication_at_power_up_and_after_the_power_failed() -> None:
    told = Told()
    told.deal("2S")
    told.shoe.restart()
    assert told.hear()[-1] is LOST
    (card,) = told.deal("9H")
    assert isinstance(card, CardLeft)
    assert card.said == "D Player 1 9H"


def test_a_card_that_it_cannot_read_costs_it_the_thread_until_somebody_clears_the_error() -> None:
    told = Told()
    card, alarm = told.deal("??")
    assert card == CardLeft(face="??", said="d error ??")
    assert alarm == AlarmSaid(alarm="misread", said="E 1 cannot read (in error mode)")
    assert told.deal("KH") == [CardLeft(face="KH", said="d error KH")]
    told.shoe.clear()
    assert told.hear() == [LineNoted(note="the shoe cancelled its error: 1 cannot read")]
    (card,) = told.deal("KH")
    assert isinstance(card, CardLeft)
    assert card.said == "D Player 1 KH"


def test_it_has_words_for_a_cutting_card_and_for_two_doubts() -> None:
    told = Told()
    told.shoe.cut()
    for code in ("UV", "BACK", "DOUBLE", "SENSOR"):
        told.shoe.spoil(code)
    cut, foreign, reversed_ = told.hear()
    assert cut == CutLeft(said="C")
    assert isinstance(foreign, Spoiled)
    assert isinstance(reversed_, Spoiled)
    assert (foreign.code, reversed_.code) == ("UV", "SENSOR")


@pytest.mark.parametrize("from_stx", [True, False])
def test_it_obeys_a_host_that_may_command_it_however_that_counts_the_bcc(from_stx: bool) -> None:
    told = Told()
    raw = command("LK", "02", bcc_from_stx=from_stx)
    for byte in b"\x02OP" + raw:
        told.shoe.receive(bytes([byte]), 0)
    assert leaves(told.shoe)[0] == b"\x06"
    told.shoe.receive(command("LK", "01", bcc_from_stx=from_stx), 0)
    assert LineNoted(note="the shoe is unlocked") in told.hear()


def test_a_command_that_is_damaged_is_refused_and_anything_else_is_not_heard() -> None:
    told = Told()
    told.shoe.receive(command("LK", "02", bcc_from_stx=True)[:-1] + b"0", 0)
    assert leaves(told.shoe) == [b"\x15\x02"]
    told.shoe.receive(b"\x02" * 1000 + b"$WHO*ABCD\r\n", 0)
    assert leaves(told.shoe) == []
    assert len(told.shoe._heard) <= 10
