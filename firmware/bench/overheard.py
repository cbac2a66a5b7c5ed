"""What the host says to a simulated shoe, in lines for the person at it.

Decides what is worth a line: what has changed. Must never answer; another protocol than the shoe link gives no line.
"""

from collections.abc import Iterator

from firmware.shoe.decoder import Decoder
from firmware.shoe.frames import Ack, FrameError, Gate, HostFrame, Resume, Who, read_host


class Overheard:
    """A listener on the host's side of the line."""

    def __init__(self) -> None:
        """Nothing was heard yet."""
        self._decoder = Decoder()
        self._last: dict[type[HostFrame], HostFrame] = {}

    def lines(self, data: bytes, now: int) -> Iterator[str]:
        """Yield a line for each sentence in `data`, arrived at `now` (ns), that says something else than its last."""
        for body in self._decoder.feed(data, now):
            try:
                said = read_host(body)
            except FrameError:
                continue
            if said != self._last.get(type(said)) or isinstance(said, Resume):
                self._last[type(said)] = said
                yield f"host: {_worded(said)}"


def _worded(said: HostFrame) -> str:
    match said:
        case Who():
            return "who is there?"
        case Ack(seq=seq):
            return f"has everything up to {seq}"
        case Resume(seq=seq):
            return f"send again from {seq + 1}"
        case Gate(open=is_open):
            return f"gate {'OPEN' if is_open else 'SHUT'}"
