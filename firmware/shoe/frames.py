"""The sentences of the shoe link: one frozen struct for each, and how it is written and read.

Decides the grammar of a body (PROTOCOL.md, sections 3 to 5). Must never know what a card means, nor what was said
before.
"""

import re
from binascii import crc_hqx
from typing import Final, Literal, TypeAlias

from msgspec import Struct

MAX_SEQ: Final = 4_294_967_294
"""The last SEQ of a BOOT (PROTOCOL.md, section 3)."""

VERSION: Final = "1"
"""The protocol version this program speaks."""

Place = Literal["OPEN", "SHUT", "NONE"]
Refusal = Literal["CRC", "FORM", "UNKNOWN", "BOOT", "RANGE"]

_BOOT = re.compile(r"[0-9A-F]{8}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")
_EVENT = re.compile(r"EV,([0-9A-F]{8}),([1-9][0-9]{0,9})(?:,(.*))?")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,16}")


class FrameError(ValueError):
    """A body that is no sentence of the side it was read for; `reason` says in which way."""

    def __init__(self, reason: Literal["form", "unknown", "echo"]) -> None:
        super().__init__(reason)
        self.reason = reason


class Hello(Struct, frozen=True):
    """The shoe names itself. With a `version` other than 1 only `version` means anything."""

    boot: str
    serial: str
    model: str
    firmware: str
    version: str = VERSION

    def body(self) -> str:
        """Return the sentence, without its frame."""
        return f"HELLO,{self.boot},{self.serial},{self.model},{self.firmware},{self.version}"


class Event(Struct, frozen=True):
    """Something happened at the shoe. `said` is KIND and all that follows it, exactly as received."""

    boot: str
    seq: int
    said: str

    def body(self) -> str:
        """Return the sentence, without its frame."""
        return f"EV,{self.boot},{self.seq},{self.said}"


class Beat(Struct, frozen=True):
    """The heartbeat: the oldest event held, the highest one acknowledged, the newest one."""

    boot: str
    first: int
    acked: int
    last: int

    def body(self) -> str:
        """Return the sentence, without its frame."""
        return f"BEAT,{self.boot},{self.first},{self.acked},{self.last}"


class Mouth(Struct, frozen=True):
    """Where the gate really is."""

    boot: str
    place: Place

    def body(self) -> str:
        """Return the sentence, without its frame."""
        return f"MOUTH,{self.boot},{self.place}"


class Err(Struct, frozen=True):
    """The shoe refused a frame."""

    reason: Refusal

    def body(self) -> str:
        """Return the sentence, without its frame."""
        return f"ERR,{self.reason}"


class Who(Struct, frozen=True):
    """The host asks the shoe to name itself."""

    def body(self) -> str:
        """Return the sentence, without its frame."""
        return "WHO"


class Ack(Struct, frozen=True):
    """Every event of `boot` up to `seq` is on stable storage."""

    boot: str
    seq: int

    def body(self) -> str:
        """Return the sentence, without its frame."""
        return f"ACK,{self.boot},{self.seq}"


class Resume(Struct, frozen=True):
    """The host asks for every event of `boot` after `seq` (0: all)."""

    boot: str
    seq: int

    def body(self) -> str:
        """Return the sentence, without its frame."""
        return f"RESUME,{self.boot},{self.seq}"


class Gate(Struct, frozen=True):
    """The host wants the mouth unlocked or locked."""

    boot: str
    open: bool

    def body(self) -> str:
        """Return the sentence, without its frame."""
        return f"GATE,{self.boot},{'OPEN' if self.open else 'SHUT'}"


ShoeFrame: TypeAlias = Hello | Event | Beat | Mouth | Err
HostFrame: TypeAlias = Who | Ack | Resume | Gate

_SHOE_VERBS: Final = frozenset({"HELLO", "EV", "BEAT", "MOUTH", "ERR"})
_HOST_VERBS: Final = frozenset({"WHO", "ACK", "RESUME", "GATE"})


