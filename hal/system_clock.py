"""The clock of the machine. It decides nothing; everything else is told the time."""

import time
from datetime import UTC, datetime


class SystemClock:
    """Implements `Clock`."""

    monotonic_ns = staticmethod(time.monotonic_ns)
    """Nanoseconds since some fixed moment; never goes back, whatever is done to the wall clock."""

    def wall(self) -> str:
        """UTC wall time, ISO 8601 with milliseconds."""
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
