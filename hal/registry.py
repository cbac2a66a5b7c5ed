"""Decides which driver the name in the configuration stands for. By that name alone, never by fallback."""

from collections.abc import Callable, Mapping
from typing import Final

from hal.errors import HalError
from hal.mock import MockLamps, MockPanel
from hal.ports import Lamps, Panel
from hal.rpi_lamps import RpiLamps
from hal.rpi_panel import RpiPanel
from hal.settings import MockSettings, RpiSettings

DRIVERS: Final[Mapping[str, Callable[[MockSettings, RpiSettings], tuple[Lamps, Panel]]]] = {
    "mock": lambda mock, rpi: (MockLamps(mock.trace), MockPanel()),
    "rpi": lambda mock, rpi: (RpiLamps(rpi), RpiPanel(rpi)),
}
"""A new driver is a line here, and a section of `[hal]`."""


def hardware(driver: str, mock: MockSettings, rpi: RpiSettings) -> tuple[Lamps, Panel]:
    """Return the lamps and the panel of `driver`, not yet open.

    Raises:
        HalError: there is no such driver.
    """
    if driver not in DRIVERS:
        raise HalError(f'driver = "{driver}": there is no such driver; allowed: {", ".join(DRIVERS)}')
    return DRIVERS[driver](mock, rpi)
