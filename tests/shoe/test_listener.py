"""A shoe that only talks: what it said is kept until it is on record, and what may be lost is said to be."""

from collections.abc import Sequence

import pytest

from firmware.core.inputs import (
    CardLeft,
    EventsLost,
    FaultGone,
    FaultSeen,
    Input,
    LineNoted,
    ShoeInput,
    ShoePresented,
    Started,
)
from firmware.core.link import LinkMemory
from firmware.shoe.line_codes import LineCodes
from firmware.shoe.listener import IDLE_NS, LOST, ONCE_ONLY, RETRY_NS, WAITING_LIMIT, Listener

MS = 1_000_000


class Desk:
    """A host on a clock of its own. What it hands out goes on record, while the disk has room."""

    def __init__(self, note: str = "", header: LinkMemory | None = None, before: Sequence[Input] = ()) -> None:
        self.host = Listener(LineCodes(), listen_only=False, note=note)
        self.now = 1_000 * MS
        if header:
            self.host.start(header)
        for earlier in before:
            self.host.restore(earlier)

    def started(self) -> "Desk":
        self.host.restore(Started(version="0"))
        self.host.opened(self.now, 0)
        self.take()
        return self

    def hear(self, *lines: str) -> None:
        self.host.receive("".join(f"{line}\r\n" for line in lines).encode(), self.now)

    def take(self) -> list[Input]:
        taken = []
        while (found := self.host.next_input(self.now)) is not None:
            self.host.recorded(found, self.now)
            taken.append(found)
        return taken

    def fail(self) -> Input | None:
        """Try to put one thing on record, in vain."""
        said = self.host.next_input(self.now)
        if said is not None:
            self.host.put_back(said, self.now)
        return said


def kinds(said: Sequence[Input]) -> list[type[Input]]:
    return [type(one) for one in said]


def faces(said: Sequence[Input]) -> list[str]:
    return [one.face for one in said if isinstance(one, CardLeft)]


def test_a_start_says_what_kind_of_link_this_is_then_what_was_thrown_away_then_what_is_lost() -> None:
    desk = Desk(note="nobody has tried it")
    desk.host.restore(Started(version="0"))
    desk.host.opened(desk.now, 12)
    assert desk.take() == [
        LineNoted(note=f"{ONCE_ONLY}; nobody has tried it"),
        LineNoted(note="the port was opened; 12 bytes that lay in it were discarded"),
        EventsLost(boot="", first=0, last=0),
        FaultGone(fault="link"),
    ]


def test_a_port_that_is_not_there_yet_is_waited_for_and_the_rest_is_said_at_once() -> None:
    desk = Desk()
    desk.host.restore(Started(version="0"))
    assert desk.take() == [LineNoted(note=ONCE_ONLY)]
    assert not desk.host.up
    desk.host.opened(desk.now, 0)
    assert kinds(desk.take()) == [LineNoted, EventsLost, FaultGone]


def test_a_port_that_was_closed_is_a_fault_and_then_a_loss_behind_what_had_arrived() -> None:
    desk = Desk().started()
    desk.hear("KH")
    desk.host.closed(desk.now)
    assert kinds(desk.take()) == [CardLeft, FaultSeen]
    assert desk.take() == []
    desk.host.opened(desk.now, 0)
    desk.hear("4S")
    assert kinds(desk.take()) == [LineNoted, EventsLost, CardLeft, FaultGone]


def test_a_port_that_was_gone_for_a_moment_is_a_loss_all_the_same() -> None:
    desk = Desk().started()
    desk.host.closed(desk.now)
    desk.host.opened(desk.now, 3)
    assert kinds(desk.take()) == [LineNoted, EventsLost]


def test_half_a_code_from_before_is_not_made_whole_by_what_comes_after() -> None:
    desk = Desk().started()
    desk.host.receive(b"K", desk.now)
    desk.host.closed(desk.now)
    desk.host.opened(desk.now, 0)
    desk.hear("4H")
    assert faces(desk.take()) == ["4H"]


def test_what_could_not_be_recorded_keeps_its_place_and_is_tried_four_times_a_second() -> None:
    desk = Desk().started()
    desk.hear("KH", "KH", "4S")
    first = desk.fail()
    assert faces([first] if first else []) == ["KH"]
    assert desk.fail() is None
    assert desk.host.deadline(desk.now) == desk.now + RETRY_NS
    desk.hear("9C")
    desk.now += RETRY_NS
    assert desk.host.deadline(desk.now) == desk.now
    assert desk.fail() is first
    desk.now += RETRY_NS
    assert faces(desk.take()) == ["KH", "KH", "4S", "9C"]


