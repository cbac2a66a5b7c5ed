"""The host's side of the shoe link, version 1: the driver for `shoe-link`.

Decides when an input is handed out, and which faults of the link stand. Must never know a table, a phase or a rule.

Frames wait in a queue and are taken up one by one. One that calls for an input stays the present frame until that is on
record, and is then looked at again: it may call for more (a BEAT that adopts and proves a loss). An input that is put
back takes its frame along, as if that had never been heard. So all that is believed of a shoe follows from the record.
"""

from collections import Counter, deque
from typing import Final

from firmware.core.inputs import FaultGone, FaultName, FaultSeen, Input, LineNoted, ShoeInput
from firmware.core.link import LinkMemory
from firmware.shoe.decoder import Decoder
from firmware.shoe.driver import Mouth
from firmware.shoe.frames import FrameError, HostFrame, ShoeFrame, encode, read_shoe
from firmware.shoe.intake import Intake
from firmware.shoe.latch import Latch
from firmware.shoe.liveness import Liveness
from firmware.shoe.memory import Memory
from firmware.shoe.voice import Voice

RETRY_NS: Final = 250_000_000
"""A fault that could not be recorded is offered again so much later."""

WAITING_LIMIT: Final = 4096
"""Frames that may wait; what comes beyond is dropped as if the line had lost it."""

IDLE_NS: Final = 1_000_000_000
"""The longest that `deadline` lets anybody wait."""


