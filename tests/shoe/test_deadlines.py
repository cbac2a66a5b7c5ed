"""When there will be something by time alone, and what is remembered till then: to the nanosecond, to the last one."""

from firmware.core.inputs import BootRepeated, CardLeft, CutLeft, EventsLost, FaultGone, FaultSeen, Input, ShoePresented
from firmware.shoe.latch import OBEY_NS, Latch
from firmware.shoe.liveness import MOUTH_SILENCE_NS, OVERDUE_NS, SILENCE_NS, Liveness
from firmware.shoe.memory import BOOTS_KEPT, EVENTS_KEPT, LOSSES_KEPT, Memory
from firmware.shoe.session import IDLE_NS, RETRY_NS, WAITING_LIMIT, HostSession
from firmware.shoe.simulator import BEAT_NS, SimulatedShoe
from firmware.shoe.voice import WHO_NS
from tests.shoe.desk import BOOT, HELLO, MS, OTHER, Desk, sent
from tests.shoe.wire import boots

GRAIN_NS = 100 * MS  # announcements closer together count as one


def heard(needs_mouth: bool = True) -> Liveness:
    """A link on which a shoe with no event was heard at 0, and has answered for its gate."""
    link = Liveness(needs_mouth)
    link.opened()
    link.mouth(0)
    link.beat(0, 0, 0)
    assert link.judge(0, 0) == ""
    return link


# ---------------------------------------------------------------------- the link


def test_before_anything_was_heard_nothing_is_waited_for() -> None:
    link = Liveness(needs_mouth=True)
    assert (link.port_open, link.up, link.deadline(0)) == (False, False, None)
    assert link.judge(0, 0) == "the port is not open"
    link.opened()
    assert link.judge(0, 0) == "the shoe is not heard"
    link.heard(0)
    assert link.judge(0, 0) == "the shoe does not answer"
    link.mouth(0)
    assert link.judge(0, 0) == "the shoe has not said all that was missed"


def test_silence_is_known_beforehand() -> None:
    link = heard()
    assert link.deadline(0) == SILENCE_NS
    assert link.deadline(SILENCE_NS) == MOUTH_SILENCE_NS
    link.heard(8_000 * MS)
    assert link.deadline(8_000 * MS) == MOUTH_SILENCE_NS
    assert link.deadline(MOUTH_SILENCE_NS) == 8_000 * MS + SILENCE_NS
    assert link.deadline(8_000 * MS + SILENCE_NS) is None


def test_where_no_answer_is_needed_none_is_waited_for() -> None:
    link = heard(needs_mouth=False)
    assert link.deadline(SILENCE_NS) is None


def test_a_link_that_is_down_waits_for_a_frame() -> None:
    link = heard()
    assert link.judge(0, SILENCE_NS) == "the shoe is not heard"
    assert link.deadline(0) is None


def test_an_announced_event_has_three_seconds_of_its_own() -> None:
    link = heard()
    link.announced(1, 0, 7 * MS)
    link.announced(2, 0, 7 * MS + GRAIN_NS)
    link.heard(60_000 * MS)
    link.mouth(60_000 * MS)
    assert link.deadline(8 * MS) == 7 * MS + OVERDUE_NS
    assert (link.owed(0), link.owed(1), link.owed(2)) == (True, True, False)
    link.judge(1, 8 * MS)  # the first one came
    assert link.deadline(8 * MS) == 7 * MS + GRAIN_NS + OVERDUE_NS


def test_announcements_that_come_close_together_are_one() -> None:
    link = heard()
    link.announced(1, 0, 7 * MS)
    link.announced(2, 0, 6 * MS + GRAIN_NS)
    link.judge(1, 8 * MS)
    link.heard(60_000 * MS)
    link.mouth(60_000 * MS)
    assert link.deadline(8 * MS) == 7 * MS + OVERDUE_NS


def test_a_shoe_that_is_known_has_to_say_what_was_missed_all_the_same() -> None:
    desk = Desk(record=Desk.beside_a_shoe(3).record)
    assert not desk.host.up
    desk.open()
    desk.hear(HELLO, f"MOUTH,{BOOT},SHUT")
    assert not desk.trusted


