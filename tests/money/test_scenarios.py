"""Rounds of wagers as a cashier types and reads them: each scenario played, to the last line."""

from pathlib import Path

import pytest

from tests.money.transcript import difference, in_folder

SCENARIOS = in_folder(Path(__file__).with_name("scenarios"))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.stem)
def test_the_cashier_reads_what_the_scenario_says(scenario: Path) -> None:
    found = difference(scenario.read_text(encoding="utf-8"))
    assert not found, f"\n{found}"


@pytest.mark.parametrize(
    ("changed", "into"),
    [("pay 9.50", "pay 9.00"), ("< 1,banker,15", "< 1,banker,20"), ("The float", "A float"), ("for the", "\nfor the")],
)
def test_a_scenario_that_does_not_come_true_says_what_was_expected_and_what_was_found(changed: str, into: str) -> None:
    (one,) = (path for path in SCENARIOS if path.stem == "chips-of-0.50-wager-15")
    said = difference(one.read_text(encoding="utf-8").replace(changed, into))
    assert said.startswith("--- expected\n+++ found\n")
    assert "\n-" in said


def test_every_scenario_types_a_command_and_says_what_it_is_about() -> None:
    for path in SCENARIOS:
        first, second, *_ = path.read_text(encoding="utf-8").splitlines()
        assert first.startswith("# ")
        assert second.startswith("$ coup money ")
