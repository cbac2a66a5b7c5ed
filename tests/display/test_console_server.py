"""Who may do what at the console, asked without its page: signing in, and being believed afterwards."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from firmware.control.pins import hashed
from firmware.control.roles import add, named
from firmware.core.inputs import Role
from firmware.display.texts import texts
from tests.display.pages import Answer, Pages, pages, pages_of, until, with_pages
from tests.whole.room import Room, room

PINS = {"Ana": "4711-0815", "Bo": "5511-7722", "Cy": "2468-1357", "Di": "1122-3344"}
ROLES: dict[str, Role] = {"Ana": "supervisor", "Bo": "supervisor", "Cy": "casino", "Di": "dealer"}


def with_people(table: Room, *, two_person: bool = False) -> None:
    """Make people known at a table, and have its pages somewhere, behind a proxy of the house."""
    with table.config.open("a", encoding="utf-8") as config:
        config.write(f'[authority]\nroles_file = "roles.toml"\ntwo_person = {str(two_person).lower()}\n')
    with_pages(table.config, 'hosts = ["bac-07.casino.example"]\n')
    for name, pin in PINS.items():
        add(table.folder / "roles.toml", named(name, ROLES[name], hashed(pin)))


class Tablet:
    """A tablet at one address; what it was given, it sends along."""

    def __init__(self, server: Pages, source: str = "127.0.0.1") -> None:
        self.server = server
        self.source = source
        self.cookie = self.csrf = ""

    def ask(self, method: str, path: str, said: object = None, **headers: str) -> Answer:
        given = {"Cookie": self.cookie, "X-CSRF-Token": self.csrf} | {
            k.replace("_", "-"): v for k, v in headers.items()
        }
        return self.server.ask(method, path, said, headers=given, source=self.source)

    def sign_in(self, actor: str, pin: str = "") -> Answer:
        answer = self.ask("POST", "/console/session", {"actor": actor, "pin": pin or PINS[actor]})
        if answer.status == 200:
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]
            self.csrf = answer.said["csrf"]
        return answer

    def decide(self, decision: str, **more: Any) -> Answer:
        return self.ask("POST", "/console/decide", {"decision": decision, "hold": None} | more)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with room(tmp_path_factory.mktemp("table")) as here:
        with_people(here)
        here.start()
        here.happen("LOADED")
        yield here


@pytest.fixture(scope="module")
def server(table: Room) -> Iterator[Pages]:
    with pages(table.config) as served:
        yield served


ADDRESSES = (f"127.0.1.{n}" for n in count(1))


@pytest.fixture
def tablet(server: Pages) -> Tablet:
    """A tablet at an address that nobody has used before."""
    return Tablet(server, next(ADDRESSES))


@pytest.fixture
def proxy(server: Pages) -> Tablet:
    """The house's proxy, which is on this machine."""
    return Tablet(server)


def refused(answer: Answer, status: int, code: str) -> None:
    assert (answer.status, answer.said["ok"], answer.said["code"]) == (status, False, code)


def on_record(table: Room, code: str, actor: str) -> Callable[[], bool]:
    """Whether the journal says that requests in a name were refused."""
    before = len(list(table.recorded()))

    def told() -> bool:
        said = list(table.recorded())[before:]
        return any((each.get("code"), each.get("actor")) == (code, actor) for each in said)

    return told


# -- signing in ------------------------------------------------------------------------------------------------------


def test_whoever_has_the_pin_is_signed_in_until_they_sign_out(tablet: Tablet) -> None:
    answer = tablet.sign_in("Ana")
    assert answer.said == {"ok": True, "actor": "Ana", "role": "supervisor", "csrf": tablet.csrf}
    assert tablet.ask("GET", "/console/session").said == answer.said
    assert tablet.ask("DELETE", "/console/session").said == {"ok": True}
    refused(tablet.ask("GET", "/console/session"), 401, "session")


def test_no_script_and_no_other_site_gets_the_cookie(tablet: Tablet) -> None:
    words = tablet.sign_in("Ana").headers["Set-Cookie"]
    assert re.fullmatch(r"coup-console=[\w-]{43}; HttpOnly; Path=/console; SameSite=strict", words)


def test_behind_tls_the_cookie_goes_over_tls_alone(proxy: Tablet) -> None:
    said = {"actor": "Ana", "pin": PINS["Ana"]}
    answer = proxy.ask("POST", "/console/session", said, X_Forwarded_Proto="https", X_Forwarded_For="10.1.2.3")
    assert answer.headers["Set-Cookie"].endswith("; Secure")