def test_a_gate_has_two_seconds_from_the_hello_or_the_change_of_the_wish() -> None:
    latch = Latch()
    assert (latch.open, latch.mouth, latch.deadline()) == (False, "unknown", None)
    latch.renewed(7)
    assert latch.deadline() == 7 + OBEY_NS
    latch.report("SHUT")
    assert latch.deadline() is None
    latch.want(True, 9)
    assert (latch.open, latch.mouth, latch.deadline()) == (True, "shut", 9 + OBEY_NS)
    latch.want(True, 11)
    assert latch.deadline() == 9 + OBEY_NS
    latch.report("OPEN")
    assert latch.deadline() is None


# ---------------------------------------------------------------------- the host


def test_what_has_arrived_or_is_offered_is_there_now() -> None:
    desk = Desk.beside_a_shoe()
    desk.said()
    desk.host.receive(sent(f"EV,{BOOT},1,CUT"), desk.now)
    assert desk.host.deadline(desk.now) == desk.now
    offered = desk.host.next_input(desk.now)
    assert isinstance(offered, CutLeft)
    assert desk.host.deadline(desk.now) == desk.now
    desk.host.put_back(offered, desk.now)
    assert desk.host.deadline(desk.now) == desk.now + 500 * MS  # the GATE


def test_a_fault_that_is_offered_is_there_now() -> None:
    desk = Desk.beside_a_shoe(3)
    desk.now += SILENCE_NS
    assert isinstance(desk.host.next_input(desk.now), FaultSeen)
    assert desk.said() == [f"GATE,{BOOT},SHUT", "WHO"]
    assert desk.host.deadline(desk.now) == desk.now


def test_who_is_there_is_asked_a_second_later_and_nothing_else_is_said_before_it_answers() -> None:
    desk = Desk(record=Desk.beside_a_shoe(3).record)
    desk.open()
    asked = desk.now
    assert desk.said() == ["WHO"]
    desk.wait(400)
    assert desk.host.deadline(desk.now) == asked + WHO_NS


def test_a_shoe_that_falls_silent_is_asked_who_it_is_between_two_commands_of_its_gate() -> None:
    desk = Desk.beside_a_shoe()
    for ms, said in ((SILENCE_NS / MS - 300, ["GATE"]), (300, ["WHO"]), (200, ["GATE"]), (500, ["GATE"])):
        desk.wait(ms)
        assert [sentence.split(",")[0] for sentence in desk.said()] == said
    assert desk.host.deadline(desk.now) == desk.now - 700 * MS + WHO_NS


def test_a_shoe_that_was_only_just_heard_is_told_to_keep_its_gate_shut() -> None:
    host = HostSession()  # nothing is on record, not even that it has not been heard
    host.opened(0, 0)
    host.wish(True, 0)
    host.receive(sent(HELLO), 0)
    presented = host.next_input(0)
    assert isinstance(presented, ShoePresented)
    host.recorded(presented, 0)
    assert host.outgoing(0) == sent(f"GATE,{BOOT},SHUT", "WHO")


def test_a_fault_that_could_not_be_recorded_is_tried_again() -> None:
    desk = Desk.beside_a_shoe(3)
    desk.host.wish(True, desk.now)
    desk.hear(f"MOUTH,{BOOT},OPEN")
    assert desk.said() == [f"GATE,{BOOT},OPEN"]
    desk.now += SILENCE_NS
    fault = desk.host.next_input(desk.now)
    assert fault == FaultSeen(fault="link", why="the shoe is not heard")
    desk.host.put_back(fault, desk.now)
    assert desk.said() == [f"GATE,{BOOT},SHUT", "WHO"]  # it is shut all the same
    assert desk.host.deadline(desk.now) == desk.now + RETRY_NS


def test_when_a_gate_will_not_have_obeyed_is_known_beforehand() -> None:
    for listen_only in (False, True):
        desk = Desk.beside_a_shoe(3, listen_only=listen_only)
        wished = desk.now
        desk.host.wish(True, wished)
        desk.alive(1500, last=3)
        desk.wait(400)
        desk.said()
        due = desk.now + IDLE_NS if listen_only else wished + OBEY_NS
        assert desk.host.deadline(desk.now) == due


def test_a_gate_has_two_seconds_once_the_link_is_back() -> None:
    desk = Desk.beside_a_shoe(3)
    desk.host.wish(True, desk.now)
    desk.hear(f"MOUTH,{BOOT},OPEN")
    desk.close()
    desk.open()
    desk.hear(f"MOUTH,{BOOT},SHUT", f"BEAT,{BOOT},1,3,3")
    assert desk.trusted
    assert desk.wait(1999) == []
    assert desk.wait(1) == [FaultSeen(fault="gate", why="the gate does not obey")]


