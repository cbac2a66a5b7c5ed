"""The acceptance tests of the table: every file in `tests/scenarios`, and what is said of one that is wrong."""

from pathlib import Path
from typing import get_args

import pytest

from firmware.bench.player import play
from firmware.bench.scenario import Scenario, load, read
from firmware.bench.steps import Decides, Expects
from firmware.bench.world import World
from firmware.core.facts import Code
from firmware.core.lifecycle import Phase

FILES = sorted((Path(__file__).parents[1] / "scenarios").glob("*.coup"))

# The language has no word for a line that loses events, nor for what shoes of another make say of the game.
OUT_OF_REACH = {"events_lost", "overdraw_reported", "misread_reported"}


def played(scenario: Scenario) -> list[str]:
    return [str(difference) for difference in play(scenario, World(scenario.settings, scenario.table_id))]


def said_of(text: str) -> list[str]:
    return played(read(text, "night.coup"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_table_does_as_written(file: Path) -> None:
    assert played(load(file)) == []


@pytest.fixture(scope="module")
def steps() -> list[object]:
    return [step for file in FILES for step in load(file).steps]


@pytest.mark.parametrize("phase", list(Phase))
def test_every_phase_is_expected_somewhere(phase: Phase, steps: list[object]) -> None:
    wanted = {step.wanted for step in steps if isinstance(step, Expects) and step.what == "phase"}
    assert phase.value in wanted


@pytest.mark.parametrize("code", sorted(set(get_args(Code)) - OUT_OF_REACH))
def test_every_irregularity_has_a_scenario(code: str, steps: list[object]) -> None:
    assert code in {step.wanted for step in steps if isinstance(step, Expects) and step.what == "hold"}


@pytest.mark.parametrize("phase", [phase.value.replace("_", "-") for phase in Phase])
def test_the_power_is_cut_in_every_phase(phase: str) -> None:
    assert f"power-cut-{phase}" in {file.stem for file in FILES}


def test_every_decision_is_taken_somewhere(steps: list[object]) -> None:
    from firmware.bench.grammar import DECISIONS

    assert {step.decision for step in steps if isinstance(step, Decides)} == set(DECISIONS)


# -- expectations that fail -----------------------------------------------------------------------------------------

NATURAL = "loaded\ncard 4S KH 5D 2C\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("loaded\nphase burn", "night.coup:2: expected phase burn, found ready"),
        ("loaded\n\nlamps stop", "night.coup:3: expected lamps stop, found deal"),
        ("lamps none", "night.coup:1: expected lamps none, found shuffle stop"),
        ("blink deal stop", "night.coup:1: expected blink deal stop, found none"),
        ("loaded\ngate shut", "night.coup:2: expected gate shut, found open"),
        ("jam\nfault none", "night.coup:2: expected fault none, found jam"),
        ("card 2S\nhold none", "night.coup:2: expected hold none, found card_after_end"),
        ("loaded\nhold lid_opened", "night.coup:2: expected hold lid_opened, found none"),
        ("round 1", "night.coup:1: expected round 1, found 0"),
        ("loaded\ncard 2S\ncards 2", "night.coup:3: expected cards 2, found 1"),
        ("loaded\ncard 2S 3S\npublic 3S 2S", "night.coup:3: expected public 3S 2S, found 2S 3S"),
        ("loaded\ncard 2S\npublic none", "night.coup:3: expected public none, found 2S"),
        ("result void", "night.coup:1: expected result void, found no round closed yet"),
        (NATURAL + "press confirm\nresult banker 9 2", "night.coup:4: expected result banker 9 2, found player 9 2"),
        (NATURAL + "press confirm\nfinal yes", "night.coup:4: expected final yes, found no"),
        (NATURAL + "press confirm\nvoid yes", "night.coup:4: expected void yes, found no"),
        (NATURAL + "press confirm\ncorrected yes", "night.coup:4: expected corrected yes, found no"),
        ("refused", "night.coup:1: expected refused, found no decision"),
        ("decide new_shoe by=casino\nrefused", "night.coup:2: expected refused, found a decision that was taken"),
        ("ignored", "night.coup:1: expected ignored, found no press"),
        (NATURAL + "press confirm\nignored", "night.coup:4: expected ignored, found a press that was taken"),
    ],
)
def test_an_expectation_that_fails_names_file_line_expected_and_found(text: str, said: str) -> None:
    assert said_of(text) == [said]


def test_a_decision_that_is_refused_unexpectedly_is_named_with_its_reason() -> None:
    taken = "night.coup:1: expected the decision to be taken, found it refused as"
    assert said_of("decide new_shoe by=dealer\nphase shuffle\nloaded") == [f"{taken} role"]
    assert said_of("decide reshuffle by=casino") == [f"{taken} not_open"]


def test_other_expectations_may_stand_between_a_decision_and_its_refusal() -> None:
    assert said_of("decide new_shoe by=dealer\nphase shuffle\nrefused\nlamps stop shuffle") == []


def test_every_difference_of_a_file_is_told() -> None:
    assert len(said_of("loaded\nphase burn\nlamps stop\nround 0\ncards 7")) == 3


def test_the_order_of_a_set_does_not_matter() -> None:
    assert said_of("lamps shuffle stop\nlamps stop shuffle") == []
