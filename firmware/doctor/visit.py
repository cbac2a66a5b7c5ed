"""One visit of the doctor: every check in its order, on one table.

Decides which checks need a configuration, and which a table whose controller does not run.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from firmware.doctor import host, pins, port, program, storage
from firmware.doctor.finding import Finding
from firmware.doctor.machine import Machine
from firmware.errors import ConfigError, CoupError
from firmware.idle_table import claimed
from firmware.sections import Config
from firmware.self_test import MANIFEST


def examine(load: Callable[[], Config], machine: Machine, manifest: Path = MANIFEST) -> Iterator[Finding]:
    """Yield what is found at a table; while that goes on, its controller cannot start.

    Args:
        load: returns the table's configuration, or raises `CoupError`.
        machine: what is looked at.
        manifest: what the installer wrote down.
    """
    yield from program.identity(manifest)
    yield from program.names(machine)
    yield from program.runs_on()
    try:
        config = load()
    except ConfigError as error:
        yield from (Finding("configuration", "bad", problem) for problem in error.problems)
    except CoupError as error:
        yield Finding("configuration", "bad", str(error))
    else:
        yield Finding("configuration", "ok", f"in order, for table {config.table.id}")
        yield from _table(config, machine)
    for check in (host.clock, host.watchdog, host.user, host.root):
        yield from check(machine)


def _table(config: Config, machine: Machine) -> Iterator[Finding]:
    with ExitStack() as stack:
        try:
            stack.enter_context(claimed(config.journal.dir))
            running = False
        except CoupError:
            running = True
            yield Finding("controller", "note", "it is running: what it has was not tried; stop it to look at all")
        yield from program.gpio(config, machine)
        yield from port.port(config.shoe, running)
        yield from port.others_on_it(config.shoe, machine)
        yield from port.pins_on_it(config)
        yield from pins.pins(config.hal, running)
        yield from storage.journal(config, machine, running)
        yield from storage.room(config, machine)
        yield from storage.feed(config, running)
        yield from storage.control(config)
        yield from storage.secrets(config)
