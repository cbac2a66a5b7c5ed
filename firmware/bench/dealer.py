"""Deals a whole shoe by the lamps alone: a card whenever `deal` is lit and the gate is open, and buttons in between.

Decides what a dealer's hand does next. Must never work out a round: who draws is for the table to say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from firmware.bench.stack import CUT, Item
from firmware.bench.stage import Seen, Stage
from firmware.core.cards import Card
from firmware.core.facts import RoundClosed
from firmware.core.inputs import Button
from firmware.core.settings import Settings
from firmware.core.tableau import work_out
from firmware.errors import CoupError

PRESS_S: Final = 0.1
"""Seconds: a press in passing."""
GATE_NS: Final = 100_000_000
"""Between two looks at a gate that is about to open."""
GATE_LOOKS: Final = 50
"""So often it is looked at: five seconds. The table takes a gate that moves later than two for faulty."""

_RESULTS: Final[dict[str, Button]] = {"player_wins": "player", "banker_wins": "banker", "tie": "tie"}


class CannotDeal(CoupError):
    """The table does not let the dealer go on: it holds, or its gate stays shut."""

    code = "cannot_deal"


@dataclass(frozen=True, slots=True)
class DealtRound:
    """A round as the table closed it. The names are those of `coup journal show --json`."""

    shoe: int
    round: int
    player: tuple[str, ...]
    banker: tuple[str, ...]
    winner: str
    player_count: int
    banker_count: int
    natural: bool
    void_hand: bool
    final: bool
    corrected: bool


class Dealer:
    """One shoe at one table. `rounds` has those that were closed, `cards` how many cards were dealt."""

    def __init__(self, stage: Stage, settings: Settings, stack: Sequence[Item], pause_ns: int = 0) -> None:
        """Take a shoe in dealing order; `pause_ns` passes after everything that is done."""
        self.rounds: Final[list[DealtRound]] = []
        self.cards = 0
        self.total: Final = sum(item != CUT for item in stack)
        self.seen: Seen
        self._stage: Final = stage
        self._settings: Final = settings
        self._pause_ns: Final = pause_ns
        self._stack: Final = list(reversed(stack))

    def deal(self) -> Iterator[Seen]:
        """Load the shoe and deal it until the table calls for a shuffle, yielding after everything that is done.

        Raises:
            CannotDeal: the table waits for a decision, or its gate stays shut.
        """
        self._stage.shoe.loaded()
        yield self._rest()
        while self.seen.phase != "shuffle":
            self._go_on()
            yield self._rest()

    def _go_on(self) -> None:
        seen = self.seen
        if seen.hold:
            raise CannotDeal(f"round {seen.round + 1}: the table waits for a decision about {seen.hold}")
        if "deal" in seen.lamps:
            self._draw()
        elif seen.phase == "result":
            self._close()
        elif seen.phase == "reveal":
            self._press("reveal")
        elif seen.phase == "ready":
            self._press("no_more_bets")
        else:
            raise CannotDeal(
                f"phase {seen.phase}: no card may leave and no button helps; faults: {sorted(seen.faults)}"
            )

    def _draw(self) -> None:
        for _ in range(GATE_LOOKS):
            if self._stage.shoe.gate_open:
                break
            self._stage.wait(GATE_NS)
        else:
            raise CannotDeal("the gate stays shut with `deal` lit")
        if not self._stack:
            self._stage.shoe.empty()
            return
        item = self._stack.pop()
        if item == CUT:
            self._stage.shoe.cut()
        else:
            self.cards += 1
            self._let_out(item)

    def _let_out(self, card: Card) -> None:
        self._stage.shoe.card(card)

    def _press(self, button: Button) -> None:
        if self._stage.press(button, PRESS_S):
            raise CannotDeal(f"phase {self.seen.phase}: {button} means nothing")

    def _close(self) -> None:
        shown = self.seen
        self._press(self._called())
        self._stage.settle()
        closed = self._stage.see()
        assert closed.closed is not None
        self.rounds.append(self._dealt(shown, closed.closed))

    def _called(self) -> Button:
        """Return the button that closes the round, by what is lit: a voided one has no result, and any button does."""
        lit = self.seen.lamps & _RESULTS.keys()
        return _RESULTS[min(lit)] if lit and self._settings.confirm == "result" else "confirm"

    def _dealt(self, shown: Seen, closed: RoundClosed) -> DealtRound:
        hands = work_out(self._settings.edition.tableau, cast(tuple[Card, ...], shown.public))
        return DealtRound(
            shoe=int(shown.shoe),
            round=closed.number,
            player=hands.player,
            banker=hands.banker,
            winner=closed.winner or "void",
            player_count=closed.player_count,
            banker_count=closed.banker_count,
            natural=closed.natural,
            void_hand=closed.void_hand,
            final=closed.final,
            corrected=False,
        )

    def _rest(self) -> Seen:
        self._stage.settle()
        if self._pause_ns:
            self._stage.wait(self._pause_ns)
        self.seen = self._stage.see()
        return self.seen
