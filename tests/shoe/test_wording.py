"""What simulated shoes that only talk say, byte by byte."""

from itertools import groupby

import pytest

from firmware.core.cards import Face
from firmware.shoe.angel_frames import command, worded
from firmware.shoe.angel_shoe import SimulatedAngelEye
from firmware.shoe.bee_tek import SimulatedBeeTek
from tests.shoe.wire import boots


def leaves(shoe: SimulatedAngelEye | SimulatedBeeTek) -> list[bytes]:
    return [*iter(lambda: shoe.outgoing(0), b"")]


def said(shoe: SimulatedAngelEye) -> list[bytes]:
    """Each message once, without ENQ and SEQ, ETX and BCC. The copies follow each other."""
    return [message[2:-3] for message, _ in groupby(leaves(shoe))]


@pytest.fixture
def shoe() -> SimulatedAngelEye:
    """An Angel Eye II shoe that has said that it started."""
    started = SimulatedAngelEye(boots())
    leaves(started)
    return started


def test_the_first_message_is_a_start_and_so_is_the_first_one_after_the_power_failed(shoe: SimulatedAngelEye) -> None:
    assert leaves(SimulatedAngelEye(boots())) == [worded(0x30, b"S")]
    shoe.card("9S")
    shoe.restart()
    assert leaves(shoe) == [worded(0x30, b"S")]


def test_seq_rises_by_one_and_begins_anew_behind_its_last_number(shoe: SimulatedAngelEye) -> None:
    for _ in range(300):
        shoe.cut()
    seqs = [message[1] for message, _ in groupby(leaves(shoe))]
    assert seqs == [seq % 256 for seq in range(0x31, 0x31 + 300)]


@pytest.mark.parametrize(
    ("cards", "result"),
    [
        ("9S 5D KD 5C", b"G\x92"),  # Player, Banker pair
        ("4S 5D 4H 5C", b"G\x93"),  # both pairs
        ("9S 5D 9D 6C", b"G\x91"),  # Player pair
        ("9S 6D KD 5C", b"G\x90"),
        ("KS 9D QD KC", b"G\xc0"),  # Banker
        ("9S 9D KD QC", b"G\xa0"),  # a tie
    ],
)
def test_a_result_tells_of_pairs_by_their_ranks(cards: str, result: bytes, shoe: SimulatedAngelEye) -> None:
    faces: list[Face] = cards.split()  # type: ignore[assignment]
    for face in faces:
        shoe.card(face)
    assert said(shoe)[4:] == [result]


def test_an_unread_card_is_no_number_and_an_error(shoe: SimulatedAngelEye) -> None:
    shoe.card("??")
    assert said(shoe) == [b"d\x90\x80", b"E\xc1"]
    shoe.card("9S")
    assert said(shoe) == [b"d\x90\xb9"]
    shoe.clear()
    assert said(shoe) == [b"e\x81"]


def test_a_card_that_does_not_come_out_is_an_error_until_it_is_cleared(shoe: SimulatedAngelEye) -> None:
    shoe.card("9S")
    shoe.jam()
    shoe.clear()
    shoe.card("5D")
    assert said(shoe) == [b"D\x81\xb9", b"E\x87", b"e\x87", b"D\x91\x95"]  # it has not lost the thread


@pytest.mark.parametrize(("digits", "answer"), [("01", b"L\x80"), ("02", b"L\x81")])
def test_it_says_that_it_was_locked_or_unlocked(digits: str, answer: bytes, shoe: SimulatedAngelEye) -> None:
    shoe.receive(command("LK", digits, bcc_from_stx=False), 0)
    acknowledged, *message = leaves(shoe)
    assert (acknowledged, {copy[2:-3] for copy in message}) == (b"\x06", {answer})


def test_a_bee_tek_has_words_for_cards_unread_ones_and_a_jam() -> None:
    shoe = SimulatedBeeTek(boots())
    for face in ("TH", "2S", "??"):
        shoe.card(face)
    shoe.jam()
    assert leaves(shoe) == [
        b"[Game]<Card:TH>TH\r\n",
        b"[Game]<Card:2S>\r\n",
        b"[Game]<Game>\r\n",
        b"[Game]<Alarm:E3 Card Not Read>\r\n",
        b"[GameAlarm]<Alarm:E1 Card Jam>\r\n",
    ]
    shoe.restart()
    shoe.card("2S")
    assert leaves(shoe) == [b"[Game]<Card:2S>2S\r\n"]
