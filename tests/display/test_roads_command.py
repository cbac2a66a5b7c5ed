"""`coup roads`, as it is typed."""

import io
import json
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.cli import main
from firmware.errors import CALLER, DONE

shoes = st.text("PBT", max_size=40)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def drawn(sequence: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(["roads", sequence]) == DONE
    return capsys.readouterr().out.splitlines()


def board(title: str, lines: list[str]) -> list[str]:
    """Return the six rows that are drawn under a title."""
    start = next(nth for nth, line in enumerate(lines) if line.startswith(title))
    assert lines[start + 7] == "", "six rows, then a free line"
    return lines[start + 1 : start + 7]


def test_it_prints_the_roads_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roads", "TBBPPPT", "--json"]) == DONE
    assert json.loads(capsys.readouterr().out) == {
        "bead": [[0, 0, "T"], [0, 1, "B"], [0, 2, "B"], [0, 3, "P"], [0, 4, "P"], [0, 5, "P"], [1, 0, "T"]],
        "big": [[0, 0, "B", 1], [0, 1, "B", 0], [1, 0, "P", 0], [1, 1, "P", 0], [1, 2, "P", 1]],
        "big_eye": "RB",
        "small": "",
        "cockroach": "",
        "stats": {"player": 3, "banker": 2, "tie": 2},
    }


def test_the_json_of_a_new_shoe_has_the_same_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roads", "", "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["bead", "big", "big_eye", "small", "cockroach", "stats"]
    assert not any(told["stats"].values())


def test_it_draws_them_with_letters_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    lines = drawn("TBBPPPTB", capsys)
    assert board("Bead plate", lines) == ["T T", "B B", "B .", "P .", "P .", "P ."]
    assert board("Big road", lines) == ["B1 P  B", "B  P  .", ".  P1 .", *[".  .  ."] * 3]
    assert board("Big eye boy", lines) == ["R B", ". B", *[". ."] * 4]
    assert lines[-1] == "Player 3  Banker 3  Tie 2"


def test_it_says_what_would_be_marked_next(capsys: pytest.CaptureFixture[str]) -> None:
    lines = drawn("BP", capsys)
    assert "Big eye boy: next B after Player, R after Banker" in lines
    assert "Small road: next - after Player, - after Banker" in lines


def test_a_file_gets_every_column(capsys: pytest.CaptureFixture[str]) -> None:
    top = board("Big road", drawn("BP" * 60, capsys))[0]
    assert top.split() == ["B", "P"] * 60


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, *words: str, **environment: str) -> list[str]:
    """Return the lines that a terminal of 40 columns gets."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"COLUMNS": "40", "LINES": "24", "TERM": "xterm", **environment}.items():
        monkeypatch.setenv(name, value)
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    assert main([*words]) == DONE
    return screen.getvalue().splitlines()


def test_a_terminal_gets_colours_besides_the_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    assert any(line.startswith("\x1b[1;31mB") for line in on_a_terminal(monkeypatch, "roads", "B"))


def test_a_terminal_without_colours_gets_the_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    assert board("Bead plate", on_a_terminal(monkeypatch, "roads", "BPT", TERM="dumb"))[:3] == ["B", "P", "T"]


def test_a_narrow_terminal_gets_the_newest_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = on_a_terminal(monkeypatch, "roads", "BP" * 15 + "BTTT", TERM="dumb")
    assert "Big road: a number counts the ties on a result (18 earlier columns do not fit)" in lines
    assert board("Big road", lines)[0] == "B  P  B  P  B  P  B  P  B  P  B  P  B3"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=shoes, wrong=st.sampled_from("pbtX 1\n\tÜ\udce9"), after=shoes)
def test_a_letter_that_is_no_result_is_one_line(
    before: str, wrong: str, after: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["roads", before + wrong + after]) == CALLER
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert line.startswith(f"coup: letter {len(before) + 1} is ")


def test_no_sequence_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roads"]) == CALLER
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("see `coup roads --help`")
