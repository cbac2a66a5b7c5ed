"""An input that makes the program fail is met once, and never twice."""

import pytest

from firmware import editions
from firmware.bench.in_memory import MemoryStore
from firmware.core.decide import Decision, decide
from firmware.core.inputs import CardLeft, Decided, Input, Loaded, Started
from firmware.core.settings import build
from firmware.core.state import Table
from firmware.errors import ProgramFailed, Refused
from firmware.ledger import Ledger
from tests.loop.parts import Driver, FakeClock

BOOT = "1F3A9C04"


def fails_on_kings(table: Table, said: Input) -> Decision:
    if isinstance(said, CardLeft) and said.face == "KH":
        raise ZeroDivisionError("KH")
    return decide(table, said)


def started(store: MemoryStore) -> Ledger:
    ledger = Ledger(
        store,
        Driver([]),
        FakeClock(),
        table_id="T",
        settings=build({}, editions.shipped()),
        decide=fails_on_kings,
    )
    ledger.open()
    ledger.enter(Started(version="0"))
    return ledger


def test_it_is_on_record_and_the_table_is_as_before() -> None:
    store = MemoryStore()
    ledger = started(store)
    ledger.enter(Loaded(boot=BOOT, seq=1))
    with pytest.raises(ProgramFailed) as raised:
        ledger.enter(CardLeft(boot=BOOT, seq=2, said="CARD,KH", face="KH"))
    assert "KH" not in str(raised.value)
    assert ledger.table.cards_out == 0
    assert b"CARD,KH" in store.files[1][-1]


def test_after_the_next_start_the_event_is_lost_instead_of_failing_once_more() -> None:
    store = MemoryStore()
    ledger = started(store)
    ledger.enter(Loaded(boot=BOOT, seq=1))
    card = CardLeft(boot=BOOT, seq=2, said="CARD,KH", face="KH")
    with pytest.raises(ProgramFailed):
        ledger.enter(card)
    again = started(store)
    again.enter(card)
    assert again.table.hold is not None
    assert again.table.hold.code == "events_lost"
    assert "software" in again.table.standing.faults


def test_the_fault_software_is_over_with_the_start_after_that() -> None:
    store = MemoryStore()
    ledger = started(store)
    ledger.enter(Loaded(boot=BOOT, seq=1))
    card = CardLeft(boot=BOOT, seq=2, said="CARD,KH", face="KH")
    with pytest.raises(ProgramFailed):
        ledger.enter(card)
    started(store).enter(card)
    last = started(store)
    assert "software" not in last.table.standing.faults
    assert "software" in last.table.standing.unacknowledged


def test_another_card_of_the_same_value_is_another_event() -> None:
    store = MemoryStore()
    ledger = started(store)
    ledger.enter(Loaded(boot=BOOT, seq=1))
    with pytest.raises(ProgramFailed):
        ledger.enter(CardLeft(boot=BOOT, seq=2, face="KH"))
    with pytest.raises(ProgramFailed):
        started(store).enter(CardLeft(boot=BOOT, seq=3, face="KH"))


def test_a_refusal_is_no_failure() -> None:
    ledger = started(MemoryStore())
    with pytest.raises(Refused):
        ledger.enter(Decided(decision="closed", role="casino"))
