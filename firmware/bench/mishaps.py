"""What goes wrong on a simulated line, and how often: frames lost, spoiled or doubled, and a plug that is pulled out.

Decides what becomes of bytes on their way. Must never know what they mean.
"""

import math
from dataclasses import dataclass, fields
from random import Random
from typing import Final

from firmware.errors import Refused

UNPLUGGED_NS: Final = 5_000_000_000
"""So long a plug stays out: longer than the silence that makes a link down (PROTOCOL.md, section 6)."""

SHORTEST_S: Final = 6.0
"""Seconds between two plugs pulled, at least: there has to be a link in between."""


@dataclass(frozen=True, slots=True)
class Mishaps:
    """How often what happens.

    Attributes:
        drop: share of frames that are lost, 0 to 1.
        corrupt: share of frames of which one bit is turned, 0 to 1.
        duplicate: share of frames that arrive twice, 0 to 1.
        unplug: seconds from one pulling of the plug to the next, 0 for never.
    """

    drop: float = 0.0
    corrupt: float = 0.0
    duplicate: float = 0.0
    unplug: float = 0.0

    def carry(self, data: bytes, random: Random) -> bytes:
        """Return what arrives of `data`."""
        if not data or random.random() < self.drop:
            return b""
        if random.random() < self.corrupt:
            at = random.randrange(len(data))
            data = data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
        return data * 2 if random.random() < self.duplicate else data


def read(text: str) -> Mishaps:
    """Return the mishaps that `text` names, such as `drop=0.1,unplug=30`.

    Raises:
        Refused: `form`, with what is allowed.
    """
    known = [field.name for field in fields(Mishaps)]
    found: dict[str, float] = {}
    for part in filter(None, text.split(",")):
        name, _, number = part.partition("=")
        try:
            value = float(number)
        except ValueError:
            value = math.nan
        share = name != "unplug"
        sound = 0 <= value <= 1 if share else value == 0 or SHORTEST_S <= value < math.inf
        if name not in known or name in found or not sound:
            raise Refused("form", f"{part!r} is no fault: drop, corrupt, duplicate = a share from 0 to 1, unplug = "
                          f"seconds, {SHORTEST_S:g} or more; such as drop=0.1,unplug=30")  # fmt: skip
        found[name] = value
    return Mishaps(**found)
