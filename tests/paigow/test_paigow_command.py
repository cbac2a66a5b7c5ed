"""`coup paigow` as its users meet it."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from firmware.errors import CALLER, DONE, REFUSED

CSV = "box,wager,result\n1,1200,bank\n2,200,lose\n3,100,win\n4,300,lose\n5,50,push\n"
SHEET: dict[str, Any] = {
    "bank": {"box": 1, "stake": "1200.00"},
    "boxes": [
        {"box": 5, "wager": 50, "result": "push"},
        {"box": 2, "wager": 200.00, "result": "lose"},
        {"box": 3, "wager": "100", "result": "win"},
        {"box": "4", "wager": "300.0", "result": "lose"},
    ],
}
ROUND = """\
exposed 6-4       # in stacking: a laja
laja
mixed
bank 1 1200
wager 2 200
wager 3 100
cut
delivered
set
house-way
lose 2
win 3
done
done
done
done
done
done
"""


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what gives text to standard input."""
    return lambda text: monkeypatch.setattr("sys.stdin", StringIO(text))


def printed(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["paigow", *words]) == DONE
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def refused(words: list[str], capsys: pytest.CaptureFixture[str], code: int = CALLER) -> str:
    assert main(["paigow", *words]) == code
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("coup: ")
    return line


def written(tmp_path: Path, text: str) -> str:
    file = tmp_path / "round"
    file.write_text(text, encoding="utf-8")
    return str(file)


# -- settle ---------------------------------------------------------------------------------------------------------


