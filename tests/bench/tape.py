"""What a controller heard in some shoes, and when: kept once, then played to a fresh one as often as is wanted.

    python -m tests.bench.tape FOLDER SHOES TIMES     cards a second of processor time, and ms to the lamps, as JSON

Decides nothing. A tape has the bytes of the wire, the presses and the times, so that playing it costs what the
controller costs: no shoe is simulated beside it. What it says on the wire must be the same each time.
"""

import gc
import json
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from firmware import editions
from firmware.bench.dealer import Dealer
from firmware.bench.in_memory import BenchClock, MemoryLamps, MemoryLink
from firmware.bench.stack import shuffled
from firmware.bench.world import World
from firmware.core.settings import Settings, build
from firmware.feed.writer import Feed
from firmware.journal.folder import FileStore
from firmware.ledger import Ledger
from firmware.line import Line
from firmware.loop import Loop
from firmware.shoe.session import HostSession
from hal.mock import MockPanel
from hal.ports import Press, Shown
from tests.journal.table import QuickDisk


class Turn(NamedTuple):
    """A turn of the loop, at `now` (ns), and the bytes it found; or presses that were taken."""

    now: int
    heard: bytes = b""
    presses: Sequence[Press] = ()


class Tape(NamedTuple):
    """Shoes as they were dealt: what the controller heard, what it answered, and how many cards there were."""

    settings: Settings
    turns: tuple[Turn, ...]
    said: bytes
    cards: int


class TapedLink:
    """A line at whose other end a tape is played."""

    def __init__(self) -> None:
        self.heard = b""
        self.said: list[bytes] = []

    def open(self) -> int:
        return 0

    def fileno(self) -> int:
        raise NotImplementedError("nobody waits for a tape")

    def read(self) -> bytes:
        heard, self.heard = self.heard, b""
        return heard

    def write(self, data: bytes) -> int:
        self.said.append(data)
        return len(data)

    def close(self) -> None: ...


class Played(NamedTuple):
    """What playing a tape took: seconds of processor time, and ms from the turn that found bytes to the lamps."""

    seconds: float
    reactions: list[float]


class TimedLamps(MemoryLamps):
    """Lamps that know when they were called last."""

    at = 0

    def show(self, shown: Shown) -> None:
        self.at = time.perf_counter_ns()
        super().show(shown)


def record(settings: Settings, shoes: int) -> Tape:
    """Deal `shoes` shoes at a table on the bench and keep what its controller hears."""
    turns: list[Turn] = []
    said: list[bytes] = []
    turn, read, write, take = Loop.turn, MemoryLink.read, MemoryLink.write, Loop.take_presses

    def taped_turn(loop: Loop) -> bool:
        turns.append(Turn(loop._clock.monotonic_ns()))
        return turn(loop)

    def taped_read(link: MemoryLink) -> bytes:
        heard = read(link)
        turns[-1] = turns[-1]._replace(heard=turns[-1].heard + heard)
        return heard

    def taped_write(link: MemoryLink, data: bytes) -> int:
        said.append(data)
        return write(link, data)

    def taped_presses(loop: Loop, now: int) -> object:
        assert isinstance(loop._panel, MockPanel)
        if loop._panel._presses:
            turns.append(Turn(now, presses=tuple(loop._panel._presses)))
        return take(loop, now)

    with pytest.MonkeyPatch.context() as patch:
        for owner, name, taped in (
            (Loop, "turn", taped_turn),
            (Loop, "take_presses", taped_presses),
            (MemoryLink, "read", taped_read),
            (MemoryLink, "write", taped_write),
        ):
            patch.setattr(owner, name, taped)
        cards = 0
        with closing(World(settings)) as table:
            for seed in range(shoes):
                dealer = Dealer(table, settings, shuffled(settings, Random(seed)))
                for _ in dealer.deal():
                    pass
                cards += dealer.cards
            all_said = b"".join(said)  # before the table is switched off
    return Tape(settings, tuple(turns), all_said, cards)


def play(tape: Tape, folder: Path) -> Played:
    """Play a tape to a fresh controller with journal and feed in `folder`."""
    clock, panel, link, driver, lamps = BenchClock(), MockPanel(), TapedLink(), HostSession(), TimedLamps()
    clock.now = tape.turns[0].now
    store = FileStore(folder / "journal", disk=QuickDisk())
    ledger = Ledger(store, driver, clock, table_id="BENCH", settings=tape.settings)
    ledger.open()
    line = Line(link, driver, print)
    line.claim()
    line.start(clock.now)
    feed = Feed(folder / "feed", "BENCH", clock=clock, recall=ledger.recall, tell=print)
    loop = Loop(clock=clock, ledger=ledger, line=line, lamps=lamps, panel=panel, desk=None, feed=feed, tell=print)
    reactions = []
    with closing(ledger), closing(feed):
        loop.start("bench")
        began = time.process_time()
        for turn in tape.turns:
            clock.now = turn.now
            if turn.presses:
                panel._presses.extend(turn.presses)
                loop.take_presses(turn.now)
            else:
                link.heard = turn.heard
                turned = time.perf_counter_ns()
                loop.turn()
                if turn.heard and lamps.at > turned:
                    reactions.append((lamps.at - turned) / 1e6)
        took = time.process_time() - began
    assert b"".join(link.said) == tape.said
    return Played(took, reactions)


def main(folder: Path, shoes: int, times: int) -> None:
    """Play a tape so often and print what came of it."""
    tape = record(build({}, editions.shipped()), shoes)
    gc.freeze()  # as `coup run` does before its first turn
    played = [play(tape, folder / str(time)) for time in range(times)]
    rates = sorted(tape.cards / one.seconds for one in played)
    print(json.dumps({"rates": rates, "reactions": [ms for one in played for ms in one.reactions]}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
