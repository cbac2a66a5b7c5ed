import re
import time

from hal.system_clock import SystemClock


def test_the_deadline_clock_is_the_monotonic_one() -> None:
    before = time.monotonic_ns()
    assert before <= SystemClock().monotonic_ns() <= time.monotonic_ns()


def test_wall_time_is_utc_with_milliseconds() -> None:
    said = SystemClock().wall()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", said)
    utc = time.gmtime()
    assert said[:10] in {time.strftime("%Y-%m-%d", utc), time.strftime("%Y-%m-%d", time.gmtime(time.time() - 60))}
