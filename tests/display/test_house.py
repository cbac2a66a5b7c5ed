"""What the house pays, as the display tells it: the numbers a round is settled with, and those `coup money` says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.cli import main
from firmware.display.house import house
from firmware.display.texts import texts
from firmware.errors import CALLER, DONE, Refused
from firmware.money.banker import valid_part
from firmware.money.chips import Chips
from tests.display.browser import Browser
from tests.display.onlooker import SECOND_NS, happen, world
from tests.display.pages import CHIPS, configured, pages_of

Asked = Callable[..., str]


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str]) -> Asked:
    """Ask `coup money`, and return what it prints."""

    def ask(*words: str) -> str:
        assert main(["money", *words]) == DONE
        return capsys.readouterr().out

    return ask


# -- what is told ----------------------------------------------------------------------------------------------------


def test_the_odds_are_those_that_a_round_is_settled_with(asked: Asked, tmp_path: Path) -> None:
    told = house("", CHIPS)
    slip = tmp_path / "wagers.csv"
    assert list(told["odds"]) == ["player", "banker", "tie"], "no edition has wagers on pairs"
    for bet, odds in told["odds"].items():
        slip.write_text(f"seat,on,amount\n1,{bet},100\n")
        counts = {"player": "6 4", "banker": "4 6", "tie": "6 6"}[bet]
        document = asked("settle", str(slip), "--chips", CHIPS, "--result", f"{bet} {counts}", "--json")
        won = json.loads(document)["steps"][0]
        kept = told["commission"] if bet == "banker" else 0
        assert (won["commission"], won["pays"]) == (f"{kept}.00", f"{100 * odds - kept}.00")


@pytest.mark.parametrize("chips", [CHIPS, "1", "5,25", "1,2.50", "2.50,4", "999.99,1000,1500.01"])
def test_the_smallest_banker_wager_is_the_one_that_coup_money_names(chips: str, asked: Asked) -> None:
    smallest = house("", chips)["banker_wagers"]["smallest"]
    last = asked("check", "--chips", chips, "--wager", smallest).splitlines()[-1]
    assert last == f"multiples of {smallest} can always be paid"


@pytest.mark.parametrize(
    ("chips", "smallest", "steps"),
    [
        ("0.50,2.50,5,25,100", "10.00", True),
        ("2.50", "50.00", True),
        ("1,2.50", "10.00", True),
        ("2.50,4", "20.00", False),  # so can 30 be paid, and 10 cannot
    ],
)
def test_steps_are_said_only_where_there_is_no_wager_between_them(chips: str, smallest: str, steps: bool) -> None:
    assert house("", chips)["banker_wagers"] == {"smallest": smallest, "steps": steps}


@given(st.frozensets(st.integers(1, 12), min_size=1, max_size=3))
def test_of_any_chips_what_is_said_of_banker_wagers_is_true(sizes: frozenset[int]) -> None:
    told = house("", ",".join(f"{size}" for size in sizes))["banker_wagers"]
    smallest = int(told["smallest"].replace(".", ""))
    chips = Chips(frozenset(100 * size for size in sizes))
    payable = [wager for wager in range(100, 6 * smallest + 1, 100) if valid_part(chips, wager) == wager]
    assert payable[0] == smallest
    assert (payable == [smallest * times for times in range(1, 7)]) is told["steps"]


def test_without_chips_nothing_is_said_of_banker_wagers() -> None:
    assert house("10 – 5,000", "") == {
        "limits": "10 – 5,000",
        "odds": house("", CHIPS)["odds"],
        "commission": house("", CHIPS)["commission"],
        "banker_wagers": None,
    }


def test_every_wager_has_its_name_in_the_catalogue() -> None:
    assert {f"bet.{bet}" for bet in house("", "")["odds"]} <= texts("en").keys()


def test_chips_that_cannot_be_read_are_refused() -> None:
    with pytest.raises(Refused, match="'x' is no amount"):
        house("", "5,x")


@pytest.mark.parametrize("command", ["check", "display"])
def test_chips_that_cannot_be_read_are_told_in_one_line_before_anything_is_served(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = configured(tmp_path, chips="5,25,5.00")
    assert main([command, "--config", str(config)]) == CALLER
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert 'display.chips = "5,25,5.00": allowed: the values of the table\'s chips' in line
    assert line.endswith("such as 0.50,2.50,5,25,100 (chips: 5.00 is named twice)")


# -- what is seen ----------------------------------------------------------------------------------------------------


def seen(browser: Browser, folder: Path, **shown: Any) -> str:
    """Return what the display says of odds while bets are open, and see that it does not change with the phase."""
    table = world(folder)
    browser.meanwhile = lambda: table.wait(SECOND_NS)
    happen(table, "LOADED")
    with pages_of(folder, **shown) as server:
        browser.open(server.address)
        browser.shows({"stale": "", "phase": "ready", "bets": "open"})
        assert browser.has("#odds")
        said = browser.text("#odds")
        happen(table, "CARD,9S")
        browser.shows({"stale": "", "phase": "dealing"})
        assert browser.text("#odds") == said
    return " · ".join(said.splitlines())


@pytest.mark.browser
def test_a_player_reads_what_is_paid_and_what_may_be_wagered(browser: Browser, tmp_path: Path) -> None:
    told = house("", CHIPS)
    odds, commission, smallest = told["odds"], told["commission"], told["banker_wagers"]["smallest"]
    assert seen(browser, tmp_path) == (
        f"Player {odds['player']} to 1 · Banker {odds['banker']} to 1 less {commission} % commission"
        f" · Tie {odds['tie']} to 1 · Banker wagers in multiples of {smallest}"
    )


@pytest.mark.browser
def test_of_odd_chips_only_the_smallest_wager_is_said(browser: Browser, tmp_path: Path) -> None:
    assert seen(browser, tmp_path, chips="2.50,4").endswith(" · Smallest Banker wager 20.00")


@pytest.mark.browser
def test_without_chips_the_odds_are_there_all_the_same(browser: Browser, tmp_path: Path) -> None:
    said = seen(browser, tmp_path, chips="")
    assert said.endswith(" · Tie 8 to 1")
    assert "wager" not in said
