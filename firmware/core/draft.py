"""One decision in the making: the facts recorded so far, and the table they lead to.

The rules read the table as each fact leaves it, so that nothing has to foresee what an earlier fact of the same batch
will have done. From outside `decide` is still pure: a draft never leaves it.
"""

from firmware.core.evolve import evolve
from firmware.core.facts import Code, Fact, IrregularityRaised
from firmware.core.irregularities import IRREGULARITIES
from firmware.core.state import Table


class Draft:
    """The facts of one input."""

    def __init__(self, table: Table) -> None:
        """Begin with `table` and no facts."""
        self.table = table
        self.facts: list[Fact] = []

    def record(self, fact: Fact) -> None:
        """Put `fact` on record. Raises `IllegalFact` if it cannot follow."""
        self.table = evolve(self.table, fact)
        self.facts.append(fact)

    def hold(self, code: Code, place: int | None = None, spoil: str = "") -> None:
        """Raise the irregularity `code`, about the card at `place` where it is about one."""
        number = self.table.standing.holds + 1
        rule = IRREGULARITIES[code].rule
        self.record(IrregularityRaised(id=number, code=code, rule=rule, place=place, spoil=spoil))
