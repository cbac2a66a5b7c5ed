import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.system_clock import SystemClock

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def test_the_deadline_clock_is_the_monotonic_one() -> None:
    before = time.monotonic_ns()
    assert before <= SystemClock().monotonic_ns() <= time.monotonic_ns()


def test_wall_time_is_now() -> None:
    before = datetime.now(UTC) - timedelta(milliseconds=1)
    assert before <= datetime.fromisoformat(SystemClock().wall()) <= datetime.now(UTC)


@given(st.lists(st.integers(-(10**18), 10**19), min_size=1, max_size=5))
def test_wall_time_is_utc_with_milliseconds_wherever_the_clock_is_set(moments: list[int]) -> None:
    clock = SystemClock()
    for ns in moments:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "time_ns", lambda ns=ns: ns)
            said = clock.wall()
        now = EPOCH + timedelta(milliseconds=ns // 1_000_000)
        assert said == now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
