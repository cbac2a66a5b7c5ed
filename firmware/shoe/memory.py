"""What is on record of shoes and their events, as far as the link has to know it.

Decides nothing: it learns from inputs in the order in which they were recorded, at once or out of a journal, and
answers alike after either. Must never hold anything that is not on record.
"""

from collections import OrderedDict, deque
from typing import Final

from firmware.core.inputs import (
    BootRepeated,
    EventsLost,
    FaultGone,
    FaultSeen,
    Input,
    ShoeInput,
    ShoePresented,
    Started,
)
from firmware.core.link import LinkMemory

BOOTS_KEPT: Final = 64
"""BOOTs whose last SEQ is remembered (PROTOCOL.md, section 6)."""

EVENTS_KEPT: Final = 1024
"""Events whose content is remembered, to tell a duplicate from a repeated BOOT (PROTOCOL.md, section 6)."""

LOSSES_KEPT: Final = 64
"""Losses that are remembered, to note what comes after all on a link that only listens."""


class Memory:
    """What is on record, up to now."""

    def __init__(self) -> None:
        self.present = ""
        self.distrusted: OrderedDict[str, None] = OrderedDict()
        self.faults: set[str] = set()
        self._reached: OrderedDict[str, int] = OrderedDict()
        self._taken: dict[str, int] = {}
        self._said: OrderedDict[tuple[str, int], str] = OrderedDict()
        self._lost: deque[EventsLost] = deque(maxlen=LOSSES_KEPT)

    def start(self, header: LinkMemory) -> None:
        """Begin with what a journal file's header says."""
        self.present = header.present
        self._reached = OrderedDict(header.boots)
        self._taken = dict(header.boots)
        self.distrusted = OrderedDict.fromkeys(header.distrusted)
        self.faults = set(header.faults)

    def header(self) -> LinkMemory:
        """Return what the header of a journal file that begins now has to carry."""
        return LinkMemory(
            self.present, tuple(self._reached.items()), tuple(self.distrusted), tuple(sorted(self.faults))
        )

    def learn(self, recorded: Input) -> None:
        """Take up one input that is on record. Those that do not concern the link change nothing."""
        match recorded:
            case ShoeInput(boot=boot, seq=seq, said=said):
                if boot:  # other makes number nothing
                    self._taken[boot] = seq
                    self._reach(boot, seq)
                    self.note(boot, seq, said)
            case EventsLost(boot=boot, last=last) if boot:
                self._reach(boot, last)
                self._lost.append(recorded)
            case ShoePresented(boot=boot):
                self.present = boot
            case BootRepeated(boot=boot):
                self.distrusted[boot] = None
                if len(self.distrusted) > BOOTS_KEPT:
                    self.distrusted.popitem(last=False)
            case Started():
                self.faults.add("link")
            case FaultSeen(fault="link" | "gate" as fault):
                self.faults.add(fault)
            case FaultGone(fault="link" | "gate" as fault):
                self.faults.discard(fault)

    def reached(self, boot: str) -> int | None:
        """Return the last SEQ of `boot` that was taken or lost; None if there is none on record."""
        return self._reached.get(boot)

    def newest_taken(self, boot: str) -> int:
        """Return the newest SEQ taken of `boot`, 0 if none."""
        return self._taken.get(boot, 0)

    def said(self, boot: str, seq: int) -> str | None:
        """Return the content on record of an event, None if it is not remembered."""
        return self._said.get((boot, seq))

    def was_lost(self, boot: str, seq: int) -> bool:
        """Whether an event is on record as lost."""
        return any(lost.boot == boot and lost.first <= seq <= lost.last for lost in self._lost)

    def note(self, boot: str, seq: int, said: str) -> None:
        """Remember the content of an event."""
        self._said[boot, seq] = said
        if len(self._said) > EVENTS_KEPT:
            self._said.popitem(last=False)

    def _reach(self, boot: str, seq: int) -> None:
        self._reached[boot] = seq
        self._reached.move_to_end(boot)
        if len(self._reached) > BOOTS_KEPT:
            oldest, _ = self._reached.popitem(last=False)
            self._taken.pop(oldest, None)