def test_a_wrong_pin_is_refused_put_on_record_and_told_to_nobody(table: Room, tablet: Tablet) -> None:
    told = on_record(table, "pin", "Ana")
    answer = tablet.sign_in("Ana", "4711-9999")
    refused(answer, 409, "pin")
    assert b"4711" not in answer.body
    assert "Set-Cookie" not in answer.headers
    table.until(told, "the refusal to be on record")
    assert "4711" not in tablet.server.said + table.log
    refused(tablet.ask("GET", "/console/session"), 401, "session")


NO_PERSON: list[object] = [
    {},
    {"actor": "Ana"},
    {"actor": 1, "pin": "1"},
    {"actor": "A" * 65, "pin": "1"},
    {"actor": "", "pin": "1"},
    {"actor": "  ", "pin": "1"},
    [],
]


def test_guessing_has_to_wait_and_others_need_not(tablet: Tablet, server: Pages) -> None:
    codes = [tablet.ask("POST", "/console/session", {"actor": f"N{n}", "pin": "1"}).said["code"] for n in range(7)]
    assert codes == ["pin"] * 5 + ["pace"] * 2
    assert Tablet(server, next(ADDRESSES)).sign_in("Cy").status == 200


@pytest.mark.parametrize("said", NO_PERSON)
def test_what_is_no_name_and_no_pin_never_reaches_the_table(tablet: Tablet, said: object) -> None:
    refused(tablet.ask("POST", "/console/session", said), 400, "form")


# -- a controller that is slow ---------------------------------------------------------------------------------------


HURRIED = "import firmware.display.pit as pit; pit.DECISION_S = 1.5"


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Pages]:
    """Pages of a table whose controller hears everything and never answers."""
    with socket.socket(socket.AF_UNIX) as never, pages_of(tmp_path, patched=HURRIED) as served:
        never.bind(str(tmp_path / "control.sock"))
        never.listen(16)
        yield served


def test_whoever_guesses_at_a_name_holds_one_place_and_is_told_the_truth_in_the_end(slow: Pages) -> None:
    """Three sign-ins at a name may wait, each from another address; another name goes on."""
    asked = [
        ("127.0.3.1", "Ana"),
        ("127.0.3.1", "Ana"),
        ("127.0.3.2", "Ana"),
        ("127.0.3.3", "Ana"),
        ("127.0.3.4", "Ana"),
    ]
    asked.append(("127.0.3.1", "Bo"))

    def code(source: str, actor: str) -> str:
        said: str = Tablet(slow, source).sign_in(actor).said["code"]
        return said

    with ThreadPoolExecutor() as people:
        waits = []
        for who in asked:
            waits.append(people.submit(code, *who))
            time.sleep(0.1)  # they come in this order
        assert [each.result() for each in waits] == ["late", "pace", "late", "late", "pace", "late"]
        assert people.submit(code, *asked[0]).result() == "late", "and a place that is free again is taken"
    assert "Nobody knows yet" in texts("en")["refusal.late"]


# -- being believed --------------------------------------------------------------------------------------------------


def test_a_cookie_that_turns_up_elsewhere_is_worth_nothing_and_is_put_on_record(
    table: Room, tablet: Tablet, server: Pages
) -> None:
    tablet.sign_in("Ana")
    told = on_record(table, "pin", "Ana")
    thief = Tablet(server, next(ADDRESSES))
    thief.cookie, thief.csrf = tablet.cookie, tablet.csrf
    refused(thief.decide("void_round"), 401, "session")
    refused(tablet.ask("GET", "/console/session"), 401, "session")
    table.until(told, "the theft to be on record")


def test_a_proxy_says_whom_it_speaks_for(proxy: Tablet) -> None:
    said = {"actor": "Ana", "pin": PINS["Ana"]}
    answer = proxy.ask("POST", "/console/session", said, X_Forwarded_For="10.1.2.4")
    proxy.cookie = answer.headers["Set-Cookie"].partition(";")[0]
    assert proxy.ask("GET", "/console/session", X_Forwarded_For="10.1.2.4").status == 200
    refused(proxy.ask("GET", "/console/session", X_Forwarded_For="10.1.2.5"), 401, "session")


