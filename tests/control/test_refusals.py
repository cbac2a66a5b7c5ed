"""What was refused goes on record, but nobody fills the record by asking in vain."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from firmware.control.refusals import PACE_NS, Refusals
from firmware.core.inputs import RequestsRefused
from firmware.errors import REFUSALS, RefusalCode


def test_a_refusal_goes_on_record_at_once() -> None:
    refusals = Refusals()
    assert refusals.deadline is None
    assert refusals.due(0) is None
    refusals.note("pin", "Ana", "pid 1 uid 2 gid 3")
    assert refusals.deadline == 0
    assert refusals.due(0) == RequestsRefused(code="pin", count=1, actor="Ana", peer="pid 1 uid 2 gid 3")


def test_more_of_them_a_second_later_with_their_count_and_the_last_who_asked() -> None:
    refusals = Refusals()
    refusals.note("pin", "Ana", "one")
    first = refusals.due(0)
    assert first
    refusals.recorded(first, 0)
    for actor in ("Bo", "Cy", "Di"):
        refusals.note("pin", actor, f"peer of {actor}")
    assert refusals.due(PACE_NS - 1) is None
    assert refusals.deadline == PACE_NS
    assert refusals.due(PACE_NS) == RequestsRefused(code="pin", count=3, actor="Di", peer="peer of Di")


def test_while_the_journal_fails_they_are_counted_and_tried_again_every_second() -> None:
    refusals = Refusals()
    refusals.note("key", "", "")
    refusals.put_off(0)
    refusals.note("key", "", "")
    assert refusals.due(PACE_NS - 1) is None
    assert refusals.due(PACE_NS) == RequestsRefused(code="key", count=2)


def test_at_the_end_all_that_is_left_goes_on_record() -> None:
    refusals = Refusals()
    refusals.note("key", "", "")
    refusals.note("form", "", "")
    refusals.note("key", "", "")
    assert [(record.code, record.count) for record in refusals.rest()] == [("key", 2), ("form", 1)]


@given(st.lists(st.tuples(st.integers(0, PACE_NS), st.sampled_from(sorted(REFUSALS))), max_size=60))
def test_at_most_one_record_a_second_and_none_is_lost(asked: list[tuple[int, RefusalCode]]) -> None:
    refusals, now, on_record, times = Refusals(), 0, dict.fromkeys(REFUSALS, 0), []

    def look() -> None:
        if record := refusals.due(now):
            refusals.recorded(record, now)
            on_record[record.code] += record.count
            times.append(now)

    for wait, code in asked:
        now += wait
        refusals.note(code, "", "")
        look()
    while refusals.deadline is not None:
        now = max(now, refusals.deadline)
        look()
    assert all(later - earlier >= PACE_NS for earlier, later in pairwise(times))
    assert on_record == {code: sum(each == code for _, each in asked) for code in REFUSALS}
