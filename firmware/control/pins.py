"""Decides whether a PIN is the one behind a hash: a process of its own, so that no card waits for it.

`python -I -m firmware.control.pins` reads a line of JSON for each check from standard input, `{"id", "hash", "pin"}`,
and writes `{"id", "right"}` on standard output, until its input closes. It must never know whose PIN it is, and tells
nobody what it was. The only import of argon2: the controller never loads it.
"""

import contextlib
import json
import os
import signal
import sys
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

PATIENCE: Final = 10
"""Niceness: the table goes first, and a person does not notice the difference."""

# argon2id with 2 passes over 19 MiB in 1 lane: some 20 ms on a desktop machine, and little memory on a small one.
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def hashed(pin: str) -> str:
    """Return a hash of `pin`, with a salt of its own."""
    return _HASHER.hash(pin)


def is_right(pin_hash: str, pin: str) -> bool:
    """Return whether `pin` is the one behind `pin_hash`; a hash that cannot be read is nobody's."""
    try:
        return _HASHER.verify(pin_hash, pin)
    except (InvalidHashError, VerificationError):
        return False


def main() -> None:
    """Check PINs until standard input closes."""
    # The controller ends this process by closing its input; a service manager's signal to all would be too early.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.nice(PATIENCE)
    with contextlib.suppress(BrokenPipeError):  # the controller has ended meanwhile
        for line in sys.stdin.buffer:
            asked = json.loads(line)
            answer = {"id": asked["id"], "right": is_right(asked["hash"], asked["pin"])}
            os.write(sys.stdout.fileno(), json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    main()
