"""An evening of one shoe, written as bytes: what the line brings, in which pieces, and what happens meanwhile.

Decides what every driver owes the table whatever arrives. Must never know what a dialect's bytes mean.

The first byte of a script chooses among the make's settings. After it every byte is one of the line's, but for
`ESCAPE`: it ends a piece, and the byte behind it says what happens then (`Evening.happens`).
"""

import pickle
from collections.abc import Callable, Iterator
from itertools import product

from firmware.core.inputs import EventsLost, FaultGone, FaultSeen, Input, ShoeInput, Started
from firmware.core.link import LinkMemory
from firmware.shoe.angel_frames import worded
from firmware.shoe.decoder import Decoder
from firmware.shoe.driver import ShoeDriver
from firmware.shoe.frames import Ack, Gate, read_host
from firmware.shoe.memory import BOOTS_KEPT
from firmware.shoe.registry import Make

MS = 1_000_000
SECOND = 1_000 * MS
ESCAPE = 0x1B
SINGLY = 200
"""Bytes of the line that come one by one when it is tried whether the cuts matter; the rest comes in one piece."""
HELD = 400_000
"""Bytes that a driver holds at the most once all is on record: 64 BOOTs, 1,024 events of 80 bytes, and its own code."""

Act = tuple[str, bytes]


def checked(body: bytes) -> bytes:
    """Return a message of an Angel Eye shoe: its SEQ is the first byte of `body`."""
    return worded(body[0], body[1:]) if body else b""


def acts(script: bytes) -> Iterator[Act]:
    """Yield what happens: a letter and its bytes; `hear` for a piece, `check` for one that gets the make's check."""
    kind, piece, rest = "hear", bytearray(), iter(script)
    for byte in rest:
        if byte != ESCAPE:
            piece.append(byte)
            continue
        letter = next(rest, ord("|"))
        if letter == ESCAPE:
            piece.append(letter)
            continue
        yield kind, bytes(piece)
        kind, piece = "check" if letter == ord("$") else "hear", bytearray()
        if letter != ord("$"):
            yield chr(letter), bytes([next(rest, 0)]) if letter in b"tT*" else b""
    yield kind, bytes(piece)


class Evening:
    """One driver, its table's record, and a clock that the script moves."""

    def __init__(self, make: Make, listen_only: bool, options: dict[str, object], longest: int) -> None:
        self.make, self.listen_only, self.options, self.longest = make, listen_only, options, longest
        self.now = 5 * SECOND
        self.record: list[Input] = []
        self.header = LinkMemory()
        self.page: list[Input] = []  # the record since the header
        self.reached: dict[str, int] = {}  # by BOOT, the last SEQ on record as taken or lost
        self.disk_full = self.port_open = self.wanted = False
        self.heard = self.happened = 0
        self.newest = b""
        self.begins()

    def begins(self) -> None:
        """A host starts on what is on record."""
        self.driver: ShoeDriver = self.make.driver(self.listen_only, self.options)
        self.driver.start(self.header)
        for earlier in self.page:
            self.driver.restore(earlier)

    def starts(self) -> None:
        """A host has started, and opens the port."""
        self.page.append(Started(version="0"))
        self.driver.restore(self.page[-1])
        self.opens()

    def opens(self) -> None:
        self.port_open = True
        self.driver.opened(self.now, 3)

    def happens(self, kind: str, what: bytes) -> None:
        """Let one act of the script happen, and the host do what it has to."""
        self.happened += 1
        match kind:
            case "hear" | "check":
                self.hears(what)
            case "*":  # the last piece, up to 8,192 times
                self.hears(self.newest * (1 << what[0] % 14))
            case "t":
                self.now += what[0] * MS
            case "T":
                self.now += what[0] * 100 * MS
            case "f":  # the disk is full, or has room again
                self.disk_full = not self.disk_full
            case "p" if self.port_open:
                self.port_open = False
                self.driver.closed(self.now)
            case "p":
                self.opens()
            case "w":
                self.wanted = not self.wanted
            case "j":  # the journal goes on in another file
                self.header, self.page = self.driver.memory(), []
            case "h":  # the host dies, and another one starts on its record
                known = self.driver.memory()
                self.begins()
                assert self.driver.memory() == known, "the record does not tell all that was known"
                self.starts()
        self.takes()
        self.driver.wish(self.wanted, self.now)
        if self.port_open:
            self.hears_the_host(self.driver.outgoing(self.now))
        assert self.now <= self.driver.deadline(self.now) <= self.now + SECOND

    def hears(self, data: bytes) -> None:
        data = data[: self.longest - self.heard]
        self.heard += len(data)
        self.newest = data
        if self.port_open:
            self.driver.receive(data, self.now)

    def takes(self) -> None:
        """Put on record what there is, as far as the disk has room."""
        while (said := self.driver.next_input(self.now)) is not None:
            assert self.driver.next_input(self.now) is said, "the same one until it is answered"
            if self.disk_full:
                self.driver.put_back(said, self.now)
                return
            self.record.append(said)
            self.page.append(said)
            self.judges(said)
            self.driver.recorded(said, self.now)
            assert len(self.record) <= 32 + 2 * self.heard + 8 * self.happened, "it never comes to rest"

    def judges(self, said: Input) -> None:
        """Nothing is taken twice, and nothing that is on record as lost."""
        match said:
            case ShoeInput(boot=boot, seq=seq) if boot:
                assert seq > self.reached.get(boot, 0) or len(self.reached) > BOOTS_KEPT
                self.reached[boot] = seq
            case EventsLost(boot=boot, last=last) if boot:
                self.reached[boot] = last

    def hears_the_host(self, said: bytes) -> None:
        """What is said is well formed, and says no more than what is on record."""
        decoder = Decoder()
        bodies = decoder.feed(said, 0)
        assert not (said and self.driver.listen_only)
        assert not decoder.skipped
        assert not any(decoder.bad.values())
        assert len(bodies) <= 4
        for frame in map(read_host, bodies):
            match frame:
                case Ack(boot=boot, seq=seq):
                    assert seq <= self.reached[boot]
                case Gate(open=True):
                    assert self.wanted
                    assert "link" not in self.driver.memory().faults

    def ends(self) -> None:
        """Everything that can be on record is; what is still held then is bounded."""
        self.disk_full = False
        self.now += 20 * SECOND
        self.takes()
        assert self.driver.up or "link" in self.driver.memory().faults, "a link that is down is a fault on record"
        assert len(pickle.dumps(self.driver)) < HELD
        assert all(count >= 0 for count in self.driver.counters().values())


