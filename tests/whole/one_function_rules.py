"""What may come out of a controller: nothing that is not on record, nothing that lies face down, no lamp out of place.

Decides it from the effects in their order. It must never look into the controller that they came from.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from firmware.bench.lamp_rules import GUIDANCE, guided_wrongly, recorded_wrongly, shown_wrongly
from firmware.core import facts as f
from firmware.core.cards import DECK, HIDDEN
from firmware.core.inputs import EventsLost, ShoeInput
from firmware.core.state import Table
from firmware.feed.page import timeless
from firmware.journal.record import TAIL, Record, decode_record
from firmware.shoe.decoder import Decoder
from firmware.shoe.frames import Ack, Gate, read_host
from hal.ports import DARK, Shown
from tests.whole.one_function import Outputs

LEAVES: Final = ("lamps", "feed", "line", "answer")
TELLING: Final = GUIDANCE | {"player_draw", "banker_draw"}
"""Lamps that follow from both initial hands."""


def held_to(outputs: Outputs) -> list[str]:
    """Return what is wrong with what came out, a sentence each."""
    order = Order()
    wrong = [one for effect in outputs.effects for one in order.takes(effect.what, effect.said)]
    for seen, voided in outputs.rests:
        wrong += guided_wrongly(seen, voided=voided)
    fed = outputs.feed.get(f"shoe-{outputs.table.standing.shoe:06}.jsonl", b"").splitlines(keepends=True)
    if [*map(timeless, fed)] != [*map(timeless, outputs.recalled)]:
        wrong.append("the feed is not what the journal gives")
    return wrong


def records(raw: bytes) -> list[Record]:
    """Return the records in lines of the journal, headers left out."""
    return [decode_record(line[:-TAIL]) for line in raw.splitlines(keepends=True) if b'"format":' not in line[:10]]


class Order:
    """How far everything has got."""

    def __init__(self) -> None:
        self.reached: dict[str, int] = {}
        """By BOOT, the last SEQ on record as taken or lost."""
        self.taken: dict[str, int] = {}
        self._record: Record | None = None
        self._faults: set[str] = set()
        self._shown = DARK
        self._fed: dict[str, object] = {}
        # What a disk without power would lose; a process that is killed leaves it as it is.
        self._written = b""
        self._nameless = False
        self._refused = False
        """The disk has taken no record since it was full: the fault `journal` is shown without being on record."""

    def takes(self, what: str, said: object) -> Iterator[str]:
        """Take up the next effect. Yields what is wrong with it."""
        if what in LEAVES and (self._written or self._nameless):
            yield f"{what}, and the disk may still lose {'a record' if self._written else 'the name of a file'}"
        match what, said:
            case "names", _:
                self._nameless = False
            case "name", _:
                self._nameless = True
            case "no room", _:
                self._refused = True
            case "written", bytes():
                self._written += said
            case "flushed", _:
                written, self._written = self._written, b""
                self._refused &= not written
                for record in records(written):
                    yield from self._records(record)
            case "lamps", Shown():
                self._shown = said
                yield from self._shows(said)
            case "feed", (bytes() as raw, Table() as table):
                yield from self._feeds(raw, table)
            case "line", bytes():
                yield from self._says(said)
            case "dies", _:
                self._shown = DARK

    def _records(self, record: Record) -> Iterator[str]:
        self._record = record
        match record.said:
            case ShoeInput(boot=boot, seq=seq) if boot:
                if seq <= self.reached.get(boot, 0):
                    yield f"event {seq} of {boot} is taken a second time, or was lost"
                self.reached[boot] = self.taken[boot] = seq
            case EventsLost(boot=boot, last=last) if boot:
                self.reached[boot] = last
        for fact in record.facts:
            match fact:
                case f.FaultBegan(fault=fault):
                    self._faults.add(fault)
                case f.FaultEnded(fault=fault):
                    self._faults.discard(fault)
        yield from recorded_wrongly(record, self._faults)

    def _shows(self, shown: Shown) -> Iterator[str]:
        yield from shown_wrongly(shown)
        record = self._record
        if self._refused:
            if "fault" not in shown.lamps:
                yield f"the disk is full, and lit is {sorted(shown.lamps)}"
        elif record and (sorted(shown.lamps), shown.gate_open) != (sorted(record.lamps), record.gate == "open"):
            yield f"lit is {sorted(shown.lamps)}, and on record {sorted(record.lamps)}"

    def _feeds(self, raw: bytes, table: Table) -> Iterator[str]:
        line = raw.splitlines()[-1]
        self._fed = json.loads(line)
        record = self._record
        assert record
        if self._refused:
            if "journal" not in table.standing.faults:
                yield "the disk is full, and the feed does not say so"
        elif (self._fed["phase"], self._fed["lamps"]) != (record.phase.value, sorted(record.lamps)):
            yield f"the feed says {self._fed['phase']}, and on record is {record.phase.value}"
        public = {card.face for card in table.cards if card.public}
        hidden = [face for face in DECK if f'"{face}"'.encode() in line and face not in public]
        if hidden:
            yield f"the feed tells {hidden} face down"
        if HIDDEN in table.public_cards[:4] and set(record.lamps) & TELLING:
            yield f"a hand lies face down, and lit is {sorted(record.lamps)}"

    def _says(self, raw: bytes) -> Iterator[str]:
        record = self._record
        assert record
        for frame in map(read_host, Decoder().feed(raw, 0)):
            match frame:
                case Ack(boot=boot, seq=seq):
                    if seq > self.taken.get(boot, 0):
                        yield f"{seq} of {boot} is acknowledged, and {self.taken.get(boot, 0)} on record"
                    if self._refused:
                        continue  # of an event that is on record, and has come again
                    if sorted(self._shown.lamps) != sorted(record.lamps):
                        yield f"{seq} of {boot} is acknowledged before the lamps show it"
                    if self._fed.get("lamps") != sorted(record.lamps):
                        yield f"{seq} of {boot} is acknowledged before the feed tells it"
                case Gate(open=True) if self._refused or (record.gate != "open" and self._faults != {"gate"}):
                    yield "the gate is to open, and on record it is shut"
