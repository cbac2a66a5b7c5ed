"""Every event is taken once and in order, and what cannot be had is said to be lost."""

import pytest

from firmware.core.inputs import (
    BootRepeated,
    CardLeft,
    CutLeft,
    EventsLost,
    FaultGone,
    FaultSeen,
    LineNoted,
    ShoeAdopted,
    ShoePresented,
)
from firmware.core.link import LinkMemory
from tests.shoe.desk import BOOT, HELLO, MS, OTHER, Desk, sent

KING = CardLeft(boot=BOOT, seq=1, said="CARD,KH", face="KH")
PRESENTED = ShoePresented(boot=BOOT, serial="S-1", model="M", firmware="F", restarted=False)


def lost(first: int, last: int) -> EventsLost:
    return EventsLost(boot=BOOT, first=first, last=last)


def test_a_card_is_acknowledged_when_it_is_on_record_and_not_before() -> None:
    desk = Desk.beside_a_shoe()
    desk.host.receive(b"$EV,1F3A9C04,1,CARD,KH*", desk.now)
    assert desk.take() == []
    desk.host.receive(b"0000\r\n", desk.now)
    assert desk.take() == []
    assert desk.said() == []
    assert desk.hear(f"EV,{BOOT},1,CARD,KH") == [KING]
    assert desk.said() == [f"ACK,{BOOT},1"]
    assert desk.said() == []


def test_the_same_card_is_offered_until_it_is_answered() -> None:
    desk = Desk.beside_a_shoe()
    desk.host.receive(sent(f"EV,{BOOT},1,CARD,KH"), desk.now)
    offered = desk.host.next_input(desk.now)
    assert offered == KING
    assert desk.host.next_input(desk.now) is offered
    assert desk.said() == []
    with pytest.raises(ValueError, match="not the one offered"):
        desk.host.recorded(KING, desk.now)
    desk.host.recorded(offered, desk.now)
    assert desk.said() == [f"ACK,{BOOT},1"]


def test_a_card_that_could_not_be_recorded_was_never_heard() -> None:
    desk = Desk.beside_a_shoe()
    desk.host.receive(sent(f"EV,{BOOT},1,CARD,KH", f"EV,{BOOT},2,CUT"), desk.now)
    offered = desk.host.next_input(desk.now)
    assert offered == KING
    desk.host.put_back(offered, desk.now)
    assert desk.take() == []
    assert desk.said() == [f"RESUME,{BOOT},0"]
    assert [taken.kind for taken in desk.hear(f"EV,{BOOT},1,CARD,KH", f"EV,{BOOT},2,CUT")] == ["card", "cut"]
    assert desk.said() == [f"ACK,{BOOT},2"]


def test_several_cards_on_a_busy_line_share_one_acknowledgement() -> None:
    desk = Desk.beside_a_shoe()
    assert len(desk.hear(*(f"EV,{BOOT},{seq},CARD,2C" for seq in (1, 2, 3)))) == 3
    assert desk.said() == [f"ACK,{BOOT},3"]


@pytest.mark.parametrize("said", ["", ",", ",WARP,9", ",CARD,1Z", ",CUT,EXTRA"])
def test_an_event_nobody_knows_never_blocks_the_line(said: str) -> None:
    desk = Desk.beside_a_shoe()
    assert len(desk.hear(f"EV,{BOOT},1{said}")) == 1
    assert desk.said() == [f"ACK,{BOOT},1"]
    assert desk.hear(f"EV,{BOOT},2,CUT") == [CutLeft(boot=BOOT, seq=2, said="CUT")]


class TestDuplicates:
    def test_the_newest_taken_is_acknowledged_again_and_nothing_else_happens(self) -> None:
        desk = Desk.beside_a_shoe(3)
        assert desk.hear(f"EV,{BOOT},1,CARD,KH", f"EV,{BOOT},2,CARD,KH") == []
        assert desk.said() == [f"ACK,{BOOT},3"]

    @pytest.mark.parametrize("said", ["CARD,KS", "CUT", "CARD,KH,", ""])
    def test_another_content_means_that_the_boot_has_repeated(self, said: str) -> None:
        desk = Desk.beside_a_shoe(3)
        assert [taken.kind for taken in desk.hear(f"EV,{BOOT},2,{said}")] == ["repeated", "fault_seen"]
        assert desk.said() == []
        assert desk.hear(f"EV,{BOOT},3,CARD,KH", f"EV,{BOOT},4,CARD,KH") == []
        assert desk.said() == []

    def test_a_thousand_and_twenty_four_are_compared_and_no_more(self) -> None:
        desk = Desk.beside_a_shoe(1025)
        assert desk.hear(f"EV,{BOOT},1,CUT") == []
        assert desk.hear(f"EV,{BOOT},2,CUT")[0].kind == "repeated"

    def test_adopted_and_lost_ones_are_not_compared(self) -> None:
        desk = Desk()
        desk.open()
        desk.hear(HELLO, f"BEAT,{BOOT},1,2,2", f"BEAT,{BOOT},5,2,5", f"EV,{BOOT},5,CUT")
        assert desk.record[-1] == CutLeft(boot=BOOT, seq=5, said="CUT")
        assert desk.hear(*(f"EV,{BOOT},{seq},JAM" for seq in (1, 2, 3, 4))) == []
        assert f"ACK,{BOOT},5" in desk.said()


