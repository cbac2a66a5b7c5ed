"""The simulated shoe does what a true one has to."""

import pytest

from firmware.shoe import simulator
from firmware.shoe.decoder import Decoder
from firmware.shoe.frames import wrap
from firmware.shoe.simulator import SimulatedShoe
from tests.shoe.desk import sent
from tests.shoe.wire import MS, boots

B = "B0070000"


class Bench:
    """A shoe that a test plays the host to, sentence by sentence."""

    def __init__(self, *, has_gate: bool = True, memory: int = 4096) -> None:
        self.shoe = SimulatedShoe(boots(), has_gate=has_gate, memory=memory)
        self.now = 0

    @classmethod
    def greeted(cls, *, has_gate: bool = True, memory: int = 4096) -> "Bench":
        bench = cls(has_gate=has_gate, memory=memory)
        bench.told()
        return bench

    def tell(self, *bodies: str) -> list[str]:
        self.shoe.receive(sent(*bodies), self.now)
        return self.told()

    def told(self, most: int = 10_000) -> list[str]:
        """What the shoe says now, heartbeats that are due by time included."""
        said: list[str] = []
        while len(said) < most and (frame := self.shoe.outgoing(self.now)):
            said += [body.decode() for body in Decoder().feed(frame, self.now)]
        return said

    def wait(self, ms: int) -> list[tuple[int, str]]:
        """Let time pass from deadline to deadline; what is said, and when."""
        end = self.now + ms * MS
        said = [(self.now // MS, body) for body in self.told()]
        while self.now < end:
            self.now = min(self.shoe.deadline(self.now), end)
            said += [(self.now // MS, body) for body in self.told()]
        return said

    def events(self, ms: int) -> list[tuple[int, str]]:
        return [(at, body) for at, body in self.wait(ms) if body.startswith("EV")]


def test_at_power_up_it_names_itself_and_beats() -> None:
    assert Bench().told() == [f"HELLO,{B},SIM-1,coup-sim,1.0,1", f"BEAT,{B},1,0,0"]


def test_after_power_up_it_tells_what_is_amiss() -> None:
    bench = Bench.greeted()
    bench.shoe.lid(True)
    bench.shoe.jam()
    bench.shoe.empty()
    bench.told()
    bench.shoe.restart()
    b = "B0070001"
    assert bench.told()[-3:] == [f"EV,{b},1,LID,OPEN", f"EV,{b},2,JAM", f"EV,{b},3,EMPTY"]
    bench.shoe.loaded()
    bench.shoe.clear()
    bench.shoe.restart()
    assert not [said for said in bench.told() if said.startswith("EV")]


def test_it_tells_events_as_they_happen() -> None:
    bench = Bench.greeted()
    bench.shoe.card("KH")
    bench.shoe.card("??")
    bench.shoe.spoil("DOUBLE")
    bench.shoe.cut()
    bench.shoe.lid(False)
    told = [f"EV,{B},1,CARD,KH", f"EV,{B},2,CARD,??", f"EV,{B},3,SPOIL,DOUBLE", f"EV,{B},4,CUT", f"EV,{B},5,LID,SHUT"]
    assert bench.told() == told


def test_it_beats_every_half_second_whatever_else_is_said() -> None:
    bench = Bench.greeted()
    for tick in range(20):
        bench.shoe.card("KH")
        if tick % 3 == 0:
            bench.tell(f"ACK,{B},{bench.shoe.last}")
        beats = [at for at, said in bench.wait(500) if said.startswith("BEAT")]
        assert beats[-1] == bench.now // MS


def test_a_beat_is_worded_as_it_leaves() -> None:
    bench = Bench()
    bench.shoe.card("KH")
    assert bench.told(1)[0].startswith("HELLO")
    bench.shoe.card("2C")
    assert bench.told(1) == [f"BEAT,{B},1,0,2"]


def test_what_has_happened_leaves_at_once() -> None:
    bench = Bench.greeted()
    bench.shoe.cut()
    assert bench.shoe.deadline(bench.now) == bench.now


def test_it_answers_who_at_any_time() -> None:
    assert Bench.greeted().tell("WHO") == [f"HELLO,{B},SIM-1,coup-sim,1.0,1", f"BEAT,{B},1,0,0"]


class TestGate:
    def test_it_obeys_and_answers_every_command(self) -> None:
        bench = Bench.greeted()
        assert bench.tell(f"GATE,{B},OPEN") == [f"MOUTH,{B},OPEN"]
        assert bench.shoe.gate_open
        assert bench.tell(f"GATE,{B},OPEN", f"GATE,{B},SHUT") == [f"MOUTH,{B},SHUT"] * 2

    def test_a_shoe_without_one_says_so(self) -> None:
        bench = Bench.greeted(has_gate=False)
        assert bench.tell(f"GATE,{B},OPEN") == [f"MOUTH,{B},NONE"]
        assert not bench.shoe.gate_open

    def test_it_shuts_three_seconds_after_the_last_word_of_a_host(self) -> None:
        bench = Bench.greeted()
        bench.tell(f"GATE,{B},OPEN")
        bench.wait(2000)
        bench.tell("WHO", "GATE,00000000,OPEN", f"GATE,{B}", "PING")  # none names its BOOT, or is good
        assert [(at, said) for at, said in bench.wait(1000) if "MOUTH" in said] == [(3000, f"MOUTH,{B},SHUT")]
        bench.tell(f"GATE,{B},OPEN")
        bench.wait(2000)
        bench.tell(f"RESUME,{B},0")
        bench.wait(2999)
        assert bench.shoe.gate_open

    def test_when_it_will_shut_is_known_beforehand(self) -> None:
        bench = Bench.greeted()
        bench.tell(f"GATE,{B},OPEN")
        bench.now += 2_700 * MS
        bench.told()  # a heartbeat
        assert bench.shoe.deadline(bench.now) == simulator.DEAD_HOST_NS
        bench.now = simulator.DEAD_HOST_NS
        assert bench.told() == [f"MOUTH,{B},SHUT"]
        assert bench.shoe.deadline(bench.now) == 2_700 * MS + simulator.BEAT_NS

    def test_a_power_failure_shuts_it(self) -> None:
        bench = Bench.greeted()
        bench.tell(f"GATE,{B},OPEN")
        bench.shoe.restart()
        assert not bench.shoe.gate_open

    def test_a_memory_full_of_what_nobody_acknowledged_shuts_it(self) -> None:
        bench = Bench.greeted(memory=1024)
        bench.tell(f"GATE,{B},OPEN")
        for _ in range(1023):
            bench.shoe.card("KH")
        assert bench.shoe.gate_open
        bench.shoe.card("KH")
        assert not bench.shoe.gate_open
        assert bench.told()[0] == f"MOUTH,{B},SHUT"
        assert bench.tell(f"GATE,{B},OPEN") == [f"MOUTH,{B},SHUT"]
        bench.tell(f"ACK,{B},1")
        assert bench.tell(f"GATE,{B},OPEN") == [f"MOUTH,{B},OPEN"]


class TestRefusals:
    @pytest.mark.parametrize(
        ("said", "reason"),
        [
            (b"$WHO*0000\r\n", "CRC"),
            (b"$WHO*00\r\n", "FORM"),
            (b"$WHO\r\n", "FORM"),
            (wrap(b"WHO,ARE,YOU"), "FORM"),
            (wrap(b"PING"), "UNKNOWN"),
            (wrap(b"ACK,00000000,1"), "BOOT"),
            (wrap(b"ACK,B0070000,2"), "RANGE"),
            (wrap(b"RESUME,B0070000,2"), "RANGE"),
        ],
    )
    def test_it_says_why(self, said: bytes, reason: str) -> None:
        bench = Bench.greeted()
        bench.shoe.card("KH")
        bench.told()
        bench.shoe.receive(said, bench.now)
        assert bench.told() == [f"ERR,{reason}"]

    def test_at_most_four_times_a_second(self) -> None:
        bench = Bench.greeted()
        refused = 0
        for _ in range(100):
            refused += bench.tell("PING").count("ERR,UNKNOWN")
            bench.wait(10)
        assert refused == 4

    @pytest.mark.parametrize(
        ("said", "reason"), [("ACK,00C0FFEE,1", "BOOT"), (f"ACK,{B},1", "RANGE"), (f"ACK,{B},one", "FORM")]
    )
    def test_a_quarter_of_a_second_after_the_one_before(self, said: str, reason: str) -> None:
        bench = Bench.greeted()
        assert [bench.tell(said), bench.tell(said)] == [[f"ERR,{reason}"], []]
        bench.now += simulator.ERR_NS - 1
        assert bench.tell(said) == []
        bench.now += 1
        assert bench.tell(said) == [f"ERR,{reason}"]

    @pytest.mark.parametrize("after", [1, 400, 600])
    def test_half_a_frame_is_refused_once_the_next_one_comes(self, after: int) -> None:
        bench = Bench.greeted()
        bench.shoe.receive(sent("WHO")[:4], bench.now)
        bench.now += after * MS
        assert bench.tell("WHO").count("ERR,FORM") == 1

    def test_an_echo_is_not_answered_at_all(self) -> None:
        bench = Bench.greeted()
        assert bench.tell(f"HELLO,{B},S,M,F,1", f"EV,{B},1,CUT", f"BEAT,{B},1,0,0", f"MOUTH,{B},SHUT", "ERR,CRC") == []

    def test_a_host_that_floods_it_fills_no_memory(self) -> None:
        bench = Bench.greeted()
        assert len(bench.tell(*["WHO"] * 1000)) <= 2 * simulator.ANSWERS_LIMIT


class TestTelling:
    def test_what_nobody_acknowledged_is_told_again_ever_more_rarely(self) -> None:
        bench = Bench.greeted()
        bench.shoe.card("KH")
        assert [at for at, _ in bench.events(30_000)] == [0, 500, 1500, 3500, 7500, 12_500, 17_500, 22_500, 27_500]

    def test_an_acknowledgement_ends_that(self) -> None:
        bench = Bench.greeted()
        bench.shoe.card("KH")
        bench.wait(4000)
        bench.tell(f"ACK,{B},1")
        assert bench.events(10_000) == []
        bench.shoe.card("2C")
        assert [at for at, _ in bench.events(1600)] == [14_000, 14_500, 15_500]

    def test_what_is_acknowledged_meanwhile_is_left_out(self) -> None:
        bench = Bench.greeted()
        for _ in range(3):
            bench.shoe.card("KH")
        bench.told()
        bench.now += 500 * MS
        assert bench.told(2) == [f"BEAT,{B},1,0,3", f"EV,{B},1,CARD,KH"]
        assert bench.tell(f"ACK,{B},2") == [f"EV,{B},3,CARD,KH"]

    def test_a_resume_is_answered_with_a_beat_and_everything_after(self) -> None:
        bench = Bench.greeted()
        for _ in range(3):
            bench.shoe.card("KH")
        bench.told()
        bench.tell(f"ACK,{B},3")
        answer = [f"BEAT,{B},1,3,3", f"EV,{B},2,CARD,KH", f"EV,{B},3,CARD,KH"]
        assert bench.tell(f"RESUME,{B},1") == answer
        assert bench.tell(f"RESUME,{B},3") == answer[:1]

    def test_events_that_happen_meanwhile_join_at_the_end(self) -> None:
        bench = Bench.greeted()
        for _ in range(3):
            bench.shoe.card("KH")
        bench.told()
        bench.shoe.receive(sent(f"RESUME,{B},0"), bench.now)
        assert bench.told(2)[1] == f"EV,{B},1,CARD,KH"
        bench.shoe.cut()
        assert [said.split(",")[2] for said in bench.told()] == ["2", "3", "4"]

    def test_a_further_resume_begins_anew(self) -> None:
        bench = Bench.greeted()
        for _ in range(5):
            bench.shoe.card("KH")
        bench.told()
        bench.shoe.receive(sent(f"RESUME,{B},0"), bench.now)
        bench.told(3)
        assert [said.split(",")[2] for said in bench.tell(f"RESUME,{B},3")[1:]] == ["4", "5"]

    def test_its_newest_thousand_and_twenty_four_are_held_though_acknowledged(self) -> None:
        bench = Bench.greeted()
        for _ in range(1030):
            bench.shoe.card("KH")
        bench.told()
        bench.tell(f"ACK,{B},1030")
        assert bench.tell(f"RESUME,{B},0")[:2] == [f"BEAT,{B},7,1030,1030", f"EV,{B},7,CARD,KH"]

    def test_an_event_beyond_its_memory_pushes_out_the_oldest(self) -> None:
        bench = Bench.greeted(memory=1024)
        for _ in range(1026):
            bench.shoe.card("KH")
        bench.told()
        assert bench.tell("WHO")[1] == f"BEAT,{B},3,0,1026"

    def test_a_shoe_holds_a_thousand_and_twenty_four_at_least(self) -> None:
        with pytest.raises(ValueError, match="1024"):
            Bench(memory=1023)


def test_a_shoe_that_has_used_its_last_number_does_as_at_a_power_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator, "MAX_SEQ", 2)
    bench = Bench.greeted()
    for _ in range(3):
        bench.shoe.card("KH")
        told = bench.told()
    assert told[0] == "HELLO,B0070001,SIM-1,coup-sim,1.0,1"
    assert told[-1] == "EV,B0070001,1,CARD,KH"
