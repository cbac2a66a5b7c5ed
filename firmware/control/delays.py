"""Decides how long a name waits for its next check after wrong PINs: longer each time, until a right one.

Pure: it must never know a clock, nor a PIN.
"""

from typing import Final, NamedTuple

FIRST_DELAY_NS: Final = 500_000_000
"""After a first wrong PIN; doubled by each one more."""
LONGEST_DELAY_NS: Final = 30_000_000_000
"""A person who has found the right slip of paper does not wait for longer than that."""
MOST_STRANGERS: Final = 256
"""Names that are in no file and were tried last; more are forgotten, with their delays."""


class _Wrong(NamedTuple):
    """The wrong PINs of a name since its last right one."""

    times: int
    until: int  # no check before, in monotonic nanoseconds
    known: bool  # the name is in the file


_NONE: Final = _Wrong(0, 0, True)


class Delays:
    """How long each name waits."""

    def __init__(self) -> None:
        self._wrong: dict[str, _Wrong] = {}  # the one noted last comes last

    def until(self, name: str) -> int:
        """Return the monotonic nanoseconds from which a PIN of `name` may be checked."""
        return self._wrong.get(name, _NONE).until

    def note(self, name: str, right: bool, *, known: bool, now: int) -> None:
        """Take the outcome of a check at `now` (monotonic nanoseconds); `known` says that the name is in the file."""
        times = self._wrong.pop(name, _NONE).times
        if right:
            return
        delay = min(LONGEST_DELAY_NS, FIRST_DELAY_NS << min(times, 16))  # 16: a number that stays short
        self._wrong[name] = _Wrong(times + 1, now + delay, known)
        strangers = [stranger for stranger, wrong in self._wrong.items() if not wrong.known]
        if len(strangers) > MOST_STRANGERS:
            del self._wrong[strangers[0]]
