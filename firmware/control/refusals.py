"""Decides when refused requests go on record: at once, but at most one record a second, with a count.

Pure: it must never know a clock, nor why a request was refused. So nobody fills the journal by asking in vain.
"""

from typing import Final

from msgspec.structs import replace

from firmware.core.inputs import RequestsRefused
from firmware.errors import RefusalCode

PACE_NS: Final = 1_000_000_000
"""From one record to the next."""


class Refusals:
    """Refusals that are not on record yet, by their code."""

    def __init__(self) -> None:
        self._open: dict[RefusalCode, RequestsRefused] = {}
        self._due_at = 0

    def note(self, code: RefusalCode, actor: str, peer: str) -> None:
        """A request was refused; `actor` is who its sender says decides, `peer` who the system says has sent it."""
        before = self._open.get(code, RequestsRefused(code=code, count=0))
        self._open[code] = replace(before, count=before.count + 1, actor=actor, peer=peer)

    def due(self, now: int) -> RequestsRefused | None:
        """Return what is to be put on record at `now` (monotonic nanoseconds), or None."""
        return next(iter(self._open.values()), None) if now >= self._due_at else None

    def recorded(self, record: RequestsRefused, now: int) -> None:
        """`record`, as `due` returned it, is on record."""
        del self._open[record.code]
        self._due_at = now + PACE_NS

    def put_off(self, now: int) -> None:
        """Nothing can be put on record now."""
        self._due_at = now + PACE_NS

    def rest(self) -> tuple[RequestsRefused, ...]:
        """Return all that is not on record yet, for the end of the program."""
        return tuple(self._open.values())

    @property
    def deadline(self) -> int | None:
        """When the next record is due, in monotonic nanoseconds; None if there is none."""
        return self._due_at if self._open else None
