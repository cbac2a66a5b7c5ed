"""Who is signed in at the console: sessions in memory, none of which outlives the process.

Decides whether a request belongs to a person who has proved who they are. A session is bound to the address it was
begun at and to a token that another site cannot know. The PIN stays here, for the controller asks for it with every
decision; it must never leave in an answer, a log line or a `repr`.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from firmware.core.inputs import Role

IDLE_S: Final = 15 * 60.0
"""Seconds after which a tablet that nobody touched has to be signed in at anew."""

LONGEST_S: Final = 12 * 3600.0
"""Seconds a session lasts at most: a shift."""

MOST: Final = 32
"""Sessions at a time; the one idle for the longest makes room for a new one."""


@dataclass(slots=True)
class Session:
    """One person at one address."""

    actor: str
    role: Role
    address: str
    began: float
    used: float
    pin: str = field(repr=False)
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)


class Sessions:
    """Every session there is. Times are seconds of a clock that never goes back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with nobody."""
        self._clock: Final = clock
        self._sessions: dict[str, Session] = {}

    def begin(self, actor: str, role: Role, pin: str, address: str) -> tuple[str, Session]:
        """Begin a session and return the secret that names it."""
        now = self._clock()
        self._forget(now)
        while len(self._sessions) >= MOST:
            del self._sessions[min(self._sessions, key=lambda each: self._sessions[each].used)]
        secret = secrets.token_urlsafe(32)
        self._sessions[secret] = Session(actor, role, address, now, now, pin)
        return secret, self._sessions[secret]

    def find(self, secret: str) -> Session | None:
        """Return the session that `secret` names, if it has not ended."""
        self._forget(self._clock())
        return self._sessions.get(secret)

    def touch(self, session: Session) -> None:
        """A person, and not only an open page, has used the session."""
        session.used = self._clock()

    def end(self, secret: str) -> None:
        """End a session, if there is one of that name."""
        self._sessions.pop(secret, None)

    def _forget(self, now: float) -> None:
        for secret, session in list(self._sessions.items()):
            if now - session.used > IDLE_S or now - session.began > LONGEST_S:
                del self._sessions[secret]


class Pace:
    """How often somebody may ask: so many at once, and one more every so many seconds."""

    def __init__(self, at_once: int, every_s: float, clock: Callable[[], float]) -> None:
        """Begin with everybody rested."""
        self._at_once: Final = at_once
        self._every_s: Final = every_s
        self._clock: Final = clock
        self._rested_at: dict[str, float] = {}

    def allows(self, who: str) -> bool:
        """Return whether `who` may ask now; if so, it is counted."""
        now = self._clock()
        self._rested_at = {name: at for name, at in self._rested_at.items() if at > now}
        rested_at = max(now, self._rested_at.get(who, now)) + self._every_s
        if rested_at - now > self._at_once * self._every_s + 1e-9:
            return False
        self._rested_at[who] = rested_at
        return True
