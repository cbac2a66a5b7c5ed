"""Whether lamps, gate and buttons can be had: they are taken once, dark, and given back.

Must never light anything.
"""

from collections.abc import Iterator
from typing import Final

from firmware.doctor.finding import Finding
from firmware.idle_table import in_hand
from firmware.sections import Hal
from hal.errors import HalError

_CHECK: Final = "lamps"


def pins(hal: Hal, running: bool) -> Iterator[Finding]:
    """Take them. A controller that is `running` has them: not tried."""
    if running:
        yield Finding(_CHECK, "note", "not tried, this table's controller has them")
        return
    try:
        with in_hand(hal) as (_, panel):
            panel.open()
    except HalError as error:
        yield Finding(_CHECK, "bad", str(error))
        return
    what = f"{hal.mock.trace}: can be written" if hal.driver == "mock" else "every pin is free and permitted"
    yield Finding(_CHECK, "ok", what)
