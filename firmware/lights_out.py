"""A table whose controller has ended, put in a safe state: every lamp dark, and the gate shut.

Decides what is said of what could not be done. Must never acknowledge what a shoe says: no table has it.
"""

import select
from collections.abc import Callable
from typing import Final

from firmware.core.inputs import ShoePresented
from firmware.idle_table import claimed, in_hand
from firmware.makes import makes
from firmware.sections import Config
from firmware.shoe.driver import ShoeDriver
from hal.errors import HalError, PortBusy
from hal.ports import DARK, ByteLink, Clock
from hal.serial_link import SerialLink
from hal.system_clock import SystemClock

ANSWER_NS: Final = 3_000_000_000
"""The shoe has 3 s to say that it is there and that its gate is shut: it says one of it every second when asked."""

Wait = Callable[[ByteLink, bool, float], None]
"""Waits until the link can be read, or written where the flag is set, but not longer than so many seconds."""


def dark(config: Config, tell: Callable[[str], None]) -> None:
    """Put out every lamp, shut the gate, and tell the shoe to shut its own.

    Raises:
        CoupError: the table's controller is running.
        HalError: the lamps may not be dark. What only the shoe did not do is told.
    """
    shoe = config.shoe
    driver = makes().find(shoe.protocol).driver(shoe.listen_only, shoe.options)
    link = SerialLink(str(shoe.port), shoe.baud, driver.listen_only)
    with claimed(config.journal.dir):
        try:
            with in_hand(config.hal) as (lamps, _):
                lamps.show(DARK)
        except PortBusy:
            raise  # whoever has the lamps may have the shoe, too
        except HalError:
            tell(shut_mouth(link, driver, SystemClock()))
            raise
        tell("every lamp is dark, and the gate output shut")
        tell(shut_mouth(link, driver, SystemClock()))


def shut_mouth(link: ByteLink, driver: ShoeDriver, clock: Clock, wait: Wait | None = None) -> str:
    """Tell the shoe on `link`, not yet open, to shut its gate, and return in a line what became of it."""
    if driver.listen_only:
        return "the shoe was told nothing: its link is listen-only"
    try:
        link.open()
        return _insist(link, driver, clock, wait or _wait)
    except HalError as error:
        return f"the shoe was told nothing: {error}"
    finally:
        link.close()


def _insist(link: ByteLink, driver: ShoeDriver, clock: Clock, wait: Wait) -> str:
    now = clock.monotonic_ns()
    end, unsent = now + ANSWER_NS, b""
    driver.opened(now, 0)
    driver.wish(False, now)
    while now < end:
        driver.receive(link.read(), now)
        while now < end and _answer(driver, now):
            now = clock.monotonic_ns()
        if driver.mouth in ("shut", "none"):
            return "the shoe's gate is shut" if driver.mouth == "shut" else "the shoe has no gate"
        unsent = unsent or driver.outgoing(now)
        unsent = unsent[link.write(unsent) :] if unsent else b""
        wait(link, bool(unsent), max(0, min(driver.deadline(now), end) - now) / 1e9)
        now = clock.monotonic_ns()
    return f"the shoe did not say within {ANSWER_NS // 1_000_000_000} s that its gate is shut"


def _answer(driver: ShoeDriver, now: int) -> bool:
    """Take what lets the driver speak to this shoe, and nothing of what happened at it. False if there was nothing."""
    said = driver.next_input(now)
    if isinstance(said, ShoePresented):
        driver.recorded(said, now)
    elif said is not None:
        driver.put_back(said, now)
    return said is not None


def _wait(link: ByteLink, full: bool, seconds: float) -> None:
    select.select([link], [link] if full else [], [], seconds)
