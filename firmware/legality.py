"""A game's legality table: which fact may follow in which phase, and where it leads. The only import of `transitions`.

States are phases, triggers kinds of fact, every row is unconditional: choices are made where a game decides, and are
recorded as different facts, so the table tells the whole truth and its diagram is drawn from it. There are no callbacks
and no guards: an exception in one would leave a machine that has moved, and a rule hidden in one is in no diagram.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Generic, TypeVar

from transitions import Machine

from firmware.errors import IllegalFact

P = TypeVar("P", bound=StrEnum)


class Legality(Generic[P]):
    """The rows of one game."""

    def __init__(
        self,
        initial: P,
        moves: Iterable[tuple[str, tuple[P, ...], P]],
        stays: Iterable[tuple[str, tuple[P, ...]]],
    ) -> None:
        """Make the table.

        Args:
            initial: the phase before any fact.
            moves: facts that lead to a phase: trigger, the phases it may follow in, the phase it leads to.
            stays: facts that leave the phase as it is: trigger, the phases it may be recorded in.
        """
        phases = type(initial)
        machine = Machine(
            model=None, states=phases, initial=initial, auto_transitions=False, send_event=False, queued=False
        )
        for trigger, sources, dest in moves:
            machine.add_transition(trigger, list(sources), dest)
        for trigger, sources in stays:
            machine.add_transition(trigger, list(sources), None)
        self.machine: Final = machine
        self._initial: Final = initial
        # Read off the machine once: a `Machine` trigger call costs more than all the rest of folding a fact.
        self._next: Final[dict[tuple[str, P], P | None]] = {
            (trigger, phases(row.source.lower())): phases(row.dest.lower()) if row.dest is not None else None
            for trigger in machine.events
            for row in machine.get_transitions(trigger)
        }

    def allows(self, phase: P, trigger: str) -> bool:
        """Return whether a fact may be recorded in `phase`."""
        return (trigger, phase) in self._next

    def after(self, phase: P, trigger: str) -> P:
        """Return the phase after a fact: the one it leads to, or `phase` itself.

        Raises:
            IllegalFact: the fact cannot follow in this phase. A programming error or an edited record, never a
                person's.
        """
        try:
            return self._next[trigger, phase] or phase
        except KeyError:
            raise IllegalFact(f"the fact {trigger} cannot follow in the phase {phase}") from None

    def diagram(self) -> str:
        """Return the table as a Mermaid state diagram, without the facts that leave the phase as it is."""
        arrows: dict[tuple[P, P], list[str]] = {}
        for (trigger, source), dest in self._next.items():
            if dest is not None:
                arrows.setdefault((source, dest), []).append(trigger)
        lines = [f"    {source} --> {dest}: {', '.join(triggers)}" for (source, dest), triggers in arrows.items()]
        return "\n".join(["stateDiagram-v2", f"    [*] --> {self._initial}", *lines, ""])
