"""What may be asked of a running table, word by word, and what is said of a request that cannot be read."""

import json
from collections.abc import Callable
from typing import Any

import pytest
import rich.pretty
from hypothesis import example, given
from hypothesis import strategies as st

from firmware.control.requests import (
    LONGEST_REQUEST,
    AcknowledgeRequest,
    DecideRequest,
    KeyRequest,
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
        (b'{"actor":"Ana","do":"sign_in"}', SignInRequest(actor="Ana")),
        (b'{"do":"press","for_ms":0,"button":"tie","for_ms":30}', PressRequest(button="tie", for_ms=30)),
        (b'{"do":"acknowledge","actor":"\\ud83d\\ude00"}', AcknowledgeRequest(actor="\U0001f600")),
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
        (b'\xef\xbb\xbf{"do":"status"}', "one JSON object"),
        ('{"do":"status"}'.encode("utf-16"), "one JSON object"),
        (b'{"do":"acknowledge","actor":"\\ud800"}', "one JSON object"),
        (b'{"do":"status","\\udc00":1}', "one JSON object"),
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
        (line(do="decide", decision="correct", n=float("nan")), "n takes"),
        (b'{"do":"decide","decision":"correct","n":1e999}', "n takes"),
        (line(do="decide", decision="correct", n=[PIN]), "n takes"),
        (line(do=["status"]), "do takes"),
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
        (line(do="decide", decision="accept", second={"actor": "B\n"}), "second.actor takes"),
        (line(do="decide", decision="accept", second={"do": "decide", "actor": "Bo"}), "second has a key too many"),
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


def test_the_mistakes_of_the_second_person_stand_where_that_person_does() -> None:
    text = line(do="decide", decision="accept", hold="7", second={"pin": 1, "role": "casino"}, actor=1, PIN=PIN)
    assert str(refused(text)) == (
        "actor takes a name of at most 64 printable characters; hold takes the number of a hold; "
        "second.actor is missing: a name of at most 64 printable characters; "
        "second.pin takes at most 64 printable characters; second has a key too many; it takes actor, pin; "
        "decide has a key too many; it takes do, decision, actor, pin, reason, card, n, hold, second"
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


@pytest.mark.parametrize("shown", [repr, rich.pretty.pretty_repr])
def test_a_request_in_a_log_shows_neither_pin_nor_card(shown: Callable[[object], str]) -> None:
    for request in (
        DecideRequest(decision="card", actor="Ana", pin=PIN, card="KH", second=Second(actor="Bo", pin=PIN)),
        AcknowledgeRequest(actor="Ana", pin=PIN),
        SignInRequest(actor="Ana", pin=PIN),
    ):
        text = shown(request)
        assert type(request).__name__ in text
        assert "actor='Ana'" in text
        assert PIN not in text
        assert "KH" not in text


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