def test_nobody_else_says_whom_they_speak_for(tablet: Tablet, server: Pages) -> None:
    tablet.sign_in("Ana")
    thief = Tablet(server, next(ADDRESSES))
    thief.cookie = tablet.cookie
    refused(thief.ask("GET", "/console/session", X_Forwarded_For=tablet.source), 401, "session")


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/console/decide"), ("POST", "/console/acknowledge"), ("DELETE", "/console/session")]
)
def test_what_another_page_sends_is_refused(tablet: Tablet, method: str, path: str) -> None:
    tablet.sign_in("Ana")
    for token in ("", "x", "é"):
        refused(tablet.ask(method, path, {}, X_CSRF_Token=token.encode().decode("latin-1")), 403, "session")
    assert tablet.ask("GET", "/console/session").status == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_of_another_site_signs_nobody_in(tablet: Tablet, kind: str) -> None:
    said = json.dumps({"actor": "Ana", "pin": PINS["Ana"]}).encode()
    refused(tablet.ask("POST", "/console/session", said, Content_Type=kind), 415, "form")


def test_without_a_session_nothing_is_told_and_nothing_done(tablet: Tablet) -> None:
    for method, path in (("GET", "events"), ("POST", "decide"), ("POST", "acknowledge"), ("DELETE", "session")):
        refused(tablet.ask(method, f"/console/{path}", {} if method == "POST" else None), 401, "session")


def test_a_request_that_is_too_long_is_refused(tablet: Tablet) -> None:
    tablet.sign_in("Ana")
    refused(tablet.decide("void_round", reason="x" * 4096), 413, "size")
    refused(tablet.ask("POST", "/console/session", b"[" * 5000), 413, "size")


@pytest.mark.parametrize("said", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 4000])
def test_what_is_no_object_is_refused(tablet: Tablet, said: bytes) -> None:
    refused(tablet.ask("POST", "/console/session", said), 400, "form")


def test_too_many_decisions_at_once_are_refused(tablet: Tablet) -> None:
    tablet.sign_in("Cy")
    codes = [tablet.ask("POST", "/console/decide", b"{}").said["code"] for _ in range(7)]
    assert codes[:5] == ["form"] * 5
    assert codes[-1] == "pace"


# -- deciding --------------------------------------------------------------------------------------------------------


def test_a_decision_has_the_hold_that_was_read_and_is_taken_once(table: Room, tablet: Tablet) -> None:
    tablet.sign_in("Bo")
    table.happen("CARD,KH", "CARD,??")
    hold = table.ask(do="status")["hold"]["id"]
    refused(tablet.ask("POST", "/console/decide", {"decision": "card", "card": "2S"}), 400, "form")
    refused(tablet.decide("card", card="2S"), 409, "stale")
    refused(tablet.decide("card", card="2S", hold=hold, pin="1"), 400, "form")
    assert tablet.decide("card", card="2S", hold=hold, reason="seen").said == {"ok": True}
    told = on_record(table, "stale", "Bo")
    refused(tablet.decide("card", card="2S", hold=hold), 409, "stale")
    table.until(told, "the replayed decision to be on record")


def test_a_role_that_may_not_is_refused_by_the_table(table: Room, tablet: Tablet) -> None:
    tablet.sign_in("Di")
    refused(tablet.decide("void_round"), 409, "role")


def test_whoever_signs_out_sees_nothing_any_more(tablet: Tablet, server: Pages) -> None:
    tablet.sign_in("Cy")
    with server.listening("/console/events", source=tablet.source, Cookie=tablet.cookie) as page:
        until(lambda: bool(page.states))
        assert page.states[-1]["console"]["reachable"]
        assert b"2468" not in page.raw
        tablet.ask("DELETE", "/console/session")
        assert page.ended.wait(1)


def test_each_role_sees_what_is_its_own_to_decide(tablet: Tablet, server: Pages) -> None:
    mine = {}
    for actor in PINS:
        tablet.sign_in(actor)
        with server.listening("/console/events", source=tablet.source, Cookie=tablet.cookie) as page:
            until(lambda: bool(page.states))
            console = page.states[0]["console"]
            mine[actor] = {offer["name"] for offer in console["free"] if offer["mine"]}
            assert console["may_acknowledge"] == (actor != "Di")
    assert mine["Di"] == set()
    assert "void_round" in mine["Ana"]
    assert mine["Ana"] < mine["Cy"]
