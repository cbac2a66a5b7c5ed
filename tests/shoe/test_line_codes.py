"""One code per line: a legacy shoe, or a barcode wedge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.cards import DECK
from firmware.core.inputs import (
    CardLeft,
    CutLeft,
    Input,
    LidMoved,
    Loaded,
    MouthClear,
    MouthEmpty,
    MouthJammed,
    ShoeInput,
    Unknown,
)
from firmware.shoe.line_codes import LONGEST, LineCodes


def heard(*data: bytes) -> list[Input]:
    dialect = LineCodes()
    return [said for part in data for said in dialect.hear(part)]


@pytest.mark.parametrize("card", [*DECK, "??"])
def test_a_card_is_its_two_characters(card: str) -> None:
    assert heard(card.encode() + b"\r\n") == [CardLeft(face=card, said=card)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("code", "meant"),
    [
        ("CUT", CutLeft(said="CUT")),
        ("LOADED", Loaded(said="LOADED")),
        ("LID OPEN", LidMoved(said="LID OPEN", open=True)),
        ("LID SHUT", LidMoved(said="LID SHUT", open=False)),
        ("EMPTY", MouthEmpty(said="EMPTY")),
        ("JAM", MouthJammed(said="JAM")),
        ("CLEAR", MouthClear(said="CLEAR")),
    ],
)
@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_every_code_with_every_ending(code: str, meant: Input, end: bytes) -> None:
    assert heard(code.encode() + end) == [meant]


@pytest.mark.parametrize("line", [b"kh", b"  Kh\t ", b"KH" + b" " * 90, b" " * 90 + b"KH", b"kH\r\n\r\n  "])
def test_case_and_surrounding_blanks_do_not_matter(line: bytes) -> None:
    assert heard(line + b"\r") == [CardLeft(face="KH", said="KH")]


def test_a_ten_may_be_written_with_two_digits() -> None:
    assert heard(b"10h\n", b"TH\n", b"lid   open\n") == [
        CardLeft(face="TH", said="10H"),
        CardLeft(face="TH", said="TH"),
        LidMoved(said="LID OPEN", open=True),
    ]


def test_two_cards_of_a_kind_are_two() -> None:
    assert heard(b"KH\r\nKH\r\n") == [CardLeft(face="KH", said="KH")] * 2


def test_a_line_that_has_not_ended_is_not_taken() -> None:
    assert heard(b"KH") == []
    assert heard(b"K", b"H", b"\r", b"\n") == [CardLeft(face="KH", said="KH")]


@pytest.mark.parametrize(
    ("line", "said"),
    [(b"1H", "1H"), (b"100H", "100H"), (b"card kh", "CARD KH"), (b"K\xc8", "K\\XC8"), (b"KHKH", "KHKH")],
)
def test_what_is_no_code_is_recorded_as_it_stands(line: bytes, said: str) -> None:
    assert heard(line + b"\n") == [Unknown(said=said)]


def test_a_line_without_an_end_fills_no_memory_and_is_no_code() -> None:
    dialect = LineCodes()
    for _ in range(1000):
        assert dialect.hear(b"KH" * 50) == []
        assert len(dialect._open) <= LONGEST
    assert dialect.hear(b"\r\nKH\r\n") == [Unknown(said=("KH" * 50)[:LONGEST]), CardLeft(face="KH", said="KH")]
    assert dialect.counters() == {"good": 1, "unknown": 1}


@given(
    st.lists(st.sampled_from([b"KH", b"10", b"S", b" ", b"\t", b"\r", b"\n", b"CUT", b"LID", b"\xff", b"X" * 20])),
    st.data(),
)
def test_however_the_bytes_come_they_say_the_same(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    pieces = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert heard(*pieces) == heard(stream)
    assert all(isinstance(said, ShoeInput) and len(said.said) <= 4 * LONGEST for said in heard(stream))
