"""What of the frames of a shoe becomes an input: strict order, nothing lost, nothing twice (PROTOCOL.md, section 6).

Decides what is taken, what is a duplicate, a gap, a loss or a repeated BOOT. Must never know the table, nor believe
anything of the shoe that is not on record: what a frame calls for changes nothing before `recorded`.
"""

from collections import Counter
from typing import Final

from firmware.core.inputs import (
    BootRepeated,
    EventsLost,
    Input,
    LineNoted,
    ShoeAdopted,
    ShoeInput,
    ShoePresented,
)
from firmware.shoe.events import meaning
from firmware.shoe.frames import VERSION, Beat, Err, Event, Hello, Mouth, ShoeFrame
from firmware.shoe.latch import Latch
from firmware.shoe.liveness import Liveness
from firmware.shoe.memory import Memory
from firmware.shoe.voice import Voice

QUIET_NS: Final = 250_000_000
"""A BEAT ahead of what was taken is a gap only when no event was taken for so long (PROTOCOL.md, section 6)."""


class Intake:
    """Where the host stands in the events of the present BOOT."""

    def __init__(self, memory: Memory, liveness: Liveness, latch: Latch, voice: Voice, listen_only: bool) -> None:
        self.greeted = False
        """A HELLO came since the start."""
        self.begun = False
        """And a BEAT after it: events are taken."""
        self.reached = 0
        """Once `begun`: the last SEQ of the present BOOT that was taken, lost or adopted."""
        self.other_version = ""
        """The version of a shoe that was heard last and speaks another one."""
        self.counts: Counter[str] = Counter()
        self._memory = memory
        self._liveness = liveness
        self._latch = latch
        self._voice = voice
        self._listen_only = listen_only
        self._taken_at: int | None = None

    @property
    def repeated(self) -> bool:
        """Whether the present BOOT has repeated: nothing more of it is taken."""
        return self._memory.present in self._memory.distrusted

    def opened(self) -> None:
        """The port was opened: what is missing now is not on its way."""
        self._taken_at = None

    def digest(self, frame: ShoeFrame, now: int) -> Input | None:
        """Return what `frame`, arrived at `now`, calls for; None once it has nothing (more) to say.

        A frame whose input is on record is to be shown again, save an `Event` that was taken.
        """
        match frame:
            case Event():
                return self._event(frame, now)
            case Beat():
                return self._beat(frame, now)
            case Hello():
                return self._hello(frame, now)
            case Mouth(boot=boot, place=place):
                if self.greeted and boot == self._memory.present and not self.other_version:
                    self._liveness.mouth(now)
                    self._latch.report(place)
                return None
            case Err():
                return self._err(frame)

    def recorded(self, taken: Input, frame: ShoeFrame, now: int) -> None:
        """`taken`, which `frame` called for, has just gone on record."""
        match taken:
            case ShoeInput(seq=seq):
                self.reached = seq
                self._taken_at = now
                self._voice.ack_due = True
            case ShoePresented():
                self.greeted, self.begun, self.other_version = True, False, ""
                self._taken_at = None
                self._liveness.renewed()
                self._latch.renewed(now)
                self._voice.renewed()
            case ShoeAdopted(seq=seq):
                self.reached, self.begun = seq, True
            case EventsLost(first=first, last=last):
                self.reached = last
                self.counts["lost"] += last - first + 1
            case BootRepeated():
                self._voice.renewed()
            case LineNoted():
                if isinstance(frame, Beat):
                    self._begin(frame.boot)
                elif isinstance(frame, Event):
                    self._memory.note(frame.boot, frame.seq, frame.said)  # noted once is enough

    def _hello(self, hello: Hello, now: int) -> Input | None:
        if hello.version != VERSION:
            self.other_version, self.begun = hello.version, False
            self._liveness.renewed()
            self._voice.renewed()
            return None
        self._voice.stranger = False
        if hello.boot != self._memory.present:
            return self._presented(hello)
        self.other_version = ""
        if not self.greeted:
            self.greeted = True
            self._latch.renewed(now)
        self._liveness.heard(now)
        return None

    def _presented(self, hello: Hello) -> ShoePresented:
        return ShoePresented(
            boot=hello.boot,
            serial=hello.serial,
            model=hello.model,
            firmware=hello.firmware,
            restarted=self._memory.present != "",
        )

    def _beat(self, beat: Beat, now: int) -> Input | None:
        if self.other_version:
            return None
        if self._listen_only:
            # No WHO can be sent, so a BEAT stands in for the HELLO.
            if beat.boot != self._memory.present:
                return self._presented(Hello(beat.boot, "", "", ""))
            self.greeted = True
        if not self._of_present(beat.boot, now) or self.repeated:
            return None
        if not self.begun and (input_ := self._first_beat(beat)):
            return input_
        if beat.last < self.reached:
            why = f"its newest event is {beat.last} where {self.reached} is on record"
            return BootRepeated(boot=beat.boot, why=why)
        if beat.first > self.reached + 1:
            return EventsLost(boot=beat.boot, first=self.reached + 1, last=beat.first - 1)
        self._liveness.beat(beat.last, self.reached, now)
        if beat.last > self.reached and (self._taken_at is None or now - self._taken_at >= QUIET_NS):
            self._voice.resume_due = True
        return None

    def _first_beat(self, beat: Beat) -> Input | None:
        """Find where to go on in this BOOT."""
        known = self._memory.reached(beat.boot)
        if known is None and beat.acked:
            return ShoeAdopted(boot=beat.boot, seq=beat.acked)
        if known is not None and known < beat.acked <= beat.last:
            return LineNoted(note=f"another host acknowledged up to {beat.acked} of {beat.boot}, on record is {known}")
        self._begin(beat.boot)
        return None

    def _begin(self, boot: str) -> None:
        self.reached = self._memory.reached(boot) or 0
        self.begun = True

    def _event(self, event: Event, now: int) -> Input | None:
        if self.other_version or not self._of_present(event.boot, now) or not self.begun or self.repeated:
            return None
        if event.seq <= self.reached:
            return self._again(event)
        if event.seq == self.reached + 1:
            return meaning(event)
        self.counts["gaps"] += 1
        if self._listen_only:
            return EventsLost(boot=event.boot, first=self.reached + 1, last=event.seq - 1)
        self._liveness.announced(event.seq, self.reached, now)
        self._voice.resume_due = True
        return None

    def _again(self, event: Event) -> Input | None:
        """Judge an event whose SEQ is not above the last one taken."""
        on_record = self._memory.said(event.boot, event.seq)
        if on_record is not None and on_record != event.said:
            return BootRepeated(boot=event.boot, why=f"event {event.seq} came again with another content")
        if on_record is None and self._listen_only and self._memory.was_lost(event.boot, event.seq):
            return LineNoted(note=f"event {event.seq} of {event.boot} came after it was recorded as lost")
        self.counts["duplicates"] += 1
        self._voice.ack_due = True
        return None

    def _err(self, err: Err) -> Input | None:
        # The shoe names no BOOT here: it can only mean a SEQ that was sent to it since its HELLO.
        if err.reason == "RANGE" and self.begun and not self.repeated and self._voice.claimed:
            return BootRepeated(boot=self._memory.present, why=f"it does not know event {self.reached}")
        self.counts[f"err_{err.reason.lower()}"] += 1
        return None

    def _of_present(self, boot: str, now: int) -> bool:
        """Whether a frame is of the present BOOT, which is then alive. Before a HELLO there is none."""
        if not self.greeted:
            return False
        if boot != self._memory.present:
            self.counts["strangers"] += 1
            self._voice.stranger = True
            return False
        self._liveness.heard(now)
        return True
