"""Shoe and host on one line: whatever happens to it, each card is on record once and in order."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.cards import DECK
from firmware.core.inputs import BootRepeated, EventsLost, LineNoted, ShoeAdopted, ShoePresented
from firmware.shoe.session import HostSession
from firmware.shoe.simulator import SimulatedShoe
from tests.shoe.wire import Line, Wire, boots, clear, cut

SHOE = (DECK * 8)[:400]

BEFALLS = ["wait", "host dies", "port lost", "noise", "new page", "disk full", "disk cleaned"]


def bad_line(random: Random, drop: float, spoil: float, twice: float) -> Line:
    def carry(frame: bytes) -> bytes:
        if not frame:
            return frame
        if random.random() < drop:
            return b""
        if random.random() < spoil:
            at = random.randrange(len(frame))
            frame = frame[:at] + bytes([random.randrange(256)]) + frame[at + 1 :]
        return frame * 2 if random.random() < twice else frame

    return carry


@pytest.mark.parametrize("seed", range(3))
def test_four_hundred_cards_arrive_once_and_in_order_over_a_line_that_loses_a_fifth(seed: int) -> None:
    random = Random(seed)
    wire = Wire()
    wire.run(1000)
    wire.to_host = bad_line(random, 0.15, 0.05, 0.05)
    wire.to_shoe = bad_line(random, 0.15, 0.05, 0.05)
    for face in SHOE:
        wire.shoe.card(face)
        wire.run(20)
    wire.run(20_000)
    assert wire.faces == SHOE
    wire.to_host = wire.to_shoe = clear
    wire.run(3000)
    assert wire.faults == frozenset()
    assert wire.kinds() == ["presented"] + ["card"] * len(SHOE)


@settings(max_examples=40)
@given(
    st.randoms(use_true_random=False),
    st.floats(0, 0.4),
    st.lists(st.sampled_from(["card"] * 4 + BEFALLS), max_size=40),
)
def test_whatever_befalls_line_and_host_nothing_is_lost_or_counted_twice(
    random: Random, loss: float, story: list[str]
) -> None:
    wire = Wire()
    wire.to_host, wire.to_shoe = bad_line(random, loss, loss / 4, loss / 4), bad_line(random, loss, loss / 4, loss / 4)
    dealt: list[str] = []
    for step in story:
        match step:
            case "card":
                dealt.append(DECK[len(dealt)])
                wire.shoe.card(DECK[len(dealt) - 1])
                wire.run(20)
            case "wait":
                wire.run(700)
            case "host dies":
                wire.host_starts()
            case "port lost":
                wire.host.closed(wire.now)
                wire.take()
                wire.host.opened(wire.now, 0)
            case "new page":
                wire.new_page()
            case "disk full" | "disk cleaned":
                wire.disk_full = step == "disk full"
            case "noise":
                wire.host.receive(random.randbytes(40), wire.now)
                wire.shoe.receive(random.randbytes(40), wire.now)
    wire.to_host = wire.to_shoe = clear
    wire.disk_full = False
    wire.run(12_000)
    assert wire.faces == tuple(dealt)
    assert wire.faults == frozenset()
    assert wire.kinds() == ["presented"] + ["card"] * len(dealt)


def test_a_shoe_is_ready_as_soon_as_both_have_spoken() -> None:
    wire = Wire()
    wire.settle()
    assert wire.faults == frozenset()
    assert wire.host.mouth == "open"
    assert wire.shoe.gate_open


def test_the_host_may_die_after_any_card() -> None:
    wire = Wire()
    for number, face in enumerate(SHOE[:60]):
        wire.shoe.card(face)
        if number % 3:
            wire.settle()
        wire.host_starts()
        wire.settle()
    assert wire.faces == SHOE[:60]
    assert wire.faults == frozenset()


def test_a_host_that_dies_between_record_and_acknowledgement_does_not_count_the_card_twice() -> None:
    wire = Wire()
    wire.settle()
    wire.to_shoe = cut
    wire.shoe.card("KH")
    wire.settle()
    wire.to_shoe = clear
    wire.host_starts()
    wire.run(2000)
    assert wire.faces == ("KH",)


def test_cards_dealt_while_the_port_is_lost_arrive_afterwards() -> None:
    wire = Wire()
    wire.settle()
    wire.host.closed(wire.now)
    wire.to_host = wire.to_shoe = cut
    wire.shoe.card("KH")
    wire.shoe.card("2C")
    wire.settle()
    assert wire.faults == {"link"}
    wire.to_host = wire.to_shoe = clear
    wire.host.opened(wire.now, 0)
    wire.settle()  # no time passes
    assert wire.faces == ("KH", "2C")
    assert wire.faults == frozenset()


def test_a_new_host_beside_a_shoe_in_play_deals_nothing_again() -> None:
    wire = Wire()
    wire.settle()
    for face in SHOE[:5]:
        wire.shoe.card(face)
        wire.settle()
    wire.record, wire.page = [], []
    wire.to_host = cut
    wire.shoe.card("KH")  # nobody has this one
    wire.settle()
    wire.to_host = clear
    wire.host_starts()
    wire.settle()
    assert wire.faces == ("KH",)
    assert ShoeAdopted(boot=wire.shoe.boot, seq=5) in wire.record


def test_a_shoe_exchanged_and_back_goes_on_where_it_was() -> None:
    first, second = SimulatedShoe(boots()), SimulatedShoe(lambda: "0DDB0075", serial="SIM-2")
    wire = Wire(first)
    wire.settle()
    for shoe, faces in ((first, SHOE[:3]), (second, SHOE[3:6]), (first, SHOE[6:9])):
        wire.shoe = shoe
        for face in faces:
            shoe.card(face)
        wire.run(4000)
    assert wire.faces == SHOE[:9]
    assert wire.faults == frozenset()
    presented = [found for found in wire.record if isinstance(found, ShoePresented)]
    assert [(found.boot, found.restarted) for found in presented] == [
        (first.boot, False),
        (second.boot, True),
        (first.boot, True),
    ]


def test_a_shoe_that_loses_its_power_says_so() -> None:
    wire = Wire()
    wire.settle()
    wire.shoe.card("KH")
    wire.settle()
    wire.shoe.jam()
    wire.shoe.restart()
    wire.settle()
    assert wire.kinds() == ["presented", "card", "presented", "jam"]
    assert wire.faults == frozenset()


def test_a_shoe_that_draws_the_same_boot_again_is_found_out() -> None:
    wire = Wire()
    wire.settle()
    wire.shoe.card("KH")
    wire.settle()
    wire.shoe.restart(wire.shoe.boot)
    wire.run(3000)
    assert isinstance(wire.record[-2], BootRepeated)
    assert wire.faults == {"link"}
    wire.shoe.card("2C")
    wire.run(3000)
    assert wire.faces == ("KH",)
    assert not wire.shoe.gate_open
    wire.shoe.restart()
    wire.settle()
    wire.shoe.card("3D")
    wire.settle()
    assert list(wire.faces) == ["KH", "3D"]
    assert wire.faults == frozenset()


def test_what_a_full_shoe_pushed_out_is_lost_and_the_rest_is_not() -> None:
    wire = Wire(SimulatedShoe(boots(), memory=1024))
    wire.settle()
    wire.shoe.card("AS")
    wire.settle()
    wire.host.closed(wire.now)
    wire.to_host = wire.to_shoe = cut
    for face in SHOE * 3:
        wire.shoe.card(face)
        wire.settle()
    wire.to_host = wire.to_shoe = clear
    wire.host.opened(wire.now, 0)
    wire.run(1000)
    assert [found for found in wire.record if isinstance(found, EventsLost)] == [
        EventsLost(boot=wire.shoe.boot, first=2, last=1201 - 1024)
    ]
    assert wire.faces == ("AS", *(SHOE * 3)[1200 - 1024 :])


def test_a_line_that_echoes_everything_is_only_noisy() -> None:
    wire = Wire()
    heard_by_shoe: list[bytes] = []

    def to_host(frame: bytes) -> bytes:
        heard_by_shoe.append(frame)
        wire.shoe.receive(frame, wire.now)
        return frame

    def to_shoe(frames: bytes) -> bytes:
        wire.host.receive(frames, wire.now)
        return frames

    wire.to_host, wire.to_shoe = to_host, to_shoe
    for face in SHOE[:50]:
        wire.shoe.card(face)
        wire.run(20)
    assert wire.faces == SHOE[:50]
    assert wire.faults == frozenset()
    assert not [frame for frame in heard_by_shoe if frame.startswith(b"$ERR")]
    assert wire.host.counters()["echo"] > 50


def test_an_echo_alone_is_no_shoe() -> None:
    host = HostSession()
    host.opened(0, 0)
    for tick in range(100):
        now = tick * 100_000_000
        found = host.next_input(now)
        if found is not None:
            host.recorded(found, now)
        host.receive(host.outgoing(now), now)
    assert host.memory().faults == ("link",)
    assert host.memory().present == ""


def test_a_shoe_that_is_not_heard_by_it_is_no_link() -> None:
    wire = Wire()
    wire.settle()
    wire.to_shoe = cut
    wire.run(2999)
    assert wire.faults == frozenset()
    wire.run(1)  # the shoe shuts its gate by itself, and says so
    assert wire.faults == {"gate"}
    wire.run(9999)
    assert wire.host.up
    wire.run(1)
    assert not wire.host.up
    assert "link" in wire.faults
    wire.to_shoe = clear
    wire.run(2000)
    assert wire.faults == frozenset()


def test_a_dead_host_leaves_no_table_open() -> None:
    wire = Wire()
    wire.settle()
    assert wire.shoe.gate_open
    wire.to_shoe = cut
    wire.run(2999)
    assert wire.shoe.gate_open
    wire.run(1)
    assert not wire.shoe.gate_open


def test_beside_another_host_a_listener_takes_every_card_and_says_nothing() -> None:
    wire = Wire()
    listener = HostSession(listen_only=True)
    listener.opened(wire.now, 0)
    heard = []

    def tap(frame: bytes) -> bytes:
        listener.receive(frame, wire.now)
        while (found := listener.next_input(wire.now)) is not None:
            listener.recorded(found, wire.now)
            heard.append(found.kind)
        assert listener.outgoing(wire.now) == b""
        return frame

    wire.to_host = tap
    for face in SHOE[:20]:
        wire.shoe.card(face)
        wire.run(100)
    assert heard == ["presented", "fault_seen", "card", "fault_gone", *["card"] * 19]


def test_without_any_host_a_listener_takes_each_card_once_and_notes_no_loss() -> None:
    wire = Wire(listen_only=True)
    for face in SHOE[:20]:
        wire.shoe.card(face)
        wire.run(700)
    assert wire.faces == SHOE[:20]
    assert not [found for found in wire.record if isinstance(found, EventsLost | LineNoted)]
