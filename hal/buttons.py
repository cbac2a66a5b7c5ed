"""Decides what is a press: raw contacts and time in, presses out. Pure; it must never know what a button does.

A contact bounces when it closes and when it opens, so a level counts once it has stood still for `SETTLED_NS`.
"""

from collections.abc import Mapping
from typing import Final

from hal.ports import ButtonName, Press

POLL_NS: Final = 10_000_000
"""10 ms: look at the contacts at least this often, so that no press of 30 ms goes by between two looks."""

SETTLED_NS: Final = 30_000_000
"""30 ms: the shortest press."""

APART_NS: Final = 300_000_000
"""300 ms: a button that is down again sooner after it was let go is still the same press."""

HELD_NS: Final = 2_000_000_000
"""2 s: with the key on, a press this long is held."""

STUCK_NS: Final = 10_000_000_000
"""10 s: a button that is down for longer is stuck."""


class _Contact:
    """One contact, with its bounces taken off.

    Attributes:
        closed: the settled level.
        raw: the level of the last look.
        since_ns: when the raw level last changed.
    """

    def __init__(self, closed: bool, now_ns: int) -> None:
        self.closed = self.raw = closed
        self.since_ns = now_ns

    def look(self, raw: bool, now_ns: int) -> None:
        if raw != self.raw:
            self.raw, self.since_ns = raw, now_ns
        if now_ns - self.since_ns >= SETTLED_NS:
            self.closed = raw


class _Button:
    """One button: what of its present press is done already."""

    def __init__(self, raw: bool, now_ns: int) -> None:
        self._contact = _Contact(raw, now_ns)
        self._acted = raw  # down before anybody looked: no press of ours
        self._down_ns = now_ns
        self._up_ns = now_ns - APART_NS
        self.stuck = False

    def look(self, raw: bool, key: bool, now_ns: int) -> bool | None:
        """Return whether a press that acts now is a held one; none: nothing acts now."""
        was_closed = self._contact.closed
        self._contact.look(raw, now_ns)
        closed = self._contact.closed
        if closed and not was_closed:
            self._down_ns = self._contact.since_ns
            self._acted = self._down_ns - self._up_ns < APART_NS
        if was_closed and not closed:
            self._up_ns = self._contact.since_ns
        self.stuck = closed and now_ns - self._down_ns > STUCK_NS
        if self._acted or not (closed or was_closed):
            return None
        held = closed and raw and key and now_ns - self._down_ns >= HELD_NS
        if held or not closed or not key:
            self._acted = True
            return held
        return None


class Debouncer:
    """The buttons and the key switch of one panel.

    With the key off a press acts as soon as it is a press; with the key on when it is let go, or held when it is 2 s
    old. It acts once. A button that is down at the first look acts only when it is pressed again.
    """

    def __init__(self) -> None:
        self._buttons: dict[ButtonName, _Button] = {}
        self._key: _Contact | None = None

    @property
    def key(self) -> bool:
        """Whether the key is turned on; off before the first look."""
        return self._key is not None and self._key.closed

    @property
    def stuck(self) -> frozenset[ButtonName]:
        """The buttons that are down for more than `STUCK_NS`."""
        return frozenset(name for name, button in self._buttons.items() if button.stuck)

    def look(self, down: Mapping[ButtonName, bool], key: bool, now_ns: int) -> list[Press]:
        """Return the presses that act now.

        Args:
            down: raw level of every button, true while its contact is closed.
            key: raw level of the key switch.
            now_ns: nanoseconds of a clock that never goes back.
        """
        self._key = self._key or _Contact(key, now_ns)
        self._key.look(key, now_ns)
        presses = []
        for name, raw in down.items():
            if name not in self._buttons:
                self._buttons[name] = _Button(raw, now_ns)
            held = self._buttons[name].look(raw, self.key, now_ns)
            if held is not None:
                presses.append(Press(name, held, self.key))
        return presses
