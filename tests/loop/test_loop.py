"""What the loop does with what happens, and in which order (journal, lamps, acknowledgement)."""

import pytest

from firmware.core.inputs import CardLeft, Decided, FaultSeen, Loaded, MouthJammed
from firmware.errors import JournalError, Refused
from firmware.line import STUCK_NS
from firmware.loop import RETRY_NS
from hal.errors import PortBusy
from hal.ports import Press
from tests.loop.parts import SECOND, Bench


def test_every_card_is_on_record_before_a_lamp_shows_it_and_shown_before_the_shoe_may_forget_it() -> None:
    table = Bench()
    table.hear(Loaded())
    for face in ("2S", "9H", "5D", "8C"):
        table.done.clear()
        table.hear(CardLeft(face=face))
        assert table.done == ["journal", "lamps", "recorded"]


def test_after_a_start_the_first_thing_shown_is_the_fault_of_a_shoe_that_was_not_heard() -> None:
    table = Bench()
    assert table.lamps.shown[0].lamps == {"fault", "shuffle", "stop"}
    assert not table.lamps.shown[0].gate_open


def test_a_press_closes_the_round() -> None:
    table = Bench()
    table.hear(Loaded(), *(CardLeft(face=face) for face in ("2S", "9H", "5D", "8C")))
    assert table.lit() == {"stop", "player_stand", "banker_stand", "tie"}
    table.panel.presses.append(Press("confirm", held=False, key=False))
    table.settle()
    assert table.lit() == {"deal"}


def test_the_gate_is_wished_open_exactly_while_deal_is_lit() -> None:
    table = Bench()
    table.hear(Loaded())
    assert table.driver.wished[-1]
    table.hear(MouthJammed())
    assert not table.driver.wished[-1]
    assert not table.lamps.shown[-1].gate_open


def test_the_fault_gate_does_not_take_back_the_wish_so_that_the_latch_can_obey_it() -> None:
    table = Bench()
    table.hear(Loaded(), FaultSeen(fault="gate"))
    assert "deal" not in table.lit()
    assert table.driver.wished[-1]


def test_every_new_shoe_that_is_in_begins_in_the_same_turn() -> None:
    """The lid was shut on fresh cards three times, while a card out of its turn kept the table waiting."""
    table = Bench()
    table.hear(CardLeft(face="2S"), Loaded(), Loaded(), Loaded())
    assert table.loop.table.hold
    before = table.loop.table.standing.shoe
    table.loop.enter(Decided(decision="discard", role="casino"))
    table.loop.turn()
    assert table.loop.table.standing.shoe == before + 3


def test_a_port_that_takes_nothing_keeps_nobody_busy() -> None:
    table = Bench()
    table.port.room = 0
    table.driver.sends = b"$GATE\r\n"
    table.loop.turn()
    assert table.line.wants_to_write
    table.driver.says.append(CardLeft(face="2S"))
    assert table.line.deadline(table.clock.now) == table.clock.now + STUCK_NS
    table.port.room = 1000
    table.loop.turn()
    assert table.line.deadline(table.clock.now) == table.clock.now + SECOND


class TestAFullDisk:
    def test_no_card_is_taken_and_no_lamp_shows_what_is_not_on_record(self) -> None:
        table = Bench()
        table.hear(Loaded())
        table.journal.broken = True
        table.done.clear()
        table.driver.says.append(CardLeft(face="2S"))
        table.loop.turn()
        assert table.done == ["lamps", "put back"]
        assert table.lit() == {"stop", "fault"}
        assert table.loop.table.cards_out == 0
        assert table.loop.shown_table.standing.faults == ("journal",)
        assert not table.driver.wished[-1]

    def test_it_is_tried_again_every_second_and_the_fault_is_on_record_both_ways(self) -> None:
        table = Bench()
        table.hear(Loaded())
        table.journal.broken = True
        table.driver.says.append(CardLeft(face="2S"))
        for _ in range(3):
            table.loop.turn()
            table.clock.now += RETRY_NS
        table.loop.turn()
        table.journal.broken = False
        table.loop.turn()
        assert table.loop.table.cards_out == 0
        table.clock.now += RETRY_NS
        table.settle()
        assert table.loop.table.cards_out == 1
        assert table.lit() == {"deal"}
        assert table.loop.table.standing.faults == ()
        assert "journal" in table.loop.table.standing.unacknowledged
        assert table.said.count("the disk is full; make room") == 1

    def test_a_decision_is_answered_with_the_error(self) -> None:
        table = Bench()
        table.hear(Loaded())
        table.journal.broken = True
        with pytest.raises(JournalError):
            table.loop.enter(Decided(decision="reshuffle", role="casino"))
        assert table.loop.table.phase == "ready"

    def test_a_press_that_is_not_taken_is_told(self) -> None:
        table = Bench()
        table.journal.broken = True
        table.panel.presses.append(Press("confirm", held=False, key=False))
        table.settle()
        assert any("confirm" in line for line in table.said)


