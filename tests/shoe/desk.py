"""A host that a test plays the shoe to, sentence by sentence."""

from firmware.core.inputs import Input
from firmware.core.link import LinkMemory
from firmware.shoe.decoder import Decoder
from firmware.shoe.frames import wrap
from firmware.shoe.session import HostSession

MS = 1_000_000
BOOT = "1F3A9C04"
OTHER = "00C0FFEE"
HELLO = f"HELLO,{BOOT},S-1,M,F,1"


def sent(*bodies: str) -> bytes:
    """What goes over the line for some sentences."""
    return b"".join(wrap(body.encode()) for body in bodies)


class Desk:
    """A host on a clock of its own. What it hands out goes on record at once."""

    def __init__(self, listen_only: bool = False, record: list[Input] | None = None, header: LinkMemory | None = None):
        self.host = HostSession(listen_only)
        self.now = 1_000 * MS
        self.record = list(record or [])
        if header:
            self.host.start(header)
        for earlier in self.record:
            self.host.restore(earlier)

    @classmethod
    def beside_a_shoe(cls, last: int = 0, *, listen_only: bool = False) -> "Desk":
        """Begin with the port open and a shoe that has named itself, has `last` events on record and is trusted."""
        desk = cls(listen_only)
        desk.open()
        desk.hear(HELLO, f"BEAT,{BOOT},1,0,0")
        desk.said()
        desk.hear(f"MOUTH,{BOOT},SHUT")
        for seq in range(1, last + 1):
            desk.hear(f"EV,{BOOT},{seq},CARD,KH")
        desk.said()
        desk.take()
        assert desk.trusted
        return desk

    @property
    def trusted(self) -> bool:
        return "link" not in self.host.memory().faults

    def open(self, discarded: int = 0) -> list[Input]:
        self.host.opened(self.now, discarded)
        return self.take()

    def close(self) -> list[Input]:
        self.host.closed(self.now)
        return self.take()

    def hear(self, *bodies: str) -> list[Input]:
        """Hear sentences, and put on record what follows."""
        self.host.receive(sent(*bodies), self.now)
        return self.take()

    def take(self) -> list[Input]:
        taken = []
        while (found := self.host.next_input(self.now)) is not None:
            self.host.recorded(found, self.now)
            taken.append(found)
        self.record += taken
        return taken

    def said(self) -> list[str]:
        """What the host says now."""
        return [body.decode() for body in Decoder().feed(self.host.outgoing(self.now), self.now)]

    def wait(self, ms: float) -> list[Input]:
        self.now += round(ms * MS)
        return self.take()

    def alive(self, ms: int, last: int, place: str = "SHUT", first: int = 1, acked: int = 0) -> list[Input]:
        """Let time pass beside a shoe that beats and answers for its gate."""
        taken = []
        for _ in range(ms // 500):
            taken += self.wait(500)
            taken += self.hear(f"BEAT,{BOOT},{first},{acked},{last}", f"MOUTH,{BOOT},{place}")
        return taken
