"""A shoe that is not there: the shoe's side of the link, for bench and tests (PROTOCOL.md, sections 2 to 6).

Decides what a true shoe would say. Must never know a host's record: the two meet on the line alone.

Sans-IO as the host's side is: bytes and time come in, one frame at a time goes out, asked for when the line is free.
"""

from collections import deque
from collections.abc import Callable, Collection
from typing import Final

from firmware.core.cards import Face
from firmware.shoe.decoder import Decoder
from firmware.shoe.frames import (
    MAX_SEQ,
    Ack,
    Beat,
    Err,
    FrameError,
    Gate,
    Hello,
    HostFrame,
    Mouth,
    Place,
    Refusal,
    Resume,
    ShoeFrame,
    Who,
    encode,
    read_host,
)
from firmware.shoe.talker import Unsaid
from firmware.shoe.telling import Telling

BEAT_NS: Final = 500_000_000
"""Between two BEAT (PROTOCOL.md, section 4)."""

ERR_NS: Final = 250_000_000
"""Between two ERR (PROTOCOL.md, section 4)."""

DEAD_HOST_NS: Final = 3_000_000_000
"""The gate shuts when no host named this BOOT for so long (PROTOCOL.md, section 5)."""

ANSWERS_LIMIT: Final = 32
"""Answers that may wait for the line; a host that asks faster is not answered more often."""


