"""What a table expects of a shoe's driver, whatever the make. A driver's tests inherit `DriverContract`."""

from collections.abc import Iterable
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.core.cards import DECK, Face
from firmware.core.inputs import CardLeft, FaultGone, FaultSeen, Input, LineNoted, Started
from firmware.errors import ConfigError
from firmware.sections import Baud
from firmware.shoe.registry import Make
from tests.shoe.wire import boots

MS = 1_000_000
SECOND = 1_000 * MS
KINGS: tuple[Face, ...] = ("KH", "KH", "KH", "4S", "4S", "KH", "TD", "TD", "9C", "AS")
"""Identical cards in a row, and tens: legal in a shoe of several decks."""


class Table:
    """A table's side of one shoe of a make: a driver, a simulated shoe, and a clock that a test moves."""

    def __init__(self, make: Make, *, listen_only: bool = False, piece: int = 1000) -> None:
        self.make = make
        self.shoe = make.simulated(boots())
        self.driver = make.driver(listen_only, {})
        self.piece = piece
        self.now = 5 * SECOND
        self.record: list[Input] = []
        self.disk_full = False
        self.driver.restore(Started(version="0"))

    @property
    def faces(self) -> list[Face]:
        return [said.face for said in self.record if isinstance(said, CardLeft)]

    @property
    def notes(self) -> list[str]:
        return [said.note for said in self.record if isinstance(said, LineNoted)]

    def found(self) -> "Table":
        """Open the port, and let shoe and host find each other."""
        self.driver.opened(self.now, 0)
        self.run(4 * SECOND)
        assert FaultGone(fault="link") in self.record
        return self

    def deal(self, faces: Iterable[Face]) -> None:
        for face in faces:
            self.shoe.card(face)
            self.run(50 * MS)

    def run(self, ns: int) -> None:
        """Let time pass."""
        end = self.now + ns
        while True:
            self._exchange()
            if self.now >= end:
                return
            due = min(self.driver.deadline(self.now), self.shoe.deadline(self.now), end)
            self.now = max(due, min(self.now + MS, end))

    def _exchange(self) -> None:
        while said := self.shoe.outgoing(self.now):
            for start in range(0, len(said), self.piece):
                self.driver.receive(said[start : start + self.piece], self.now)
                self.take()
        self.take()
        self.driver.wish(True, self.now)
        self.shoe.receive(self.driver.outgoing(self.now), self.now)

    def take(self) -> None:
        """Put on record what there is, as far as the disk has room."""
        for _ in range(10_000):
            said = self.driver.next_input(self.now)
            if said is None:
                return
            assert self.driver.next_input(self.now) is said, "the same one until it is answered"
            if self.disk_full:
                self.driver.put_back(said, self.now)
                return
            self.record.append(said)
            self.driver.recorded(said, self.now)
        raise AssertionError("it never comes to rest")


