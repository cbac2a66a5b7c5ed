"""Builds one table's controller from its configuration, runs it, leaves it dark: the only place that builds parts."""

import sys
from contextlib import ExitStack, suppress
from pathlib import Path

from firmware.control.authority import Authority
from firmware.control.checker import PinChecker
from firmware.control.roles import Roles
from firmware.control.server import ControlSocket
from firmware.desk import Desk
from firmware.errors import DONE
from firmware.feed.writer import Feed
from firmware.identity import digest_of, program
from firmware.journal.folder import FileStore
from firmware.journal.record import Digests
from firmware.journal.seal import PLAIN, Seal, read_key
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


def run(config: Config, source: Path) -> int:
    """Run the controller of one table in the foreground until SIGTERM or SIGINT. `source` is the configuration's file.

    Returns:
        The exit code of a clean stop.

    Raises:
        CoupError, HalError: it cannot start, with one line that says what to do. All is dark then, too.
    """
    clock = SystemClock()
    identity = program()
    digests = Digests(program=identity.digest, config=digest_of(source), edition=identity.edition(config.table.edition))
    with ExitStack() as stack:
        driver = makes().find(config.shoe.protocol).driver(config.shoe.listen_only, {})
        seal = Seal(read_key(config.journal.key_file)) if config.journal.key_file else PLAIN
        store = FileStore(config.journal.dir, seal, config.journal.keep_shoes)
        ledger = Ledger(store, driver, clock, table_id=config.table.id, settings=config.settings, digests=digests)
        # Everything that another controller could have is claimed before anything is changed. The journal comes first:
        # who has its lock has the table.
        stack.callback(ledger.close)
        ledger.claim()
        lamps, panel = hardware(config.hal.driver, config.hal.mock.settings, config.hal.rpi.settings)
        lamps.open()
        stack.callback(_darken, lamps)
        panel.open()
        stack.callback(panel.close)
        line = Line(SerialLink(str(config.shoe.port), config.shoe.baud, config.shoe.listen_only), driver, tell)
        line.claim()
        stack.callback(lambda: line.close(clock.monotonic_ns()))
        wait = Wait(line)
        stack.callback(wait.close)
        control = ControlSocket(config.control.socket)
        control.open(wait.selector)
        stack.callback(control.close)
        cut = ledger.open()
        if cut:
            tell(f"{config.journal.dir}: an unfinished last line of {cut} bytes was cut off (power cut)")
        line.start(clock.monotonic_ns())
        authority = None
        if config.authority.roles_file:
            checker = PinChecker(tell)
            stack.callback(checker.close)
            authority = Authority(Roles(config.authority.roles_file), checker)
            authority.open(wait.selector)
        desk = Desk(control, panel if isinstance(panel, MockPanel) else None, authority)
        feed = Feed(config.feed.dir, config.table.id, clock=clock, recall=ledger.recall, tell=tell)
        stack.callback(feed.close)
        loop = Loop(clock=clock, ledger=ledger, line=line, lamps=lamps, panel=panel, desk=desk, feed=feed, tell=tell)
        _work(loop, wait, clock, identity.version)
        desk.close(loop)
    return DONE


def tell(line: str) -> None:
    """Tell people something, where anybody listens: a log that cannot be written is no reason to stop a table."""
    with suppress(OSError, ValueError):
        print(line, file=sys.stderr)


def _work(loop: Loop, wait: Wait, clock: Clock, version: str) -> None:
    signals = Signals()
    with signals.caught(wait.selector):
        # Only now is anything shown or put on record: a controller that cannot have its parts has touched nothing.
        loop.start(version)
        while not signals.stop:
            busy = loop.turn()
            now = clock.monotonic_ns()
            wait.until(now if busy else loop.deadline(), now)


def _darken(lamps: Lamps) -> None:
    try:
        lamps.close()
    except LampError as error:
        tell(f"{error}; check that the lamps are dark")
