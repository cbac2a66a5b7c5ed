"""The same events told otherwise: a wait in parts, bytes in other pieces, or not as the shoe said them.

Decides what is changed. It must never know what the bytes mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

from tests.whole.happenings import Arrives, Event, Waits


def split(event: Event, dice: Random) -> list[Event]:
    if not isinstance(event, Waits):
        return [event]
    cuts = sorted({0, event.ns, *(dice.randrange(event.ns + 1) for _ in range(dice.randrange(4)))})
    return [Waits(after - before) for before, after in pairwise(cuts)] or [event]


def cut(event: Event, dice: Random, pieces: int) -> Event:
    if not isinstance(event, Arrives):
        return event
    line = b"".join(event.pieces)
    cuts = sorted(dice.randrange(len(line) + 1) for _ in range(pieces))
    return replace(event, pieces=tuple(line[start:end] for start, end in pairwise([0, *cuts, len(line)])))


def spoilt(events: Sequence[Event], dice: Random) -> list[Event]:
    """The same events, the bytes not as the shoe said them."""
    heard: list[bytes] = [b""]
    found: list[Event] = []
    for event in events:
        if isinstance(event, Arrives):
            line = b"".join(event.pieces)
            heard.append(line)
            at = dice.randrange(len(line) + 1)
            match dice.randrange(24):
                case 0:
                    line = b""
                case 1:
                    line += dice.choice(heard)
                case 2:
                    line = line[:at]
                case 3:
                    line = line[:at] + dice.randbytes(1) + line[at + 1 :]
                case 4:
                    line = line[:at] + dice.choice([b"\r\n", b"$", b"\x05\x03", b"[", dice.randbytes(9)]) + line[at:]
                case 5:
                    frames = line.splitlines(keepends=True)
                    line = b"".join(dice.sample(frames, len(frames)))
            found.append(Arrives((line,), event.after))
        else:
            found.append(event)
    return found