def test_several_sentences_leave_without_a_gap_and_then_nothing() -> None:
    desk = Desk.beside_a_shoe()
    desk.host.wish(True, desk.now)
    desk.hear(f"EV,{BOOT},1,CUT")
    assert desk.host.outgoing(desk.now) == sent(f"GATE,{BOOT},OPEN", f"ACK,{BOOT},1")
    assert desk.host.outgoing(desk.now) == b""


def test_what_was_sent_is_counted() -> None:
    desk = Desk()
    desk.open()
    desk.said()
    desk.wait(1000)
    desk.said()
    desk.hear(HELLO, f"BEAT,{BOOT},1,0,0")
    desk.said()
    counts = desk.host.counters()
    assert {key: count for key, count in counts.items() if key.startswith("sent")} == {"sent_who": 2, "sent_gate": 1}


def test_a_boot_that_has_repeated_is_told_with_what_to_do() -> None:
    desk = Desk.beside_a_shoe(3)
    _, fault = desk.hear(f"BEAT,{BOOT},1,0,2")
    assert fault == FaultSeen(fault="link", why="the BOOT of the shoe has repeated: switch it off and on")


def test_exactly_as_many_frames_wait_as_may() -> None:
    desk = Desk.beside_a_shoe()
    desk.host.receive(sent(*["ERR,FORM"] * (WAITING_LIMIT + 2)), desk.now)
    desk.take()
    counts = desk.host.counters()
    assert (counts["err_form"], counts["overrun"]) == (WAITING_LIMIT, 2)


def test_the_next_heartbeat_of_a_simulated_shoe_is_half_a_second_after_the_last() -> None:
    shoe = SimulatedShoe(boots())
    while shoe.outgoing(0):
        pass
    assert shoe.deadline(0) == BEAT_NS
    assert shoe.outgoing(BEAT_NS + 7)
    assert shoe.deadline(BEAT_NS + 7) == 2 * BEAT_NS + 7


# ---------------------------------------------------------------------- what is remembered


def boot(n: int) -> str:
    return f"{n:08X}"


def test_nothing_is_remembered_of_a_shoe_nobody_knows() -> None:
    memory = Memory()
    assert (memory.reached(BOOT), memory.newest_taken(BOOT), memory.said(BOOT, 1)) == (None, 0, None)
    assert not memory.was_lost(BOOT, 1)


def test_a_loss_is_remembered_from_its_first_to_its_last() -> None:
    memory = Memory()
    memory.learn(EventsLost(boot=BOOT, first=3, last=5))
    assert [memory.was_lost(BOOT, seq) for seq in range(1, 8)] == [False, False, True, True, True, False, False]
    assert not memory.was_lost(OTHER, 4)
    assert (memory.reached(BOOT), memory.newest_taken(BOOT)) == (5, 0)


def test_only_the_newest_losses_are_remembered() -> None:
    memory = Memory()
    for seq in range(1, LOSSES_KEPT + 2):
        memory.learn(EventsLost(boot=BOOT, first=seq, last=seq))
    assert [memory.was_lost(BOOT, seq) for seq in (1, 2, LOSSES_KEPT + 1)] == [False, True, True]


def test_only_the_newest_boots_are_remembered() -> None:
    memory = Memory()
    for n in range(BOOTS_KEPT + 1):
        memory.learn(CutLeft(boot=boot(n), seq=7, said="CUT"))
    assert [memory.reached(boot(n)) for n in (0, 1, BOOTS_KEPT)] == [None, 7, 7]
    assert [memory.newest_taken(boot(n)) for n in (0, 1, BOOTS_KEPT)] == [0, 7, 7]
    memory.learn(EventsLost(boot=boot(999), first=1, last=1))  # of which nothing was taken
    for n in range(1000, 1001 + BOOTS_KEPT):
        memory.learn(EventsLost(boot=boot(n), first=1, last=1))
    assert memory.reached(boot(999)) is None


def test_only_the_newest_boots_are_distrusted() -> None:
    memory = Memory()
    for n in range(BOOTS_KEPT):
        memory.learn(BootRepeated(boot=boot(n), why=""))
    assert list(memory.distrusted) == [boot(n) for n in range(BOOTS_KEPT)]
    memory.learn(BootRepeated(boot=boot(BOOTS_KEPT), why=""))
    assert list(memory.distrusted) == [boot(n) for n in range(1, BOOTS_KEPT + 1)]