class TestLampsThatFail:
    def test_the_card_is_acknowledged_all_the_same_and_the_fault_is_on_record(self) -> None:
        table = Bench()
        table.lamps.broken = True
        table.done.clear()
        table.hear(Loaded())
        assert table.done[:2] == ["journal", "recorded"]
        assert table.loop.table.standing.faults == ("lamps",)

    def test_the_fault_clears_by_itself(self) -> None:
        table = Bench()
        table.lamps.broken = True
        table.hear(Loaded())
        table.lamps.broken = False
        table.clock.now += RETRY_NS
        table.settle()
        assert table.loop.table.standing.faults == ()
        assert table.lit() == {"deal"}


class TestAStuckButton:
    def test_it_is_the_fault_panel_until_it_is_free(self) -> None:
        table = Bench()
        table.panel.stuck = True
        table.settle()
        assert "panel" in table.loop.table.standing.faults
        table.panel.stuck = False
        table.clock.now += RETRY_NS
        table.settle()
        assert table.loop.table.standing.faults == ()


def test_a_refused_decision_changes_nothing_and_is_not_on_record() -> None:
    table = Bench()
    before = table.journal.head
    with pytest.raises(Refused):
        table.loop.enter(Decided(decision="closed", role="casino"))
    assert table.journal.head == before


def test_a_new_shoe_that_a_person_announced_begins_a_page_of_its_own() -> None:
    table = Bench()
    table.loop.enter(Decided(decision="new_shoe", role="supervisor"))
    table.settle()
    assert table.loop.table.phase == "ready"
    assert sorted(table.journal.files) == [0, 1]


class TestThePort:
    def test_a_port_that_is_lost_is_tried_again_every_second_and_told_once(self) -> None:
        table = Bench()
        table.port.here = False
        for _ in range(5):
            table.settle()
            table.clock.now += SECOND
        assert table.driver.closings == 1
        assert [line for line in table.said if "trying again" in line] == [
            "/dev/shoe: unplugged; trying again every second",
        ]
        table.port.here = True
        table.clock.now += SECOND
        table.settle()
        assert table.port.opened == 2
        assert table.said[-1] == "the shoe's port is back"

    def test_a_port_that_another_took_meanwhile_is_waited_for_like_one_that_is_gone(self) -> None:
        table = Bench()
        table.port.here = False
        table.settle()
        table.port.error = PortBusy("/dev/shoe: in use")
        table.clock.now += SECOND
        table.settle()
        assert table.said[-1] == "/dev/shoe: in use; trying again every second"

    def test_the_loop_sleeps_until_the_port_is_due(self) -> None:
        table = Bench()
        assert table.loop.deadline() == table.clock.now + SECOND


@pytest.mark.parametrize("other", ["lamps", "panel"])
def test_a_journal_is_tried_again_whatever_else_fails_in_every_turn(other: str) -> None:
    table = Bench()
    table.hear(Loaded())
    table.journal.broken = True
    table.driver.says.append(CardLeft(face="2S"))
    table.loop.turn()
    if other == "panel":
        table.panel.stuck = True
    else:
        table.lamps.broken = True
    for _ in range(5):
        table.loop.turn()
        table.clock.now += RETRY_NS // 10
    table.journal.broken = False
    for _ in range(30):
        table.loop.turn()
        table.clock.now += RETRY_NS // 10
    assert "journal" not in table.loop.table.standing.faults
    assert (table.loop.table.cards_out, table.loop.table.standing.faults) == (1, (other,))


def test_a_lamp_that_failed_for_a_moment_is_a_fault_for_as_long_as_a_person_takes_to_see_it() -> None:
    table = Bench()
    table.hear(Loaded())
    table.lamps.contradicted = True  # seen between two changes of what is shown
    table.loop.turn()
    table.lamps.contradicted = False
    since = table.clock.now
    while "fault" in table.lit():
        table.clock.now += RETRY_NS // 10
        table.settle()
    assert RETRY_NS <= table.clock.now - since < 2 * RETRY_NS
    assert not table.loop.table.standing.faults