def settings_of(make: Make) -> list[tuple[bool, dict[str, object]]]:
    """Return every way in which a make's driver can be set up."""
    choices = [[(option.name, value) for value in option.allowed] for option in make.options]
    return [(listen_only, dict(chosen)) for listen_only in (False, True) for chosen in product(*choices)]


def shoe(make: Make, check: Callable[[bytes], bytes] = bytes, *, longest: int = 10_000) -> Callable[[bytes], None]:
    """Return the target of one make.

    Args:
        make: how its drivers are built.
        check: puts its check around a body, for no search ever finds a CRC.
        longest: bytes of the line in one evening, repetitions included: enough to overrun a driver that nobody asks.
    """
    settings = settings_of(make)

    def run(script: bytes) -> None:
        listen_only, options = settings[script[0] % len(settings)] if script else settings[0]
        happening = [(kind, check(what) if kind == "check" else what) for kind, what in acts(script[1:])]
        evening = Evening(make, listen_only, options, longest)
        evening.starts()
        for kind, what in happening:
            evening.happens(kind, what)
        evening.ends()
        pieces = [what for kind, what in happening if kind in ("hear", "check")]
        line = b"".join(pieces)
        singly = [*(line[at : at + 1] for at in range(min(SINGLY, len(line)))), line[SINGLY:]]
        whole = said_of(evening, [line])
        assert said_of(evening, pieces) == said_of(evening, singly) == whole, "it matters where the bytes were cut"
        taken, others = (
            [one for one in said_of(evening, some, True) if not _is_fault(one)] for some in (pieces, [line])
        )
        assert taken == others, "it matters when the table takes what there is"

    return run


def said_of(evening: Evening, pieces: list[bytes], at_once: bool = False) -> list[Input]:
    """Return what goes on record of these pieces, all of one moment; `at_once`: as each comes, else after the last."""
    other = Evening(evening.make, evening.listen_only, evening.options, evening.longest)
    other.starts()
    for piece in [b"", *pieces]:
        other.hears(piece)
        if at_once:
            other.takes()
    other.takes()
    return other.record


def _is_fault(said: Input) -> bool:
    return isinstance(said, FaultSeen | FaultGone)
