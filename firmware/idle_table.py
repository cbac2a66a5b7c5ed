"""A table whose controller is not running: what a command may take of it, and how it is left.

Decides that nobody else is at the table. Must never write the journal, nor make its folder: the controller may be
another user.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.errors import CoupError
from firmware.interrupts import interruptible, undisturbed
from firmware.locks import locked_folder
from firmware.sections import Hal
from hal.ports import Lamps, Panel
from hal.registry import hardware


@contextmanager
def claimed(journal: Path) -> Iterator[None]:
    """Keep every controller of the journal in folder `journal` from starting.

    Raises:
        CoupError: one is running.
    """
    folder = _lock(journal)
    try:
        yield
    finally:
        if folder is not None:
            os.close(folder)


@contextmanager
def in_hand(hal: Hal) -> Iterator[tuple[Lamps, Panel]]:
    """Take the lamps, dark and shut, and name the panel, not yet open; leave all dark, also on an exception or Ctrl-C.

    Raises:
        HalError: they cannot be taken, or may not be dark at the end; with what to do.
    """
    lamps, panel = hardware(hal.driver, hal.mock.settings, hal.rpi.settings)
    with interruptible():
        lamps.open()
        try:
            yield lamps, panel
        finally:
            with undisturbed():
                try:
                    panel.close()
                finally:
                    lamps.close()


def _lock(journal: Path) -> int | None:
    """Return the locked folder, None where there is none to lock: the hardware has another lock of its own."""
    try:
        return locked_folder(journal)
    except BlockingIOError:
        raise CoupError(f"{journal}: a controller is running this table; stop it first") from None
    except OSError:
        return None
