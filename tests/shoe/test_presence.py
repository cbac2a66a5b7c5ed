"""Whether the shoe is there, says all, and obeys: the faults `link` and `gate`, and what is asked meanwhile."""

from collections.abc import Sequence

import pytest

from firmware.core.inputs import FaultGone, FaultSeen, Input, Started
from tests.shoe.desk import BOOT, HELLO, MS, OTHER, Desk, sent

LINK_GONE = FaultGone(fault="link")


def faults(taken: Sequence[Input]) -> list[str]:
    """What changed: `link` began, `-link` ended."""
    return [
        found.fault if isinstance(found, FaultSeen) else f"-{found.fault}"
        for found in taken
        if isinstance(found, FaultSeen | FaultGone)
    ]


class TestStart:
    def test_the_link_is_in_doubt_until_the_shoe_has_said_all(self) -> None:
        desk = Desk()
        assert faults(desk.take()) == ["link"]
        assert desk.open() == []
        assert faults(desk.hear(HELLO)) == []
        assert faults(desk.hear(f"MOUTH,{BOOT},SHUT")) == []
        assert desk.host.up
        assert faults(desk.hear(f"BEAT,{BOOT},1,0,2")) == []
        assert faults(desk.hear(f"EV,{BOOT},1,CARD,KH")) == []
        assert faults(desk.hear(f"EV,{BOOT},2,CARD,KH")) == ["-link"]

    def test_a_shoe_with_nothing_to_tell_is_trusted_at_once(self) -> None:
        desk = Desk()
        desk.open()
        assert faults(desk.hear(HELLO, f"BEAT,{BOOT},1,0,0", f"MOUTH,{BOOT},SHUT")) == ["-link"]

    def test_a_fault_on_record_is_not_recorded_twice(self) -> None:
        desk = Desk(record=[FaultSeen(fault="link"), FaultSeen(fault="jam")])
        assert desk.open() == []
        desk = Desk(record=[FaultSeen(fault="link"), LINK_GONE])
        assert faults(desk.open()) == ["link"]

    def test_a_fault_that_cannot_be_recorded_is_offered_again_a_little_later(self) -> None:
        desk = Desk()
        desk.host.opened(desk.now, 0)
        offered = desk.host.next_input(desk.now)
        assert offered is not None
        desk.host.put_back(offered, desk.now)
        assert desk.take() == []
        assert desk.wait(249) == []
        assert desk.wait(1) == [offered]

    def test_the_shoe_is_asked_who_it_is_once_per_second(self) -> None:
        desk = Desk()
        desk.open()
        asked = 0
        for _ in range(300):
            asked += desk.said().count("WHO")
            desk.hear(f"BEAT,{BOOT},1,0,1", f"EV,{BOOT},1,CUT")  # it talks, but does not say who it is
            desk.wait(10)
        assert asked == 3

    def test_after_the_hello_it_is_asked_no_more(self) -> None:
        desk = Desk.beside_a_shoe()
        for _ in range(10):
            desk.alive(500, last=0)
            assert "WHO" not in desk.said()


