"""What an Angel Eye II shoe says, and what that is at the table."""

from collections.abc import Sequence
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.core.cards import DECK
from firmware.core.inputs import (
    AlarmSaid,
    CardLeft,
    CardSaidAgain,
    CutLeft,
    FaultGone,
    Input,
    LineNoted,
    ResultSaid,
    ShoeInput,
    Spoiled,
    Started,
    Unknown,
)
from firmware.shoe.angel_eye import NOTE, OPTIONS, AngelEye
from firmware.shoe.angel_frames import CARDS, worded
from firmware.shoe.listener import LOST, ONCE_ONLY
from firmware.shoe.options import chosen

EIGHT = CardLeft(face="8S", hand="player", said="D Player 1 8S")


def bare(said: Sequence[Input]) -> list[Input]:
    """What is said, whatever SEQ it came with."""
    return [replace(one, seq=0) if isinstance(one, ShoeInput) else one for one in said]


class Shoe:
    """A shoe that says what a test gives it, to a host with some settings. What SEQ it came with is left out."""

    def __init__(self, **options: object) -> None:
        self.host = AngelEye(chosen(OPTIONS, options))
        self.seq = 0x30

    def says(self, data: bytes, *, seq: int | None = None, copies: int = 1) -> list[Input]:
        self.seq = self.seq + 1 if seq is None else seq
        return bare(self.host.hear(worded(self.seq, data) * copies))


def said(data: bytes, **options: object) -> list[Input]:
    return Shoe(**options).says(data)


# -- the examples of the page --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "meant"),
    [
        ("05 31 43 03 37 31", CutLeft(said="C")),
        ("05 31 44 81 B8 03 34 46", EIGHT),
        ("05 32 44 91 CD 03 32 39", CardLeft(face="KH", hand="banker", said="D Banker 1 KH")),
        ("05 33 47 91 03 45 36", ResultSaid(winner="player", said="G player, Player pair")),
        ("05 36 47 F0 03 38 32", ResultSaid(winner="void", said="G void")),
        ("05 37 45 C2 03 42 33", AlarmSaid(alarm="overdraw", said="E 2 overdraw (in error mode)")),
    ],
)
def test_the_examples_of_the_page(raw: str, meant: Input) -> None:
    assert bare(AngelEye(chosen(OPTIONS, {})).hear(bytes.fromhex(raw))) == [meant]


def test_what_the_shoe_says_is_recorded_with_its_seq_and_without_a_boot() -> None:
    data = [b"C", b"D\x81\xb8", b"d\x80\xb8", b"G\x90", b"R\x81\xb8", b"E\x81", b"E\x84", b"Z"]
    for seq, one in enumerate(data, 0xF8):
        (said,) = AngelEye(chosen(OPTIONS, {})).hear(worded(seq, one))
        assert isinstance(said, ShoeInput)
        assert (said.boot, said.seq) == ("", seq)


# -- repeats -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_a_message_that_is_sent_up_to_three_times_counts_once(copies: int) -> None:
    shoe = Shoe()
    assert shoe.says(b"D\x81\xb8", copies=copies) == [EIGHT]
    assert shoe.host.counters().get("repeats", 0) == copies - 1


def test_two_cards_of_a_kind_in_a_row_are_two_cards() -> None:
    shoe = Shoe()
    assert shoe.says(b"D\x81\xb8", copies=3) + shoe.says(b"D\x81\xb8", copies=3) == [EIGHT, EIGHT]


@pytest.mark.parametrize("good", range(3))
def test_of_three_copies_any_good_one_will_do(good: int) -> None:
    copy = worded(0x31, b"D\x81\xb8")
    spoiled = copy[:3] + b"\x82" + copy[4:]
    assert bare(AngelEye(chosen(OPTIONS, {})).hear(spoiled * good + copy + spoiled * (2 - good))) == [EIGHT]


def test_a_copy_may_come_after_a_spoiled_one_and_before_another_good_one() -> None:
    copy = worded(0x31, b"D\x81\xb8")
    assert bare(AngelEye(chosen(OPTIONS, {})).hear(copy + copy[:-1] + b"?" + copy)) == [EIGHT]


