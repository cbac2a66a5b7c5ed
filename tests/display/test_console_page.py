"""The console in a real browser: people sign in, and what the table waits for is settled there from end to end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.display.browser import Browser
from tests.display.pages import Pages, pages
from tests.display.test_console_server import PINS, Tablet, with_people
from tests.whole.room import Room, room

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with room(tmp_path_factory.mktemp("table")) as here:
        with_people(here)
        here.start()
        yield here


@pytest.fixture(scope="module")
def served(table: Room) -> Iterator[Pages]:
    with pages(table.config) as here:
        yield here


ADDRESSES = (f"10.1.2.{n}" for n in count(1))


@pytest.fixture
def server(table: Room, served: Pages, browser: Browser) -> Iterator[Pages]:
    """The console on a tablet that nobody has used before."""
    settle(table)
    browser.size(1180, 820)
    browser.meanwhile = lambda: table.wait(0.005)
    browser.comes_from(next(ADDRESSES))
    browser.open(f"{served.address}console")
    yield served
    complaints = [line for line in browser.console() if "ERR_" not in line and "status of 4" not in line]
    assert not complaints
    assert not any(pin in served.said + table.log for pin in PINS.values())


def settle(table: Room) -> None:
    """A fresh shoe, whatever became of the one before."""
    if table.ask(do="status")["phase"] != "shuffle":
        answer = table.ask(do="decide", decision="reshuffle", actor="Cy", pin=PINS["Cy"])
        assert answer["ok"], answer
    table.happen("LOADED")


def at_the_form(browser: Browser) -> None:
    browser.until(lambda: browser.has("#actor") and browser.text("#sign-in-title"), "the sign-in form")


def sign_in(browser: Browser, actor: str, pin: str = "") -> None:
    at_the_form(browser)
    browser.run("document.querySelector('#sign-in form').reset()")
    browser.type("#actor", actor)
    browser.type("#pin", pin or PINS[actor])
    browser.press("#sign-in button.main")


def signed_in(browser: Browser, actor: str) -> None:
    sign_in(browser, actor)
    browser.until(lambda: browser.has("#desk") and browser.has("#table"), f"{actor}'s desk")


def hold(browser: Browser) -> dict[str, str]:
    script = "return {...document.querySelector('[data-hold-id]')?.dataset}"
    browser.until(lambda: browser.run(script), "the hold on the console")
    found: dict[str, str] = browser.run(script)
    return found


def choose(browser: Browser, decision: str) -> None:
    browser.press(f"[data-decision={decision}]")
    browser.until(lambda: browser.has(f"form[data-asks={decision}]"), "the question")


def pick(browser: Browser, card: str) -> None:
    browser.press(f"form[data-asks] input[name=rank][value='{card[0]}']")
    browser.press(f"form[data-asks] input[name=suit][value='{card[1]}']")
    browser.until(lambda: browser.has(f"form[data-asks] .preview [data-card='{card}']"), "the card that was picked")


def answered(browser: Browser, how: str) -> str:
    """Return what the person is told of what was asked last."""
    browser.until(
        lambda: browser.has("#answer[data-answer]:not(:empty)") or browser.text("form[data-asks] .refusal"), "an answer"
    )
    words = browser.text("#answer") or browser.text("form[data-asks] .refusal")
    assert browser.has(f"#answer[data-answer={how}]"), words
    return words


def decisions(table: Room) -> list[dict[str, Any]]:
    return [said for said in table.recorded() if said.get("decision")]


def test_a_card_that_could_not_be_read_is_said_and_the_round_goes_on(
    table: Room, server: Pages, browser: Browser
) -> None:
    table.happen("CARD,9S", "CARD,??")
    signed_in(browser, "Ana")
    held = hold(browser)
    assert held["code"] == "unread_card"
    assert browser.has("[data-decision=void_round]")
    assert not browser.has("[data-decision=reshuffle]")
    assert browser.has("[data-others=reshuffle]"), "what is not Ana's is told, and is no button"
    choose(browser, "card")
    pick(browser, "2H")
    browser.type("form[data-asks] input[name=reason]", "seen on camera 4")
    browser.press("[data-send]")
    answered(browser, "done")
    last = decisions(table)[-1]
    wanted = {"decision": "card", "actor": "Ana", "role": "supervisor", "card": "2H", "reason": "seen on camera 4"}
    assert {key: last[key] for key in wanted} == wanted
    assert last["hold"] == int(held["holdId"])
    assert table.ask(do="status")["hold"] is None
    browser.until(lambda: not browser.has("[data-hold-id]"), "the hold to be gone")
    browser.until(lambda: browser.has("[data-console-hand=banker] [data-card='2H']"), "the card in the hand")


def test_a_wrong_pin_lets_nobody_in_and_says_so(table: Room, server: Pages, browser: Browser) -> None:
    sign_in(browser, "Ana", "4711-9999")
    browser.until(lambda: "PIN is wrong" in browser.text("#sign-in .refusal"), "the refusal")
    assert not browser.has("#desk")
    assert browser.run("return document.querySelector('#pin').value") == ""
    signed_in(browser, "Ana")
    assert not any(pin in browser.html() for pin in (*PINS.values(), "4711-9999"))


def test_who_may_not_decide_is_shown_who_may(table: Room, server: Pages, browser: Browser) -> None:
    table.happen("CARD,??")
    signed_in(browser, "Di")
    hold(browser)
    assert not browser.run("return document.querySelectorAll('[data-decision]').length")
    for decision in ("card", "void_round", "reshuffle"):
        assert browser.has(f"[data-others={decision}]")


def test_a_hold_that_somebody_else_settles_takes_the_question_back(
    table: Room, server: Pages, browser: Browser
) -> None:
    table.happen("CARD,??")
    signed_in(browser, "Ana")
    hold(browser)
    choose(browser, "void_round")
    answer = table.ask(do="decide", decision="card", card="KH", actor="Cy", pin=PINS["Cy"])
    assert answer == {"ok": True}
    answered(browser, "refused")
    assert not browser.has("form[data-asks]")
    assert decisions(table)[-1]["decision"] == "card"


NUMBER_ASKED = "return document.querySelector('form[data-asks] input[name=n]').value"
NUMBERED = """
return [...document.querySelectorAll("[data-correct-n]")].map(
  (button) => [button.querySelector("[data-card]").dataset.card, button.dataset.correctN]);
