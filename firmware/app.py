"""Builds one table's controller from its configuration, runs it, and leaves it dark: the only place that builds parts."""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from importlib import metadata
from typing import Final

from firmware.control.server import ControlSocket
from firmware.desk import Desk
from firmware.errors import DONE, CoupError
from firmware.journal.store import FileStore
from firmware.ledger import Ledger
from firmware.line import Line
from firmware.loop import Loop
from firmware.makes import makes
from firmware.sections import Config
from firmware.wait import Signals, Wait
from hal.errors import LampError
from hal.mock import MockPanel
from hal.ports import Clock, Lamps
from hal.registry import hardware
from hal.serial_link import SerialLink
from hal.system_clock import SystemClock

DISTRIBUTION: Final = "shoe-table-controller"


def version() -> str:
    """Return the version of the installed program. Raises `CoupError` if it was not installed, but only copied."""
    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        raise CoupError(f"{DISTRIBUTION} is not installed in this environment; run `pip install .`") from None


def run(config: Config, tell: Callable[[str], None] = lambda line: print(line, file=sys.stderr)) -> int:
    """Run the controller of one table in the foreground until SIGTERM or SIGINT.

    Returns:
        The exit code of a clean stop.

    Raises:
        CoupError, HalError: it cannot start, with one line that says what to do. All is dark then, too.
    """
    clock = SystemClock()
    with ExitStack() as stack:
        driver = makes().find(config.shoe.protocol).driver(config.shoe.listen_only, {})
        store = FileStore(config.journal.dir)
        ledger = Ledger(store, driver, clock, table_id=config.table.id, settings=config.settings)
        # The journal's lock comes first: who has it has the table, and nothing else is touched without it.
        stack.callback(ledger.close)
        cut = ledger.open()
        if cut:
            tell(f"{config.journal.dir}: an unfinished last line of {cut} bytes was cut off (power cut)")
        lamps, panel = hardware(config.hal.driver, config.hal.mock.settings, config.hal.rpi.settings)
        lamps.open()
        stack.callback(_darken, lamps, tell)
        panel.open()
        stack.callback(panel.close)
        line = Line(SerialLink(str(config.shoe.port), config.shoe.baud, config.shoe.listen_only), driver, tell)
        line.start(clock.monotonic_ns())
        stack.callback(lambda: line.close(clock.monotonic_ns()))
        wait = Wait(line)
        stack.callback(wait.close)
        control = ControlSocket(config.control.socket)
        control.open(wait.selector)
        stack.callback(control.close)
        desk = Desk(control, panel if isinstance(panel, MockPanel) else None)
        loop = Loop(clock=clock, ledger=ledger, line=line, lamps=lamps, panel=panel, desk=desk, tell=tell)
        # Only now is anything written: a controller that cannot have its parts has touched nothing.
        loop.start(version())
        _work(loop, wait, clock)
    return DONE


def _work(loop: Loop, wait: Wait, clock: Clock) -> None:
    signals = Signals()
    with signals.caught(wait.selector):
        while not signals.stop:
            busy = loop.turn()
            now = clock.monotonic_ns()
            wait.until(now if busy else loop.deadline(), now)


def _darken(lamps: Lamps, tell: Callable[[str], None]) -> None:
    try:
        lamps.close()
    except LampError as error:
        tell(f"{error}; check that the lamps are dark")
