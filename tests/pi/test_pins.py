"""A table on an emulated Raspberry Pi waits for a shoe: what a pin does wrong is a fault, and goes when it is right."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.pi.emulator import Emulator
from tests.pi.table import GATE, LAMPS, Table, table_at

pytestmark = [pytest.mark.pi, pytest.mark.timeout(300)]

MONOSTABLE_S = 2
"""Without a beat for so long, hardware on that pin cuts the lamps' supply and the gate."""


@pytest.fixture(scope="module")
def table(machine: Emulator) -> Iterator[Table]:
    """It runs; whoever uses it leaves it as it was."""
    with table_at(machine) as table:
        table.start()
        yield table


def test_a_button_that_is_stuck_is_a_fault_until_it_is_free(table: Table) -> None:
    table.press("void")
    table.pi.until(lambda: table.lit == ["fault", "shuffle", "stop"], "the fault lamp")
    fault = table.recorded("fault_seen")[-1]
    assert fault["fault"] == "panel"
    assert "void" in fault["why"]
    table.let_go("void")
    table.pi.until(lambda: table.lit == ["shuffle", "stop"], "the fault to clear")


@pytest.mark.parametrize(("lamp", "level"), [("shuffle", 0), ("tie", 1), ("gate", 1)])
def test_a_pin_that_is_contradicted_from_outside_is_a_fault_until_it_follows(
    table: Table, lamp: str, level: int
) -> None:
    pin = GATE if lamp == "gate" else LAMPS[lamp]
    table.pi.drive(**{"high" if level else "low": [pin]})
    table.pi.until(lambda: "fault" in table.lit, "the fault lamp")
    fault = table.recorded("fault_seen")[-1]
    assert fault["fault"] == "lamps"
    assert f"{lamp} (BCM {pin})" in fault["why"]
    table.pi.until(lambda: table.lit == ["shuffle", "stop"] and not table.gate_open, "the fault to clear")


def test_the_heartbeat_beats_while_the_controller_works_and_stops_with_it(table: Table) -> None:
    seen = len(table.pi.edges)
    table.turns(100)
    gaps = [after - before for before, after in pairwise(table.beats(seen))]
    assert sorted(gaps)[90] < 100_000_000
    assert max(gaps) < MONOSTABLE_S * 1e9
    table.freeze()
    with pytest.raises(AssertionError, match="turns of the loop"):
        table.turns(1, seconds=MONOSTABLE_S)
    table.send("CONT")
    table.turns(1)
    table.pi.until(lambda: table.lit == ["shuffle", "stop"], "the shoe to be trusted again")
