"""Nothing that is due waits: another turn at the same moment has nothing that `deadline` did not announce.

The loop takes no turn in vain: what a host does not announce by `deadline` is late by as long as nothing happens.
"""

from copy import deepcopy
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.inputs import Started
from firmware.shoe.session import HostSession
from tests.shoe.desk import BOOT, HELLO, MS, OTHER, sent

STEPS = 60
TURNS = 200
"""More than anything that was said calls for."""


class Evening:
    """A host beside a shoe that says whatever comes to its mind, and a journal that fails now and then."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.host = HostSession(listen_only=dice.random() < 0.25)
        self.now = 1_000 * MS
        self.events = 0  # said so far
        self.there = self.failing = False
        if dice.random() < 0.6:
            self.host.restore(Started(version="x"))

    def step(self) -> None:
        """Let one thing happen, and the host do all that is due."""
        what = self.dice.choices(
            (self.says, self.behaves, self.waits, self.wishes, self.plugs, self.fails), weights=(6, 4, 3, 1, 1, 0.5)
        )[0]
        if not self.there and self.dice.random() < 0.7:
            what = self.plugs
        what()
        self.rest()

    def says(self) -> None:
        if self.there:
            self.host.receive(sent(*(self.sentence() for _ in range(self.dice.randint(1, 4)))), self.now)

    def sentence(self) -> str:
        what = self.dice.choices(
            ("mouth", "event", "beat", "hello", "gap", "again", "other", "other hello", "error"),
            weights=(6, 4, 6, 2, 1, 1, 1, 1, 1),
        )[0]
        match what:
            case "mouth":
                return f"MOUTH,{BOOT},{self.dice.choice(('OPEN', 'SHUT', 'SHUT', 'NONE'))}"
            case "event":
                self.events += 1
                return f"EV,{BOOT},{self.events},CARD,KH"
            case "beat":
                ahead = self.dice.random() < 0.2
                first = self.dice.choice((1, 1, max(1, self.events)))
                acked = 0 if ahead else self.dice.choice((0, 0, self.events))
                return f"BEAT,{BOOT},{first},{acked},{self.events + ahead}"
            case "hello":
                return HELLO
            case "gap":
                return f"EV,{BOOT},{self.events + 2},CARD,KH"
            case "again":
                return f"EV,{BOOT},{max(1, self.events - 1)},CARD,KH"
            case "other":
                return f"BEAT,{OTHER},1,0,0"
            case "other hello":
                return f"HELLO,{OTHER},S-1,M,F,{self.dice.choice('12')}"
            case _:
                return "ERR,RANGE"

    def behaves(self) -> None:
        """The shoe beats and obeys for a while, as it should."""
        if not self.there or self.failing:
            return
        for _ in range(self.dice.randint(1, 9)):
            place = "OPEN" if self.wish else "SHUT"
            self.host.receive(sent(HELLO, f"BEAT,{BOOT},1,0,{self.events}", f"MOUTH,{BOOT},{place}"), self.now)
            self.rest()
            self.now += self.dice.choice((100, 400, 400)) * MS

    wish = False

    def wishes(self) -> None:
        self.wish = self.dice.random() < 0.6
        self.host.wish(self.wish, self.now)

    def plugs(self) -> None:
        self.there = not self.there
        if self.there:
            self.host.opened(self.now, self.dice.choice((0, 3)))
        else:
            self.host.closed(self.now)

    def fails(self) -> None:
        self.failing = not self.failing

    def waits(self) -> None:
        end = self.now + self.dice.randint(0, self.dice.choice((300, 1200, 4000))) * MS
        while self.now < end:
            self.now = min(end, max(self.now + MS, self.host.deadline(self.now)))
            self.rest()

    def rest(self) -> None:
        """Take turns until nothing is due, a journal that fails being asked again and again."""
        for _ in range(TURNS):
            self.turn()
            if self.host.deadline(self.now) > self.now:
                return

    def turn(self) -> None:
        said = self.host.next_input(self.now)
        if said is not None:
            (self.host.put_back if self.failing else self.host.recorded)(said, self.now)
        self.host.outgoing(self.now)
        if self.host.deadline(self.now) > self.now:
            another = deepcopy(self.host)
            assert (another.next_input(self.now), another.outgoing(self.now)) == (None, b"")


@settings(max_examples=100)
@given(st.randoms(use_true_random=False))
def test_a_turn_in_vain_has_nothing_to_do(dice: Random) -> None:
    evening = Evening(dice)
    for _ in range(STEPS):
        evening.step()
