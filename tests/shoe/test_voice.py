"""What the host says to the shoe, and how often it may say it."""

from firmware.shoe.frames import Ack, Gate, Resume, Who
from firmware.shoe.voice import GATE_NS, RESUME_NS, STRANGER_NS, WHO_NS, Voice
from tests.shoe.desk import BOOT, OTHER

NOW = 7_000_000_000


def test_a_host_that_has_heard_nothing_asks_who_is_there_and_no_more() -> None:
    voice = Voice()
    assert (voice.ack_due, voice.resume_due, voice.stranger, voice.claimed) == (False, False, False, False)
    assert voice.deadline(unanswered=True, boot="", gate_open=False, now=NOW) == NOW
    assert voice.who(0) == [Who()]
    assert voice.deadline(unanswered=True, boot="", gate_open=False, now=NOW) == NOW
    assert voice.deadline(unanswered=True, boot="", gate_open=False, now=1) == WHO_NS


def test_it_asks_once_in_a_second_and_a_stranger_four_times() -> None:
    voice = Voice()
    voice.who(NOW)
    assert voice.who(NOW + WHO_NS - 1) == []
    assert voice.who(NOW + WHO_NS) == [Who()]
    voice.stranger = True
    assert voice.deadline(unanswered=False, boot="", gate_open=False, now=NOW) == NOW + WHO_NS + STRANGER_NS
    assert voice.who(NOW + WHO_NS + STRANGER_NS) == [Who()]
    assert voice.stranger is False
    assert voice.deadline(unanswered=False, boot="", gate_open=False, now=NOW) == NOW + 2 * WHO_NS + STRANGER_NS


def test_while_nobody_answers_the_next_who_is_waited_for_beside_the_next_gate() -> None:
    voice = Voice()
    voice.who(NOW)
    voice.gate(BOOT, False, NOW + WHO_NS - 1)
    told = NOW + WHO_NS - 1 + GATE_NS
    assert voice.deadline(unanswered=False, boot=BOOT, gate_open=False, now=NOW) == told
    assert voice.deadline(unanswered=True, boot=BOOT, gate_open=False, now=NOW) == NOW + WHO_NS
    voice.stranger = True
    assert voice.deadline(unanswered=False, boot=BOOT, gate_open=False, now=NOW) == NOW + STRANGER_NS


def test_one_acknowledgement_is_for_all_that_was_taken() -> None:
    voice = Voice()
    voice.who(NOW)
    assert voice.ack(BOOT, 7) == []
    voice.ack_due = True
    assert voice.deadline(unanswered=False, boot="", gate_open=False, now=NOW) == NOW
    assert voice.ack(BOOT, 7) == [Ack(BOOT, 7)]
    assert (voice.ack_due, voice.claimed) == (False, True)
    assert voice.ack(BOOT, 7) == []
    assert voice.claimed


def test_nothing_is_acknowledged_where_nothing_was_taken() -> None:
    voice = Voice()
    voice.ack_due = True
    assert voice.ack(BOOT, 0) == []
    assert (voice.ack_due, voice.claimed) == (False, False)


def test_the_same_events_are_asked_for_four_times_a_second_at_most() -> None:
    voice = Voice()
    voice.who(NOW)
    voice.resume_due = True
    assert voice.deadline(unanswered=False, boot="", gate_open=False, now=NOW) == NOW
    assert voice.resume(BOOT, 3, owed=True, now=NOW) == [Resume(BOOT, 3)]
    assert voice.resume_due is False
    for after, reached, said in (
        (RESUME_NS - 1, 3, []),
        (RESUME_NS, 3, [Resume(BOOT, 3)]),
        (RESUME_NS, 4, [Resume(BOOT, 4)]),
    ):
        voice.resume_due = True
        assert voice.resume(BOOT, reached, owed=True, now=NOW + after) == said
    assert voice.resume(BOOT, 5, owed=True, now=NOW) == []  # nothing is missing
    voice.resume_due = True
    assert voice.resume(BOOT, 5, owed=False, now=NOW) == []  # it came meanwhile


def test_who_asks_for_all_events_claims_none() -> None:
    voice = Voice()
    voice.resume_due = True
    voice.resume(BOOT, 0, owed=True, now=NOW)
    assert voice.claimed is False
    voice.resume_due = True
    voice.resume(BOOT, 1, owed=True, now=NOW)
    assert voice.claimed is True
    voice.resume_due = True
    voice.resume(BOOT, 0, owed=True, now=NOW)
    assert voice.claimed is True
    voice.renewed()
    assert voice.claimed is False


def test_what_was_due_before_the_port_was_opened_is_due_no_more_but_the_rest_at_once() -> None:
    voice = Voice()
    voice.who(NOW)
    voice.gate(BOOT, True, NOW)
    voice.resume_due = True
    voice.opened()
    assert voice.resume_due is False
    assert voice.gate_due(BOOT, True) == 0
    assert voice.who(NOW) == [Who()]


def test_a_wish_is_told_at_once_where_it_is_another_one() -> None:
    voice = Voice()
    assert voice.gate_due(BOOT, False) == 0
    assert voice.deadline(unanswered=False, boot=BOOT, gate_open=False, now=NOW) == NOW
    assert voice.gate(BOOT, False, NOW) == Gate(BOOT, False)
    assert [voice.gate_due(BOOT, False), voice.gate_due(BOOT, True), voice.gate_due(OTHER, False)] == [
        NOW + GATE_NS,
        0,
        0,
    ]
    assert voice.deadline(unanswered=False, boot=BOOT, gate_open=False, now=NOW) == NOW + GATE_NS
