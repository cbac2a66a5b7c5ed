"""`coup money`, as it is typed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from firmware.errors import CALLER, DONE

CHIPS = ("--chips", "0.50,2.50,5,25,100")
CSV = "seat,on,amount\n5,banker,125\n2,player,100\n3,tie,20\n2,banker,7.50\n"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["money", *words]) == DONE
    output = capsys.readouterr()
    assert output.err == ""
    return output.out


@pytest.fixture
def wagers(tmp_path: Path) -> str:
    file = tmp_path / "wagers.csv"
    file.write_text(CSV)
    return str(file)


def test_a_wager_that_cannot_be_accepted_is_told_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "check", "--chips", "0.50,2.50,5", "--wager", "125", "--json") == (
        '{"wager":"125.00","accepted":false,"valid":"120.00","void":"5.00","pays":"114.00","commission":"6.00"}\n'
    )


def test_a_wager_that_can_be_accepted_is_told_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "check", "--chips", "0.50,2.50,5", "--wager", "120", "--json") == (
        '{"wager":"120.00","accepted":true,"valid":"120.00","void":"0.00","pays":"114.00","commission":"6.00"}\n'
    )


def test_a_dealer_reads_what_to_do_with_a_wager(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "check", "--chips", "1", "--wager", "35").splitlines() == [
        "Banker 35.00: not to be accepted (rule 5.3)",
        "if it was: 20.00 is valid, 15.00 is void and goes back (rule 5.4)",
        "if the Banker's Hand wins: pays 19.00, commission 1.00",
        "multiples of 20.00 can always be paid",
    ]
    assert said(capsys, "check", "--chips", "1", "--wager", "15").splitlines()[1:] == [
        "if it was: 0.00 is valid, 15.00 is void and goes back (rule 5.4)",
        "multiples of 20.00 can always be paid",
    ]
    assert said(capsys, "check", "--chips", "1", "--wager", "40").splitlines() == [
        "Banker 40.00: can be accepted",
        "if the Banker's Hand wins: pays 38.00, commission 2.00",
        "multiples of 20.00 can always be paid",
    ]


def test_a_round_is_settled_line_by_line(wagers: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "settle", wagers, *CHIPS, "--result", "banker 4 6").splitlines() == [
        "Player's Hand 4, Banker's Hand 6: Banker's Hand wins",
        "Collect the losing wagers:",
        "  seat 2, Player 100.00: take 100.00",
        "  seat 3, Tie 20.00: take 20.00",
        "Pay the winning wagers:",
        "  seat 5, Banker 125.00: pay 114.00 in 1 x 100.00 + 2 x 5.00 + 1 x 2.50 + 3 x 0.50, commission 6.00,"
        " void 5.00 goes back, in 1 x 5.00",
        "These are void and go back:",
        "  seat 2, Banker 7.50",
        "The float: +6.00",
        "for the supervisor: seat 5, Banker 125.00: accepted against rule 5.3; 120.00 of it is valid (rule 5.4)",
        "for the supervisor: seat 2, Banker 7.50: accepted against rule 5.3; 0.00 of it is valid (rule 5.4)",
    ]


def test_after_a_tie_the_wagers_stay(wagers: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "settle", wagers, *CHIPS, "--result", "tie 6 6").splitlines()[:7] == [
        "Player's Hand 6, Banker's Hand 6: Tie Hand",
        "Pay the winning wagers:",
        "  seat 3, Tie 20.00: pay 160.00 in 1 x 100.00 + 2 x 25.00 + 2 x 5.00",
        "These stay, and may be altered before the next round (rule 5.6):",
        "  seat 2, Player 100.00",
        "  seat 5, Banker 125.00: void 5.00 goes back, in 1 x 5.00",
        "These are void and go back:",
    ]


def test_a_void_part_without_chips_is_told_to_the_dealer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wagers.csv"
    file.write_text("seat,on,amount\n1,banker,11.50\n")
    lines = said(capsys, "settle", str(file), "--chips", "1,2.50", "--result", "player 6 4").splitlines()
    assert lines[2] == "  seat 1, Banker 11.50: take 10.00, void 1.50 goes back, no chips make it up"
    told = said(capsys, "settle", str(file), "--chips", "1,2.50", "--result", "player 6 4", "--json")
    assert json.loads(told)["steps"][0]["void_chips"] is None


def settled(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(said(capsys, "settle", *words, "--json"))
    return document


def test_a_round_is_settled_as_json(wagers: str, capsys: pytest.CaptureFixture[str]) -> None:
    document = settled(capsys, wagers, *CHIPS, "--result", "player 6 4", "--differential", "10")
    assert document["announce"] == "Player's Hand 6, Banker's Hand 4: Player's Hand wins"
    assert document["winner"] == "player"
    assert [(step["do"], step["seat"], step["on"]) for step in document["steps"]] == [
        ("collect", 3, "tie"),
        ("collect", 5, "banker"),
        ("pay", 2, "player"),
        ("return", 2, "banker"),
    ]
    assert document["steps"][1] == {
        "do": "collect", "seat": 5, "on": "banker", "wager": "125.00", "valid": "120.00", "void": "5.00",
        "collects": "120.00", "pays": "0.00", "commission": "0.00", "stays": "0.00",
        "chips": {}, "void_chips": {"5.00": 1},
    }  # fmt: skip
    assert document["total"] == {
        "wager": "252.50", "valid": "240.00", "void": "12.50",
        "collects": "140.00", "pays": "100.00", "commission": "0.00", "stays": "100.00",
    }  # fmt: skip
    assert document["float"] == "40.00"
    assert document["notices"][-1].endswith("20.00 more than the other, above the differential of 10.00")


def test_a_round_of_the_journal_is_a_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = {"shoe": 1, "round": 2, "player": ["4S", "TD"], "banker": ["3H", "3C"], "winner": "banker"}
    shown |= {"player_count": 4, "banker_count": 6, "natural": False, "void_hand": False, "final": False}
    file = tmp_path / "round.json"
    file.write_text(json.dumps({"result": shown, "wagers": [{"seat": 1, "on": "banker_pair", "amount": 5}]}))
    document = settled(capsys, str(file), *CHIPS, "--pair-odds", "11")
    assert document["float"] == "-55.00"


def test_the_edges_are_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "edge", "--decks", "8", "--json")
    assert told == '{"player":"0.012351","banker":"0.010579","tie":"0.143596"}\n'


def test_the_edges_are_printed_in_per_cent(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "edge", "--pair-odds", "11").splitlines() == [
        "Player       1.235081 %",
        "Banker       1.057906 %",
        "Tie          14.359629 %",
        "Player pair  10.361446 %",
        "Banker pair  10.361446 %",
    ]


@pytest.mark.timeout(30)
def test_the_wagers_may_come_on_standard_input() -> None:
    words = (sys.executable, "-m", "firmware", "money", "settle", "-", *CHIPS, "--result", "banker 4 6")
    done = subprocess.run(words, input=CSV, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Player's Hand 4, Banker's Hand 6")


def one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["money", *words]) == CALLER
    output = capsys.readouterr()
    assert output.out == ""
    (line,) = output.err.splitlines()
    return line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["check", "--chips", "0.50", "--wager", "-125"], "wager: '-125' is no amount"),
        (["check", "--chips", "0.50", "--wager", "0"], "wager: '0' is out of range"),
        (["check", "--chips", "0.50", "--wager", "1.255"], "wager: '1.255' is no amount"),
        (["check", "--chips", "0.50", "--wager", "9" * 50], "wager: '9999"),
        (["check", "--chips", "0.50", "--wager", "caf\udce9"], "is no amount"),
        (["check", "--chips", "", "--wager", "5"], "chips: none are named"),
        (["check", "--chips", "0,5", "--wager", "5"], "chips: '0' is out of range"),
        (["check", "--chips", "1000000000", "--wager", "1000000000"], "above the largest amount there is"),
        (["check", "--chips", ",".join(map(str, range(1, 22))), "--wager", "5"], "chips: 21 are named; a table has at"),
        (["check", "--wager", "5"], "'--chips'"),
        (["check", "--chips", "5"], "'--wager'"),
        (["edge", "--decks", "0"], "'--decks'"),
        (["edge", "--decks", "9"], "'--decks'"),
        (["edge", "--edition", "nz-maxi-1996"], "no such edition"),
        (["edge", "--pair-odds", "-1"], "'--pair-odds'"),
        (["settle", "nowhere.csv", *CHIPS, "--result", "void"], "nowhere.csv: No such file"),
        (["settle", ".", *CHIPS, "--result", "void"], ".: Is a directory"),
        (["settle", "no\0where", *CHIPS, "--result", "void"], "embedded null byte"),
        (["settle", "/dev/zero", *CHIPS, "--result", "void"], "longer than any round"),
    ],
)
def test_a_mistake_is_one_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told in one_line(words, capsys)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "result: give it once, as --result or in the JSON; write `banker 4 6`"),
        (["--result", ""], "result: it is empty; write `banker 4 6`"),
        (["--result", "banker 6 4"], "result: banker is said, and the counts make player"),
        (
            ["--result", "banker 4 6", "--seats", "4"],
            "wagers.csv: line 2: seat '5' is unknown; they are numbered from 1 to 4",
        ),
        (["--result", "banker 4 6", "--seats", "0"], "'--seats'"),
        (["--result", "banker 4 6", "--minimum", "-5"], "--minimum: '-5' is no amount"),
        (["--result", "banker 4 6", "--side-maximum", "lots"], "--side-maximum: 'lots' is no amount"),
        (["--result", "banker 4 6", "--differential", "0"], "where there is no limit, leave --differential out"),
        (["--result", "banker 4 6", "--minimum", "50", "--maximum", "20"], "limits: the minimum 50.00 is above"),
        (["--result", "banker 4 6", "--maximum", "5"], "can be paid is 10.00, above the maximum of 5.00"),
    ],
)
def test_a_mistake_about_a_round_is_one_line(
    words: list[str], told: str, wagers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in one_line(["settle", wagers, *CHIPS, *words], capsys)


def test_a_result_is_not_given_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "round.json"
    file.write_text('{"result": "banker 4 6", "wagers": []}')
    assert "round.json has it, so leave --result out" in one_line(
        ["settle", str(file), *CHIPS, "--result", "banker 4 6"], capsys
    )


def test_a_file_that_is_no_text_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wagers.csv"
    file.write_bytes(b"seat,on,amount\n1,caf\xe9,5\n")
    assert "expected UTF-8 text" in one_line(["settle", str(file), *CHIPS, "--result", "void"], capsys)
