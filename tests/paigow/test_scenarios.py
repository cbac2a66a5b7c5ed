"""Pai Gow rounds as a dealer types and reads them: each scenario played, to the last chip."""

from pathlib import Path

import pytest

from tests.money.transcript import difference, in_folder

SCENARIOS = in_folder(Path(__file__).with_name("scenarios"))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.stem)
def test_the_dealer_reads_what_the_scenario_says(scenario: Path) -> None:
    found = difference(scenario.read_text(encoding="utf-8"))
    assert not found, f"\n{found}"


def test_a_dealer_who_says_something_else_reads_something_else() -> None:
    (one,) = (path for path in SCENARIOS if path.stem == "guide-surplus")
    assert "+  box 3 loses" in difference(one.read_text(encoding="utf-8").replace("> win 3", "> lose 3"))


def test_every_scenario_types_a_command_and_says_what_it_is_about() -> None:
    for path in SCENARIOS:
        first, second, *_ = path.read_text(encoding="utf-8").splitlines()
        assert first.startswith("# ")
        assert second.startswith("$ coup paigow ")