class TestSilence:
    def test_three_seconds_without_a_frame_are_a_lost_link(self) -> None:
        desk = Desk.beside_a_shoe(3)
        assert desk.wait(2999) == []
        assert desk.host.deadline(desk.now) <= desk.now + 1 * MS
        assert desk.wait(1) == [FaultSeen(fault="link", why="the shoe is not heard")]
        assert not desk.host.up
        assert "WHO" in desk.said()
        assert faults(desk.hear(f"BEAT,{BOOT},1,3,3", f"MOUTH,{BOOT},SHUT")) == ["-link"]

    def test_what_has_arrived_is_read_before_silence_is_judged(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.now += 60_000 * MS
        assert [found.kind for found in desk.hear(f"EV,{BOOT},4,CUT", f"MOUTH,{BOOT},SHUT")] == ["cut"]

    @pytest.mark.parametrize("frame", [f"BEAT,{BOOT},1,3,3", f"EV,{BOOT},3,CARD,KH", HELLO, f"MOUTH,{BOOT},SHUT"])
    def test_any_frame_of_the_present_shoe_is_a_sign_of_life(self, frame: str) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.wait(2999)
        assert desk.hear(frame) == []
        assert desk.wait(2999) == []
        assert faults(desk.wait(1)) == ["link"]

    @pytest.mark.parametrize(
        "frame",
        ["ERR,FORM", "WHO", f"ACK,{BOOT},3", f"GATE,{BOOT},SHUT", f"BEAT,{OTHER},1,3,3", "PING", f"BEAT,{BOOT},1"],
    )
    def test_echo_strangers_and_nonsense_are_none(self, frame: str) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.wait(2999)
        assert desk.hear(frame) == []
        assert faults(desk.wait(1)) == ["link"]

    def test_a_shoe_that_talks_and_does_not_hear_is_no_link(self) -> None:
        desk = Desk.beside_a_shoe(3)
        for _ in range(19):
            desk.wait(500)
            assert desk.hear(f"BEAT,{BOOT},1,3,3") == []
        assert desk.wait(499) == []
        assert desk.wait(1) == [FaultSeen(fault="link", why="the shoe does not answer")]
        assert faults(desk.hear(f"BEAT,{BOOT},1,3,3")) == []
        assert faults(desk.hear(f"MOUTH,{BOOT},SHUT")) == ["-link"]

    def test_after_silence_it_has_to_say_what_was_missed(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.wait(3000)
        assert faults(desk.hear(f"MOUTH,{BOOT},SHUT", f"BEAT,{BOOT},1,3,4")) == []
        assert f"RESUME,{BOOT},3" in desk.said()
        assert faults(desk.hear(f"EV,{BOOT},4,CUT")) == ["-link"]

    def test_a_link_that_only_listens_needs_no_answer(self) -> None:
        desk = Desk(listen_only=True)
        desk.open()
        for _ in range(60):
            desk.wait(500)
            desk.hear(f"BEAT,{BOOT},1,0,0")
        assert faults(desk.record) == ["link", "-link"]


class TestPort:
    def test_a_lost_port_is_a_fault_at_once_and_over_when_the_shoe_has_told_all(self) -> None:
        desk = Desk.beside_a_shoe(3)
        assert desk.close() == [FaultSeen(fault="link", why="the port is not open")]
        assert desk.said() == []
        assert desk.open() == []
        assert desk.said() == [f"GATE,{BOOT},SHUT", "WHO"]
        taken = desk.hear(HELLO, f"BEAT,{BOOT},1,3,4", f"MOUTH,{BOOT},SHUT")
        assert taken == []
        assert desk.said() == [f"RESUME,{BOOT},3"]
        taken = desk.hear(f"BEAT,{BOOT},1,3,4", f"EV,{BOOT},4,CUT")
        assert [found.kind for found in taken] == ["cut", "fault_gone"]

    def test_a_card_that_came_before_the_port_was_lost_is_taken(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.host.receive(sent(f"EV,{BOOT},4,CUT"), desk.now)
        assert [found.kind for found in desk.close()] == ["cut", "fault_seen"]
        desk.open()
        assert f"ACK,{BOOT},4" in desk.said()

    def test_half_a_frame_from_before_does_not_spoil_the_first_after(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.host.receive(b"$EV,1F3A9C04,4,", desk.now)
        desk.close()
        desk.open()
        desk.hear(f"EV,{BOOT},4,CUT")
        assert desk.host.counters()["bad_cut_off"] == 0
        assert [found.kind for found in desk.record].count("cut") == 1


class TestAnnounced:
    @pytest.mark.parametrize("announced", [f"BEAT,{BOOT},1,3,4", f"EV,{BOOT},5,CUT"])
    def test_an_announced_event_that_does_not_come_is_a_fault_until_it_does(self, announced: str) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.hear(announced)
        for _ in range(29):
            desk.wait(100)
            assert desk.hear(f"MOUTH,{BOOT},SHUT") == []
        assert desk.wait(99) == []
        assert desk.wait(1) == [FaultSeen(fault="link", why="an announced event does not come")]
        assert [found.kind for found in desk.hear(f"EV,{BOOT},4,CUT", f"EV,{BOOT},5,CUT")] == [
            "cut",
            "cut",
            "fault_gone",
        ]

    def test_one_that_is_lost_is_waited_for_no_longer(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.hear(f"BEAT,{BOOT},1,3,4")
        desk.alive(3000, last=4)
        assert not desk.trusted
        assert faults(desk.hear(f"BEAT,{BOOT},5,3,4")) == ["-link"]

    def test_each_has_its_own_three_seconds(self) -> None:
        desk = Desk.beside_a_shoe(3)
        for last in range(4, 24):  # one event every 500 ms, each taken 2 s after it was announced
            desk.hear(f"BEAT,{BOOT},1,3,{last}", f"MOUTH,{BOOT},SHUT")
            if last > 7:
                desk.hear(f"EV,{BOOT},{last - 4},CUT")
            desk.wait(500)
        assert desk.trusted

    def test_a_flood_of_announcements_fills_no_memory(self) -> None:
        desk = Desk.beside_a_shoe(3)
        for seq in range(5, 2000):
            desk.hear(f"EV,{BOOT},{seq},CUT")
            desk.wait(5)
        assert len(desk.host._liveness._announced) < 40
        assert not desk.trusted


def test_another_version_is_the_fault_and_nothing_is_taken() -> None:
    desk = Desk.beside_a_shoe(3)
    taken = desk.hear(f"HELLO,{OTHER},S,M,F,2", f"BEAT,{BOOT},1,3,4", f"EV,{BOOT},4,CUT")
    assert taken == [FaultSeen(fault="link", why="the shoe speaks version 2 of the protocol")]
    assert not [said for said in desk.said() if said.startswith(("ACK", "RESUME"))]
    assert desk.hear(HELLO, f"EV,{BOOT},4,CUT") == []
    taken = desk.hear(f"BEAT,{BOOT},1,3,4", f"EV,{BOOT},4,CUT", f"MOUTH,{BOOT},SHUT")
    assert [found.kind for found in taken] == ["cut", "fault_gone"]


class TestGate:
    def test_no_gate_is_commanded_before_the_first_hello(self) -> None:
        desk = Desk(record=Desk.beside_a_shoe(3).record)
        desk.open()
        desk.host.wish(True, desk.now)
        for _ in range(50):
            assert not [said for said in desk.said() if said.startswith("GATE")]
            desk.wait(100)
        desk.hear(HELLO)
        assert f"GATE,{BOOT},SHUT" in desk.said()

    def test_the_wish_is_sent_at_every_change_and_every_half_second(self) -> None:
        desk = Desk.beside_a_shoe(3)
        start = desk.now
        heard: list[tuple[int, str]] = []
        for tick in range(200):
            if tick == 70:
                desk.host.wish(True, desk.now)
            heard += [((desk.now - start) // MS, said) for said in desk.said()]
            desk.wait(10)
            desk.hear(f"MOUTH,{BOOT},{'OPEN' if tick > 70 else 'SHUT'}")
        shut, opened = f"GATE,{BOOT},SHUT", f"GATE,{BOOT},OPEN"
        assert heard == [(500, shut), (700, opened), (1200, opened), (1700, opened)]

    def test_the_next_one_is_known_beforehand(self) -> None:
        desk = Desk.beside_a_shoe(3)
        assert desk.host.deadline(desk.now) == desk.now + 500 * MS
        desk.host.wish(True, desk.now)
        assert desk.host.deadline(desk.now) == desk.now

    def test_while_the_link_is_in_doubt_the_wish_is_shut_and_goes_on_being_sent(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.host.wish(True, desk.now)
        assert desk.said() == [f"GATE,{BOOT},OPEN"]
        desk.hear(f"MOUTH,{BOOT},OPEN")
        desk.wait(3000)
        assert f"GATE,{BOOT},SHUT" in desk.said()
        desk.wait(500)
        assert f"GATE,{BOOT},SHUT" in desk.said()
        desk.hear(f"MOUTH,{BOOT},SHUT")
        assert desk.said() == []
        assert LINK_GONE in desk.hear(f"BEAT,{BOOT},1,3,3")
        assert desk.said() == [f"GATE,{BOOT},OPEN"]

    def test_a_new_boot_is_told_at_once(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.hear(f"HELLO,{OTHER},S-2,M,F,1")
        assert desk.said() == [f"GATE,{OTHER},SHUT"]
        assert desk.host.mouth == "unknown"

    def test_a_gate_that_does_not_obey_within_two_seconds_is_a_fault_until_it_does(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.host.wish(True, desk.now)
        assert faults(desk.alive(1500, last=3, place="SHUT")) == []
        assert faults(desk.wait(499)) == []
        assert faults(desk.wait(1)) == ["gate"]
        assert desk.said() == [f"GATE,{BOOT},OPEN"]  # as if the fault were not there
        assert faults(desk.hear(f"MOUTH,{BOOT},OPEN")) == ["-gate"]
        assert desk.host.mouth == "open"

    def test_behind_a_start_it_has_two_seconds_from_the_hello(self) -> None:
        desk = Desk(record=Desk.beside_a_shoe(3).record)
        desk.open()
        desk.hear(HELLO, f"BEAT,{BOOT},1,3,3", f"MOUTH,{BOOT},OPEN")
        assert faults(desk.wait(1999)) == []
        assert faults(desk.wait(1)) == ["gate"]

    @pytest.mark.parametrize(
        ("heard", "mouth"),
        [
            ([f"MOUTH,{BOOT},OPEN"], "unknown"),
            ([HELLO, f"MOUTH,{OTHER},OPEN"], "unknown"),
            ([HELLO, f"MOUTH,{BOOT},SHUT", f"MOUTH,{OTHER},OPEN"], "shut"),
            ([HELLO, f"MOUTH,{BOOT},SHUT", f"HELLO,{BOOT},S-1,M,F,2", f"MOUTH,{BOOT},OPEN"], "shut"),
        ],
    )
    def test_only_the_present_shoe_says_where_it_is(self, heard: list[str], mouth: str) -> None:
        desk = Desk()
        desk.open()
        desk.hear(*heard)
        assert desk.host.mouth == mouth

    def test_a_gate_that_moves_by_itself_is_a_fault_too(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.alive(3000, last=3)
        assert faults(desk.hear(f"MOUTH,{BOOT},OPEN")) == ["gate"]

    def test_a_shoe_without_a_gate_never_has_it(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.host.wish(True, desk.now)
        assert faults(desk.alive(5000, last=3, place="NONE")) == []
        assert desk.host.mouth == "none"

    def test_nor_has_a_link_that_only_listens(self) -> None:
        desk = Desk.beside_a_shoe(3, listen_only=True)
        desk.host.wish(True, desk.now)
        assert faults(desk.alive(5000, last=3, place="SHUT")) == []

    def test_nor_has_a_port_with_no_shoe_behind_it(self) -> None:
        desk = Desk()
        desk.open()
        assert faults(desk.wait(60_000)) == []

    def test_a_gate_that_stood_open_when_the_port_was_lost_joins_the_fault(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.host.wish(True, desk.now)
        desk.hear(f"MOUTH,{BOOT},OPEN")
        assert faults(desk.close()) == ["link"]
        assert faults(desk.wait(1999)) == []
        assert faults(desk.wait(1)) == ["gate"]
        desk.open()
        assert faults(desk.hear(f"MOUTH,{BOOT},SHUT", f"BEAT,{BOOT},1,3,3")) == ["-gate", "-link"]

    def test_one_that_stood_shut_does_not(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.close()
        assert faults(desk.wait(60_000)) == []

    def test_a_fault_of_the_gate_outlasts_a_start(self) -> None:
        desk = Desk(record=[*Desk.beside_a_shoe(3).record, FaultSeen(fault="gate")])
        desk.open()
        desk.hear(HELLO, f"BEAT,{BOOT},1,3,3")
        assert desk.host.memory().faults == ("gate", "link")
        assert faults(desk.hear(f"MOUTH,{BOOT},SHUT")) == ["-gate", "-link"]


def test_a_start_on_record_says_by_itself_that_the_link_is_in_doubt() -> None:
    desk = Desk(record=[*Desk.beside_a_shoe(3).record, Started(version="1")])
    assert desk.open() == []
    assert faults(desk.hear(HELLO, f"BEAT,{BOOT},1,3,3", f"MOUTH,{BOOT},SHUT")) == ["-link"]


def test_the_gate_is_told_before_the_event_that_moved_it_is_acknowledged() -> None:
    desk = Desk.beside_a_shoe()
    desk.host.wish(True, desk.now)
    assert desk.said() == [f"GATE,{BOOT},OPEN"]
    desk.hear(f"EV,{BOOT},1,CARD,KH")
    desk.host.wish(False, desk.now)
    assert desk.said() == [f"GATE,{BOOT},SHUT", f"ACK,{BOOT},1"]
