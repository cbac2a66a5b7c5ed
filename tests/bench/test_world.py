"""The bench's table in memory: a true loop, a true record and a true line, but for the wire and the time."""

import pytest

from firmware import editions
from firmware.bench.in_memory import MemoryLink, RoundStore
from firmware.bench.steps import Decides
from firmware.bench.world import World
from firmware.core.settings import Settings, build
from firmware.shoe.angel_frames import worded
from firmware.shoe.decoder import Decoder
from firmware.shoe.frames import Ack, Beat, Event, Gate, Hello, Mouth, read_host, read_shoe
from firmware.shoe.talker import Talker

SECOND = 1_000_000_000
CLOSED = Decides(0, "closed", "supervisor")


def setting(**values: object) -> Settings:
    return build(values, editions.shipped())


@pytest.fixture
def world() -> World:
    return World(setting())


class Tap:
    """Listens on the line."""

    def __init__(self, link: MemoryLink, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shoe: list[object] = []
        self.host: list[object] = []
        from_shoe, from_host, read, write = Decoder(), Decoder(), link.read, link.write

        def reading() -> bytes:
            data = read()
            self.shoe += [read_shoe(body) for body in from_shoe.feed(data, 0)]
            return data

        def writing(data: bytes) -> int:
            self.host += [read_host(body) for body in from_host.feed(data, 0)]
            return write(data)

        monkeypatch.setattr(link, "read", reading)
        monkeypatch.setattr(link, "write", writing)


def test_shoe_and_controller_have_found_each_other(world: World) -> None:
    seen = world.see()
    assert seen.phase == "shuffle"
    assert seen.faults == frozenset()
    assert seen.lamps == {"stop", "shuffle"}


def test_every_event_goes_over_the_line_and_is_acknowledged(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    tap = Tap(world.link, monkeypatch)
    world.shoe.loaded()
    world.shoe.card("2S")
    world.settle()
    said = [(frame.seq, frame.said) for frame in tap.shoe if isinstance(frame, Event)]
    assert said == [(1, "LOADED"), (2, "CARD,2S")]
    assert [frame.seq for frame in tap.host if isinstance(frame, Ack)] == [1, 2]
    assert [frame.open for frame in tap.host if isinstance(frame, Gate)] == [True]
    assert [frame.place for frame in tap.shoe if isinstance(frame, Mouth)] == ["OPEN"]
    assert world.shoe.gate_open


def test_no_time_passes_unless_it_is_told_to(world: World) -> None:
    before = world.clock.now
    world.shoe.loaded()
    world.settle()
    world.cut_power()
    world.settle()
    world.move_link(False)
    world.settle()
    world.move_link(True)
    world.settle()
    assert world.clock.now == before
    assert world.see().faults == frozenset()


def test_heartbeats_and_gate_commands_flow_while_time_passes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    tap = Tap(world.link, monkeypatch)
    before = world.clock.now
    world.wait(10 * SECOND)
    assert world.clock.now == before + 10 * SECOND
    assert sum(isinstance(frame, Beat) for frame in tap.shoe) == 20
    assert sum(isinstance(frame, Gate) for frame in tap.host) == 20


def test_a_lost_port_is_a_fault_at_once_and_the_gate_joins_it(world: World) -> None:
    world.shoe.loaded()
    world.settle()
    world.move_link(False)
    world.settle()
    assert world.see().faults == {"link"}
    world.wait(SECOND)
    assert world.see().faults == {"link"}
    world.wait(2 * SECOND)
    assert world.see().faults == {"link", "gate"}
    world.move_link(True)
    world.settle()
    assert world.see().faults == frozenset()
    assert world.see().lamps == {"deal"}


def test_a_shoe_whose_power_failed_has_a_boot_of_its_own(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    tap = Tap(world.link, monkeypatch)
    world.shoe.restart()
    world.settle()
    boots = {frame.boot for frame in tap.shoe if isinstance(frame, Hello)}
    assert len(boots) == 1
    world.shoe.restart()
    world.settle()
    assert len({frame.boot for frame in tap.shoe if isinstance(frame, Hello)}) == 2


def test_two_benches_run_alike() -> None:
    one, other = RoundStore(), RoundStore()
    for store in (one, other):
        table = World(setting(), store=store)
        table.shoe.loaded()
        table.shoe.card("2S")
        table.settle()
    assert one.files == other.files


def test_exactly_one_of_deal_and_stop_was_ever_lit(world: World) -> None:
    world.shoe.loaded()
    for face in ("2S", "3H", "KD", "TC", "9C", "2D"):
        world.shoe.card(face)
        world.settle()
    lit = [shown.lamps & {"deal", "stop"} for shown in world.lamps.history]
    assert len(lit) > 4
    assert all(len(both) == 1 for both in lit)


def test_all_is_dark_when_it_is_switched_off(world: World) -> None:
    world.shoe.loaded()
    world.settle()
    world.close()
    assert world.see().lamps == frozenset()
    assert not world.shoe.gate_open


def test_a_power_cut_leaves_dark_lamps_until_the_controller_is_back(world: World) -> None:
    world.shoe.loaded()
    world.settle()
    shown = len(world.lamps.history)
    world.cut_power()
    world.settle()
    assert not world.lamps.history[shown].lamps
    assert world.see().lamps == {"deal"}


def test_a_press_says_whether_it_meant_anything(world: World) -> None:
    assert world.press("confirm", 0.1)
    world.shoe.loaded()
    for face in ("4S", "KH", "5D", "2C"):
        world.shoe.card(face)
    world.settle()
    assert world.press("confirm", 0.02), "shorter than any press"
    assert not world.press("confirm", 0.1)


def test_a_refused_decision_changes_nothing(world: World) -> None:
    assert world.decide(CLOSED) == "not_open"
    assert world.see().phase == "shuffle"


def test_the_round_last_closed_outlives_its_shoe(world: World) -> None:
    world.shoe.loaded()
    for face in ("4S", "KH", "5D", "2C"):
        world.shoe.card(face)
    world.shoe.loaded()
    world.settle()
    assert world.decide(Decides(0, "closed", "casino")) == ""
    world.settle()
    seen = world.see()
    assert seen.round == 0
    assert seen.closed is not None
    assert seen.closed.winner == "player"


@pytest.mark.parametrize("killed", [True, False], ids=["killed and started", "port closed and opened"])
def test_copies_on_both_sides_of_a_break_are_one_card_to_the_table(killed: bool) -> None:
    world = World(setting(), protocol="angel-eye")
    assert isinstance(world.shoe, Talker)
    assert world.decide(Decides(0, "new_shoe", "supervisor")) == ""
    world.settle()
    copy = worded(0x77, b"D\x81\xb9")
    world.shoe._leaving.append(copy)
    world.settle()
    if killed:
        world.cut_power()
    else:
        world.move_link(False)
        world.settle()
        world.move_link(True)
    world.settle()
    world.shoe._leaving.extend([copy, copy, worded(0x78, b"D\x91\xb2")])
    world.settle()
    assert world.see().hold == "events_lost"
    assert world.decide(Decides(0, "resume", "supervisor", reason="seen on camera")) == ""
    world.settle()
    assert (world.see().hold, world.see().public) == (None, ("9S", "2S"))
