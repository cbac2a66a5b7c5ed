"""Frames are found in any stream of bytes, however it is cut."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.shoe.decoder import ABANDON_NS, Decoder
from firmware.shoe.frames import crc, wrap

KING = b"$EV,1F3A9C04,7,CARD,KH*C5FF\r\n"
BODY = b"EV,1F3A9C04,7,CARD,KH"


class Plain:
    """The same by the letter: one byte, one step."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.counts: Counter[str] = Counter()
        self.state = "hunt"
        self.body = self.digits = b""

    def feed(self, data: bytes) -> None:
        for byte in data:
            if self.state == "hunt" and byte != 0x24:
                self.counts["skipped"] += 1
            elif byte == 0x24:
                if self.state != "hunt":
                    self.counts["cut_off"] += 1
                self.state, self.body, self.digits = "body", b"", b""
            else:
                getattr(self, f"in_{self.state}")(byte)

    def bad(self, cause: str) -> None:
        self.counts[cause] += 1
        self.state = "hunt"

    def in_body(self, byte: int) -> None:
        if byte == 0x2A:
            self.state = "crc"
            if not self.body:
                self.bad("empty")
        elif not 0x20 <= byte <= 0x7E:
            self.bad("byte")
        else:
            self.body += bytes([byte])
            if len(self.body) > 80:
                self.bad("long")

    def in_crc(self, byte: int) -> None:
        self.digits += bytes([byte])
        if byte not in b"0123456789ABCDEF":
            self.bad("digits")
        elif len(self.digits) == 4:
            self.state = "cr"
            if int(self.digits, 16) != crc(self.body):
                self.bad("crc")

    def in_cr(self, byte: int) -> None:
        self.state = "lf"
        if byte != 0x0D:
            self.bad("ending")

    def in_lf(self, byte: int) -> None:
        if byte == 0x0A:
            self.bodies.append(self.body)
            self.state = "hunt"
        else:
            self.bad("ending")


def counts(decoder: Decoder) -> Counter[str]:
    found: dict[str, int] = {"skipped": decoder.skipped}
    for cause, count in decoder.bad.items():
        found[cause] = count
    return +Counter(found)


good = st.text(
    st.characters(min_codepoint=0x20, max_codepoint=0x7E, exclude_characters="$*"), min_size=1, max_size=84
).map(lambda body: wrap(body.encode()))
spoiled = st.tuples(good, st.integers(0, 99), st.binary(max_size=2)).map(
    lambda cut: cut[0][: cut[1]] + cut[2] + cut[0][cut[1] + 1 :]
)
stub = st.tuples(good, st.integers(0, 99)).map(lambda cut: cut[0][: cut[1]])
noise = st.lists(st.sampled_from([b"$", b"*", b"\r", b"\n", b"A", b"0", b" ", b"\x00", b"\xff"]), max_size=20).map(
    b"".join
)
streams = st.lists(good | spoiled | stub | noise | st.binary(max_size=30) | st.just(KING), max_size=8).map(b"".join)


@given(streams, st.lists(st.integers(0, 700), max_size=12))
def test_however_the_stream_is_cut_it_is_read_as_by_the_letter(stream: bytes, cuts: list[int]) -> None:
    plain, decoder = Plain(), Decoder()
    plain.feed(stream)
    edges = [0, *sorted(cuts), len(stream)]
    bodies = [body for start, end in pairwise(edges) for body in decoder.feed(stream[start:end], 0)]
    assert bodies == plain.bodies
    assert counts(decoder) == plain.counts
    assert decoder.good == len(bodies)


def test_the_example_is_read_at_every_split() -> None:
    stream = b"~\r\n" + KING + b"$EV,1F3A9C04,8,CA" + KING
    for cut in range(len(stream) + 1):
        decoder = Decoder()
        assert decoder.feed(stream[:cut], 0) + decoder.feed(stream[cut:], 0) == [BODY, BODY]
        assert counts(decoder) == {"skipped": 3, "cut_off": 1}


@pytest.mark.parametrize(
    ("bad", "cause"),
    [
        (b"$EV,1F3A9C04,7,CARD,KH*C5FE\r\n", "crc"),
        (b"$EV,1F3A9C04,7,CARD,KH*c5ff\r\n", "digits"),
        (b"$EV,1F3A9C04,7,CARD,KH*C5F\r\n", "digits"),
        (b"$EV,1F3A9C04,7,CARD,KH*C5FF\n", "ending"),
        (b"$EV,1F3A9C04,7,CARD,KH*C5FF\r\r", "ending"),
        (b"$EV,1F3A9C04,7,CARD,KH*C5FFF\r\n", "ending"),
        (b"$EV,1F3A9C04,7,CARD\xc8KH*C5FF\r\n", "byte"),
        (b"$EV,1F3A9C04,7\r\n", "byte"),
        (b"$*FFFF\r\n", "empty"),
        (wrap(b"A" * 81), "long"),
        (b"$EV,1F3A9C04", "cut_off"),
        (b"$EV,1F3A9C04,7,CARD,KH*C5FF", "cut_off"),
        (b"$EV,1F3A9C04,7,CARD,KH*C5FF\r", "cut_off"),
        (b"$" + b"A" * 80 + b" ", "long"),
        (b"$" + b"A" * 80 + b"~", "long"),
        (b"$" + b"A" * 80 + b"\x7f", "byte"),
        (b"$" + b"A" * 80 + b"\x1f", "byte"),
    ],
)
def test_a_bad_frame_is_counted_by_its_cause_and_never_costs_the_next(bad: bytes, cause: str) -> None:
    decoder = Decoder()
    assert decoder.feed(bad + KING, 0) == [BODY]
    assert {name: count for name, count in decoder.bad.items() if count} == {cause: 1}


def test_a_body_may_have_eighty_bytes() -> None:
    assert Decoder().feed(wrap(b"A" * 80), 0) == [b"A" * 80]


def test_a_frame_that_stops_arriving_is_given_up_half_a_second_after_its_last_byte() -> None:
    decoder = Decoder()
    assert decoder.feed(KING[:10], 0) == []
    assert decoder.feed(KING[10:20], ABANDON_NS - 1) == []
    assert decoder.feed(KING[20:], 2 * ABANDON_NS - 2) == [BODY]
    decoder.feed(KING[:10], 0)
    assert decoder.feed(KING[10:] + KING, ABANDON_NS) == [BODY]
    assert decoder.bad["abandoned"] == 1


def test_an_opened_port_starts_afresh() -> None:
    decoder = Decoder()
    decoder.feed(KING[:10], 0)
    decoder.reset()
    assert decoder.feed(KING[10:] + KING, 1) == [BODY]


@pytest.mark.parametrize("flood", [b"$", b"$A", b"$*", b"A", b"$" + b"A" * 80, b"$A*0"])
def test_a_flood_fills_no_memory(flood: bytes) -> None:
    decoder = Decoder()
    for _ in range(200):
        decoder.feed(flood * 5, 0)
    assert len(decoder._open) <= 87
    assert decoder.feed(b"\n" + KING, 0) == [BODY]
