"""What the two sides can say, letter by letter."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.cards import DECK
from firmware.core.inputs import CardLeft, CutLeft, LidMoved, Loaded, MouthClear, MouthEmpty, MouthJammed, Spoiled
from firmware.core.inputs import Unknown as NotKnown
from firmware.shoe.events import meaning
from firmware.shoe.frames import (
    MAX_SEQ,
    Ack,
    Beat,
    Err,
    Event,
    FrameError,
    Gate,
    Hello,
    HostFrame,
    Mouth,
    Resume,
    ShoeFrame,
    Who,
    crc,
    encode,
    read_host,
    read_shoe,
    wrap,
)

B = "1F3A9C04"

SHOE: list[tuple[str, ShoeFrame]] = [
    (f"HELLO,{B},SN.1_a-Z,model,1.0,1", Hello(B, "SN.1_a-Z", "model", "1.0")),
    (f"HELLO,{B},0123456789abcdef,m,f,1", Hello(B, "0123456789abcdef", "m", "f")),
    (f"EV,{B},7,CARD,KH", Event(B, 7, "CARD,KH")),
    (f"EV,{B},{MAX_SEQ},CUT", Event(B, MAX_SEQ, "CUT")),
    (f"EV,{B},7,", Event(B, 7, "")),
    (f"EV,{B},7,WARP,9,,x y", Event(B, 7, "WARP,9,,x y")),
    (f"BEAT,{B},1,0,0", Beat(B, 1, 0, 0)),
    (f"BEAT,{B},{MAX_SEQ + 1},{MAX_SEQ},{MAX_SEQ}", Beat(B, MAX_SEQ + 1, MAX_SEQ, MAX_SEQ)),
    (f"MOUTH,{B},OPEN", Mouth(B, "OPEN")),
    (f"MOUTH,{B},NONE", Mouth(B, "NONE")),
    ("ERR,CRC", Err("CRC")),
    ("ERR,FORM", Err("FORM")),
    ("ERR,UNKNOWN", Err("UNKNOWN")),
    ("ERR,BOOT", Err("BOOT")),
    ("ERR,RANGE", Err("RANGE")),
]
HOST: list[tuple[str, HostFrame]] = [
    ("WHO", Who()),
    (f"ACK,{B},1", Ack(B, 1)),
    (f"RESUME,{B},0", Resume(B, 0)),
    (f"RESUME,{B},{MAX_SEQ}", Resume(B, MAX_SEQ)),
    (f"GATE,{B},OPEN", Gate(B, True)),
    (f"GATE,{B},SHUT", Gate(B, False)),
]


def test_the_check_value_and_the_example_of_the_protocol() -> None:
    assert crc(b"123456789") == 0x29B1
    assert encode(Event(B, 7, "CARD,KH")) == b"$EV,1F3A9C04,7,CARD,KH*C5FF\r\n"


@pytest.mark.parametrize(("body", "frame"), SHOE)
def test_a_shoe_says(body: str, frame: ShoeFrame) -> None:
    assert read_shoe(body.encode()) == frame
    assert encode(frame) == wrap(body.encode())


@pytest.mark.parametrize(("body", "frame"), HOST)
def test_a_host_says(body: str, frame: HostFrame) -> None:
    assert read_host(body.encode()) == frame
    assert encode(frame) == wrap(body.encode())


@pytest.mark.parametrize(("body", "_"), SHOE)
def test_a_shoe_takes_its_own_words_for_an_echo(body: str, _: ShoeFrame) -> None:
    with pytest.raises(FrameError, match=r"^echo$"):
        read_host(body.encode())


@pytest.mark.parametrize(("body", "_"), HOST)
def test_a_host_takes_its_own_words_for_an_echo(body: str, _: HostFrame) -> None:
    with pytest.raises(FrameError, match=r"^echo$"):
        read_shoe(body.encode())


@pytest.mark.parametrize("body", ["EVE,1", "ev,1F3A9C04,1,CUT", "PING", " EV", ","])
def test_a_verb_of_nobody_is_unknown(body: str) -> None:
    for read in (read_shoe, read_host):
        with pytest.raises(FrameError, match=r"^unknown$"):
            read(body.encode())


@pytest.mark.parametrize(
    "body",
    [
        "EV", "EV,", f"EV,{B}", f"EV,{B},", f"EV,{B},0,CUT", f"EV,{B},07,CUT", f"EV,{B},+7,CUT", f"EV,{B}, 7,CUT",
        f"EV,{B},{MAX_SEQ + 1},CUT", f"EV,{B},99999999999,CUT", "EV,1f3a9c04,7,CUT", "EV,1F3A9C0,7,CUT",
        "EV,1F3A9C040,7,CUT", f"EV,{B},seven,CUT", f"BEAT,{B},0,0,0", f"BEAT,{B},1,0", f"BEAT,{B},1,0,0,0",
        f"BEAT,{B},1,00,0", f"BEAT,{B},1,-1,0", f"BEAT,{B},1,0,{MAX_SEQ + 1}", f"BEAT,{B},3,1,1", f"BEAT,{B},1,2,1",
        f"MOUTH,{B},AJAR", f"MOUTH,{B}",
        f"MOUTH,{B},OPEN,", "ERR", "ERR,WHAT", "ERR,CRC,CRC", "HELLO", f"HELLO,{B},s,m,1", f"HELLO,{B},s,m,f,1,1",
        f"HELLO,{B},,m,f,1", f"HELLO,{B},s s,m,f,1", f"HELLO,{B},0123456789abcdefg,m,f,1", "HELLO,1F3A9C0G,s,m,f,1",
        f"HELLO,{B},s,m,f,", f"HELLO,{B},s,m,f,01", f"HELLO,{B},s,m,f,one",
    ],
)  # fmt: skip
def test_a_wrong_field_of_a_shoe_is_refused(body: str) -> None:
    with pytest.raises(FrameError, match=r"^form$"):
        read_shoe(body.encode())


@pytest.mark.parametrize(
    "body",
    [
        "WHO,", "WHO,1", "ACK", f"ACK,{B}", f"ACK,{B},0", f"ACK,{B},01", f"ACK,{B},1,", f"RESUME,{B}", f"RESUME,{B},",
        f"RESUME,{B},{MAX_SEQ + 1}", "RESUME,xyz,1", f"GATE,{B}", f"GATE,{B},NONE", f"GATE,{B},open", "GATE,OPEN",
    ],
)  # fmt: skip
def test_a_wrong_field_of_a_host_is_refused(body: str) -> None:
    with pytest.raises(FrameError, match=r"^form$"):
        read_host(body.encode())


@pytest.mark.parametrize("body", [f"HELLO,{B},s,m,f,2", f"HELLO,{B},s,m,f,more,10", "HELLO,?,,,,0"])
def test_another_version_is_told_by_its_last_field_alone(body: str) -> None:
    hello = read_shoe(body.encode())
    assert isinstance(hello, Hello)
    assert hello.version == body.rpartition(",")[2]
    assert [hello.boot, hello.serial, hello.model, hello.firmware] == body.split(",")[1:5]


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E, exclude_characters="$*"), min_size=1, max_size=80))
def test_any_body_is_read_or_refused(body: str) -> None:
    for read in (read_shoe, read_host):
        with suppress(FrameError):
            assert encode(read(body.encode())) == wrap(body.encode())


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E, exclude_characters="$*"), max_size=60))
def test_an_event_is_taken_whatever_follows_its_seq(said: str) -> None:
    event = read_shoe(f"EV,{B},7,{said}".encode())
    assert event == Event(B, 7, said)
    taken = meaning(Event(B, 7, said))
    assert (taken.boot, taken.seq, taken.said) == (B, 7, said)


def test_an_event_without_a_kind_is_taken_too() -> None:
    assert read_shoe(f"EV,{B},7".encode()) == Event(B, 7, "")


@pytest.mark.parametrize("face", [*DECK, "??"])
def test_every_card_is_read(face: str) -> None:
    taken = meaning(Event(B, 1, f"CARD,{face}"))
    assert isinstance(taken, CardLeft)
    assert taken.face == face


@pytest.mark.parametrize(
    "said", ["CARD", "CARD,", "CARD,1H", "CARD,KX", "CARD,KH,", "CARD,KH,QS", "CARD,kh", "CARD, KH"]
)
def test_a_card_that_is_not_well_said_left_unread(said: str) -> None:
    taken = meaning(Event(B, 1, said))
    assert isinstance(taken, CardLeft)
    assert (taken.face, taken.said) == ("??", said)


def test_what_else_a_shoe_tells() -> None:
    about = {"boot": B, "seq": 1}
    expected = {
        "CUT": CutLeft, "LOADED": Loaded, "LID,OPEN": LidMoved, "LID,SHUT": LidMoved, "EMPTY": MouthEmpty,
        "JAM": MouthJammed, "CLEAR": MouthClear, "SPOIL,UV": Spoiled, "SPOIL,DOUBLE": Spoiled, "SPOIL,BACK": Spoiled,
        "SPOIL,SENSOR": Spoiled, "": NotKnown, "CUT,": NotKnown, "LID": NotKnown, "LID,AJAR": NotKnown,
        "SPOIL": NotKnown, "SPOIL,UV,1": NotKnown, "CARDS": NotKnown,
    }  # fmt: skip
    assert {said: type(meaning(Event(seq=1, boot=B, said=said))) for said in expected} == expected
    assert meaning(Event(B, 1, "LID,OPEN")) == LidMoved(**about, said="LID,OPEN", open=True)  # type: ignore[arg-type]
    assert meaning(Event(B, 1, "SPOIL,BACK")) == Spoiled(**about, said="SPOIL,BACK", code="BACK")  # type: ignore[arg-type]
