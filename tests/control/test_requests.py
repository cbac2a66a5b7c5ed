"""What may be asked of a running table, word by word, and what is said of a request that cannot be read."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware.control.requests import (
    LONGEST_REQUEST,
    AcknowledgeRequest,
    DecideRequest,
    KeyRequest,
    Lines,
    PressRequest,
    Second,
    SignInRequest,
    StatusRequest,
    decided,
    read_request,
    refusal,
)
from firmware.core.cards import DECK
from firmware.core.inputs import Decided
from firmware.errors import Refused

PIN = "4711-0815"


def line(**request: object) -> bytes:
    return json.dumps(request).encode()


def refused(text: bytes) -> Refused:
    with pytest.raises(Refused) as caught:
        read_request(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        (b'{"do":"status"}', StatusRequest()),
        (b'{"do":"status"}\r', StatusRequest()),
        (b' { "do" : "status" } ', StatusRequest()),
        (b'{"do":"press","button":"no_more_bets"}', PressRequest(button="no_more_bets", for_ms=100)),
        (b'{"do":"press","button":"void","for_ms":2000}', PressRequest(button="void", for_ms=2000)),
        (b'{"do":"key","on":false}', KeyRequest(on=False)),
        (b'{"do":"acknowledge"}', AcknowledgeRequest()),
        (b'{"do":"acknowledge","actor":"Ana","pin":"1"}', AcknowledgeRequest(actor="Ana", pin="1")),
        (b'{"do":"sign_in","actor":"Ana","pin":"1"}', SignInRequest(actor="Ana", pin="1")),
        (b'{"do":"decide","decision":"new_shoe"}', DecideRequest(decision="new_shoe")),
        (
            '{"do":"decide","decision":"correct","actor":"Zoë","pin":"42","reason":"misread – seen by all","card":"KH",'
            '"n":17,"hold":7,"second":{"actor":"Bo","pin":"43"}}'.encode(),
            DecideRequest(
                decision="correct",
                actor="Zoë",
                pin="42",
                reason="misread – seen by all",
                card="KH",
                n=17,
                hold=7,
                second=Second(actor="Bo", pin="43"),
            ),
        ),
    ],
)
def test_a_request_is_taken_as_it_was_written(text: bytes, request_: object) -> None:
    assert read_request(text) == request_


@pytest.mark.parametrize("card", DECK)
def test_every_card_can_be_named(card: str) -> None:
    request = read_request(line(do="decide", decision="card", card=card))
    assert isinstance(request, DecideRequest)
    assert request.card == card


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        (b"", "one JSON object"),
        (b"status", "one JSON object"),
        (b"null", "one JSON object"),
        (b'["status"]', "one JSON object"),
        (b'{"do":"status"}{"do":"status"}', "one JSON object"),
        (b'{"do":"status"', "one JSON object"),
        (b'{"do":"stat\xffus"}', "one JSON object"),
        (b"[" * LONGEST_REQUEST, "one JSON object"),
        (line(), "do takes"),
        (line(do=None), "do takes"),
        (line(do="deal"), "do takes"),
        (line(do="status", pin=PIN), "status has a key too many"),
        (line(do="decide"), "decision is missing"),
        (line(do="decide", decision="Void Round"), "decision takes"),
        (line(do="decide", decision="void_round\n"), "decision takes"),
        (line(do="decide", decision="x" * 33), "decision takes"),
        (line(do="decide", decision="card", card="??"), "card takes"),
        (line(do="decide", decision="card", card="10H"), "card takes"),
        (line(do="decide", decision="card", card="kh"), "card takes"),
        (line(do="decide", decision="correct", n=0), "n takes"),
        (line(do="decide", decision="correct", n=True), "n takes"),
        (line(do="decide", decision="correct", n="17"), "n takes"),
        (line(do="decide", decision="correct", n=1.0), "n takes"),
        (line(do="decide", decision="correct", n=10**400), "n takes"),
        (line(do="decide", decision="closed", hold=-1), "hold takes"),
        (line(do="decide", decision="closed", actor="a" * 65), "actor takes"),
        (line(do="decide", decision="closed", actor="a\nb"), "actor takes"),
        (line(do="decide", decision="closed", actor="a\u202eb"), "actor takes"),
        (line(do="decide", decision="closed", pin=4711), "pin takes"),
        (line(do="decide", decision="closed", pin="1" * 65), "pin takes"),
        (line(do="decide", decision="closed", reason="r" * 201), "reason takes"),
        (line(do="decide", decision="closed", reason="\x1b[2J"), "reason takes"),
        (line(do="decide", decision="closed", role="casino"), "decide has a key too many"),
        (line(do="decide", decision="accept", second="Bo"), "second takes"),
        (line(do="decide", decision="accept", second={}), "second.actor is missing"),
        (line(do="decide", decision="accept", second={"actor": "Bo", "role": "casino"}), "second has a key too many"),
        (line(do="press"), "button is missing"),
        (line(do="press", button="key"), "button takes"),
        (line(do="press", button="confirm", for_ms=0), "for_ms takes"),
        (line(do="press", button="confirm", for_ms=10_001), "for_ms takes"),
        (line(do="key"), "on is missing"),
        (line(do="key", on=1), "on takes"),
        (line(do="key", on="true"), "on takes"),
        (line(do="acknowledge", actor=None), "actor takes"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: bytes, begins: str) -> None:
    found = refused(text)
    assert found.code == "form"
    assert str(found).startswith(begins)
    assert str(found).isprintable()


def test_all_that_is_wrong_is_said_at_once() -> None:
    assert str(refused(line(do="press", button="bell", for_ms=0, loud=True))) == (
        "button takes confirm, player, banker, tie, reveal, no_more_bets, void or cut; "
        "for_ms takes milliseconds from 1 to 10000; press has a key too many; it takes do, button, for_ms"
    )


def test_a_line_may_have_4096_bytes_and_not_one_more() -> None:
    assert read_request(b'{"do":"status"}'.ljust(LONGEST_REQUEST)) == StatusRequest()
    assert refused(b'{"do":"status"}'.ljust(LONGEST_REQUEST + 1)).code == "size"


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_whatever_the_bytes_they_are_refused_in_one_line(text: bytes) -> None:
    found = refused(text)
    assert found.code == "form"
    assert str(found).isprintable()


KEYS = ("do", "decision", "actor", "pin", "reason", "card", "n", "hold", "second", "button", "for_ms", "on")
VALUES = st.sampled_from(
    ["status", "decide", "press", "key", "acknowledge", PIN, "KH", "KHKH", 4711, True, None, [PIN], {PIN: "KH"}]
)


@given(st.dictionaries(st.sampled_from([*KEYS, PIN]), VALUES), VALUES)
@example({"do": "decide", "decision": "x", "pin": PIN, "card": "KHKH", PIN: PIN}, None)
def test_no_answer_repeats_a_pin_or_a_card(request_: dict[str, Any], second: object) -> None:
    found = Refused("form")
    try:
        read_request(line(**{"do": "decide", "second": {"actor": second, "pin": second}, **request_}))
    except Refused as refused:
        found = refused
    said = str(found).replace("such as KH", "")
    assert "4711" not in said
    assert "KH" not in said
    assert found.__context__ is None, "the library's error repeats the line"


def test_a_request_in_a_log_shows_neither_pin_nor_card() -> None:
    shown = repr(
        (
            DecideRequest(decision="card", actor="Ana", pin=PIN, card="KH", second=Second(actor="Bo", pin=PIN)),
            AcknowledgeRequest(actor="Ana", pin=PIN),
        )
    )
    assert "Ana" in shown
    assert PIN not in shown
    assert "KH" not in shown


def test_a_decision_goes_to_the_table_without_its_pins() -> None:
    request = DecideRequest(
        decision="correct", actor="Ana", pin=PIN, reason="seen", card="KH", n=3, hold=7, second=Second(actor="Bo")
    )
    assert decided(request, "casino", "supervisor", "pid 1") == Decided(
        decision="correct",
        role="casino",
        actor="Ana",
        reason="seen",
        card="KH",
        n=3,
        hold=7,
        second="Bo",
        second_role="supervisor",
        peer="pid 1",
    )


def test_a_decision_of_one_person_names_no_second() -> None:
    assert decided(DecideRequest(decision="cut"), "casino", None, "") == Decided(decision="cut", role="casino")


def test_a_refusal_is_answered_with_its_sentence_and_code() -> None:
    assert refusal(Refused("key")) == {"ok": False, "error": "turn the supervisor's key on first", "code": "key"}


# -- lines, however they come in pieces -----------------------------------------------------------------------------


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
    assert refused(lines.take()).code == "size"


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
