"""Builds one table's controller from its configuration, runs it, leaves it dark: the only place that builds parts."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from firmware.control.authority import Authority
from firmware.control.checker import PinChecker
from firmware.control.roles import Roles
from firmware.control.server import ControlSocket
from firmware.core.inputs import InputFailed
from firmware.desk import Desk
from firmware.errors import DONE, CoupError, ProgramFailed, place_of
from firmware.feed.writer import Feed
from firmware.identity import digest_of, program
from firmware.interrupts import interruptible, undisturbed
from firmware.journal.folder import FileStore
from firmware.journal.record import Digests
from firmware.journal.seal import seal_with
from firmware.ledger import Ledger
from firmware.line import Line
from firmware.loop import Loop
from firmware.sections import Config
from firmware.self_test import MANIFEST, clock_trouble, software_trouble
from firmware.shoe.registry import Make
from firmware.wait import Signals, Wait
from hal.errors import HalError, LampError
from hal.mock import MockPanel
from hal.ports import Clock, Lamps
from hal.registry import hardware
from hal.serial_link import SerialLink
from hal.system_clock import SystemClock
from hal.watchdog import ServiceWatchdog


def run(config: Config, source: Path, make: Make) -> int:
    """Run the controller of one table in the foreground until SIGTERM or SIGINT.

    Args:
        config: what its parts are to be like.
        source: the file that was read from.
        make: of the shoe at the port.

    Returns:
        The exit code of a clean stop.

    Raises:
        CoupError, HalError: it cannot start, with one line that says what to do. All is dark then, too.
        ProgramFailed: the program failed, which is on record where that could be. All is dark.
    """
    clock = SystemClock()
    identity = program()
    software = software_trouble(identity, MANIFEST)
    digests = Digests(program=identity.digest, config=digest_of(source), edition=identity.edition(config.table.edition))
    # What is held is given back undisturbed: a second signal must not leave a lamp lit.
    with undisturbed(), suppress(KeyboardInterrupt), ExitStack() as stack, interruptible():
        driver = make.driver(config.shoe.listen_only, config.shoe.options)
        seal = seal_with(config.journal.key_file)
        roles = Roles(config.authority.roles_file) if config.authority.roles_file else None
        if roles:
            roles.known()  # a mistake in a file is told before anything is claimed or said of the shoe
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
        line = Line(SerialLink(str(config.shoe.port), config.shoe.baud, driver.listen_only), driver, tell)
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
        if roles:
            checker = PinChecker(tell)
            stack.callback(checker.close)
            authority = Authority(roles, checker)
            authority.open(wait.selector)
        desk = Desk(control, panel if isinstance(panel, MockPanel) else None, authority)
        feed = Feed(config.feed.dir, config.table.id, clock=clock, recall=ledger.recall, tell=tell)
        stack.callback(feed.close)
        watchdog = ServiceWatchdog.of(os.environ, os.getpid())
        if watchdog:
            stack.callback(watchdog.stopping)
        loop = Loop(
            clock=clock,
            ledger=ledger,
            line=line,
            lamps=lamps,
            panel=panel,
            desk=desk,
            feed=feed,
            tell=tell,
            watchdog=watchdog,
        )
        for trouble in filter(None, (software, clock_trouble(clock.wall()))):
            tell(trouble)
        with _failures_on_record(ledger):
            _work(loop, wait, clock, identity.version, software)
            desk.close(loop)
    return DONE


def tell(line: str) -> None:
    """Tell people something, where anybody listens: a log that cannot be written is no reason to stop a table."""
    with suppress(OSError, ValueError):
        print(line, file=sys.stderr)


def _work(loop: Loop, wait: Wait, clock: Clock, version: str, software: str) -> None:
    signals = Signals()
    with signals.caught(wait.selector):
        # Only now is anything shown or put on record: a controller that cannot have its parts has touched nothing.
        loop.start(version, software)
        while not signals.stop:
            busy = loop.turn()
            now = clock.monotonic_ns()
            wait.until(now if busy else loop.deadline(), now)


@contextmanager
def _failures_on_record(ledger: Ledger) -> Iterator[None]:
    """Put on record, as far as that can still be, that the program failed on something else than an input."""
    try:
        yield
    except (CoupError, HalError):
        raise
    except Exception as error:
        where = place_of(error)
        try:
            ledger.enter(InputFailed(what="no input: the program failed between two", error=where))
        except Exception as another:  # noqa: BLE001 - what failed may be what writes the record
            raise ProgramFailed(f"the program failed ({where}); it is not on record ({place_of(another)})") from error
        raise ProgramFailed(f"the program failed ({where}); it is on record") from error


def _darken(lamps: Lamps) -> None:
    try:
        lamps.close()
    except LampError as error:
        tell(f"{error}; check that the lamps are dark")
    except Exception as error:  # noqa: BLE001 - what else ends, and why, is still to be told
        tell(f"the lamps' driver failed ({place_of(error)}); check that the lamps are dark")