class HostSession:
    """A `ShoeDriver` for the shoe link."""

    def __init__(self, listen_only: bool = False) -> None:
        """Begin with nothing on record; see `start` and `restore`."""
        self._listen_only = listen_only
        self._memory = Memory()
        self._decoder = Decoder()
        self._liveness = Liveness(needs_mouth=not listen_only)
        self._latch = Latch()
        self._voice = Voice()
        self._intake = Intake(self._memory, self._liveness, self._latch, self._voice, listen_only)
        self._counts: Counter[str] = Counter()
        self._sent: Counter[type[HostFrame]] = Counter()
        self._waiting: deque[bytes] = deque()
        self._notes: deque[LineNoted] = deque()
        self._frame: ShoeFrame | None = None
        self._offered: Input | None = None
        self._arrived = 0  # ns, when bytes came last
        self._wish = False
        self._trouble = "nothing was heard yet"
        self._retry_at = 0
        self._judged_at: int | None = None  # ns; None: what has happened since may have changed the judgement

    @property
    def listen_only(self) -> bool:
        """True if `outgoing` never returns a byte."""
        return self._listen_only

    @property
    def mouth(self) -> Mouth:
        """Where the shoe said last that its gate is; `unknown` before it has."""
        return self._latch.mouth

    @property
    def up(self) -> bool:
        """Whether the link was up when `next_input` judged it last."""
        return self._liveness.up

    def start(self, header: LinkMemory) -> None:
        """Begin with what the header of the newest journal file says, before any `restore`."""
        self._memory.start(header)

    def restore(self, earlier: Input) -> None:
        """Learn from one input of the journal, in order, before the first `opened`."""
        self._memory.learn(earlier)

    def memory(self) -> LinkMemory:
        """Return what the header of a journal file that begins now has to carry."""
        return self._memory.header()

    def opened(self, now: int, discarded: int) -> None:
        """The port was opened and `discarded` bytes of old input were thrown away."""
        self._decoder.reset()
        self._liveness.opened()
        self._voice.opened()
        self._intake.opened()
        if self._listen_only and discarded:
            self._notes.append(LineNoted(note=f"{discarded} bytes were discarded when the port was opened"))

    def closed(self, now: int) -> None:
        """The port is gone; what had arrived is still taken up."""
        self._judged_at = None
        self._liveness.closed()

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes that arrived."""
        if not data:
            return
        self._arrived = now
        for body in self._decoder.feed(data, now):
            if len(self._waiting) < WAITING_LIMIT:
                self._waiting.append(body)
            else:
                self._counts["overrun"] += 1

    def next_input(self, now: int) -> Input | None:
        """Return the next thing to put on record, the same one until it is answered; None if there is none."""
        while self._offered is None and (self._frame or self._waiting):
            if self._frame is None:
                self._frame = self._read(self._waiting.popleft())
            if self._frame is not None:
                self._offered = self._intake.digest(self._frame, self._arrived)
                if self._offered is None:
                    self._frame = None
                    self._judged_at = None  # it may have told how the shoe is
        if self._offered is None and self._notes:
            self._offered = self._notes.popleft()
        if self._offered is None:
            self._offered = self._judge(now)
        return self._offered

    def recorded(self, taken: Input, now: int) -> None:
        """`taken` is on stable storage and shown. Raises `ValueError` if it is not what was offered."""
        self._answered(taken)
        self._memory.learn(taken)
        if self._frame is not None:
            self._intake.recorded(taken, self._frame, now)
            if isinstance(taken, ShoeInput):
                self._frame = None
        elif isinstance(taken, FaultSeen | FaultGone):
            self._tell_latch(now)
        if self._memory.faults or self._trouble:
            self._judged_at = None  # it may have been the last thing that was missing, or the first of two

    def put_back(self, taken: Input, now: int) -> None:
        """`taken` could not be recorded: it, and the frame that called for it, were never heard."""
        self._answered(taken)
        self._frame = None
        if isinstance(taken, FaultSeen | FaultGone):
            self._retry_at = now + RETRY_NS

    def wish(self, gate_open: bool, now: int) -> None:
        """State the gate position the table wants now."""
        self._wish = gate_open
        self._tell_latch(now)

    def outgoing(self, now: int) -> bytes:
        """Return the frames that are due, worded now: GATE, ACK, RESUME, WHO, in this order.

        The gate first: it is shown before the shoe may forget the event that moved it (PROTOCOL.md, section 6).
        """
        if self._listen_only or not self._liveness.port_open:
            return b""
        present, intake, voice = self._memory.present, self._intake, self._voice
        frames: list[HostFrame] = []
        if intake.greeted and now >= voice.gate_due(present, self._latch.open):
            frames.append(voice.gate(present, self._latch.open, now))
        frames += voice.ack(present, self._memory.newest_taken(present))
        frames += voice.resume(present, intake.reached, self._liveness.owed(intake.reached), now)
        if voice.stranger or self._unanswered():
            frames += voice.who(now)
        if not frames:
            return b""
        for frame in frames:
            self._sent[type(frame)] += 1
        return b"".join(map(encode, frames))

    def deadline(self, now: int) -> int:
        """Return when `next_input` or `outgoing` will next have something by time alone; at most 1 s from `now`."""
        last = self._judged_at
        if last is None or self._offered is not None or self._frame is not None or self._waiting or self._notes:
            return now
        # What became due while an event was taken up has not been judged yet.
        judged = [self._retry_at, self._liveness.deadline(last), None if self._listen_only else self._latch.deadline()]
        due = [now + IDLE_NS, *(max(at, now) for at in judged if at is not None and at > last)]
        if self._liveness.port_open and not self._listen_only:
            told = self._memory.present if self._intake.greeted else ""
            due.append(self._voice.deadline(self._unanswered(), told, self._latch.open, now))
        return min(due)

    def counters(self) -> dict[str, int]:
        """Return what was counted since the start: frames, bytes, and what became of them."""
        bad = {f"bad_{cause}": count for cause, count in self._decoder.bad.items()}
        found = {"good": self._decoder.good, "skipped_bytes": self._decoder.skipped}
        sent = {f"sent_{frame.__name__.lower()}": count for frame, count in self._sent.items()}
        return {**found, **bad, **sent, **self._counts, **self._intake.counts}

    def _answered(self, taken: Input) -> None:
        if taken is not self._offered:
            raise ValueError("this input was not the one offered")
        self._offered = None

    def _read(self, body: bytes) -> ShoeFrame | None:
        try:
            return read_shoe(body)
        except FrameError as error:
            self._counts[f"not_{error.reason}" if error.reason != "echo" else "echo"] += 1
            return None

    def _judge(self, now: int) -> Input | None:
        """Return a fault that began or ended; all that has arrived was taken up before."""
        self._judged_at = now
        trouble = self._liveness.judge(self._intake.reached, now)
        if self._intake.other_version:
            trouble = f"the shoe speaks version {self._intake.other_version} of the protocol"
        elif self._intake.repeated:
            trouble = "the BOOT of the shoe has repeated: switch it off and on"
        self._trouble = trouble
        self._tell_latch(now)
        if now < self._retry_at:
            return None
        stuck = not self._listen_only and self._latch.faulty(now, "gate" in self._memory.faults)
        # The gate first: it is judged by the wish that stood while the link was in doubt. But what begins comes before
        # what ends: else nothing would be wrong between the two, and `deal` would be lit for that long.
        gate, link = self._change("gate", "the gate does not obey" if stuck else ""), self._change("link", trouble)
        return link if isinstance(gate, FaultGone) and isinstance(link, FaultSeen) else gate or link

    def _change(self, fault: FaultName, why: str) -> FaultSeen | FaultGone | None:
        if bool(why) == (fault in self._memory.faults):
            return None
        return FaultSeen(fault=fault, why=why) if why else FaultGone(fault=fault)

    def _tell_latch(self, now: int) -> None:
        self._latch.want(self._wish and not self._trouble and "link" not in self._memory.faults, now)

    def _unanswered(self) -> bool:
        return not self._intake.greeted or not self._liveness.up
