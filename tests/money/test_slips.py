"""A slip of wagers, as JSON or CSV, and every way to get it wrong: one line that names the place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import Refused
from firmware.money.result import Result
from firmware.money.slip import read_slip
from firmware.money.wagers import Bet, Wager

WAGERS = (Wager(1, Bet.BANKER, 12500), Wager(2, Bet.TIE, 250))
CSV = "seat,on,amount\n1,banker,125.00\n2,tie,2.50\n"
ROWS = [{"seat": 1, "on": "banker", "amount": "125.00"}, {"seat": "2", "on": "tie", "amount": 2.5}]


def slip(**changes: Any) -> str:
    return json.dumps({"wagers": ROWS, **changes})


def wager(**changes: Any) -> str:
    return slip(wagers=[{**ROWS[0], **changes}])


@pytest.mark.parametrize(
    "text",
    [
        CSV,
        CSV.replace("\n", "\r\n"),
        "\ufeff" + CSV,
        "\n" + CSV + "\n\n",
        'amount,seat,on\n"125", 1 , banker\n2.5,2,tie',
        slip(),
        "  " + slip(),
    ],
)
def test_it_is_read_in_any_of_its_forms(text: str) -> None:
    told = read_slip(text, seats=7)
    assert told.wagers == WAGERS
    assert told.result is None


@pytest.mark.parametrize(
    "result", ["banker 4 6", {"winner": "banker", "player_count": 4, "banker_count": 6, "round": 12}]
)
def test_json_may_say_the_result(result: object) -> None:
    told = read_slip(slip(result=result), seats=7)
    assert told.result is not None
    assert told.result.winner == "banker"
    assert told.result.counts == Result((4, 6)).counts


def test_a_number_of_json_is_taken_by_its_digits() -> None:
    """As a float 1000000.01 would do, and 0.1 + 0.2 not: so none is ever made."""
    (first,) = read_slip('{"wagers": [{"seat": 1, "on": "tie", "amount": 999999999.99}]}', seats=7).wagers
    assert first.amount == 99_999_999_999


def test_no_wagers_are_a_slip() -> None:
    assert read_slip("seat,on,amount\n", 7).wagers == read_slip('{"wagers": []}', 7).wagers == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is empty; the first line of CSV is seat,on,amount"),
        ("\n \n", "it is empty; the first line of CSV is seat,on,amount"),
        ("1,banker,125\n", "line 1: the first line of CSV is seat,on,amount, in any order, not '1,banker,125'"),
        ("seat;on;amount\n1;banker;125\n", "line 1: the first line of CSV is "),
        ("seat,on,amount,amount\n", "line 1: the first line of CSV is "),
        (CSV + "3,banker\n", "line 4: 2 fields"),
        (CSV + "3,banker,125,5\n", "line 4: 4 fields"),
        (CSV + "3,banker,1,250.00\n", "line 4: 4 fields"),
        (CSV + "3,banker,\n", "line 4: '' is no amount"),
        (CSV + "3,dealer,5\n", "line 4: 'dealer' is no wager"),
        (CSV + "16,banker,5\n", "line 4: seat '16' is unknown; they are numbered from 1 to 15"),
        (CSV + '3,"banker,5\n', "line 4: no CSV: "),
        ("{", "line 1: no JSON: "),
        ('{\n"wagers": [}\n', "line 2: no JSON: "),
        ("[]", "no slip: write "),
        ("{}", "no slip: write "),
        ('{"wagers": {}}', "no slip: write "),
        ("[" * 100_000, "no JSON: brackets within brackets"),
        (slip(results="banker 4 6"), "'results' is unknown"),
        ('{"wagers": [], "wagers": []}', "'wagers' is there twice"),
        ('{"wagers": [{"seat": 1, "on": "tie", "amount": 5, "amount": 500}]}', "'amount' is there twice"),
        (slip(wagers=["banker 5"]), "wager 1: a wager has seat, on, amount"),
        (slip(wagers=[*ROWS, {"seat": 1, "on": "tie"}]), "wager 3: a wager has seat, on, amount"),
        (wager(odds=8), "wager 1: a wager has seat, on, amount"),
        (wager(seat=None), "wager 1: seat is a text or a number"),
        (wager(seat=True), "wager 1: seat is a text or a number"),
        (wager(on=["tie"]), "wager 1: on is a text or a number"),
        (wager(amount={"cents": 5}), "wager 1: amount is a text or a number"),
        (wager(seat=0), "wager 1: seat '0' is unknown"),
        (wager(seat=1.5), "wager 1: seat '1.5' is unknown"),
        (wager(seat="x" * 500), "wager 1: seat 'x{40}...' is unknown"),
        (wager(amount=-5), "wager 1: '-5' is no amount"),
        (wager(amount=2.505), "wager 1: '2.505' is no amount"),
        (wager(amount=1e30), "wager 1: '1e.30' is no amount"),
        (wager(amount=10**30), "wager 1: '1000.*' is out of range"),
        (wager(amount=float("nan")), "wager 1: 'NaN' is no amount"),
        (wager(amount="many\nlines"), r"wager 1: 'many\\nlines' is no amount"),
        (slip(result=None), "result: a text such as"),
        (slip(result=["banker", 4, 6]), "result: a text such as"),
        (slip(result=5), "result: a text such as"),
        (slip(result="dealer 4 6"), "result: 'dealer' is no winner"),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str, said: str) -> None:
    with pytest.raises(Refused, match=f"^{said}") as told:
        read_slip(text, seats=15)
    assert len(str(told.value).splitlines()) == 1


@given(st.text(max_size=60) | st.text('{}[]":,1.5\n" seatonamount', max_size=60))
def test_any_text_is_a_slip_or_one_line(text: str) -> None:
    said = ""
    try:
        read_slip(text, seats=15)
    except Refused as refused:
        said = str(refused)
    assert len(said.splitlines()) <= 1


@pytest.mark.parametrize(
    "text",
    [
        "seat,on,amount\n1,banker,5\n2,banker,5\n1,banker,5\n",
        '{"wagers": [{"seat": 1, "on": "tie", "amount": "5"}, {"seat": 1, "on": "tie", "amount": "5"}]}',
    ],
)
def test_two_wagers_of_one_seat_on_one_bet_are_refused(text: str) -> None:
    """Each would be judged alone, and a line that was typed twice paid twice."""
    with pytest.raises(Refused, match=r"seat 1 has a wager on (Banker|Tie) already; write their sum"):
        read_slip(text, 15)
