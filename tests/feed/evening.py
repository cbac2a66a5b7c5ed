"""An evening at a table: what happens there, and the moments it leaves in the journal."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import Any, cast

from firmware.core import inputs as i
from firmware.core.cards import Face
from firmware.core.decide import Decision, decide
from firmware.core.edition import Edition
from firmware.core.evolve import fold
from firmware.core.facts import Fact
from firmware.core.indicators import indicate
from firmware.core.settings import Burn, Settings
from firmware.core.state import Table
from firmware.editions import load
from firmware.errors import Refused
from firmware.feed.page import Moment

EDITION = {"A": "nz-mini-1996", "B": "nz-midi-1996", "C": "nz-midi-1996"}


@cache
def edition(name: str) -> Edition:
    return load(name)


def table(style: str = "A", *, burn: str = "none", **words: Any) -> Table:
    return Table(Settings(edition=edition(EDITION[style]), style=cast(Any, style), burn=Burn.parse(burn), **words))


class Evening:
    """One table, and the journal of its open shoe. Nothing here knows the feed."""

    def __init__(self, style: str = "A", **words: Any) -> None:
        self.table = table(style, **words)
        self.moments: list[Moment] = []
        self.shoes: list[list[Moment]] = []
        self._opening = self.table
        self._batches: list[tuple[Fact, ...]] = []
        self.hears(i.Started(version="1"))
        self.hears(i.FaultGone(fault="link"))

    def hears(self, said: i.Input) -> bool:
        """Decide and record; False if it was refused."""
        try:
            self._take(decide(self.table, said))
        except Refused:
            return False
        if self.table.new_shoe_due:
            self._take(decide(self.table, i.Continued()))
        return True

    def _take(self, decided: Decision) -> None:
        after = decided.table
        if not self.moments or after.standing.shoe != self.table.standing.shoe:
            self.moments, self._batches = [], []
            self.shoes.append(self.moments)
            self._opening = Table(self.table.settings, self.table.standing, kept=self.table.kept)
        self.table = after
        self._batches.append(decided.facts)
        self.moments.append(Moment(f"2026-11-30T02:42:{len(self.moments) % 60:02}.000Z", after))

    def recall(self) -> list[Moment]:
        """Return the open shoe as the journal has it: folded anew."""
        tables = accumulate(self._batches, fold, initial=self._opening)
        next(tables)
        return [Moment(moment.wall, again) for moment, again in zip(self.moments, tables, strict=True)]

    @property
    def shown(self) -> Any:
        return indicate(self.table)

    # -- table talk -------------------------------------------------------------------------------------------------

    def loaded(self) -> Evening:
        self.hears(i.Loaded())
        return self

    def cards(self, *faces: str) -> Evening:
        for face in faces:
            self.hears(i.CardLeft(face=cast(Face, face)))
        return self

    def press(self, *buttons: str) -> Evening:
        for button in buttons:
            self.hears(i.Pressed(button=cast(Any, button)))
        return self

    def decides(self, decision: str, **more: Any) -> Evening:
        assert self.hears(i.Decided(decision=decision, role="casino", actor="Kim", **more)), decision
        return self
