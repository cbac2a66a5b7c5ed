"""A line that loses, spoils and doubles frames in both directions, and a shoe that waits for nothing.

Every card arrives once and in order, and nobody has to say anything.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from firmware.core.inputs import CardLeft, Input
from firmware.shoe.session import HostSession
from tests.whole.evening import stack
from tests.whole.line import Carry
from tests.whole.room import room
from tests.whole.someone_elses_shoe import MS, Shoe

CARD_MS = 20
BYTE_NS = 10 * 1_000_000_000 // 115200
CATCH_UP_MS = 120_000


def spoiling(draw: Random) -> Carry:
    """15 % of the frames are dropped, 10 % corrupted, 10 % doubled."""

    def carry(frame: bytes) -> bytes:
        if draw.random() < 0.15:
            return b""
        if frame and draw.random() < 0.1:
            place = draw.randrange(len(frame))
            frame = frame[:place] + bytes([frame[place] ^ draw.randrange(1, 256)]) + frame[place + 1 :]
        return frame * 2 if draw.random() < 0.1 else frame

    return carry


def cards(draw: Random, how_many: int = 400) -> Iterator[str]:
    """LOADED, and so many cards of one shoe."""
    yield "LOADED"
    yield from [said for said in stack(0, draw) if said != "CUT"][:how_many]


class Wire:
    """The shoe, the program's side of the link, and 115200 baud between them, under a clock that a test moves."""

    def __init__(self, seed: int) -> None:
        self.shoe = Shoe()
        self.host = HostSession(listen_only=False)
        self.record: list[Input] = []
        self.now = 5_000 * MS
        self._carry = spoiling(Random(seed))
        self._free_at = 0
        self.host.opened(self.now, 0)

    def run(self, ms: int) -> None:
        end = self.now + ms * MS
        while self.now < end:
            self._turn()
            shoe_due = max(self.shoe.due(self.now), self._free_at)
            self.now = min(end, max(self.now + MS // 20, min(shoe_due, self.host.deadline(self.now))))

    def _turn(self) -> None:
        if self.now >= self._free_at and (frame := self.shoe.say(self.now)):
            self._free_at = self.now + len(frame) * BYTE_NS
            self.host.receive(self._carry(frame), self.now)
        while (said := self.host.next_input(self.now)) is not None:
            self.record.append(said)
            self.host.recorded(said, self.now)
            self.host.wish(True, self.now)
            self._answer()
        self._answer()

    def _answer(self) -> None:
        for frame in self.host.outgoing(self.now).splitlines(keepends=True):
            self.shoe.hear(self._carry(frame), self.now)


@pytest.mark.parametrize("seed", range(40))
def test_400_cards_arrive_once_and_in_order(seed: int) -> None:
    wire, sent = Wire(seed), list(cards(Random(seed)))
    wire.run(2000)
    for said in sent:
        wire.shoe.happen(said, wire.now)
        wire.run(CARD_MS)
    for _ in range(CATCH_UP_MS // 100):
        if wire.shoe.acked == wire.shoe.last:
            break
        wire.run(100)
    taken = [said.face for said in wire.record if isinstance(said, CardLeft)]
    assert [f"CARD,{face}" for face in taken] == sent[1:]
    assert {said.kind for said in wire.record} <= {"presented", "fault_seen", "fault_gone", "loaded", "card"}


@pytest.mark.parametrize(
    ("how_many", "seed"),
    [
        pytest.param(150, 7, id="150"),
        *(
            pytest.param(400, seed, id=f"400-{n}", marks=[pytest.mark.measure, pytest.mark.timeout(200)])
            for n, seed in enumerate(os.urandom(3))
        ),
    ],
)
def test_cards_arrive_once_and_in_order_at_a_running_table(tmp_path: Path, how_many: int, seed: int) -> None:
    print(f"{how_many} cards, seed {seed}")
    draw = Random(seed)
    with room(tmp_path, carry=spoiling(draw)) as table:
        table.start()
        for said in cards(draw, how_many):
            table.shoe.happen(said, table.now())
            table.wait(CARD_MS / 1000)
        table.until(table.acked, "the last card", CATCH_UP_MS / 1000)
        taken = [(said["boot"], said["seq"], said["face"]) for said in table.recorded() if said["kind"] == "card"]
        assert taken == table.shoe.cards
        assert len(taken) == how_many
        assert not {"lost", "restarted"} & {said["kind"] for said in table.recorded()}
        table.decide("reshuffle")  # those behind a hold can be read once their shoe is closed
        table.happen("LOADED")
        assert table.cards_on_record() == table.shoe.cards
