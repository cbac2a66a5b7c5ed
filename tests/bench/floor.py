"""The smallest honest program between a shoe and the lamps: what no controller can be quicker than.

It reads with pyserial, checks the CRC, appends 200 bytes and has them on the disk, lights a lamp, acknowledges. It must
never know what a card means: its lamps change with every event.
"""

import os
import sys
from binascii import crc_hqx
from itertools import cycle
from pathlib import Path

import serial

from hal.mock import MockLamps
from hal.ports import Shown

RECORD = 200
"""Bytes of a record."""


def main(folder: Path) -> None:
    """Serve the shoe at `folder`/shoe until somebody kills it."""
    port = serial.Serial(str(folder / "shoe"), 115200)
    journal = os.open(folder / "journal", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    lamps = MockLamps(folder / "lamps.jsonl")
    lamps.open()
    shown = cycle(Shown(frozenset({lamp}), frozenset(), lamp == "deal") for lamp in ("deal", "stop"))
    lamps.show(next(shown))
    raw = b""
    while True:
        raw += port.read(port.in_waiting or 1)
        *frames, raw = raw.split(b"\r\n")
        for frame in frames:
            body, _, crc = frame[1:].partition(b"*")
            if crc_hqx(body, 0xFFFF) != int(crc, 16) or not body.startswith(b"EV,"):
                continue
            os.write(journal, body.ljust(RECORD - 1) + b"\n")
            os.fdatasync(journal)
            lamps.show(next(shown))
            _, boot, seq, *_ = body.split(b",")
            answer = b"ACK,%b,%b" % (boot, seq)
            port.write(b"$%b*%04X\r\n" % (answer, crc_hqx(answer, 0xFFFF)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
