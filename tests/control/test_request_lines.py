"""What clients say comes out in lines, however it comes in pieces, and nobody fills the memory with one."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.control.requests import LONGEST_REQUEST, Lines, read_request
from firmware.errors import Refused


def heard(pieces: Iterable[bytes], *, at_once: bool = True) -> list[bytes]:
    """What comes out of `Lines`, taken as soon as it is there, or only when there is no room for more."""
    lines, taken = Lines(), []
    for piece in [*filter(None, pieces), b""]:
        while lines.has_line and (at_once or not lines.has_room):
            taken.append(lines.take())
        assert lines.has_room
        lines.add(piece)
    while lines.has_line:
        taken.append(lines.take())
    assert lines.done
    assert not lines.has_room
    return taken


def meant(text: bytes) -> list[bytes]:
    *whole, rest = text.split(b"\n")
    return [each[: LONGEST_REQUEST + 1] for each in (*whole, *filter(None, [rest]))]


def cut(text: bytes, places: Iterable[int]) -> list[bytes]:
    """`text` in pieces that end at `places`, and are no longer than what is read at once."""
    ends = sorted({*places, *range(0, len(text), LONGEST_REQUEST), len(text)})
    return [text[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def test_two_lines_cut_anywhere_are_the_same_two_lines() -> None:
    text = b'{"do":"status"}\n\n{"do":"key","on":true}\n{"do"'
    for place in range(len(text) + 1):
        assert heard(cut(text, [place])) == [b'{"do":"status"}', b"", b'{"do":"key","on":true}', b'{"do"']


LENGTHS = st.integers(0, 40) | st.integers(LONGEST_REQUEST - 2, LONGEST_REQUEST + 2) | st.integers(8000, 20000)


@given(st.lists(LENGTHS, max_size=6), st.booleans(), st.booleans(), st.data())
def test_lines_of_any_length_cut_anywhere_come_out_whole(
    lengths: list[int], ended: bool, at_once: bool, data: st.DataObject
) -> None:
    text = b"\n".join(bytes([65 + place]) * length for place, length in enumerate(lengths)) + b"\n" * ended
    places = data.draw(st.lists(st.integers(0, len(text)), max_size=30))
    assert heard(cut(text, places), at_once=at_once) == meant(text)


def test_byte_by_byte_a_line_is_there_with_its_newline_and_not_before() -> None:
    lines = Lines()
    for byte in b"status":
        lines.add(bytes([byte]))
        assert not lines.has_line
    lines.add(b"\n")
    assert lines.has_line
    assert lines.take() == b"status"
    assert not lines.has_line


def test_a_line_is_too_long_at_its_4097th_byte() -> None:
    lines = Lines()
    lines.add(b"x" * LONGEST_REQUEST)
    assert not lines.has_line
    lines.add(b"x")
    assert lines.has_line
    with pytest.raises(Refused, match="longer than 4096 bytes"):
        read_request(lines.take())


def test_the_rest_of_an_endless_line_is_no_line() -> None:
    lines = Lines()
    lines.add(b"x" * LONGEST_REQUEST)
    lines.add(b"x" * LONGEST_REQUEST)
    lines.take()
    for _ in range(250):
        lines.add(b"x" * LONGEST_REQUEST)
        assert not lines.has_line
    lines.add(b"x\nstatus\n")
    assert lines.take() == b"status"


@given(st.integers(1, LONGEST_REQUEST))
def test_no_more_than_8_kib_wait(size: int) -> None:
    lines, taken = Lines(), 0
    while lines.has_room:
        lines.add(b"\n" * size)
        taken += size
    assert taken <= 8192
