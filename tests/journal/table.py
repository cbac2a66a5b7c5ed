"""A table that is dealt at with nothing attached: what goes on record of it is what a real one would leave."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from firmware import editions
from firmware.core import inputs as i
from firmware.core.cards import DECK, Card
from firmware.core.decisions import open_decisions
from firmware.core.lifecycle import Phase
from firmware.core.link import LinkMemory
from firmware.core.settings import build
from firmware.core.state import Table
from firmware.journal.disk import Disk
from firmware.journal.folder import FileStore
from firmware.journal.record import Digests
from firmware.journal.store import Store
from firmware.ledger import Ledger
from firmware.shoe.session import HostSession

BOOT = "1F3A9C04"
DIGESTS = Digests(program="a" * 64, config="b" * 64, edition="c" * 64)


class Clock:
    """A clock that goes on by itself, one millisecond a look."""

    def __init__(self) -> None:
        self.now = 1_000_000_000

    def monotonic_ns(self) -> int:
        self.now += 1_000_000
        return self.now

    def wall(self) -> str:
        return f"2026-11-30T12:00:{self.now // 1_000_000_000 % 60:02}.{self.now // 1_000_000 % 1000:03}Z"


class QuickDisk(Disk):
    """A disk whose power never fails: nothing is flushed."""

    def flush(self, file: int) -> None:
        pass

    def flush_folder(self, folder: int) -> None:
        pass


class Dealer:
    """Deals at one table, card by card, onto a journal."""

    def __init__(self, store: Store, seed: int = 1, **settings: Any) -> None:
        self.store = store
        self.random = Random(seed)
        self.settings = build(settings, editions.shipped())
        self.driver = HostSession(listen_only=False)
        self.ledger = Ledger(store, self.driver, Clock(), table_id="BAC-07", settings=self.settings, digests=DIGESTS)
        self.tables: list[Table] = []
        """The table after each record."""
        self.memories: list[LinkMemory] = []
        """What is remembered of the link after each record."""
        self.seq = 0
        self.shoe: list[Card] = []

    @property
    def table(self) -> Table:
        return self.ledger.table

    def start(self) -> None:
        self.ledger.open()
        self.start_again()

    def start_again(self) -> None:
        """Go on with a journal that was taken."""
        self.enter(i.Started(version="1.2.3"))

    def enter(self, said: i.Input) -> None:
        self.ledger.enter(said)
        self.driver.restore(said)
        self.tables.append(self.table)
        self.memories.append(self.driver.memory())

    def says(self, kind: Callable[..., i.Input], text: str, **what: Any) -> None:
        self.seq += 1
        self.enter(kind(boot=BOOT, seq=self.seq, said=text, **what))

    def shuffle(self) -> None:
        self.shoe = list(DECK) * self.settings.decks
        self.random.shuffle(self.shoe)

    def loaded(self) -> None:
        self.shuffle()
        self.says(i.Loaded, "LOADED")

    def card(self, face: str | None = None) -> None:
        face = face or self.shoe.pop()
        self.says(i.CardLeft, f"CARD,{face}", face=face)

    def press(self, button: i.Button = "confirm") -> None:
        self.enter(i.Pressed(button=button))

    def decide(self, decision: str, role: i.Role = "casino", **more: Any) -> None:
        self.enter(i.Decided(decision=decision, role=role, actor="Ann", reason="seen by all", **more))

    def comes_up(self) -> None:
        self.enter(i.ShoePresented(boot=BOOT, serial="S-1", model="M", firmware="F", restarted=False))
        self.enter(i.FaultGone(fault="link"))

    def round(self) -> None:
        """Deal one round as it should be, and close it."""
        while self.table.behind is not Phase.RESULT:
            if self.table.behind is Phase.REVEAL:
                self.press("reveal")
            else:
                self.card()
        self.press()

    def rounds(self, count: int) -> None:
        for _ in range(count):
            self.round()

    def whole_shoe(self) -> None:
        """Deal a shoe from LOADED to its end, and let somebody do what is wrong now and then."""
        self.loaded()
        while self.table.behind is not Phase.SHUFFLE:
            if len(self.shoe) == 20:
                self.says(i.CutLeft, "CUT")
            if self.random.random() < 0.02:
                self.goes_wrong()
            if self.table.hold:
                self._settle()
            elif self.table.behind is Phase.RESULT:
                self.press()
            elif self.table.behind is Phase.REVEAL:
                self.press("reveal")
            else:
                self.card()

    def goes_wrong(self) -> None:
        match self.random.randrange(5):
            case 0:
                self.card("??")
            case 1:
                self.says(i.Spoiled, "SPOIL,UV", code="UV")
            case 2:
                self.card()
            case 3:
                self.enter(i.FaultSeen(fault="panel", why="a button is stuck"))
                self.enter(i.FaultGone(fault="panel"))
            case _:
                self.says(i.Unknown, "TEMP,31")

    def _settle(self) -> None:
        decision = self.random.choice(sorted(set(open_decisions(self.table)) - {"reshuffle"}))
        card = self.random.choice(DECK) if decision in ("card", "correct") else None
        self.decide(decision, card=card, n=len(self.table.numbered) if decision == "correct" else None)


def dealt_in(folder: Path, deal: Callable[[Dealer], None], **settings: Any) -> Dealer:
    """Start a table on the journal in `folder`, let `deal` deal, and stop it."""
    dealer = Dealer(FileStore(folder, disk=QuickDisk()), **settings)
    dealer.start()
    dealer.comes_up()
    deal(dealer)
    dealer.ledger.close()
    return dealer


def three_rounds(dealer: Dealer) -> None:
    dealer.loaded()
    dealer.rounds(3)


def newest(folder: Path) -> Path:
    return max(folder.glob("shoe-*.jsonl"))