class DriverContract:
    """A test class inherits this and has a fixture `make`: the make that is tried."""

    @pytest.mark.parametrize("piece", [1, 2, 7, 1000])
    def test_every_card_is_taken_once_and_in_order_however_the_bytes_come(self, make: Make, piece: int) -> None:
        table = Table(make, piece=piece).found()
        table.deal(KINGS)
        table.run(3 * SECOND)
        assert table.faces == list(KINGS)

    def test_every_face_is_read(self, make: Make) -> None:
        table = Table(make).found()
        table.deal(DECK)
        assert table.faces == list(DECK)

    def test_a_card_that_the_shoe_could_not_read_left_all_the_same(self, make: Make) -> None:
        table = Table(make).found()
        table.deal(("4S", "??", "KH"))
        assert table.faces == ["4S", "??", "KH"]

    def test_what_could_not_be_recorded_comes_again_in_its_turn(self, make: Make) -> None:
        table = Table(make).found()
        table.deal(KINGS[:4])
        table.disk_full = True
        table.deal(KINGS[4:])
        table.run(2 * SECOND)
        assert table.faces == list(KINGS[:4])
        table.disk_full = False
        table.run(10 * SECOND)
        assert table.faces == list(KINGS)

    def test_only_what_was_offered_can_be_answered(self, make: Make) -> None:
        table = Table(make).found()
        with pytest.raises(ValueError, match="not the one offered"):
            table.driver.recorded(LineNoted(note=""), table.now)
        with pytest.raises(ValueError, match="not the one offered"):
            table.driver.put_back(LineNoted(note=""), table.now)

    def test_a_lost_port_is_the_fault_at_once_until_it_is_back(self, make: Make) -> None:
        table = Table(make).found()
        assert table.driver.up
        table.driver.closed(table.now)
        table.record.clear()
        table.take()
        assert [said.fault for said in table.record if isinstance(said, FaultSeen)] == ["link"]
        assert not table.driver.up
        assert table.driver.memory().faults == ("link",)
        table.found()
        assert table.driver.up
        assert table.driver.memory().faults == ()

    def test_a_fault_that_is_on_record_is_known_after_a_start(self, make: Make) -> None:
        table = Table(make).found()
        again = make.driver(False, {})
        again.start(table.driver.memory())
        assert again.memory() == table.driver.memory()
        again.restore(FaultSeen(fault="link"))
        assert again.memory().faults == ("link",)

    def test_somebody_who_only_listens_sends_nothing(self, make: Make) -> None:
        table = Table(make, listen_only=True).found()
        assert table.driver.listen_only
        for ms in range(0, 12_000, 250):
            table.driver.wish(ms % 500 == 0, table.now)
            assert table.driver.outgoing(table.now) == b""
            table.run(250 * MS)

    def test_bytes_that_lay_in_the_port_are_noted_where_nothing_can_be_asked_for_again(self, make: Make) -> None:
        table = Table(make, listen_only=True)
        table.driver.opened(table.now, 731)
        table.take()
        assert any("731 bytes" in note for note in table.notes)

    def test_what_is_to_be_known_of_the_make_is_on_record_at_the_start(self, make: Make) -> None:
        table = Table(make)
        table.take()
        assert sum(bool(make.note) and make.note in note for note in table.notes) == bool(make.note)

    @settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.lists(st.binary(max_size=300) | st.text(alphabet="$*[]<>:\r\n KH4S10", max_size=60).map(str.encode)))
    def test_any_bytes_are_survived(self, make: Make, noise: list[bytes]) -> None:
        table = Table(make).found()
        for data in noise:
            table.driver.receive(data, table.now)
            table.take()
        table.driver.receive(b"\r\n", table.now)
        table.run(11 * SECOND)
        table.record.clear()
        table.deal(("QC",))
        table.run(3 * SECOND)
        assert table.faces == ["QC"]

    def test_nobody_waits_longer_than_a_second_nor_for_the_past(self, make: Make) -> None:
        table = Table(make)
        driver = table.driver
        for now in (table.now, table.now + 7, table.now + SECOND):
            assert now <= driver.deadline(now) <= now + SECOND
        table.found()
        assert table.now <= driver.deadline(table.now) <= table.now + SECOND

    def test_what_is_counted_are_numbers(self, make: Make) -> None:
        table = Table(make).found()
        table.deal(KINGS)
        assert table.driver.counters()["good"] >= len(KINGS)
        assert min(table.driver.counters().values()) >= 0

    def test_the_mouth_is_said_to_be_where_it_is(self, make: Make) -> None:
        table = Table(make).found()
        assert table.driver.mouth == ("open" if table.driver.outgoing(table.now + SECOND) else "none")

    def test_a_setting_it_does_not_have_is_refused_by_name(self, make: Make) -> None:
        with pytest.raises(ConfigError, match=r"shoe\.options\.parity"):
            make.driver(False, {"parity": "even"})

    def test_every_choice_of_its_settings_can_be_chosen(self, make: Make) -> None:
        for option in make.options:
            assert len(set(option.allowed)) > 1
            for choice in option.allowed:
                make.driver(False, {option.name: choice})

    def test_its_speed_is_one_that_a_configuration_may_give(self, make: Make) -> None:
        assert make.baud in get_args(Baud)
