"""Decides how a command asks a running controller, and what it says where none answers.

It must never know what requests there are. Unlike the controller it may wait, but never longer than it is told.
"""

import json
import os
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from firmware.errors import CoupError

LONGEST_ANSWER: Final = 1 << 20
"""Bytes. A status has a few thousand; more is no controller."""
TRY_AGAIN_S: Final = 0.02
"""Seconds between two tries while too many others wait to be let in."""


def ask(path: Path, request: Mapping[str, Any], timeout_s: float) -> dict[str, Any]:
    """Send `request` to the controller with its socket at `path` and return its answer, refused or not.

    Raises:
        CoupError: no controller is there, none answers within `timeout_s` seconds, or what answers is none.
    """
    deadline = time.monotonic() + timeout_s
    try:
        with socket.socket(socket.AF_UNIX) as line:
            _connect(line, path, deadline)
            line.settimeout(_left(deadline))
            line.sendall(json.dumps(request).encode() + b"\n")
            return _understood(path, _hear(line, deadline))
    except TimeoutError as error:
        raise CoupError(f"{path}: no answer within {timeout_s:g} s; see what the controller's log says") from error
    except OSError as error:
        raise CoupError(_reason(path, error)) from error


def _connect(line: socket.socket, path: Path, deadline: float) -> None:
    while True:
        line.settimeout(_left(deadline))
        try:
            line.connect(os.fsencode(path))
        except BlockingIOError:  # what Linux says of a full queue: it does not wait as for other sockets
            time.sleep(min(TRY_AGAIN_S, _left(deadline)))
        else:
            return


def _hear(line: socket.socket, deadline: float) -> bytes:
    """Return the first line, or what there was of it."""
    heard = bytearray()
    while b"\n" not in heard and len(heard) <= LONGEST_ANSWER:
        line.settimeout(_left(deadline))
        data = line.recv(65536)
        if not data:
            break
        heard += data
    return bytes(heard.partition(b"\n")[0])


def _understood(path: Path, heard: bytes) -> dict[str, Any]:
    if not heard:
        raise CoupError(f"{path}: closed without an answer; see what the controller's log says")
    try:
        answer = json.loads(heard)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or not isinstance(answer.get("ok"), bool):
        raise CoupError(f"{path}: the answer is none of a controller; check [control] socket")
    return answer


def _left(deadline: float) -> float:
    """Return the seconds that are left, more than none. Raises `TimeoutError`."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _reason(path: Path, error: OSError) -> str:
    if isinstance(error, FileNotFoundError | ConnectionRefusedError):
        return f"{path}: no controller is running there; start it, or check [control] socket"
    if isinstance(error, PermissionError):
        return f"{path}: no permission; add this user to the group of the socket and log in again"
    if isinstance(error, BrokenPipeError | ConnectionResetError):
        return f"{path}: closed without an answer; see what the controller's log says"
    return f"{path}: no controller can be reached there ({error.strerror or error}); check [control] socket"
