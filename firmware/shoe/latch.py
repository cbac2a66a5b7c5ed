"""The gate as the table wants it and as the shoe says it is.

Decides when the fault `gate` stands. Must never know why the table wants what it wants.
"""

from typing import Final

from firmware.shoe.driver import Mouth
from firmware.shoe.frames import Place

OBEY_NS: Final = 2_000_000_000
"""The shoe has so long to report the wished position after a change of the wish."""

_PLACES: Final[dict[Place, Mouth]] = {"OPEN": "open", "SHUT": "shut", "NONE": "none"}


class Latch:
    """The wish, since when it stands, and the last report."""

    def __init__(self) -> None:
        self.open = False
        """The wish, as it is sent: SHUT while the link is down or its fault is shown."""
        self.mouth: Mouth = "unknown"
        self._since: int | None = None  # None: no shoe has named itself that could be told

    def renewed(self, now: int) -> None:
        """A shoe named itself: it has said nothing of its gate yet, and is told the wish now."""
        self.mouth = "unknown"
        self._since = now

    def want(self, gate_open: bool, now: int) -> None:
        """State the wish."""
        if gate_open != self.open:
            self.open = gate_open
            if self._since is not None:
                self._since = now

    def report(self, place: Place) -> None:
        """The shoe said where its gate is."""
        self.mouth = _PLACES[place]

    def faulty(self, now: int, before: bool) -> bool:
        """Return whether the fault stands, given whether it did `before`: only obedience ends it."""
        if self._obeyed():
            return False
        return before or (self._since is not None and now - self._since >= OBEY_NS)

    def deadline(self) -> int | None:
        """Return when the shoe's time to obey is over, None if it has obeyed or cannot be told."""
        return None if self._since is None or self._obeyed() else self._since + OBEY_NS

    def _obeyed(self) -> bool:
        return self.mouth == "none" or self.mouth == ("open" if self.open else "shut")
