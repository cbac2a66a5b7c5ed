"""Messages of an Angel Eye II shoe are found in any stream of bytes, however it is cut."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.shoe.angel_frames import LONGEST, Frames, Message, command, worded

EXAMPLES = [
    ("05 31 43 03 37 31", 0x31, b"C"),
    ("05 31 44 81 B8 03 34 46", 0x31, b"D\x81\xb8"),
    ("05 32 44 91 CD 03 32 39", 0x32, b"D\x91\xcd"),
    ("05 33 47 91 03 45 36", 0x33, b"G\x91"),
    ("05 36 47 F0 03 38 32", 0x36, b"G\xf0"),
    ("05 37 45 C2 03 42 33", 0x37, b"E\xc2"),
]
EIGHT = bytes.fromhex(EXAMPLES[1][0])
EIGHT_READ = Message(0x31, b"D\x81\xb8")
KING = bytes.fromhex(EXAMPLES[2][0])
KING_READ = Message(0x32, b"D\x91\xcd")
LOCK = bytes.fromhex("024F504C4B303203 3142")


def read(*parts: bytes) -> list[Message]:
    frames = Frames()
    return [message for part in parts for message in frames.feed(part)]


@pytest.mark.parametrize(("raw", "seq", "data"), EXAMPLES)
def test_the_examples_of_the_page_are_read_and_worded(raw: str, seq: int, data: bytes) -> None:
    assert read(bytes.fromhex(raw)) == [Message(seq, data)]
    assert worded(seq, data) == bytes.fromhex(raw)


def test_a_command_is_worded_either_way() -> None:
    assert command("LK", "02", bcc_from_stx=True) == LOCK
    assert command("LK", "02", bcc_from_stx=False) == bytes.fromhex("024F504C4B303203 3139")


def test_a_message_is_read_at_every_split() -> None:
    stream = EIGHT + b"\x06" + KING + LOCK + EIGHT
    for cut in range(len(stream) + 1):
        assert read(stream[:cut], stream[cut:]) == [EIGHT_READ, KING_READ, EIGHT_READ]
    assert read(*(bytes([byte]) for byte in stream)) == [EIGHT_READ, KING_READ, EIGHT_READ]


@pytest.mark.parametrize("seq", range(256))
def test_seq_is_known_by_its_place_and_may_be_any_byte(seq: int) -> None:
    one, other = worded(seq, b"D\x81\xb8"), worded(seq, b"C")
    stream = one + other
    for cut in range(len(stream) + 1):
        assert read(stream[:cut], stream[cut:]) == [Message(seq, b"D\x81\xb8"), Message(seq, b"C")]


@pytest.mark.parametrize(
    "between",
    [
        b"\x06",
        b"\x15\x02",
        b"\x15\x03",
        b"\x15\x05",
        b"\x15\x05\x06",
        LOCK,
        command("LK", "01", bcc_from_stx=False),
        b"\x02OPEC07\x03",
        b"\x02",
        b"\x03",
        b"\x05",
        b"\x05\x05",
        b"\x05\x31",
        b"\x05\x31D",
        b"\x05\x05D\x81\xb8\x03",
        b"\x05\x31D\x81\xb8\x03\x34",
        b"\r\n",
    ],
    ids=bytes.hex,
)
def test_replies_commands_and_rubbish_between_two_messages_cost_neither(between: bytes) -> None:
    frames = Frames()
    assert frames.feed(EIGHT + between + KING + between) + frames.feed(EIGHT) == [EIGHT_READ, KING_READ, EIGHT_READ]
    assert (frames.good, frames.skipped) == (3, 2 * len(between))


def test_every_message_with_one_wrong_bit_is_refused_and_the_next_is_read() -> None:
    for at in range(len(EIGHT)):
        for bit in range(8):
            wrong = bytearray(EIGHT)
            wrong[at] ^= 1 << bit
            same = at >= 6 and wrong.upper() == EIGHT  # digits in lower case
            assert read(bytes(wrong) + KING) == [EIGHT_READ, KING_READ] if same else [KING_READ]


def test_digits_may_be_lower_case() -> None:
    assert read(EIGHT.lower()[:2] + EIGHT[2:6] + EIGHT[6:].lower()) == [EIGHT_READ]


def test_data_has_a_byte_at_least_and_sixteen_at_most() -> None:
    assert read(worded(0x31, b"") + KING) == [KING_READ]
    assert read(worded(0x31, b"M" * LONGEST) + KING) == [Message(0x31, b"M" * LONGEST), KING_READ]
    assert read(worded(0x31, b"M" * (LONGEST + 1)) + KING) == [KING_READ]


def test_an_opened_port_starts_afresh() -> None:
    frames = Frames()
    frames.feed(EIGHT[:5])
    frames.reset()
    assert frames.feed(EIGHT[5:] + KING) == [KING_READ]


def test_a_message_with_a_wrong_bcc_is_counted() -> None:
    frames = Frames()
    frames.feed(EIGHT[:-1] + b"0" + KING)
    assert (frames.good, frames.bad) == (1, 1)


@pytest.mark.parametrize("flood", [b"\x05", b"\x05A", b"\x05\x05\x03", b"A", b"\x05" + b"A" * 16, b"\x05AA\x03"])
def test_a_flood_fills_no_memory(flood: bytes) -> None:
    frames = Frames()
    for _ in range(200):
        frames.feed(flood * 5)
        assert len(frames._open) <= LONGEST + 4
    assert frames.feed(b"\n" + KING) == [KING_READ]


noise = st.lists(st.sampled_from([b"\x05", b"\x03", b"\x02", b"\x15", b"\x06", b"D", b"\x81", b"4", b"F"])).map(
    b"".join
)
message = st.tuples(st.integers(0, 255), st.binary(min_size=1, max_size=8)).map(lambda said: worded(*said))
streams = st.lists(message | noise | st.binary(max_size=20) | st.just(EIGHT), max_size=8).map(b"".join)


@given(streams, st.randoms(use_true_random=False))
def test_however_the_stream_is_cut_it_says_the_same(stream: bytes, draw: Random) -> None:
    cuts = sorted(draw.randint(0, len(stream)) for _ in range(6))
    pieces = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    whole, cut = Frames(), Frames()
    assert [m for piece in pieces for m in cut.feed(piece)] == whole.feed(stream)
    assert (cut.good, cut.bad, cut.skipped, cut._open) == (whole.good, whole.bad, whole.skipped, whole._open)


@given(st.lists(noise | st.binary(max_size=20), max_size=5).map(b"".join))
def test_no_rubbish_costs_the_message_behind_it(rubbish: bytes) -> None:
    """Two in a row: rubbish of a kind could be a message together with the first one's beginning, by chance."""
    frames = Frames()
    found = frames.feed(rubbish + b"\n" + EIGHT + KING)
    assert found[-2:] == [EIGHT_READ, KING_READ]