def test_a_sheet_is_settled_from_standard_input(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed(CSV)
    assert printed(["settle"], capsys).splitlines() == [
        "  1  box 2 loses: 200.00 to the losing wager area, tiles to the designated area (11 (g))",
        "  2  box 3 wins: its tiles and wager stay until all hands are exposed (11 (i))",
        "  3  box 4 loses: 300.00 to the losing wager area, tiles to the designated area (11 (g))",
        "  4  box 5 pushes: tiles to the designated area, the wager stays (11 (h))",
        "  5  pay box 3 100.00 from the losing wager area, and pick up its tiles (11 (i))",
        "  6  the house's half of the losing wager area: 200.00 to the float (11 (k))",
        "  7  the house's stake: 600.00 from the co-banking wager to the float (11 (k))",
        "  8  the co-banker's stake: 600.00 from the co-banking wager to the co-banker (11 (k))",
        "  9  commission of the co-banker: 10.00 from the losing wager area to the float (11 (k))",
        " 10  what remains in the losing wager area: 190.00 to the co-banker (11 (k))",
        "     house +210.00, co-banker +190.00",
    ]


def test_a_shortfall_says_where_the_chips_come_from(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("box,wager,result\n1,1200,bank\n2,200,win\n3,300,win\n4,100,lose\n5,50,push\n")
    assert printed(["settle"], capsys).splitlines()[4:] == [
        "  5  pay box 2 100.00 from the losing wager area, which is all that is left in it (11 (i))",
        "  6  pay box 2 100.00 from the co-banking wager, and pick up its tiles (11 (l))",
        "  7  pay box 3 300.00 from the co-banking wager, and pick up its tiles (11 (l))",
        "  8  half of what is left of the co-banking wager: 400.00 to the float (11 (l))",
        "  9  half of what is left of the co-banking wager: 400.00 to the co-banker (11 (l))",
        "     house -200.00, co-banker -200.00",
    ]


def test_json_and_csv_are_settled_alike(tmp_path: Path, typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("\ufeff" + CSV.replace("\n", "\r\n") + "\r\n")
    from_csv = json.loads(printed(["settle", "-", "--json"], capsys))
    assert json.loads(printed(["settle", written(tmp_path, json.dumps(SHEET)), "--json"], capsys)) == from_csv
    assert from_csv["sequence"][0] == {
        "n": 1,
        "rule": "11 (g)",
        "act": "collect",
        "box": 2,
        "from": "box 2",
        "to": "losing wager area",
        "amount": "200.00",
    }
    assert from_csv["sequence"][1] == {"n": 2, "rule": "11 (i)", "act": "leave", "box": 3}
    assert from_csv["gains"] == {
        "house": "210.00",
        "co_banker": "190.00",
        "box 2": "-200.00",
        "box 3": "100.00",
        "box 4": "-300.00",
        "box 5": "0.00",
    }
    assert (from_csv["commission"], from_csv["odd"]) == ("10.00", "0.00")
    assert from_csv["policy"] == {"commission": "5.00", "odd": "house", "unit": "0.01", "winners_pay": False}


def test_what_the_house_sets_is_followed_and_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = written(tmp_path, CSV.replace("300", "302.50"))
    words = ["settle", sheet, "--commission", "2.5", "--odd", "co-banker", "--unit", "2.50", "--winners-pay"]
    assert "2.50 could not be divided and went to the co-banker" in printed(words, capsys)
    row = json.loads(printed([*words, "--json"], capsys))
    assert row["policy"] == {"commission": "2.50", "odd": "co-banker", "unit": "2.50", "winners_pay": True}
    assert (row["odd"], row["commission"]) == ("2.50", "7.50")  # 2.5 % of 202.50 and of 100, rounded down
    assert json.loads(printed(["settle", sheet, "--json", "--commission", "0"], capsys))["commission"] == "0.00"
    assert json.loads(printed(["settle", sheet, "--json", "--commission", "0.00"], capsys))["commission"] == "0.00"


def test_the_columns_may_stand_in_any_order(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed(CSV)
    as_usual = printed(["settle"], capsys)
    turned = "".join(",".join(reversed(line.split(","))) + "\n" for line in CSV.split())
    assert turned.startswith("result,wager,box\n")
    typed(turned)
    assert printed(["settle"], capsys) == as_usual


def keys_in(found: Any) -> set[str]:
    if isinstance(found, list):
        return set().union(*map(keys_in, found))
    return set(found).union(*map(keys_in, found.values())) if isinstance(found, dict) else set()


def test_settlement_and_guide_have_the_same_keys(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """A program that reads one of them reads the other: `from`, `co_banker`, and never a hyphen."""
    typed("box,wager,result\n1,1200,bank\n2,200,lose\n3,100,win\n")
    sheet = json.loads(printed(["settle", "--json"], capsys))
    typed(ROUND)
    facts = [json.loads(line) for line in printed(["guide", "--json"], capsys).splitlines()]
    (whole,) = (step for step in sheet["sequence"] if step["act"] == "pay")
    (moved,) = (fact for fact in facts if fact.get("act") == "pay")
    assert set(whole) - {"n"} == set(moved) - {"kind"}
    assert {"from", "co_banker"} <= keys_in(sheet) & keys_in(facts)
    assert not [key for key in keys_in([sheet, facts]) if "-" in key]


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("", "it is empty; the first line of CSV is box,wager,result"),
        ("1,1200,bank\n", "line 1: the first line of CSV is box,wager,result, in any order, not '1,1200,bank'"),
        ("box,wager\n1,1200\n", "line 1: the first line of CSV is box,wager,result"),
        ("box;wager;result\n1;1200;bank\n", "line 1: the first line of CSV is box,wager,result"),
        ("box,wager,result\n", "the co-banker is missing"),
        ("box,wager,result\n2,100,win\n", "the co-banker is missing"),
        ("box,wager,result\n1,100,bank\n", "no box holds a wager"),
        (CSV + "6,10\n", "line 7: 2 fields; there are box, wager, result"),
        (CSV + "6,10,draw\n", "line 7: result 'draw': it is win, lose or push"),
        (CSV + "6,10,bank\n", "line 7: there is one co-banker"),
        (CSV + "1,10,win\n", "line 7: box 1 is there twice"),
        (CSV + "5,10,win\n", "line 7: box 5 is there twice"),
        (CSV + "9,10,win\n", "line 7: box '9': the boxes are 1 to 8"),
        (CSV + "0,10,win\n", "line 7: box '0': the boxes are 1 to 8"),
        (CSV + "6,-10,win\n", "line 7: wager: '-10' is no amount"),
        (CSV + "6,0.001,win\n", "line 7: wager: '0.001' is no amount"),
        (CSV + "6,ten,win\n", "line 7: wager: 'ten' is no amount"),
        (CSV + f"6,{'9' * 5_000},win\n", "line 7: wager: '9999"),
        (CSV + '6,"10,win\n', "line 7: no CSV: unexpected end of data"),
        (CSV.replace("1200", "0.01"), "line 2: co-banking wager 0.01: house and co-banker stake equal halves"),
        (CSV.replace("100,win", "1700.02,win"), "fall 0.02 short"),
        ("{", "line 1: no JSON"),
        ("[]", "the sheet: expected {bank, boxes}"),
        ("[" * 100_000, "no JSON: brackets within brackets"),
        ('{"bank": 1, "boxes": []}', "bank: expected {box, stake} and no more"),
        ('{"bank": {"box": 1, "box": 2}, "boxes": []}', "'box' is there twice in one place"),
        ('{"bank": {"box": true, "stake": 2}, "boxes": []}', "bank: each of box, stake is a text or a number"),
        ('{"bank": {"box": 1, "stake": 2}, "boxes": {}}', "boxes: expected a list"),
        ('{"bank": {"box": 1, "stake": NaN}, "boxes": []}', "bank: co-banking wager: 'NaN' is no amount"),
        ('{"bank": {"box": 1, "stake": 2e9}, "boxes": []}', "bank: co-banking wager: '2e9' is no amount"),
        ('{"bank": {"box": 1, "stake": 2}, "boxes": [3]}', "boxes[0]: expected {box, wager, result} and no more"),
        (
            '{"bank": {"box": 1, "stake": 2}, "boxes": [{"box": 2, "wager": 2, "result": "bank"}]}',
            "boxes[0]: the co-banker belongs under the key `bank`",
        ),
    ],
)
def test_a_mistake_in_a_sheet_is_one_line(
    sheet: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, sheet)
    assert f"{file}: {said}" in refused(["settle", file], capsys).replace(
        "losing wagers and co-banking wager fall", "fall"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--odd", "dealer"], "'--odd'"),
        (["--unit", "0"], "--unit: '0' is out of range"),
        (["--unit", "500000000.01"], "--unit: '500000000.01' is out of range; from 0.01 to 500000000.00"),
        (["--commission", "-5"], "--commission: '-5' is no amount"),
        (["--commission", "100.01"], "--commission: '100.01' is out of range; from 0.00 to 100.00"),
        (["--commission", "five"], "--commission: 'five' is no amount"),
    ],
)
@pytest.mark.parametrize("command", ["settle", "guide"])
def test_a_mistake_in_a_setting_is_one_line(
    command: str, words: list[str], said: str, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(CSV)
    assert said in refused([command, *words], capsys)


@pytest.mark.parametrize("command", ["settle", "guide"])
def test_a_file_that_cannot_be_read_is_one_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "No such file" in refused([command, str(tmp_path / "nowhere")], capsys)
    assert "Is a directory" in refused([command, str(tmp_path)], capsys)
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff")
    assert "expected UTF-8 text" in refused([command, str(tmp_path / "picture")], capsys)
    (tmp_path / "long").write_text("#" * (1 << 20) + "#", encoding="utf-8")
    assert "longer than any round" in refused([command, str(tmp_path / "long")], capsys)


def test_a_standard_input_that_is_closed_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert "standard input: it is closed" in refused(["settle"], capsys)
    assert "standard input: it is closed" in refused(["guide"], capsys)


# -- guide ----------------------------------------------------------------------------------------------------------


def test_a_scripted_round_prints_what_is_due_what_is_said_and_what_follows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(["guide", written(tmp_path, ROUND)], capsys).splitlines()
    assert lines[:5] == [
        "stack the 32 tiles: `stacked`",
        "> exposed 6-4       # in stacking: a laja",
        "a tile was exposed: perform a laja (12.1): `laja`",
        "> laja",
        "  a tile was exposed in stacking: laja (12.1)",
    ]
    assert lines[-1] == "  settled: house +52.50, co-banker +47.50"


def test_a_scripted_round_is_put_on_record_fact_by_fact(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed(ROUND.replace("lose 2\n", "win 2\nback\nlose\n"))
    rows = [json.loads(line) for line in printed(["guide", "--json", "--odd", "co-banker"], capsys).splitlines()]
    assert rows[0] == {
        "kind": "round_began",
        "policy": {"commission": "5.00", "odd": "co-banker", "unit": "0.01", "winners_pay": False},
    }
    assert {"kind": "tiles_exposed", "tiles": ["6-4"]} in rows
    assert {"kind": "taken_back", "facts": 1} in rows
    assert {"kind": "hand_matched", "box": 2, "result": "lose", "collected": "200.00"} in rows
    assert rows[-7] == {
        "kind": "chips_moved",
        "rule": "11 (i)",
        "act": "pay",
        "box": 3,
        "from": "losing wager area",
        "to": "box 3",
        "amount": "100.00",
    }
    assert rows[-1] == {"kind": "round_settled", "house": "52.50", "co_banker": "47.50", "odd": "0.00"}


def test_a_script_stops_at_its_first_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = written(tmp_path, ROUND.replace("lose 2", "lose 3"))
    assert f"{script}:11: box 2 is next" in refused(["guide", script], capsys)
    script = written(tmp_path, ROUND + "done\n")
    assert f"{script}:19: no chips move in the phase closed" in refused(["guide", script], capsys)


def test_a_script_that_ends_before_its_round_is_not_as_it_should_be(
    typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("stacked\n")
    assert "standard input: the round is not over: the bank:" in refused(["guide"], capsys, REFUSED)


def test_a_round_that_is_left_to_a_supervisor_is_not_settled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = written(tmp_path, ROUND.replace("1200", "50").replace("lose 2", "push 2").replace("done\n", ""))
    assert main(["paigow", "guide", script]) == REFUSED
    assert "falls short by 50.00" in capsys.readouterr().out


class Terminal(StringIO):
    """A terminal somebody types at."""

    def isatty(self) -> bool:
        return True


def test_at_a_terminal_a_mistake_is_told_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("sideways\n" + ROUND + "this is not read\n"))
    assert main(["paigow", "guide"]) == DONE
    said = capsys.readouterr()
    assert said.err == "  'sideways': no word of the guide; `help` lists them\n"
    assert said.out.endswith("settled: house +52.50, co-banker +47.50\n")


def test_at_a_terminal_too_json_is_all_that_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(ROUND))
    assert main(["paigow", "guide", "--json"]) == DONE
    said = capsys.readouterr()
    assert [json.loads(line)["kind"] for line in said.out.splitlines()][-1] == "round_settled"
    assert said.err.startswith("stack the 32 tiles: `stacked`\n")


@pytest.mark.parametrize("words", ["quit\n", "stacked\n"])
def test_at_a_terminal_a_round_can_be_left(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(words))
    assert main(["paigow", "guide"]) == REFUSED
    assert capsys.readouterr().err == ""
