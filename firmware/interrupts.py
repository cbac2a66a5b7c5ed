"""How a command that holds hardware is stopped: SIGTERM and a lost terminal are as good as Ctrl-C.

Decides nothing else. Must never swallow one: what is held is given back while the exception passes.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

STOPPING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let each of `STOPPING` raise `KeyboardInterrupt` within."""
    with handled(signal.default_int_handler):
        yield


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ignore `STOPPING` within: for the moment in which things are put in order."""
    with handled(signal.SIG_IGN):
        yield


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """Put Ctrl-C off to the end of it. Processes started within never hear it: it is for who shares the work out."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def handled(how: "signal._HANDLER") -> Iterator[None]:
    """Let `how` handle `STOPPING` within, and put back what was there."""
    before = {number: signal.signal(number, how) for number in STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