def test_only_the_newest_events_are_remembered() -> None:
    memory = Memory()
    for seq in range(1, EVENTS_KEPT + 1):
        memory.learn(CutLeft(boot=BOOT, seq=seq, said="CUT"))
    assert memory.said(BOOT, 1) == "CUT"
    memory.learn(CutLeft(boot=BOOT, seq=EVENTS_KEPT + 1, said="CUT"))
    assert [memory.said(BOOT, seq) for seq in (1, 2)] == [None, "CUT"]


def test_a_port_that_is_gone_is_judged_at_once() -> None:
    desk = Desk.beside_a_shoe()
    assert desk.host.deadline(desk.now) > desk.now
    desk.host.closed(desk.now)
    assert desk.host.deadline(desk.now) == desk.now


def test_after_the_last_event_that_was_missing_the_link_is_judged_at_once() -> None:
    desk = Desk()
    desk.open()
    desk.hear(HELLO, f"MOUTH,{BOOT},SHUT", f"BEAT,{BOOT},1,0,1")
    assert not desk.trusted
    desk.host.receive(sent(f"EV,{BOOT},1,CUT"), desk.now)
    assert take_one(desk) == CutLeft(boot=BOOT, seq=1, said="CUT")
    assert desk.said() == [f"GATE,{BOOT},SHUT", f"ACK,{BOOT},1"]
    assert desk.host.deadline(desk.now) == desk.now
    assert take_one(desk) == FaultGone(fault="link")


def test_what_falls_due_while_an_event_is_taken_up_is_judged_at_once() -> None:
    desk = Desk.beside_a_shoe()
    desk.host.wish(True, desk.now)
    desk.alive(1500, last=0)
    desk.now += 500 * MS
    desk.host.receive(sent(f"EV,{BOOT},1,CUT"), desk.now)
    assert isinstance(take_one(desk), CutLeft)
    desk.said()
    assert desk.host.deadline(desk.now) == desk.now
    assert take_one(desk) == FaultSeen(fault="gate", why="the gate does not obey")


def take_one(desk: Desk) -> Input | None:
    """Put one thing on record, and no more."""
    found = desk.host.next_input(desk.now)
    if found:
        desk.host.recorded(found, desk.now)
    return found


def test_what_the_shoe_tells_of_itself_before_an_event_is_judged_at_once() -> None:
    """In one read: that its gate is shut, against a wish that is two seconds old, and a card."""
    desk = Desk.beside_a_shoe()
    desk.host.wish(True, desk.now)
    desk.alive(2500, last=0, place="OPEN")
    desk.host.receive(sent(f"MOUTH,{BOOT},SHUT", f"EV,{BOOT},1,CARD,KH"), desk.now)
    assert isinstance(take_one(desk), CardLeft)
    desk.said()
    assert desk.host.deadline(desk.now) == desk.now
    assert take_one(desk) == FaultSeen(fault="gate", why="the gate does not obey")


def test_a_gate_is_not_forgiven_before_the_silence_of_its_shoe_is_known() -> None:
    desk = Desk.beside_a_shoe()
    desk.host.wish(True, desk.now)
    assert desk.alive(2500, last=0) == [FaultSeen(fault="gate", why="the gate does not obey")]
    desk.said()
    desk.now += SILENCE_NS
    assert take_one(desk) == FaultSeen(fault="link", why="the shoe is not heard")
    assert desk.host.deadline(desk.now) == desk.now
    assert take_one(desk) == FaultGone(fault="gate")  # it is shut, as is wished now


def test_a_fault_that_could_not_be_recorded_is_forgotten_with_its_cause_at_once() -> None:
    desk = Desk.beside_a_shoe()
    desk.host.wish(True, desk.now)
    desk.alive(500, last=1, place="OPEN")
    desk.now += OVERDUE_NS
    desk.host.receive(sent(f"MOUTH,{BOOT},OPEN"), desk.now)
    fault = desk.host.next_input(desk.now)
    assert fault == FaultSeen(fault="link", why="an announced event does not come")
    desk.host.put_back(fault, desk.now)
    assert f"GATE,{BOOT},SHUT" in desk.said()
    desk.host.receive(sent(f"EV,{BOOT},1,CUT"), desk.now)
    assert isinstance(take_one(desk), CutLeft)
    desk.said()
    assert desk.host.deadline(desk.now) == desk.now
    assert take_one(desk) is None
    assert desk.said() == [f"GATE,{BOOT},OPEN"]
