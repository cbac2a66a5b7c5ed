"""A line of the journal: written once, read back as it was, and never read as anything else."""

import hashlib
import hmac
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.core import facts as f
from firmware.core import inputs as i
from firmware.core.lifecycle import Phase
from firmware.core.link import LinkMemory
from firmware.core.state import Kept, Standing
from firmware.errors import JournalUnsound
from firmware.journal.record import START, Digests, Header, Record, decode, encode
from firmware.journal.seal import Seal

HEADER = Header(
    shoe=7,
    before="a" * 64,
    version="1.2.3",
    digests=Digests(program="b" * 64, config="c" * 64, edition="d" * 64),
    table="BAC-07",
    settings={"edition": "nz-mini-1996", "decks": 8, "inventory": True},
    standing=Standing(shoe=6, holds=2, faults=("link",), unacknowledged=("jam", "link")),
    kept=(Kept(i.CardLeft(face="KH", boot="1F3A9C04", seq=9, said="CARD,KH")), Kept(i.MouthEmpty(), out=True)),
    link=LinkMemory(present="1F3A9C04", boots=(("00C0FFEE", 3), ("1F3A9C04", 8)), faults=("link",)),
    wall="2026-11-30T12:00:00.000Z",
)
RECORD = Record(
    n=1,
    wall="2026-11-30T12:00:00.000Z",
    mono_ns=1_000,
    said=i.CardLeft(face="??", boot="1F3A9C04", seq=9, said="CARD,XX"),
    facts=(f.CardOut(face="??", boot="1F3A9C04", seq=9, source="shoe"), f.InputKept(said=i.LidMoved(open=True))),
    phase=Phase.DEALING,
    lamps=("deal",),
    gate="open",
)
LINE, _ = encode(RECORD, START)


def test_a_header_and_a_record_are_read_back_as_they_were_written() -> None:
    raw, head = encode(HEADER, HEADER.before)
    assert decode(raw, "", first=True) == (HEADER, head)
    raw, digest = encode(RECORD, head)
    assert decode(raw, head, first=False) == (RECORD, digest)


@given(st.text(), st.text())
def test_whatever_people_write_is_one_line_and_comes_back(reason: str, actor: str) -> None:
    said = i.Decided(decision="void_round", role="casino", actor=actor, reason=reason)
    record = replace(RECORD, said=said, facts=())
    raw, head = encode(record, START)
    assert raw.find(b"\n") == len(raw) - 1
    assert b"\0" not in raw
    assert decode(raw, START, first=False) == (record, head)


def test_the_hash_is_over_the_bytes_as_written_and_the_hash_before() -> None:
    body = LINE[: LINE.rindex(b',"hash"')]
    assert json.loads(LINE)["hash"] == hashlib.sha256(START.encode() + body).hexdigest()


def test_with_a_key_the_hash_takes_the_key() -> None:
    raw, head = encode(RECORD, START, Seal(b"key"))
    body = raw[: raw.rindex(b',"hash"')]
    assert head == hmac.new(b"key", START.encode() + body, "sha256").hexdigest()
    assert decode(raw, START, first=False, seal=Seal(b"key")) == (RECORD, head)
    with pytest.raises(JournalUnsound, match="hash does not fit"):
        decode(raw, START, first=False, seal=Seal(b"another"))


def test_the_encoding_has_no_blanks_and_keeps_its_order() -> None:
    assert LINE.startswith(b'{"n":1,"wall":"2026-11-30T12:00:00.000Z","mono_ns":1000,"said":{')
    assert list(json.loads(LINE)) == ["n", "wall", "mono_ns", "said", "facts", "phase", "lamps", "gate", "hash"]


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ('"n":1', '"n":"1"'),
        ('"n":1', '"n":1.0'),
        ('"n":1', '"n":true'),
        ('"n":1,', '"n":1,"note":"",'),
        ('"n":1,', ""),
        ('"face":"??"', '"face":"1H"'),
        ('"seq":9', '"seq":null'),
        ('"kind":"card"', '"kind":"cards"'),
        ('"said":"","open":true', '"said":"","open":1'),
        ('"kind":"card_out"', '"kind":"card_out","public":true'),
        ('"phase":"dealing"', '"phase":"dining"'),
        ('"gate":"open"', '"gate":"ajar"'),
    ],
)
def test_a_line_that_says_anything_else_is_not_read_however_well_it_is_hashed(then: str, now: str) -> None:
    body = LINE[: LINE.rindex(b',"hash"')].decode()
    assert then in body
    body = body.replace(then, now, 1)
    forged = f'{body},"hash":"{hashlib.sha256((START + body).encode()).hexdigest()}"}}\n'.encode()
    with pytest.raises(JournalUnsound, match="cannot be read"):
        decode(forged, START, first=False)


def test_what_is_wrong_with_a_line_is_told_without_a_card() -> None:
    with pytest.raises(JournalUnsound) as caught:
        decode(LINE.replace(b'"face":"??"', b'"face":"KH9"'), START, first=False)
    assert "KH9" not in str(caught.value)


@pytest.mark.parametrize("raw", [b"", b"\n", b"{}\n", b"null\n", LINE[:-1], LINE[:-1] + b" \n", LINE * 2, b"\xff" * 90])
def test_what_is_no_line_is_not_read(raw: bytes) -> None:
    with pytest.raises(JournalUnsound):
        decode(raw, START, first=False)
    with pytest.raises(JournalUnsound):
        decode(raw, START, first=True)
