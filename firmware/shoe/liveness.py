"""Whether the shoe can be heard, and whether it has said all it had to say.

Decides when the link is up and why the fault `link` stands (PROTOCOL.md, section 6). Must never know what was said.
"""

from collections import deque
from typing import Final

SILENCE_NS: Final = 3_000_000_000
"""The link is down when no frame for the present BOOT came for so long (PROTOCOL.md, section 6)."""

MOUTH_SILENCE_NS: Final = 10_000_000_000
"""The link is down when no MOUTH came for so long: the shoe does not hear us (PROTOCOL.md, section 6)."""

OVERDUE_NS: Final = 3_000_000_000
"""An announced event that is neither taken nor lost by then is a fault (PROTOCOL.md, section 6)."""

_GRAIN_NS: Final = 100_000_000
"""Announcements so close together count as one made at the earlier time: what bounds their number."""


class Liveness:
    """Times at which the shoe was heard, and what it has announced."""

    def __init__(self, needs_mouth: bool) -> None:
        self.needs_mouth = needs_mouth
        self.port_open = False
        self.up = False
        self._heard: int | None = None
        self._mouth: int | None = None
        self._beat_last: int | None = None  # LAST of the newest BEAT since the link was in doubt
        self._complete = False
        self._announced: deque[tuple[int, int]] = deque()  # (newest SEQ announced, since when), both rising

    def opened(self) -> None:
        """The port is open."""
        self.port_open = True

    def closed(self) -> None:
        """The port is gone: the link is down at once."""
        self.port_open = False
        self._heard = self._mouth = None
        self._doubt()

    def renewed(self) -> None:
        """Another shoe may be there: nothing that was heard counts for it."""
        self._heard = self._mouth = None
        self._announced.clear()
        self._doubt()

    def heard(self, now: int) -> None:
        """A frame for the present BOOT came."""
        self._heard = now

    def mouth(self, now: int) -> None:
        """A MOUTH for the present BOOT came."""
        self._heard = self._mouth = now

    def beat(self, last: int, reached: int, now: int) -> None:
        """A BEAT said that `last` is the newest event; `reached` of them are on record."""
        self._beat_last = last
        self.announced(last, reached, now)

    def announced(self, upto: int, reached: int, now: int) -> None:
        """The shoe let know that all events up to `upto` exist."""
        self._forget_reached(reached)
        newest, since = self._announced[-1] if self._announced else (reached, 0)
        if upto <= newest:
            return
        if self._announced and now - since < _GRAIN_NS:
            self._announced[-1] = (upto, since)
            return
        self._announced.append((upto, now))
        if len(self._announced) > 2 and now - self._announced[1][1] >= OVERDUE_NS:
            self._announced.popleft()  # both are overdue: the later bound says it all

    def owed(self, reached: int) -> bool:
        """Whether an announced event is still missing."""
        return bool(self._announced) and self._announced[-1][0] > reached

    def judge(self, reached: int, now: int) -> str:
        """Judge silence, all that arrived having been read. Return why the link cannot be trusted; "" if it can."""
        self._forget_reached(reached)
        silent = self._heard is None or now - self._heard >= SILENCE_NS
        deaf = self.needs_mouth and (self._mouth is None or now - self._mouth >= MOUTH_SILENCE_NS)
        up = self.port_open and not silent and not deaf
        if self.up and not up:
            self._doubt()
        self.up = up
        # Events are taken in strict order, so a position beyond LAST has once been equal to it.
        if self._beat_last is not None and reached >= self._beat_last:
            self._complete = True
        if not self.port_open:
            return "the port is not open"
        if silent:
            return "the shoe is not heard"
        if deaf:
            return "the shoe does not answer"
        if not self._complete:
            return "the shoe has not said all that was missed"
        if self._announced and now - self._announced[0][1] >= OVERDUE_NS:
            return "an announced event does not come"
        return ""

    def deadline(self, now: int) -> int | None:
        """Return when `judge` will next find something by time alone, None for never."""
        due: list[int] = []
        if self.up and self._heard is not None:
            due.append(self._heard + SILENCE_NS)
            if self.needs_mouth and self._mouth is not None:
                due.append(self._mouth + MOUTH_SILENCE_NS)
        if self._announced:
            due.append(self._announced[0][1] + OVERDUE_NS)
        return min((at for at in due if at > now), default=None)

    def _forget_reached(self, reached: int) -> None:
        while self._announced and self._announced[0][0] <= reached:
            self._announced.popleft()

    def _doubt(self) -> None:
        self.up = False
        self._complete = False
        self._beat_last = None
