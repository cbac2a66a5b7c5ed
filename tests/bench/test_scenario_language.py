"""What can be written in a scenario, and what is said of a line that cannot be read."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.bench.grammar import words_of
from firmware.bench.scenario import ScenarioError, load, load_all, read
from firmware.bench.steps import CardsLeave, Decides, Expects, Happens, LidMoves, PowerCut, Presses, ShoeRestarts, Waits
from firmware.core.settings import Burn


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(ScenarioError) as raised:
        read(text, "night.coup")
    return raised.value.problems


def problem(text: str) -> str:
    (only,) = problems(text)
    return only


def test_a_step_knows_its_line() -> None:
    text = "# a quiet night\nloaded\n\n  card 2S ??   # the second one is not read\nlid open\nphase hold\n"
    assert read(text, "").steps == (
        Happens(2, "loaded"),
        CardsLeave(4, ("2S", "??")),
        LidMoves(5, True),
        Expects(6, "phase", "hold"),
    )


def test_people_decide_in_words() -> None:
    text = 'decide correct by=supervisor second=casino n=12 card=KD reason="a king, # and not a five"'
    assert read(text, "").steps == (
        Decides(1, "correct", "supervisor", card="KD", n=12, second="casino", reason="a king, # and not a five"),
    )


def test_a_press_may_be_a_long_one() -> None:
    assert read("press confirm\npress void for=2.5", "").steps == (Presses(1, "confirm", 0.1), Presses(2, "void", 2.5))


def test_time_is_in_seconds() -> None:
    assert read("wait 0.25\nwait 3", "").steps == (Waits(1, 250_000_000), Waits(2, 3_000_000_000))


def test_power_fails_on_either_side() -> None:
    assert read("shoe restart\npower cut", "").steps == (ShoeRestarts(1), PowerCut(2))


def test_the_table_is_set_in_the_first_line() -> None:
    scenario = read("# Midi\ntable edition=nz-midi-1996 style=C burn=fixed:3 two_person=yes inventory=on id=BAC-07", "")
    assert scenario.settings.style == "C"
    assert scenario.settings.burn == Burn("fixed", 3)
    assert scenario.settings.two_person
    assert scenario.settings.inventory
    assert scenario.table_id == "BAC-07"


def test_everything_has_a_default() -> None:
    assert read("loaded", "").settings.edition.name == "nz-mini-1996"


@pytest.mark.parametrize(
    "text",
    [
        *("dance", "Loaded", "loaded now", "card", "card 1S", "card 10H", "card kh", "card --", "lid", "lid ajar"),
        *("spoil", "spoil FOXING", "press", "press bell", "press confirm for=11", "press confirm for=-1"),
        *("press confirm 2", "key", "key maybe", "decide", "decide nothing by=casino", "decide cut"),
        *("decide cut by=", "decide cut by=boss", "decide card by=casino card=??", "decide cut by=casino n=one"),
        *("decide cut by=casino by=casino", "decide cut by=casino why=so", "decide cut by=casino second=nobody"),
        *("link", "link sideways", "shoe", "shoe polish", "power", "power up", "wait", "wait -1", "wait 1e3"),
        *("wait 86401", "wait 1 2", "lamps", "lamps bright", "lamps none stop", "blink beat", "phase", "phase two"),
        *("phase ready deal", "gate ajar", "hold on", "hold", "fault mine", "fault", "result", "result player"),
        *("result player 10 2", "result void 0 0", "final maybe", "void", "corrected", "round one", "round -1"),
        *("cards", "public", "public 2S none", "public XX", "refused twice", "ignored me"),
        *('decide cut by=casino reason="no end', "decide cut by=casino reason='", "table decks", "table style=D"),
        *("table =A", "table decks=9", "table tables=2", "table style=A style=A", "table id=a/b", "table id="),
        *("loaded\ntable style=A", "table\ntable"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_what_is_allowed_there(text: str) -> None:
    said = problem(text)
    line = text.count("\n") + 1
    assert said.startswith(f"night.coup:{line}: expected ")
    assert ", found " in said
    assert "\n" not in said


def test_what_is_allowed_is_spelt_out() -> None:
    said = problem("phase soon")
    assert said.startswith("night.coup:1: expected phase shuffle|burn|ready|")
    assert said.endswith(", found phase soon")


def test_every_mistake_is_told() -> None:
    assert [said.split(" ")[0] for said in problems("dance\nloaded\nsing\nphase 9")] == [
        "night.coup:1:",
        "night.coup:3:",
        "night.coup:4:",
    ]


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    said: tuple[str, ...] = ()
    try:
        read(text, "night.coup")
    except ScenarioError as error:
        said = error.problems
    assert all(line.startswith("night.coup:") and len(line.splitlines()) == 1 for line in said)


@given(st.lists(st.text(st.characters(codec="ascii", exclude_characters="\"'\\#", categories=["L", "N", "P"]))))
def test_words_are_parted_by_blanks(words: list[str]) -> None:
    assert words_of("  ".join(words) + " # and so on") == [word for word in words if word]


def test_a_file_that_is_none_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"missing\.coup: expected a scenario, found none \(No such file"):
        load(tmp_path / "missing.coup")
    with pytest.raises(ScenarioError, match=r"expected a scenario, found none \(Is a directory"):
        load(tmp_path)


def test_a_file_that_is_no_text_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "latin.coup"
    file.write_bytes(b"loaded\ncard 2S # f\xfcnf\n")
    with pytest.raises(ScenarioError, match=r"latin\.coup:2: expected UTF-8 text, found byte 0xfc"):
        load(file)


def test_a_file_from_another_editor_is_read(tmp_path: Path) -> None:
    file = tmp_path / "windows.coup"
    file.write_bytes(b"\xef\xbb\xbftable style=A\r\nloaded\r\n")
    assert load(file).steps == (Happens(2, "loaded"),)


def test_what_is_no_scenario_at_all_is_not_read_to_its_end() -> None:
    with pytest.raises(ScenarioError, match="expected a scenario of at most"):
        load(Path("/dev/zero"))


def test_the_mistakes_of_all_files_are_told(tmp_path: Path) -> None:
    for name in ("first.coup", "second.coup"):
        (tmp_path / name).write_text("dance\n", encoding="utf-8")
    with pytest.raises(ScenarioError) as raised:
        load_all([tmp_path / "first.coup", tmp_path / "second.coup"])
    assert ["first" in raised.value.problems[0], "second" in raised.value.problems[1]] == [True, True]
