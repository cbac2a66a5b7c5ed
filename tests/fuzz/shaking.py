"""Changes seeds at random, always in the same way for the same dice. Where no coverage guides, this stands in."""

from collections.abc import Iterator, Sequence
from random import Random

LONGEST = 4096
"""Bytes of what comes out, so that a try stays short."""


def shaken(seeds: Sequence[bytes], words: Sequence[bytes], dice: Random, times: int) -> Iterator[bytes]:
    """Yield `times` changed seeds: one to six places of each are damaged, doubled, dropped, moved or written anew."""
    for _ in range(times):
        data = dice.choice(seeds)
        for _ in range(dice.randint(1, 6)):
            data = _changed(data, dice.choice(seeds), words, dice)
        yield data[:LONGEST]


def _changed(data: bytes, other: bytes, words: Sequence[bytes], dice: Random) -> bytes:
    at, to = sorted(dice.randint(0, len(data)) for _ in range(2))
    near = min(to, at + dice.randint(1, 8))
    match dice.randrange(7):
        case 0:
            return data[:at] + dice.choice(words) + data[at:]
        case 1:
            return data[:at] + dice.choice(words) + data[near:]
        case 2:
            return data[:at] + dice.randbytes(dice.randint(1, 4)) + data[near:]
        case 3:
            return data[:at] + data[near:]
        case 4:
            return data[:to] + data[at:to] + data[to:]
        case 5:
            return data[:at] + other[dice.randint(0, len(other)) :]
    return data[:at] + bytes(byte ^ 1 << dice.randrange(8) for byte in data[at:near]) + data[near:]