def encode(frame: ShoeFrame | HostFrame) -> bytes:
    """Return `frame` as it goes over the line, from `$` to LF (PROTOCOL.md, section 2)."""
    return wrap(frame.body().encode("ascii"))


def wrap(body: bytes) -> bytes:
    """Return `body` between `$` and its CRC."""
    return b"$%b*%04X\r\n" % (body, crc(body))


def crc(body: bytes) -> int:
    """Return the CRC-16/IBM-3740 of `body` (PROTOCOL.md, section 2)."""
    return crc_hqx(body, 0xFFFF)


def read_shoe(body: bytes) -> ShoeFrame:
    """Return what a shoe said in `body`, the content of a good frame.

    Raises:
        FrameError: `echo` for a verb of the host's, `unknown` for one of nobody's, `form` for a wrong field.
    """
    text = body.decode("ascii")
    if text.startswith("EV,"):
        return _read_event(text)
    verb, *fields = text.split(",")
    if verb not in _SHOE_VERBS:
        raise FrameError("echo" if verb in _HOST_VERBS else "unknown")
    match verb, fields:
        case "HELLO", [*_, version] if len(fields) >= 5:
            return _read_hello(fields, version)
        case "BEAT", [boot, first, acked, last]:
            beat = Beat(_boot(boot), _number(first), _seq(acked, 0), _seq(last, 0))
            # FIRST is LAST + 1 when nothing is held, so it may be one more than any SEQ.
            if not 1 <= beat.first <= beat.last + 1 or beat.acked > beat.last:
                raise FrameError("form")
            return beat
        case "MOUTH", [boot, "OPEN" | "SHUT" | "NONE" as place]:
            return Mouth(_boot(boot), place)
        case "ERR", ["CRC" | "FORM" | "UNKNOWN" | "BOOT" | "RANGE" as reason]:
            return Err(reason)
    raise FrameError("form")


def read_host(body: bytes) -> HostFrame:
    """Return what a host said in `body`, the content of a good frame. Raises `FrameError` as `read_shoe` does."""
    verb, *fields = body.decode("ascii").split(",")
    if verb not in _HOST_VERBS:
        raise FrameError("echo" if verb in _SHOE_VERBS else "unknown")
    match verb, fields:
        case "WHO", []:
            return Who()
        case "ACK", [boot, seq]:
            return Ack(_boot(boot), _seq(seq, 1))
        case "RESUME", [boot, seq]:
            return Resume(_boot(boot), _seq(seq, 0))
        case "GATE", [boot, "OPEN" | "SHUT" as place]:
            return Gate(_boot(boot), place == "OPEN")
    raise FrameError("form")


def _read_event(text: str) -> Event:
    # Whatever follows SEQ is taken (PROTOCOL.md, section 4): only BOOT and SEQ can be wrong.
    event = _EVENT.fullmatch(text)
    if event is None or (seq := int(event[2])) > MAX_SEQ:
        raise FrameError("form")
    return Event(event[1], seq, event[3] or "")


def _read_hello(fields: list[str], version: str) -> Hello:
    if version != VERSION:
        # Another version may have other fields, but its last one is the version for ever.
        if not _NUMBER.fullmatch(version):
            raise FrameError("form")
        return Hello(fields[0], fields[1], fields[2], fields[3], version)
    match fields:
        case [boot, serial, model, firmware, _] if all(map(_NAME.fullmatch, (serial, model, firmware))):
            return Hello(_boot(boot), serial, model, firmware)
    raise FrameError("form")


def _boot(text: str) -> str:
    if not _BOOT.fullmatch(text):
        raise FrameError("form")
    return text


def _seq(text: str, low: int) -> int:
    if not low <= (seq := _number(text)) <= MAX_SEQ:
        raise FrameError("form")
    return seq


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise FrameError("form")
    return int(text)
