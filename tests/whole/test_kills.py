"""The controller is killed at any moment of a deal: no card is lost, none counts twice, and the lamps are right.

The shoe and the stream of its bytes go on meanwhile. Where the kill came between a press and its answer, either may be
true, and the lamps say which.
"""

import os
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from firmware.journal.audit import verify
from tests.whole.evening import Evening
from tests.whole.room import Room, room, sound

START_S = 0.7
"""A controller that is killed within this time has perhaps not said a word yet."""
SOON_S = 0.02
"""What follows from a card is done by then."""
WITH_FAULT = {"stop", "fault", "last_hand", "shuffle"}
"""All that may be lit before the shoe has said what was missed."""


def fresh_seed() -> int:
    return int.from_bytes(os.urandom(3))


class Lives:
    """A table whose controller is killed again and again."""

    def __init__(self, table: Room, draw: Random) -> None:
        self.table = table
        self.evening = Evening(table, draw)
        self.draw = draw

    def live_and_die(self) -> None:
        """Start the controller, look at the lamps, deal a little, and kill it."""
        if self.draw.random() < 0.1:
            self.table.launch()
            self._pass(START_S)
        else:
            self.start()
            for _ in range(self.draw.randrange(10)):
                self._refill()
                self.evening.step()
            self._refill()
            self.draw.choice([self._pass, self._in_a_frame, self._soon_after])(SOON_S)
        self.table.kill()
        verify(self.table.journal)
        if self.evening.oracle.deal and self.draw.random() < 0.5 and self.evening.shoe:
            self.evening.leave()

    def start(self) -> None:
        """Start the controller: nothing wrong is shown at any time, and what is right once the shoe is heard."""
        self.table.start()
        self.evening.look()
        while_unsure = [line for line in self.table.shown()[self.table.before :] if "fault" in line["lamps"]]
        assert all(WITH_FAULT.issuperset(line["lamps"]) for line in while_unsure)

    def _refill(self) -> None:
        if self.evening.oracle.phase == "shuffle":
            self.evening.fill(self.draw.randrange(1, 60))

    def _pass(self, seconds: float) -> None:
        self.table.wait(self.draw.random() * seconds)

    def _soon_after(self, seconds: float) -> None:
        """Something has just happened."""
        if self.evening.next == "confirm":
            self._after_a_press()
            return
        self.evening.leave()
        self._pass(seconds)

    def _in_a_frame(self, seconds: float) -> None:
        """A frame is on its way: the rest of it goes to nobody, or to the controller that is dead already."""
        if self.evening.next == "confirm":
            self._after_a_press()
            return
        self.evening.leave()
        frame = b""
        while b"EV," not in frame:
            self.table.line.put(frame)
            frame = self.table.shoe.say(self.table.now())
        place = self.draw.randrange(len(frame))
        self.table.line.put(frame[:place])
        self._pass(self.draw.choice([0, seconds / 10]))
        assert self.table.process
        self.table.process.kill()
        self.table.line.put(frame[place:])

    def _after_a_press(self) -> None:
        closed = deepcopy(self.evening.oracle)
        closed.take("confirm")
        with self.table.asking(do="press", button="confirm"):
            self._pass(SOON_S / 4)
            self.table.kill()
        self.table.start()
        if self.table.lit == closed.lamps:
            self.evening.oracle = closed
        self.evening.look()


@pytest.mark.parametrize(
    ("kills", "seed"),
    [
        pytest.param(40, 4, marks=pytest.mark.timeout(180), id="40"),
        pytest.param(500, fresh_seed(), marks=[pytest.mark.measure, pytest.mark.timeout(3600)], id="500"),
    ],
)
def test_killed_again_and_again_it_has_every_card_once_and_shows_what_is_right(
    tmp_path: Path, kills: int, seed: int
) -> None:
    print(f"{kills} kills, seed {seed}")
    with room(tmp_path) as table:
        lives = Lives(table, Random(seed))
        lives.start()
        table.kill()
        for _ in range(kills):
            lives.live_and_die()
        lives.start()
        assert table.end() == 0
        sound(table.shown())
        for command in ("verify", "replay"):
            done = table.run("journal", command, str(table.journal))
            assert done.returncode == 0, done.stdout + done.stderr
        taken = [said["seq"] for said in table.recorded() if said.get("boot") == table.shoe.boot and "seq" in said]
        assert taken == list(range(1, table.shoe.last + 1))
        assert table.cards_on_record() == table.shoe.cards
        assert all(line.endswith("(power cut)") for line in table.log.splitlines()), table.log
