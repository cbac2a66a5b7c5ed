"""The clock of the machine. It decides nothing; everything else is told the time."""

import time
from datetime import date
from typing import Final

_DAY_MS: Final = 24 * 60 * 60 * 1000
_EPOCH: Final = date(1970, 1, 1).toordinal()


class SystemClock:
    """Implements `Clock`."""

    monotonic_ns = staticmethod(time.monotonic_ns)
    """Nanoseconds since some fixed moment; never goes back, whatever is done to the wall clock."""

    def __init__(self) -> None:
        self._day = 0
        self._date = _written(0)

    def wall(self) -> str:
        """UTC wall time, ISO 8601 with milliseconds."""
        day, ms = divmod(time.time_ns() // 1_000_000, _DAY_MS)
        if day != self._day:  # once a day, not for every record: the lamps wait for this
            self._day, self._date = day, _written(day)
        seconds, ms = divmod(ms, 1000)
        minutes, seconds = divmod(seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{self._date}T{hours:02}:{minutes:02}:{seconds:02}.{ms:03}Z"


def _written(day: int) -> str:
    """Return the date `day` days after 1970-01-01."""
    return date.fromordinal(_EPOCH + day).isoformat()
