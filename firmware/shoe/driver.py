"""What the controller asks of a shoe's protocol, whatever the make.

A driver is sans-IO: bytes and time come in, inputs and bytes come out. It pulls nothing and waits for nothing.

    bytes ──▶ receive ──▶ next_input ──▶ (journal, lamps, feed) ──▶ recorded ──▶ outgoing ──▶ bytes

`next_input` hands out one input at a time and offers the same one again until `recorded` or `put_back` answers it,
so that an acknowledgement can only follow the record. Times are monotonic nanoseconds.
"""

from typing import Literal, Protocol

from firmware.core.inputs import Input
from firmware.core.link import LinkMemory

Mouth = Literal["open", "shut", "none", "unknown"]


class ShoeDriver(Protocol):
    """The host's side of one shoe link."""

    @property
    def listen_only(self) -> bool:
        """True if not one byte is sent, whatever the configuration says: the port is opened for reading alone."""

    @property
    def mouth(self) -> Mouth:
        """Where the shoe says its gate is."""

    @property
    def up(self) -> bool:
        """Whether the link is up (PROTOCOL.md, "Delivery"); the fault `link` may outlast it."""

    def start(self, header: LinkMemory) -> None:
        """Begin with what the header of the newest journal file says, before any `restore`."""

    def memory(self) -> LinkMemory:
        """Return what the header of a journal file that begins now has to carry."""

    def restore(self, earlier: Input) -> None:
        """Learn from one input of the journal, in order, before the first `opened`."""

    def opened(self, now: int, discarded: int) -> None:
        """The port was opened and `discarded` bytes of old input were thrown away. The decoder starts afresh."""

    def closed(self, now: int) -> None:
        """The port is gone."""

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes that arrived. Any bytes at all, in bounded memory and work."""

    def next_input(self, now: int) -> Input | None:
        """Return the next thing to put on record, judging silence and deadlines by `now`; None if there is none."""

    def recorded(self, taken: Input, now: int) -> None:
        """`taken`, as `next_input` returned it, is on stable storage and shown."""

    def put_back(self, taken: Input, now: int) -> None:
        """`taken` could not be recorded. It counts as never heard, and is not acknowledged."""

    def wish(self, gate_open: bool, now: int) -> None:
        """State the gate position the table wants now."""

    def outgoing(self, now: int) -> bytes:
        """Return the frames to send now, worded now. Called only when all earlier bytes have left."""

    def deadline(self, now: int) -> int:
        """Return when `next_input` or `outgoing` will next have something by time alone."""

    def counters(self) -> dict[str, int]:
        """Return frames good and bad by cause, bytes skipped, duplicates, gaps and so on, for status and reports."""