class TestGaps:
    def test_an_event_too_far_ahead_is_not_taken_and_the_missing_one_asked_for(self) -> None:
        desk = Desk.beside_a_shoe(3)
        assert desk.hear(f"EV,{BOOT},5,CUT") == []
        assert desk.said() == [f"RESUME,{BOOT},3"]
        assert [taken.kind for taken in desk.hear(f"EV,{BOOT},4,CARD,KH", f"EV,{BOOT},5,CUT")] == ["card", "cut"]
        assert desk.said() == [f"ACK,{BOOT},5"]

    def test_the_same_is_asked_for_once_in_a_quarter_of_a_second(self) -> None:
        desk = Desk.beside_a_shoe(3)
        asked = []
        for _ in range(50):
            desk.hear(f"EV,{BOOT},6,CUT")
            asked += [(desk.now // MS, said) for said in desk.said() if said.startswith("RESUME")]
            desk.wait(10)
        start = asked[0][0]
        assert asked == [(start, f"RESUME,{BOOT},3"), (start + 250, f"RESUME,{BOOT},3")]

    def test_another_gap_is_asked_for_at_once(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.hear(f"EV,{BOOT},5,CUT")
        assert desk.said() == [f"RESUME,{BOOT},3"]
        desk.hear(f"EV,{BOOT},4,CUT", f"EV,{BOOT},6,CUT")
        assert desk.said() == [f"ACK,{BOOT},4", f"RESUME,{BOOT},4"]

    def test_a_gap_that_closed_before_the_line_was_free_is_not_asked_for(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.hear(f"EV,{BOOT},5,CUT", f"EV,{BOOT},4,CUT", f"EV,{BOOT},5,CUT")
        assert desk.said() == [f"ACK,{BOOT},5"]

    def test_a_beat_ahead_is_a_gap_when_no_event_came_for_a_quarter_of_a_second(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.wait(249)
        desk.hear(f"BEAT,{BOOT},1,3,4")
        assert desk.said() == []
        desk.wait(1)
        desk.hear(f"BEAT,{BOOT},1,3,4")
        assert desk.said() == [f"RESUME,{BOOT},3"]

    def test_behind_a_port_just_opened_nothing_is_on_its_way(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.close()
        desk.open()
        desk.said()
        desk.hear(HELLO, f"BEAT,{BOOT},1,3,4")
        assert desk.said() == [f"RESUME,{BOOT},3"]

    def test_an_answer_that_never_comes_is_asked_for_as_long_as_it_takes(self) -> None:
        desk = Desk.beside_a_shoe(3)
        asked = 0
        for _ in range(40):
            desk.wait(500)
            assert EventsLost not in map(type, desk.hear(f"BEAT,{BOOT},1,3,9", f"MOUTH,{BOOT},SHUT"))
            asked += desk.said().count(f"RESUME,{BOOT},3")
        assert asked == 40


class TestLosses:
    def test_a_beat_proves_that_the_oldest_are_gone(self) -> None:
        desk = Desk.beside_a_shoe(3)
        assert desk.hear(f"BEAT,{BOOT},7,3,9") == [lost(4, 6)]
        desk.wait(250)
        desk.hear(f"BEAT,{BOOT},7,3,9")
        assert desk.said() == [f"RESUME,{BOOT},6"]
        assert [taken.kind for taken in desk.hear(f"EV,{BOOT},7,CUT")] == ["cut"]

    def test_a_shoe_that_holds_none_of_them_has_lost_them_all(self) -> None:
        desk = Desk.beside_a_shoe(3)
        assert desk.hear(f"BEAT,{BOOT},10,3,9") == [lost(4, 9)]
        assert desk.hear(f"EV,{BOOT},10,CUT") == [CutLeft(boot=BOOT, seq=10, said="CUT")]

    def test_a_shoe_that_holds_the_next_one_has_lost_none(self) -> None:
        desk = Desk.beside_a_shoe(3)
        assert desk.hear(f"BEAT,{BOOT},4,3,9", f"BEAT,{BOOT},1,3,9") == []

    def test_a_loss_that_could_not_be_recorded_is_proved_again(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.host.receive(sent(f"BEAT,{BOOT},7,3,9"), desk.now)
        offered = desk.host.next_input(desk.now)
        assert offered == lost(4, 6)
        desk.host.put_back(offered, desk.now)
        assert desk.take() == []
        assert desk.hear(f"BEAT,{BOOT},7,3,9") == [lost(4, 6)]

    def test_a_lost_event_is_not_acknowledged_as_if_it_had_been_taken(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.hear(f"BEAT,{BOOT},7,3,9", f"EV,{BOOT},3,CARD,KH")
        assert desk.said() == [f"ACK,{BOOT},3"]


class TestRepeatedBoots:
    @pytest.mark.parametrize(
        ("proof", "why"),
        [
            (f"BEAT,{BOOT},1,0,2", "its newest event is 2 where 3 is on record"),
            (f"EV,{BOOT},2,CUT", "event 2 came again with another content"),
            ("ERR,RANGE", "it does not know event 3"),
        ],
    )
    def test_a_shoe_that_does_not_know_what_was_taken_has_repeated(self, proof: str, why: str) -> None:
        desk = Desk.beside_a_shoe(3)
        repeated, fault = desk.hear(proof)
        assert repeated == BootRepeated(boot=BOOT, why=why)
        assert isinstance(fault, FaultSeen)
        assert fault.fault == "link"
        assert desk.hear(f"EV,{BOOT},4,CUT", f"BEAT,{BOOT},1,0,4", "ERR,RANGE", HELLO) == []
        assert not [said for said in desk.said() if said.startswith(("ACK", "RESUME"))]

    def test_nothing_more_is_said_of_its_events(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.hear(f"EV,{BOOT},5,CUT", f"EV,{BOOT},3,CARD,KH", f"BEAT,{BOOT},1,0,2")  # a gap, a duplicate, the proof
        desk.now += 5 * MS
        assert not [said for said in desk.said() if said.startswith(("ACK", "RESUME"))]
        assert desk.host.deadline(desk.now) > desk.now

    def test_it_is_trusted_again_with_another_boot_only(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.hear(f"BEAT,{BOOT},1,0,2")
        desk.hear(f"HELLO,{OTHER},S-1,M,F,1", f"BEAT,{OTHER},1,0,0", f"MOUTH,{OTHER},SHUT")
        assert desk.trusted
        desk.hear(HELLO, f"BEAT,{BOOT},1,0,4", f"EV,{BOOT},4,CUT", f"MOUTH,{BOOT},SHUT")
        assert not desk.trusted
        assert desk.record[-1].kind == "fault_seen"

    def test_a_refused_range_is_nothing_where_no_event_was_named(self) -> None:
        desk = Desk.beside_a_shoe()
        assert desk.hear("ERR,RANGE") == []
        assert desk.host.counters()["err_range"] == 1


class TestWhereItGoesOn:
    def test_nothing_is_taken_before_the_first_beat_after_the_hello(self) -> None:
        desk = Desk()
        desk.open()
        assert desk.hear(f"EV,{BOOT},1,CARD,KH") == []
        assert desk.hear(f"BEAT,{BOOT},1,0,1", f"EV,{BOOT},1,CARD,KH") == []
        assert desk.hear(HELLO, f"EV,{BOOT},1,CARD,KH") == [PRESENTED]
        assert desk.hear(f"BEAT,{BOOT},1,0,1", f"EV,{BOOT},1,CARD,KH") == [KING]

    def test_a_new_host_beside_a_shoe_in_play_leaves_the_past_to_the_other_host(self) -> None:
        desk = Desk()
        desk.open()
        adopted = ShoeAdopted(boot=BOOT, seq=5)
        assert desk.hear(HELLO, f"BEAT,{BOOT},1,5,7") == [PRESENTED, adopted]
        assert desk.said() == [f"GATE,{BOOT},SHUT", f"RESUME,{BOOT},5", "WHO"]
        assert [taken.kind for taken in desk.hear(f"EV,{BOOT},5,CUT", f"EV,{BOOT},6,CARD,KH")] == ["card"]

    def test_what_was_only_adopted_is_adopted_again_after_a_start(self) -> None:
        desk = Desk(record=[PRESENTED, ShoeAdopted(boot=BOOT, seq=5)])
        desk.open()
        assert desk.hear(HELLO, f"BEAT,{BOOT},1,9,9") == [ShoeAdopted(boot=BOOT, seq=9)]

    def test_a_shoe_that_lost_events_before_any_host_came_says_so(self) -> None:
        desk = Desk()
        desk.open()
        assert desk.hear(HELLO, f"BEAT,{BOOT},4,0,9") == [PRESENTED, lost(1, 3)]

    def test_after_a_start_it_goes_on_after_the_last_on_record(self) -> None:
        record = Desk.beside_a_shoe(3).record
        desk = Desk(record=record)
        desk.open()
        assert [taken.kind for taken in desk.hear(HELLO, f"BEAT,{BOOT},1,2,4")] == []
        assert desk.said() == [f"GATE,{BOOT},SHUT", f"RESUME,{BOOT},3", "WHO"]
        assert desk.hear(f"EV,{BOOT},3,CARD,KH", f"EV,{BOOT},4,CUT") == [CutLeft(boot=BOOT, seq=4, said="CUT")]
        assert desk.said() == [f"ACK,{BOOT},4"]

    def test_what_another_host_acknowledged_meanwhile_is_noted_and_asked_for(self) -> None:
        desk = Desk(record=Desk.beside_a_shoe(3).record)
        desk.open()
        noted = desk.hear(HELLO, f"BEAT,{BOOT},1,6,6")
        assert noted == [LineNoted(note=f"another host acknowledged up to 6 of {BOOT}, on record is 3")]
        assert f"RESUME,{BOOT},3" in desk.said()
        assert desk.hear(f"BEAT,{BOOT},1,6,6") == []

    def test_another_content_is_known_after_a_start_too(self) -> None:
        desk = Desk(record=Desk.beside_a_shoe(3).record)
        desk.open()
        assert desk.hear(HELLO, f"BEAT,{BOOT},1,3,3", f"EV,{BOOT},2,CUT")[0].kind == "repeated"

    def test_a_repeated_boot_is_not_trusted_after_a_start_either(self) -> None:
        before = Desk.beside_a_shoe(3)
        before.hear(f"BEAT,{BOOT},1,0,2")
        for desk in (Desk(record=before.record), Desk(header=before.host.memory())):
            desk.open()
            assert desk.hear(HELLO, f"BEAT,{BOOT},1,0,4", f"EV,{BOOT},4,CUT", f"MOUTH,{BOOT},SHUT") == []
            assert not desk.trusted


class TestShoesExchanged:
    def test_a_hello_with_another_boot_is_another_shoe_or_one_that_lost_its_power(self) -> None:
        desk = Desk.beside_a_shoe(3)
        assert desk.hear(f"HELLO,{OTHER},S-2,M,F,1")[0] == ShoePresented(
            boot=OTHER, serial="S-2", model="M", firmware="F", restarted=True
        )

    def test_the_first_hello_after_a_start_is_compared_with_the_last_on_record(self) -> None:
        desk = Desk(record=Desk.beside_a_shoe(3).record)
        desk.open()
        presented = desk.hear(f"HELLO,{OTHER},S-2,M,F,1")[0]
        assert isinstance(presented, ShoePresented)
        assert presented.restarted

    def test_a_shoe_that_comes_back_goes_on_where_it_was(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.hear(f"HELLO,{OTHER},S-2,M,F,1", f"BEAT,{OTHER},1,0,0", f"EV,{OTHER},1,CUT")
        assert f"ACK,{OTHER},1" in desk.said()
        taken = desk.hear(HELLO, f"BEAT,{BOOT},1,3,4", f"EV,{BOOT},4,CUT")
        assert [found.kind for found in taken if found.kind in ("presented", "cut")] == ["presented", "cut"]
        assert f"ACK,{BOOT},4" in desk.said()

    def test_frames_of_a_stranger_are_not_taken_and_it_is_asked_who_it_is(self) -> None:
        desk = Desk.beside_a_shoe(3)
        assert desk.hear(f"EV,{OTHER},4,CUT", f"BEAT,{OTHER},1,0,9") == []
        desk.now += 1000 * MS  # the last WHO is long ago
        assert "WHO" in desk.said()

    def test_a_stranger_that_names_itself_as_the_present_shoe_is_not_asked(self) -> None:
        desk = Desk.beside_a_shoe(3)
        desk.now += 1000 * MS
        desk.hear(f"EV,{OTHER},4,CUT", HELLO)
        assert "WHO" not in desk.said()

    def test_a_stranger_is_asked_at_most_four_times_a_second(self) -> None:
        desk = Desk.beside_a_shoe(3)
        asked = 0
        for _ in range(100):
            desk.wait(10)
            desk.hear(f"EV,{OTHER},4,CUT")
            asked += desk.said().count("WHO")
        assert asked == 4

    def test_the_last_sixty_four_boots_are_remembered(self) -> None:
        desk = Desk.beside_a_shoe()
        boots = [f"{number:08X}" for number in range(65)]
        for boot in boots:
            desk.hear(f"HELLO,{boot},S,M,F,1", f"BEAT,{boot},1,0,1", f"EV,{boot},1,CUT")
        memory = desk.host.memory()
        assert memory.present == boots[-1]
        assert memory.boots == tuple((boot, 1) for boot in boots[1:])
        again = Desk(header=memory)
        assert again.host.memory() == memory
        again.open()
        assert [taken.kind for taken in again.hear(f"HELLO,{boots[1]},S,M,F,1", f"BEAT,{boots[1]},1,1,1")][:2] == [
            "presented"
        ]
        assert [taken.kind for taken in again.hear(f"HELLO,{boots[0]},S,M,F,1", f"BEAT,{boots[0]},1,1,1")][:2] == [
            "presented",
            "adopted",
        ]


def test_a_header_serves_as_well_as_the_file_before_it() -> None:
    before = Desk.beside_a_shoe(3)
    for desk in (Desk(record=before.record), Desk(header=before.host.memory())):
        assert desk.host.memory() == LinkMemory(present=BOOT, boots=((BOOT, 3),))
        desk.open()
        desk.hear(HELLO, f"BEAT,{BOOT},1,2,3", f"EV,{BOOT},3,CARD,KH")
        assert f"ACK,{BOOT},3" in desk.said()


class TestListenOnly:
    def test_not_one_byte_is_eversent(self) -> None:
        desk = Desk.beside_a_shoe(3, listen_only=True)
        desk.host.wish(True, desk.now)
        desk.hear(f"EV,{OTHER},1,CUT", f"EV,{BOOT},9,CUT", f"EV,{BOOT},9,CUT")
        for _ in range(100):
            desk.wait(100)
            assert desk.host.outgoing(desk.now) == b""

    def test_a_beat_serves_as_the_hello(self) -> None:
        desk = Desk(listen_only=True)
        desk.open()
        presented = ShoePresented(boot=BOOT, serial="", model="", firmware="", restarted=False)
        assert desk.hear(f"BEAT,{BOOT},1,0,0", f"EV,{BOOT},1,CARD,KH")[:2] == [presented, KING]
        taken = desk.hear(f"BEAT,{OTHER},1,2,2")
        assert [found.kind for found in taken] == ["presented", "adopted"]

    def test_after_a_start_the_beat_of_the_same_shoe_serves_too(self) -> None:
        desk = Desk(listen_only=True, record=Desk.beside_a_shoe(3, listen_only=True).record)
        desk.open()
        taken = desk.hear(f"BEAT,{BOOT},1,3,3", f"EV,{BOOT},4,CUT")
        assert taken == [CutLeft(boot=BOOT, seq=4, said="CUT"), FaultGone(fault="link")]

    def test_what_a_gap_hides_is_lost_and_only_noted_if_it_comes_after_all(self) -> None:
        desk = Desk.beside_a_shoe(3, listen_only=True)
        taken = desk.hear(f"EV,{BOOT},6,CUT")
        assert taken == [lost(4, 5), CutLeft(boot=BOOT, seq=6, said="CUT")]
        late = desk.hear(f"EV,{BOOT},4,CARD,KH", f"EV,{BOOT},4,CARD,KH")
        assert late == [LineNoted(note=f"event 4 of {BOOT} came after it was recorded as lost")]

    def test_bytes_thrown_away_are_noted(self) -> None:
        assert Desk(listen_only=True).open(discarded=17)[0].kind == "line"
        assert not [found for found in Desk().open(discarded=17) if found.kind == "line"]


def test_a_host_drowned_in_frames_drops_what_it_cannot_hold() -> None:
    desk = Desk.beside_a_shoe(3)
    desk.host.receive(sent(f"MOUTH,{BOOT},SHUT") * 5000, desk.now)
    assert desk.host.counters()["overrun"] == 5000 - 4096
    assert desk.hear(f"EV,{BOOT},4,CUT") == []  # there was no room for it
    assert desk.hear(f"EV,{BOOT},4,CUT") == [CutLeft(boot=BOOT, seq=4, said="CUT")]
