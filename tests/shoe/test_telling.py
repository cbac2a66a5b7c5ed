"""Which event of a simulated shoe leaves next, and when it leaves again."""

import pytest

from firmware.shoe.frames import Beat, Event
from firmware.shoe.telling import RESEND_MOST_NS, RESEND_NS, RETAINED, Telling
from tests.shoe.desk import BOOT, MS


def told(telling: Telling, now: int) -> list[int]:
    """SEQ of what leaves at one moment."""
    return [event.seq for event in iter(lambda: telling.next_event(now), None)]


def happened(events: int, memory: int = RETAINED) -> Telling:
    telling = Telling(BOOT, memory)
    for n in range(1, events + 1):
        telling.happen(f"CARD,{n}")
    return telling


def test_without_an_event_there_is_nothing_to_tell() -> None:
    telling = happened(0)
    assert (telling.last, telling.full, telling.next_event(0), telling.deadline(0)) == (0, False, None, None)
    assert telling.beat() == Beat(BOOT, 1, 0, 0)


def test_an_event_leaves_now_and_again_half_a_second_later() -> None:
    telling = happened(1)
    assert telling.deadline(7) == 7
    assert telling.next_event(7) == Event(BOOT, 1, "CARD,1")
    assert telling.deadline(8) == 7 + RESEND_NS
    assert told(telling, 6 + RESEND_NS) == []
    assert told(telling, 7 + RESEND_NS) == [1]
    assert telling.deadline(8) == 7 + 3 * RESEND_NS  # the rest has doubled


def test_the_rest_grows_to_five_seconds_until_something_is_acknowledged() -> None:
    telling = happened(2)
    now, rests = 0, []
    told(telling, now)
    for _ in range(6):
        due = telling.deadline(now)
        assert due is not None
        rests.append(due - now)
        now = due
        assert told(telling, now) == [1, 2]
    assert rests == [RESEND_NS, 2 * RESEND_NS, 4 * RESEND_NS, 8 * RESEND_NS, RESEND_MOST_NS, RESEND_MOST_NS]
    telling.acknowledge(1)
    assert telling.deadline(now) == now + RESEND_NS
    assert told(telling, now + RESEND_NS) == [2]


def test_what_is_acknowledged_is_waited_for_no_longer() -> None:
    telling = happened(3)
    told(telling, 0)
    telling.acknowledge(2)
    assert telling.beat() == Beat(BOOT, 1, 2, 3)
    telling.acknowledge(1)  # an old one
    assert telling.beat() == Beat(BOOT, 1, 2, 3)
    assert told(telling, RESEND_NS) == [3]
    telling.acknowledge(3)
    assert telling.deadline(0) is None
    assert told(telling, 60_000 * MS) == []


def test_only_what_a_host_may_not_have_is_waited_for() -> None:
    telling = happened(2)
    told(telling, 0)
    telling.acknowledge(2)
    telling.resume(0)
    assert told(telling, 5) == [1, 2]  # it asked for them, and has acknowledged them before
    assert telling.deadline(6) is None


def test_a_host_that_asks_is_answered_from_there_whatever_was_acknowledged() -> None:
    telling = happened(4)
    told(telling, 0)
    telling.acknowledge(3)
    telling.resume(1)
    assert told(telling, 1) == [2, 3, 4]
    assert telling.deadline(2) == 1 + RESEND_NS  # after a sequence it rests
    telling.resume(4)
    assert told(telling, 3) == []


def test_a_sequence_is_over_with_its_last_event() -> None:
    telling = happened(2)
    told(telling, 0)
    telling.resume(0)
    assert telling.next_event(100) == Event(BOOT, 1, "CARD,1")
    assert telling.deadline(101) == 101
    assert telling.next_event(200) == Event(BOOT, 2, "CARD,2")
    assert telling.deadline(201) == 200 + RESEND_NS


def test_its_newest_thousand_and_twenty_four_are_held_though_acknowledged() -> None:
    telling = happened(RETAINED + 2, memory=RETAINED + 2)
    assert telling.full
    telling.acknowledge(1)
    assert (telling.beat().first, telling.full) == (2, False)
    telling.acknowledge(RETAINED)
    assert telling.beat().first == 3


def test_what_is_pushed_out_is_not_waited_for() -> None:
    telling = happened(1)
    told(telling, 0)
    for _ in range(RETAINED):
        telling.happen("CUT")
    assert telling.beat() == Beat(BOOT, 2, 0, RETAINED + 1)
    assert told(telling, 100) == list(range(2, RETAINED + 2))
    assert telling.deadline(101) == 100 + RESEND_NS


def test_a_memory_that_is_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^a shoe holds at least 1024 events, not 1023$"):
        Telling(BOOT, RETAINED - 1)