class SimulatedShoe:
    """A shoe that was just switched on, with its lid shut and cards at its mouth."""

    def __init__(
        self,
        draw_boot: Callable[[], str],
        serial: str = "SIM-1",
        *,
        has_gate: bool = True,
        memory: int = 4096,
    ) -> None:
        """Power up with a BOOT of `draw_boot`, eight uppercase hex digits never drawn alike twice.

        `memory` is how many events it can hold, at least 1,024.
        """
        self._draw_boot = draw_boot
        self._names = (serial, "coup-sim", "1.0")
        self._has_gate = has_gate
        self._memory = memory
        self._lid_open = self._jammed = self._empty = False
        self._power_up(draw_boot())

    lacks: Collection[Unsaid] = ()
    """There is a word for everything."""

    @property
    def boot(self) -> str:
        """The present BOOT."""
        return self._boot

    @property
    def last(self) -> int:
        """SEQ of the newest event, 0 for none."""
        return self._told.last

    @property
    def gate_open(self) -> bool:
        """Whether the gate is unlocked, as far as time has been told."""
        return self._gate_open

    def card(self, face: Face) -> None:
        """A card leaves the shoe."""
        self._empty = False
        self._happen(f"CARD,{face}")

    def cut(self) -> None:
        """A cutting card leaves the shoe."""
        self._happen("CUT")

    def loaded(self) -> None:
        """The lid is closed on a fresh set of cards."""
        self._lid_open = self._empty = False
        self._happen("LOADED")

    def lid(self, is_open: bool) -> None:
        """The lid is opened or shut."""
        self._lid_open = is_open
        self._happen("LID,OPEN" if is_open else "LID,SHUT")

    def empty(self) -> None:
        """No card is left at the mouth."""
        self._empty = True
        self._happen("EMPTY")

    def jam(self) -> None:
        """The mouth is blocked."""
        self._jammed = True
        self._happen("JAM")

    def clear(self) -> None:
        """The mouth is free again."""
        self._jammed = False
        self._happen("CLEAR")

    def spoil(self, code: str) -> None:
        """The reader doubts the card before (`UV`, `DOUBLE`, `BACK`) or itself (`SENSOR`)."""
        self._happen(f"SPOIL,{code}")

    def restart(self, boot: str = "") -> None:
        """The power fails and comes back: nothing is kept. `boot` instead of one drawn is for a shoe that repeats."""
        self._power_up(boot or self._draw_boot())

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes that arrived from the host."""
        wrong, bad = self._decoder.bad["crc"], sum(self._decoder.bad.values())
        for body in self._decoder.feed(data, now):
            self._hear(body, now)
        if self._decoder.bad["crc"] > wrong:
            self._refuse("CRC", now)
        elif sum(self._decoder.bad.values()) > bad:
            self._refuse("FORM", now)

    def outgoing(self, now: int) -> bytes:
        """Return the frame that begins to leave now, empty for none. Called when all earlier bytes have left."""
        self._watch_host(now)
        frame = self._next_frame(now)
        return b"" if frame is None else encode(frame)

    def deadline(self, now: int) -> int:
        """Return when `outgoing` will next have something by time alone."""
        if self._answers or self._beat_at is None:
            return now
        due = [self._beat_at, self._told.deadline(now)]
        if self._gate_open:
            due.append(self._host_at + DEAD_HOST_NS)
        return max(now, min(at for at in due if at is not None))

    def _power_up(self, boot: str) -> None:
        self._boot = boot
        self._decoder = Decoder()
        self._told = Telling(boot, self._memory)
        self._answers: deque[type[ShoeFrame] | Err] = deque([Hello])
        self._beat_at: int | None = None
        self._err_at: int | None = None
        self._host_at = 0
        self._gate_open = False
        for said, holds in (("LID,OPEN", self._lid_open), ("JAM", self._jammed), ("EMPTY", self._empty)):
            if holds:
                self._happen(said)

    def _happen(self, said: str) -> None:
        if self._told.last == MAX_SEQ:
            self._power_up(self._draw_boot())
        self._told.happen(said)
        if self._told.full and self._gate_open:
            self._shut_gate()

    def _hear(self, body: bytes, now: int) -> None:
        try:
            frame = read_host(body)
        except FrameError as error:
            if error.reason != "echo":
                self._refuse("UNKNOWN" if error.reason == "unknown" else "FORM", now)
            return
        if isinstance(frame, Who):
            self._answer(Hello)
        elif frame.boot != self._boot:
            self._refuse("BOOT", now)
        else:
            self._host_at = now
            self._obey(frame, now)

    def _obey(self, frame: HostFrame, now: int) -> None:
        match frame:
            case Gate(open=wanted):
                self._gate_open = wanted and self._has_gate and not self._told.full
                self._answer(Mouth)
            case Ack(seq=seq) | Resume(seq=seq) if seq > self._told.last:
                self._refuse("RANGE", now)
            case Ack(seq=seq):
                self._told.acknowledge(seq)
            case Resume(seq=seq):
                self._answer(Beat)
                self._told.resume(seq)

    def _answer(self, answer: type[ShoeFrame] | Err) -> None:
        if len(self._answers) < ANSWERS_LIMIT:
            self._answers.append(answer)

    def _refuse(self, reason: Refusal, now: int) -> None:
        if self._err_at is None or now - self._err_at >= ERR_NS:
            self._err_at = now
            self._answer(Err(reason))

    def _shut_gate(self) -> None:
        self._gate_open = False
        self._answer(Mouth)

    def _watch_host(self, now: int) -> None:
        if self._gate_open and now - self._host_at >= DEAD_HOST_NS:
            self._shut_gate()

    def _next_frame(self, now: int) -> ShoeFrame | None:
        """Word what goes next: answers, then the heartbeat, then events."""
        if self._beat_at is None:
            self._beat_at = now + BEAT_NS  # the first one follows the HELLO
        if self._answers:
            return self._word(self._answers.popleft())
        if now >= self._beat_at:
            self._beat_at = now + BEAT_NS
            return self._told.beat()
        return self._told.next_event(now)

    def _word(self, answer: type[ShoeFrame] | Err) -> ShoeFrame:
        if isinstance(answer, Err):
            return answer
        if answer is Hello:
            self._answers.appendleft(Beat)
            return Hello(self._boot, *self._names)
        if answer is Mouth:
            place: Place = "NONE" if not self._has_gate else "OPEN" if self._gate_open else "SHUT"
            return Mouth(self._boot, place)
        return self._told.beat()