@pytest.mark.parametrize("reply", [b"\x06", b"\x15\x02", b"\x15\x03", b"\x02OPLK02\x0319"], ids=bytes.hex)
def test_a_reply_to_a_copy_makes_no_card_of_the_next_copy(reply: bytes) -> None:
    copy = worded(0x03, b"D\x81\xb8")
    assert bare(AngelEye(chosen(OPTIONS, {})).hear((copy + reply) * 3)) == [EIGHT]


def test_the_same_seq_with_another_card_is_another_card_and_noted() -> None:
    shoe = Shoe()
    shoe.says(b"D\x81\xb8", seq=0x31)
    note, card = shoe.says(b"D\x91\xcd", seq=0x31)
    assert note == LineNoted(note="SEQ 31 came again with another message: it counts as a new one")
    assert isinstance(card, CardLeft)


def test_a_fourth_copy_is_noted_once_for_it_may_have_been_a_card() -> None:
    shoe = Shoe()
    noted = LineNoted(note="SEQ 31 came more than 3 times: it was counted once")
    assert shoe.says(b"D\x81\xb8", seq=0x31, copies=9) == [EIGHT, noted]


def test_a_seq_that_is_used_again_later_is_another_message() -> None:
    shoe = Shoe()
    cards = shoe.says(b"D\x81\xb8", seq=1) + shoe.says(b"D\x81\xb8", seq=2) + shoe.says(b"D\x81\xb8", seq=1)
    assert cards == [EIGHT] * 3


def test_a_shoe_that_starts_again_is_a_loss_once_and_its_seq_begins_anew() -> None:
    shoe = Shoe()
    shoe.says(b"D\x81\xb8", seq=0x31)
    assert shoe.says(b"S", seq=0x30, copies=3) == [LineNoted(note="the shoe started communication anew"), LOST]
    assert shoe.says(b"D\x81\xb8", seq=0x30) == [EIGHT]
    assert shoe.says(b"S", seq=0x30)[-1] is LOST


# -- copies behind a port that was opened anew, and behind a start --------------------------------------------------

MESSAGES = [b"C", b"D\x81\xb8", b"D\x81\x80", b"d\x80\xb8", b"G\x90", b"R\x81\xb8", b"E\x81", b"E\x86", b"P", b"Z1"]


def started_again(record: Sequence[Input], **options: object) -> Shoe:
    """The same shoe beside a controller that was killed, and knows what is on record."""
    shoe = Shoe(**options)
    for one in record:
        shoe.host.restore(one)
    shoe.host.reset()
    return shoe


@pytest.mark.parametrize("heard", [1, 2])
@pytest.mark.parametrize("data", MESSAGES)
def test_copies_on_both_sides_of_an_opened_port_count_once(data: bytes, heard: int) -> None:
    shoe = Shoe()
    shoe.says(data, seq=0x31, copies=heard)
    shoe.host.reset()
    assert shoe.says(data, seq=0x31, copies=3 - heard) == []
    assert shoe.host.counters()["repeats"] == 2


@pytest.mark.parametrize("heard", [1, 2])
@pytest.mark.parametrize("data", [data for data in MESSAGES if data != b"P"])
def test_copies_on_both_sides_of_a_start_count_once(data: bytes, heard: int) -> None:
    record = AngelEye(chosen(OPTIONS, {})).hear(worded(0x31, data) * heard)
    shoe = started_again(record)
    assert shoe.says(data, seq=0x31, copies=3 - heard) == []
    assert shoe.host.counters()["repeats"] == 3 - heard


def test_a_copy_behind_a_start_whose_card_never_got_on_record_is_the_card() -> None:
    assert started_again([]).says(b"D\x81\xb8", seq=0x31, copies=2) == [EIGHT]


def test_what_else_is_on_record_of_the_start_does_not_matter() -> None:
    record = [
        *AngelEye(chosen(OPTIONS, {})).hear(worded(0x31, b"D\x81\xb8")),
        Started(version="0"),
        LineNoted(note=f"{ONCE_ONLY}; {NOTE}"),
        LineNoted(note="the port was opened; 7 bytes that lay in it were discarded"),
        LOST,
        FaultGone(fault="link"),
    ]
    assert started_again(record).says(b"D\x81\xb8", seq=0x31) == []