def test_a_fault_that_could_not_be_recorded_is_offered_again() -> None:
    desk = Desk().started()
    desk.host.closed(desk.now)
    assert desk.fail() == FaultSeen(fault="link", why="the port is not open")
    assert desk.take() == []
    desk.now += RETRY_NS
    assert kinds(desk.take()) == [FaultSeen]


def test_a_fault_that_could_not_be_recorded_is_no_more_once_the_port_is_back() -> None:
    desk = Desk().started()
    desk.host.closed(desk.now)
    desk.fail()
    desk.host.opened(desk.now, 0)
    desk.now += RETRY_NS
    assert kinds(desk.take()) == [LineNoted, EventsLost]


def test_when_there_will_be_something_is_known_beforehand() -> None:
    desk = Desk().started()
    assert desk.host.deadline(desk.now) == desk.now + IDLE_NS
    desk.hear("KH")
    assert desk.host.deadline(desk.now) == desk.now
    desk.fail()
    assert desk.host.deadline(desk.now) == desk.now + RETRY_NS
    desk.host.closed(desk.now)
    desk.now += RETRY_NS
    assert desk.host.deadline(desk.now) == desk.now
    desk.take()
    assert desk.host.deadline(desk.now) == desk.now + IDLE_NS


def test_more_than_can_wait_is_one_loss_in_its_place() -> None:
    desk = Desk().started()
    desk.hear(*["KH"] * (WAITING_LIMIT + 50))
    desk.fail()
    desk.now += RETRY_NS
    first = desk.host.next_input(desk.now)
    assert first is not None
    desk.host.recorded(first, desk.now)
    desk.host.recorded(desk.host.next_input(desk.now) or LOST, desk.now)
    desk.hear("4S", "5S")
    taken = desk.take()
    assert kinds(taken) == [CardLeft] * (WAITING_LIMIT - 2) + [EventsLost] + [CardLeft] + [EventsLost]
    assert faces(taken)[-1] == "4S"
    assert desk.host.counters()["overrun"] == 51
    desk.hear("6S")
    assert faces(desk.take()) == ["6S"]


def test_a_flood_that_nobody_records_fills_no_memory() -> None:
    desk = Desk().started()
    for _ in range(3):
        desk.hear(*["KH"] * WAITING_LIMIT)
    assert len(desk.host._waiting) == WAITING_LIMIT + 1


def test_nothing_of_another_shoe_is_forgotten_for_the_day_it_comes_back() -> None:
    header = LinkMemory("1F3A9C04", (("1F3A9C04", 7),), (), ())
    desk = Desk(
        header=header, before=[ShoePresented(boot="00C0FFEE", serial="", model="", firmware="", restarted=True)]
    )
    desk.started()
    desk.hear("KH")
    desk.take()
    assert desk.host.memory() == LinkMemory("00C0FFEE", (("1F3A9C04", 7),), (), ())


class Repeater(LineCodes):
    """A dialect that knows what was on record when it began."""

    def __init__(self) -> None:
        super().__init__()
        self.known: list[Input] = []

    def restore(self, earlier: Input) -> None:
        self.known.append(earlier)


def test_a_dialect_learns_what_is_on_record_before_it_hears_anything() -> None:
    dialect = Repeater()
    host = Listener(dialect, listen_only=True)
    record: list[Input] = [CardLeft(face="KH", said="KH", seq=7), Started(version="0")]
    for earlier in record:
        host.restore(earlier)
    host.opened(0, 0)
    assert dialect.known == record


def test_a_gate_that_was_faulty_belonged_to_another_shoe() -> None:
    desk = Desk(header=LinkMemory(faults=("gate", "link")))
    desk.host.opened(desk.now, 0)
    assert desk.take()[-2:] == [FaultGone(fault="link"), FaultGone(fault="gate")]


def test_nothing_is_ever_sent_and_no_gate_is_told() -> None:
    desk = Desk().started()
    desk.host.wish(True, desk.now)
    assert desk.host.outgoing(desk.now) == b""
    assert desk.host.mouth == "none"


@pytest.mark.parametrize("said", [LOST, FaultGone(fault="link")])
def test_events_have_no_numbers(said: Input) -> None:
    desk = Desk().started()
    desk.host.restore(said)
    assert desk.host.memory().boots == ()
    desk.hear("KH")
    (card,) = desk.take()
    assert isinstance(card, ShoeInput)
    assert (card.boot, card.seq) == ("", 0)