"""


def test_an_earlier_card_is_put_right_and_the_round_is_worked_out_again(
    table: Room, server: Pages, browser: Browser
) -> None:
    table.happen("CARD,9S", "CARD,2H", "CARD,KD", "CARD,5C")
    table.press()
    signed_in(browser, "Cy")
    browser.until(lambda: browser.has("[data-round-row='1']"), "the round")
    choose(browser, "correct")
    assert browser.run(NUMBER_ASKED) == ""
    browser.press("[data-cancel]")
    cards = {n: face for face, n in browser.run(NUMBERED)}
    assert cards == {"1": "9S", "2": "2H", "3": "KD", "4": "5C"}, "each card is touched to be corrected"
    browser.press("[data-correct-n='4']")
    browser.until(lambda: browser.has("form[data-asks=correct]"), "the question")
    assert browser.run(NUMBER_ASKED) == "4", "and its number is known"
    pick(browser, "4C")
    browser.press("[data-send]")
    answered(browser, "done")
    last = decisions(table)[-1]
    assert (last["decision"], last["n"], last["card"]) == ("correct", 4, "4C")
    browser.until(lambda: "Corrected" in browser.text("[data-round-row='1']"), "the correction in the list")


def test_faults_of_the_past_are_taken_note_of(table: Room, server: Pages, browser: Browser) -> None:
    signed_in(browser, "Ana")
    table.line.unplug()
    browser.until(lambda: "link" in table.ask(do="status")["faults"], "the fault")
    table.line.plug()
    table.until(table.trusts, "the shoe to be back")
    browser.press("#acknowledge")
    answered(browser, "done")
    assert table.ask(do="status")["unacknowledged"] == []
    browser.until(lambda: not browser.has("#acknowledge"), "the fault to be gone")
    assert not browser.has("#desk dl:empty"), "a list is there for nothing"


def test_signing_out_leaves_nothing_on_the_page(table: Room, server: Pages, browser: Browser) -> None:
    table.happen("CARD,9S")
    signed_in(browser, "Ana")
    browser.until(lambda: browser.has("[data-console-hand=player] [data-card='9S']"), "the hand")
    browser.press("#sign-out")
    browser.until(lambda: browser.has("#sign-in"), "the sign-in form")
    assert "9S" not in browser.run("return document.querySelector('#desk').innerHTML")
    browser.open(f"{server.address}console")
    browser.until(lambda: browser.has("#sign-in"), "the sign-in form, again")


def test_a_cookie_that_is_used_elsewhere_signs_the_tablet_out(table: Room, server: Pages, browser: Browser) -> None:
    signed_in(browser, "Ana")
    cookie = browser.cookies()["coup-console"]
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/console")
    assert browser.run("return document.cookie") == ""
    thief = Tablet(server, "127.0.0.2")
    thief.cookie = f"coup-console={cookie['value']}"
    assert thief.ask("GET", "/console/session").status == 401
    browser.until(lambda: browser.has("#sign-in"), "the sign-in form")


def test_a_table_that_does_not_answer_takes_no_decision(table: Room, server: Pages, browser: Browser) -> None:
    table.happen("CARD,??")
    signed_in(browser, "Ana")
    hold(browser)
    table.kill()
    began = time.monotonic()
    browser.until(lambda: not browser.run("return document.querySelectorAll('[data-decision]:enabled').length"), "no")
    assert time.monotonic() - began < 3
    table.start()
    browser.until(lambda: browser.has("[data-decision=card]"), "the table to be back")
    assert browser.run("return document.querySelector('[data-decision=card]').disabled") is False


def test_a_page_of_another_site_can_do_nothing_with_the_session(table: Room, server: Pages, browser: Browser) -> None:
    """The same machine under another name is another site to a browser."""
    signed_in(browser, "Cy")
    before = len(decisions(table))
    browser.open(f"http://localhost:{server.port}/")
    assert browser.look_for_long("elsewhere", f"{server.address}console/decide") == "kept back"
    assert len(decisions(table)) == before
    browser.console()  # the browser says so, too


@contextmanager
def at_the_console(folder: Path, browser: Browser, *, two_person: bool = False, key: bool = False) -> Iterator[Room]:
    """Have a table of its own settings, and its console open. With `key` it has no roles file."""
    with room(folder) as table:
        with_people(table, two_person=two_person)
        if key:
            text = table.config.read_text(encoding="utf-8")
            table.config.write_text(text.replace('roles_file = "roles.toml"\n', ""), encoding="utf-8")
        table.start()
        table.happen("LOADED", "CARD,??")
        with pages(table.config) as server:
            browser.meanwhile = lambda: table.wait(0.005)
            browser.open(f"{server.address}console")
            yield table
            browser.leave()


def test_where_it_takes_two_the_second_one_says_who_they_are(tmp_path: Path, browser: Browser) -> None:
    with at_the_console(tmp_path, browser, two_person=True) as table:
        signed_in(browser, "Cy")
        hold(browser)
        choose(browser, "void_round")
        browser.type("form[data-asks] input[name=second_actor]", "Ana")
        browser.type("form[data-asks] input[name=second_pin]", "0000-0000")
        browser.press("[data-send]")
        browser.until(lambda: "PIN is wrong" in browser.text("form[data-asks] .refusal"), "the refusal")
        assert table.ask(do="status")["hold"]
        browser.run("document.querySelector('form[data-asks] input[name=second_pin]').value = ''")
        browser.type("form[data-asks] input[name=second_pin]", PINS["Ana"])
        browser.press("[data-send]")
        browser.until(lambda: not browser.has("form[data-asks]"), "the question to be settled")
        answered(browser, "done")
        last = decisions(table)[-1]
        assert (last["decision"], last["actor"], last["second"]) == ("void_round", "Cy", "Ana")


def test_without_a_roles_file_the_key_stands_for_everybody(tmp_path: Path, browser: Browser) -> None:
    with at_the_console(tmp_path, browser, key=True) as table:
        sign_in(browser, "Kim", "any")
        browser.until(lambda: "key" in browser.text("#sign-in .refusal"), "the key to be asked for")
        table.ask(do="key", on=True)
        sign_in(browser, "Kim", "any")
        browser.until(lambda: browser.has("[data-decision=card]"), "Kim's desk")
        choose(browser, "card")
        pick(browser, "KH")
        browser.press("[data-send]")
        answered(browser, "done")
        last = decisions(table)[-1]
        assert (last["actor"], last["role"], last["card"]) == ("Kim", "casino", "KH")