@pytest.mark.parametrize("data", [b"D\x82\xb8", b"D\x81\xb9", b"d\x80\xb8"])
def test_the_same_seq_with_another_card_is_another_card_behind_a_start_too(data: bytes) -> None:
    (card,) = started_again([replace(EIGHT, seq=0x31)]).says(data, seq=0x31)
    assert isinstance(card, CardLeft)


def test_the_same_card_with_another_seq_is_another_card_behind_a_start_too() -> None:
    assert started_again([replace(EIGHT, seq=0x31)]).says(b"D\x81\xb8", seq=0x32) == [EIGHT]


@pytest.mark.parametrize("between", [b"S", b"P", b"M\x81\x82\x83\x84\x85\x86", b"L\x81", b"e\xc2", b"E\x83"])
def test_once_the_shoe_has_said_something_else_no_copy_is_to_come(between: bytes) -> None:
    host = AngelEye(chosen(OPTIONS, {}))
    record = host.hear(worded(0x31, b"D\x81\xb8") + worded(0x32, between))
    assert started_again(record).says(b"D\x81\xb8", seq=0x31) == [EIGHT]


def test_a_shoe_that_starts_behind_a_start_forgets_seq() -> None:
    shoe = started_again([replace(EIGHT, seq=0x31)])
    shoe.says(b"S", seq=0x30)
    assert shoe.says(b"D\x81\xb8", seq=0x31, copies=3) == [EIGHT]


def test_what_another_make_said_is_no_message_of_this_one() -> None:
    shoe = started_again([CardLeft(boot="1F3A9C04", seq=0x31, face="8S", said="D Player 1 8S")])
    assert shoe.says(b"D\x81\xb8", seq=0x31) == [EIGHT]


def test_a_fourth_copy_is_noted_behind_an_opened_port_and_no_third_one() -> None:
    shoe = Shoe()
    shoe.says(b"D\x81\xb8", seq=0x31)
    shoe.host.reset()
    assert shoe.says(b"D\x81\xb8", seq=0x31, copies=2) == []
    noted = LineNoted(note="SEQ 31 came more than 3 times: it was counted once")
    assert shoe.says(b"D\x81\xb8", seq=0x31) == [noted]


def test_half_a_copy_from_before_the_port_was_opened_is_none() -> None:
    host, copy = AngelEye(chosen(OPTIONS, {})), worded(0x31, b"D\x81\xb8")
    host.hear(copy[:5])
    host.reset()
    assert host.hear(copy[5:]) == []
    assert bare(host.hear(copy)) == [EIGHT]


def test_a_jump_over_a_closed_port_is_not_lost_twice() -> None:
    shoe = Shoe(sequence="counts")
    shoe.says(b"D\x81\xb8", seq=0x31)
    shoe.host.reset()
    assert shoe.says(b"D\x81\xb8", seq=0x41) == [EIGHT]
    assert LOST in shoe.says(b"D\x81\xb8", seq=0x43)


