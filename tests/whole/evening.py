"""A dealer who goes by the rules, one shoe after another: what is done next, and that the lamps say so too.

Decides nothing the rules do not. It must never read from the lamps what is due.
"""

from random import Random

from tests.whole.oracle import DECKS, FACES, Oracle
from tests.whole.room import Room

CARDS = DECKS * 52


def stack(cut: int, draw: Random) -> list[str]:
    """A shuffled shoe with its cutting card behind so many cards, the next one last."""
    cards = [f"CARD,{face}" for face in FACES * DECKS]
    draw.shuffle(cards)
    cards.insert(cut, "CUT")
    return cards[::-1]


class Evening:
    """One table, its dealer and the cards: `shoe` has what is left of them."""

    def __init__(self, table: Room, draw: Random) -> None:
        self.table = table
        self.oracle = Oracle()
        self.shoe: list[str] = []
        self._draw = draw

    def deal(self, cut: int) -> None:
        """Deal a whole shoe."""
        self.fill(cut)
        self.step()
        while self.oracle.phase != "shuffle":
            if self.ran_dry:
                self.table.decide("reshuffle")
                self.oracle = Oracle()
                self.look()
            else:
                self.step()

    def fill(self, cut: int) -> None:
        self.shoe = [*stack(cut, self._draw), "LOADED"]

    @property
    def ran_dry(self) -> bool:
        """Whether the cutting card lay too deep for the last round."""
        return self.oracle.deal and not self.shoe

    @property
    def next(self) -> str:
        """What happens next: an event at the shoe, or `confirm`."""
        if self.oracle.phase == "result" and self.shoe[-1:] != ["CUT"]:
            return "confirm"
        return self.shoe[-1]

    def step(self) -> None:
        """Let the next thing happen, see it acknowledged, and look at the lamps."""
        if self.next == "confirm":
            self.table.press()
            self.oracle.take("confirm")
        else:
            self.table.happen(self.draw())
        self.look()

    def draw(self) -> str:
        """Take from the shoe what comes next."""
        said = self.shoe.pop()
        self.oracle.take(said)
        return said

    def leave(self) -> None:
        """What comes next leaves the shoe, and nobody waits for anything."""
        self.table.shoe.happen(self.draw(), self.table.now())

    def look(self) -> None:
        """See that lamps, gate and latch are as the rules have it."""
        last = self.table.shown()[-1]
        gate = "open" if self.oracle.deal else "shut"
        seen = {key: last[key] for key in ("lamps", "blink", "gate")}
        right = {"lamps": self.oracle.lamps, "blink": [], "gate": gate}
        assert seen == right, f"{seen} is shown; {right} is right after {self.oracle.cards}"
        self.table.until(lambda: self.table.shoe.mouth == gate.upper(), "the latch to obey")
