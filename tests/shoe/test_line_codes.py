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
from firmware.shoe.listener import LOST


def heard(*data: bytes) -> list[Input]:
    dialect = LineCodes()
    return [said for part in data for said in dialect.hear(part)]


def faces(*data: bytes) -> list[str]:
    return [said.face for said in heard(*data) if isinstance(said, CardLeft)]


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


def test_as_much_of_a_line_counts_as_the_longest_one_has() -> None:
    assert heard(b"A" * LONGEST + b"\r") == [Unknown(said="A" * LONGEST)]
    assert heard(b"  " + b"A" * LONGEST + b"\r") == [Unknown(said="A" * LONGEST)]
    assert heard(b"A" * (LONGEST + 1) + b"\r") == [Unknown(said="A" * (LONGEST + 1)), LOST]
    assert heard(b"A" * (LONGEST + 9) + b"\r") == [Unknown(said="A" * (LONGEST + 1)), LOST]


def test_what_cannot_be_printed_is_recorded_as_a_number() -> None:
    assert heard(b"X\xabY KH\x07Z\r") == [CardLeft(face="??", said="X\\XABY KH\\X07Z")]
    assert heard(b"\x0bKH\r") == [CardLeft(face="KH", said="\\X0BKH")]


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
    [
        (b"ready", "READY"),
        (b"the load has\x00ended", "THE LOAD HAS\\X00ENDED"),
        (b"OK", "OK"),
        (b"Scanner 2.1", "SCANNER 2.1"),
        (b"\x00\x00", "\\X00"),
        (b"\xff\xfe", "\\XFF"),
    ],
)
def test_what_is_no_code_is_recorded_as_it_stands(line: bytes, said: str) -> None:
    assert heard(line + b"\n") == [Unknown(said=said)]


@pytest.mark.parametrize(
    "noise", [b"\x00", b"\xef\xbb\xbf", b"\xff\xfe", b"\x1b", b"\x7f", b"\x00" * 500, b"\xff" * 500]
)
@pytest.mark.parametrize(
    ("code", "meant"), [(b"KH", "KH"), (b"10h", "TH"), (b"??", "??"), (b"CUT", CutLeft), (b"lid open", LidMoved)]
)
def test_what_cannot_be_printed_costs_no_code(noise: bytes, code: bytes, meant: object) -> None:
    for line in (noise + code, code + noise, code[:1] + noise + code[1:], noise + b" " + code):
        (said,) = heard(line + b"\r\n")
        assert (said.face if isinstance(said, CardLeft) else type(said)) == meant


@pytest.mark.parametrize(
    "line", [b"card kh", b"kh ok", b"#KH", b"scanned: 10H.", b"1H", b"100H", b"K\xc8", b"\xcbH", b"KHX"]
)
def test_a_card_among_other_things_is_a_card_that_nobody_can_name(line: bytes) -> None:
    assert faces(line + b"\r\n") == ["??"]


@pytest.mark.parametrize("code", [*DECK, "??", "10H"])
def test_no_byte_that_is_lost_or_spoiled_makes_a_card_vanish_or_two_of_it(code: str) -> None:
    said = code.encode()
    others = [bytes([byte]) for byte in range(256) if byte not in b"\r\n"]
    for at in range(len(said)):
        for instead in (b"", *others):
            assert len(faces(said[:at] + instead + said[at + 1 :] + b"\n")) == 1
        for besides in others:
            assert len(faces(said[:at] + besides + said[at:] + b"\n")) == 1


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("KHKH", ["??", "??"]),
        ("4S 10H AS", ["??", "??", "??"]),
        ("KHCUT", ["??", CutLeft]),
        ("LID SHUTLOADED9C", [LidMoved, Loaded, "??"]),
    ],
)
def test_codes_whose_line_ends_were_lost_are_counted_but_no_value_of_theirs_is_trusted(
    line: str, meant: list[object]
) -> None:
    assert [one.face if isinstance(one, CardLeft) else type(one) for one in heard(line.encode() + b"\r\n")] == meant


def test_of_a_line_that_does_not_end_nobody_knows_what_it_hid() -> None:
    dialect = LineCodes()
    for _ in range(1000):
        assert dialect.hear(b"KH" * 50) == []
        assert len(dialect._open) <= LONGEST + 1
    flood = Unknown(said=("KH" * 50)[: LONGEST + 1])
    assert dialect.hear(b"\r\nKH\r\n") == [flood, LOST, CardLeft(face="KH", said="KH")]
    assert dialect.counters() == {"good": 1, "unknown": 1}


@given(
    st.lists(
        st.sampled_from([b"KH", b"10", b"S", b" ", b"\t", b"\r", b"\n", b"CUT", b"LID", b"\xff", b"\x00", b"X" * 20])
    ),
    st.data(),
)
def test_however_the_bytes_come_they_say_the_same(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    pieces = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert heard(*pieces) == heard(stream)
    assert all(said is LOST or (isinstance(said, ShoeInput) and len(said.said) < 5 * LONGEST) for said in heard(stream))