@given(
    st.lists(st.tuples(st.sampled_from([0x81, 0x91]), st.sampled_from([0xB8, 0xCD, 0x80])), max_size=12),
    st.lists(st.tuples(st.integers(0, 40), st.booleans()), max_size=6),
    st.integers(0, 255),
)
def test_however_often_the_controller_dies_or_the_port_goes_no_card_is_two(
    cards: list[tuple[int, int]], breaks: list[tuple[int, bool]], seq: int
) -> None:
    """Each card three times; between two copies the port may be opened anew, or the controller die and start."""
    host, record = AngelEye(chosen(OPTIONS, {})), list[Input]()
    for nth in range(3 * len(cards)):
        for _, killed in (one for one in breaks if one[0] == nth):
            host = started_again(record).host if killed else host
            host.reset()
        hand, card = cards[nth // 3]
        record += host.hear(worded((seq + nth // 3) % 256, bytes([0x44, hand, card])))
    assert len(record) == len(cards)
    assert all(isinstance(one, CardLeft) for one in record)


def test_where_seq_is_known_to_count_a_jump_proves_a_loss() -> None:
    shoe = Shoe(sequence="counts")
    assert shoe.says(b"D\x81\xb8", seq=0xFE) == [EIGHT]
    assert shoe.says(b"D\x81\xb8", seq=0xFF, copies=3) == [EIGHT]
    assert shoe.says(b"D\x81\xb8", seq=0x00) == [EIGHT]
    note, lost, card = shoe.says(b"D\x81\xb8", seq=0x02)
    assert note == LineNoted(note="SEQ 02 came after 00: what was between is lost")
    assert (lost, card) == (LOST, EIGHT)
    assert shoe.says(b"S", seq=0x30) == [LineNoted(note="the shoe started communication anew"), LOST]
    assert shoe.says(b"D\x81\xb8", seq=0x77) == [EIGHT]


def test_where_it_is_not_known_a_jump_says_nothing() -> None:
    shoe = Shoe()
    assert shoe.says(b"D\x81\xb8", seq=0x31) + shoe.says(b"D\x81\xb8", seq=0x77) == [EIGHT, EIGHT]


# -- cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", range(1, 5))
@pytest.mark.parametrize("rank", range(1, 14))
def test_every_card(suit: int, rank: int) -> None:
    (card,) = said(bytes([0x44, 0x81, 0x80 | suit << 4 | rank]))
    assert isinstance(card, CardLeft)
    assert card.face == "A23456789TJQK"[rank - 1] + "DCSH"[suit - 1]


def test_the_faces_are_those_of_a_deck() -> None:
    assert sorted(CARDS.values()) == sorted(DECK)


@pytest.mark.parametrize(
    ("kind", "hand", "where"),
    [
        (0, "player", "Player"),
        (1, "banker", "Banker"),
        (2, "burn", "burn"),
        (4, "burn", "first card"),
        (5, "burn", "burn count"),
        (3, "", ""),
        (6, "", ""),
        (7, "", ""),
    ],
)
def test_whose_card_it_is_is_a_second_opinion(
    kind: int, hand: Literal["", "player", "banker", "burn"], where: str
) -> None:
    data = bytes([0x44, 0x80 | kind << 4 | 2, 0xB8])
    assert said(data) == [CardLeft(face="8S", hand=hand, said=f"D {where} 2 8S")]
    assert said(data, second_opinion=False) == [CardLeft(face="8S", said=f"D {where} 2 8S")]


@pytest.mark.parametrize("card", [0x80, 0x88, 0xB0, 0xBE, 0xBF, 0xD8, 0x38], ids=hex)
def test_a_card_without_a_suit_or_a_rank_left_unread(card: int) -> None:
    assert said(bytes([0x44, 0x81, card])) == [CardLeft(face="??", hand="player", said="D Player 1 ??")]


@pytest.mark.parametrize("data", [b"D", b"D\x81", b"D\x81\xb8\xb8", b"d", b"Dxy"])
def test_a_card_whose_message_is_no_good_left_all_the_same(data: bytes) -> None:
    (card,) = said(data)
    assert isinstance(card, CardLeft)
    assert card.face == "??"


@pytest.mark.parametrize(("state", "word"), [(0, "locked"), (1, "error"), (2, "setting"), (3, "")])
def test_a_card_outside_a_game_is_a_card(state: int, word: str) -> None:
    assert said(bytes([0x64, 0x80 | state << 4, 0xB8])) == [CardLeft(face="8S", said=f"d {word} 8S")]


# -- opinions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "winner"), [(1, "player"), (2, "tie"), (4, "banker"), (7, "void")])
@pytest.mark.parametrize(("pairs", "told"), [(0, ""), (1, ", Player pair"), (2, ", Banker pair"), (3, ", both pairs")])
def test_a_result_is_an_opinion_and_pairs_are_recorded(
    code: int, winner: Literal["player", "banker", "tie", "void"], pairs: int, told: str
) -> None:
    data = bytes([0x47, 0x80 | code << 4 | pairs])
    assert said(data) == [ResultSaid(winner=winner, said=f"G {winner}{told}")]
    assert said(data, second_opinion=False) == [Unknown(said=f"G {winner}{told}")]


@pytest.mark.parametrize("data", [b"G", b"G\x80", b"G\xb0", b"G\xd0", b"G1", b"G\x90\x90"])
def test_a_result_that_there_is_not_is_only_recorded(data: bytes) -> None:
    assert said(data) == [Unknown(said=data.decode("ascii", "backslashreplace"))]


def test_a_card_that_is_said_again_moves_no_card() -> None:
    again = CardSaidAgain(face="8S", hand="player", nth=2, said="R Player 2 8S")
    assert said(b"R\x82\xb8") == [again]
    assert said(b"R\x82\xb8", first_index=0) == [CardSaidAgain(face="8S", hand="player", nth=3, said="R Player 2 8S")]
    assert said(b"R\x80\xb8", first_index=0) == [CardSaidAgain(face="8S", hand="player", nth=1, said="R Player 0 8S")]
    assert said(b"R\x91\x80") == [CardSaidAgain(face="??", hand="banker", nth=1, said="R Banker 1 ??")]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"R\x80\xb8", "R Player 0 8S"),
        (b"R\xb1\xb8", "R  1 8S"),
        (b"R\x81", "R\\x81"),
        (b"R", "R"),
        (b"R18", "R  -1 ??"),  # the bytes carry no numbers
    ],
)
def test_a_card_said_again_of_no_place_is_only_recorded(data: bytes, words: str) -> None:
    assert said(data) == [Unknown(said=words)]


def test_who_wants_no_opinion_has_a_card_said_again_recorded() -> None:
    assert said(b"R\x82\xb8", second_opinion=False) == [Unknown(said="R Player 2 8S")]


@pytest.mark.parametrize(("code", "alarm", "words"), [(1, "misread", "1 cannot read"), (2, "overdraw", "2 overdraw")])
@pytest.mark.parametrize(("mode", "told"), [(0, ""), (0x40, " (in error mode)")])
def test_alarms_of_the_game_are_opinions(
    code: int, alarm: Literal["misread", "overdraw"], words: str, mode: int, told: str
) -> None:
    data = bytes([0x45, 0x80 | mode | code])
    assert said(data) == [AlarmSaid(alarm=alarm, said=f"E {words}{told}")]
    assert said(data, second_opinion=False) == [Unknown(said=f"E {words}{told}")]


@pytest.mark.parametrize(("code", "words"), [(4, "4 reverse at the exit"), (5, "5 reverse midway")])
def test_a_card_that_is_reversed_is_in_doubt_or_went_back(code: int, words: str) -> None:
    data = bytes([0x45, 0x80 | code])
    assert said(data) == [Spoiled(code="SENSOR", said=f"E {words}")]
    assert said(data, reverse="back") == [Spoiled(code="BACK", said=f"E {words}")]


def test_a_foreign_card_is_the_cards_own_doubt() -> None:
    assert said(b"E\x86") == [Spoiled(code="UV", said="E 6 card code (foreign card)")]


# -- what is noted -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (b"P", "the shoe is on stand-by"),
        (b"L\x81", "the shoe is locked"),
        (b"L\x80", "the shoe is unlocked"),
        (b"M\x81\x82\x83\x84\x85\x86", "the shoe's presets were changed"),
        (b"E\x83", "the shoe says error 3 button"),
        (b"E\xc7", "the shoe says error 7 drawing time-out (in error mode)"),
        (b"E\xbf", "the shoe says error 63 of unknown meaning"),
        (b"e\xc2", "the shoe cancelled its error: 2 overdraw (in error mode)"),
    ],
)
def test_what_changes_nothing_at_the_table_is_noted_in_plain_words(data: bytes, note: str) -> None:
    assert said(data) == [LineNoted(note=note)]


@pytest.mark.parametrize(("data", "words"), [(b"Z1", "Z1"), (b"E", "E"), (b"L", "L"), (b"X\x81", "X\\x81")])
def test_what_is_not_on_the_page_is_recorded_as_it_stands(data: bytes, words: str) -> None:
    assert said(data) == [Unknown(said=words)]


@pytest.mark.parametrize("first", range(0x20, 0x100))
def test_no_note_of_the_line_names_a_card_or_a_result(first: int) -> None:
    """Notes are about the line; what is private of a round is in an input of the shoe."""
    for meant in [
        said for b in (0x81, 0xC2, 0x92) for said in Shoe(second_opinion=False).says(bytes([first, b, 0xB8]))
    ]:
        assert (
            meant is LOST
            or isinstance(meant, ShoeInput)
            or ("8S" not in meant.note if isinstance(meant, LineNoted) else False)
        )
