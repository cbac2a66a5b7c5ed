"""A dealer at an emulated table who goes by the rules: what is done next, and that lamps and gate say so too.

Decides nothing the rules do not. It must never read from the lamps what is due.
"""

from random import Random

from tests.pi.table import GATE, LAMPS, OUTPUTS, Table
from tests.whole.evening import stack
from tests.whole.oracle import Oracle


class Dealer:
    """One table, its dealer and the cards: `shoe` has what is left of them."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.oracle = Oracle()
        self.shoe: list[str] = []
        self.rounds = 0
        self._draw = Random(seed)

    def fill(self, cut: int) -> None:
        """Put a shuffled shoe in the table's place, its cutting card behind so many cards."""
        self.shoe = [*stack(cut, self._draw), "LOADED"]

    def deal(self, until_rounds: int = 1000) -> None:
        """Deal until the shoe is over, or so many rounds are closed."""
        self.step()
        while self.oracle.phase != "shuffle" and self.rounds < until_rounds:
            self.step()

    def step(self) -> None:
        """Let the next thing happen, and see that lamps and gate are right."""
        if self.oracle.phase == "result" and self.shoe[-1] != "CUT":
            self.confirm()
        else:
            self.draw()

    def draw(self) -> None:
        """What comes next leaves the shoe: once that is acknowledged the pins are right, not some time later."""
        said = self.shoe.pop()
        self.oracle.take(said)
        self.table.happen(said)
        self.look()

    def confirm(self) -> None:
        """Press until the round is closed."""
        self.table.press("confirm")
        self.oracle.take("confirm")
        self.rounds += 1
        self.table.pi.until(
            lambda: self.table.high == self.right, f"the round to be closed; {sorted(self.right)} is right"
        )
        self.table.let_go("confirm")

    @property
    def right(self) -> frozenset[int]:
        """The pins that are high at a table where nothing goes wrong, the heartbeat left out."""
        gate = {GATE} if self.oracle.deal else set()
        return frozenset(gate | {LAMPS[lamp] for lamp in self.oracle.lamps})

    def look(self) -> None:
        """See that lamps and gate are as the rules have it."""
        high = self.table.high
        assert high == self.right, f"{sorted(high)} are high; {sorted(self.right)} is right after {self.oracle.cards}"
        assert self.table.pi.outputs() == OUTPUTS
