"""What the host has to say to the shoe, and how often it may.

Decides the order and the pace of ACK, RESUME, WHO and GATE (PROTOCOL.md, sections 5 and 6). Must never decide what is
acknowledged: it says what it is told to.
"""

from typing import Final

from firmware.shoe.frames import Ack, Gate, HostFrame, Resume, Who

WHO_NS: Final = 1_000_000_000
"""Between two WHO while no shoe answers (PROTOCOL.md, section 6)."""

STRANGER_NS: Final = 250_000_000
"""Between two WHO that frames of another BOOT bring about (PROTOCOL.md, section 6)."""

RESUME_NS: Final = 250_000_000
"""Between two RESUME for the same SEQ (PROTOCOL.md, section 6)."""

GATE_NS: Final = 500_000_000
"""Between two GATE of the same wish (PROTOCOL.md, section 5)."""


class Voice:
    """What is due to be said, and when it was said last."""

    def __init__(self) -> None:
        self.ack_due = False
        self.resume_due = False
        self.stranger = False
        """A frame of another BOOT came since the last WHO and the last HELLO."""
        self.claimed = False
        """An ACK or RESUME for an event of the present BOOT was sent."""
        self._who_at: int | None = None
        self._gate: tuple[Gate, int] | None = None  # the last one, and when; so is this
        self._resume: tuple[Resume, int] | None = None

    def opened(self) -> None:
        """The port was opened: WHO and GATE are due at once."""
        self._who_at = self._gate = None
        self.resume_due = False

    def renewed(self) -> None:
        """Nothing more is due for the BOOT that was present."""
        self.ack_due = self.resume_due = self.stranger = self.claimed = False

    def ack(self, boot: str, newest: int) -> list[HostFrame]:
        """Return the ACK that is due: one for all that was taken."""
        due, self.ack_due = self.ack_due and newest > 0, False
        self.claimed |= due
        return [Ack(boot, newest)] if due else []

    def resume(self, boot: str, reached: int, owed: bool, now: int) -> list[HostFrame]:
        """Return the RESUME that is due, if events are still `owed` and the same was not asked for just now."""
        due, self.resume_due = self.resume_due and owed, False
        frame = Resume(boot, reached)
        if not due or (self._resume and self._resume[0] == frame and now - self._resume[1] < RESUME_NS):
            return []
        self._resume = (frame, now)
        self.claimed |= reached > 0
        return [frame]

    def who(self, now: int) -> list[HostFrame]:
        """Return the WHO that is due, while no HELLO has come, the link is down or a stranger is heard."""
        if now < self._who_due():
            return []
        self._who_at = now
        self.stranger = False
        return [Who()]

    def gate(self, boot: str, gate_open: bool, now: int) -> Gate:
        """Return the GATE that is due, see `gate_due`."""
        frame = Gate(boot, gate_open)
        self._gate = (frame, now)
        return frame

    def gate_due(self, boot: str, gate_open: bool) -> int:
        """Return when a GATE is due: at once after a change of the wish, and every 500 ms."""
        return self._gate[1] + GATE_NS if self._gate and self._gate[0] == Gate(boot, gate_open) else 0

    def deadline(self, unanswered: bool, boot: str, gate_open: bool, now: int) -> int:
        """Return when something will next be due, `now` if it is.

        `unanswered` while no HELLO has come or the link is down; `boot` is empty while no shoe can be told a wish, so
        that it is asked who it is.
        """
        if self.ack_due or self.resume_due:
            return now
        due = [self.gate_due(boot, gate_open) if boot else self._who_due()]
        if unanswered or self.stranger:
            due.append(self._who_due())
        return max(now, min(due))

    def _who_due(self) -> int:
        return 0 if self._who_at is None else self._who_at + (STRANGER_NS if self.stranger else WHO_NS)
