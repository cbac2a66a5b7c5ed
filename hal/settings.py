"""Decides what can be said of the hardware in a configuration, and finds every mistake in it.

A leaf of plain values: it opens nothing, and must never know what a lamp or a button means to a round.
"""

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, get_args

from hal.ports import ButtonName

LAMPS: Final = (
    "deal",
    "stop",
    "player_draw",
    "banker_draw",
    "player_stand",
    "banker_stand",
    "natural",
    "player_wins",
    "banker_wins",
    "tie",
    "last_hand",
    "shuffle",
    "void_hand",
    "supervisor",
    "fault",
)
"""Every lamp of a table."""

BUTTONS: Final[tuple[ButtonName, ...]] = get_args(ButtonName)
"""Every button a table may have."""

KEY: Final = "key"
"""The supervisor's key switch: wired like a button, read as a level."""

HEADER_PINS: Final = range(28)
"""BCM numbers on the 40-pin header."""

ID_PINS: Final = (0, 1)
"""The firmware reads an add-on board's EEPROM on these at every boot."""

UART_PINS: Final = (14, 15)
"""The Pi's own serial port."""

PULLED_UP_PINS: Final = range(9)
"""Pulled up from power-on until a program takes them; 9 to 27 are pulled down (BCM2835 peripherals, table 6-31)."""

DARK_AT_BOOT: Final = ("deal", "gate", "heartbeat")
"""Outputs that must not say "a card may leave" before there is a program to say so."""


@dataclass(frozen=True, slots=True)
class MockSettings:
    """`[hal.mock]`: no hardware, a trace of what would have been shown.

    Attributes:
        trace: the file that gets one line for each change of what is shown.
    """

    trace: Path = Path("lamps.jsonl")


def _lock_file() -> Path:
    """Where every controller of a machine meets: any user may write there, and nothing in it outlives a restart."""
    shared = Path("/run/lock")
    return (shared if shared.is_dir() else Path(tempfile.gettempdir())) / "coup-gpio.lock"


@dataclass(frozen=True, slots=True)
class RpiSettings:
    """`[hal.rpi]`: the pins of a Raspberry Pi, by BCM number.

    Attributes:
        active_low: a lamp is lit, and the gate open, at low level.
        lamps: pin of each wired lamp.
        buttons: pin of each wired button and of the key switch; each shorts its pin to ground.
        gate: pin with the level of the gate command, or none.
        heartbeat: pin that is toggled once for each turn of the loop, or none.
        unwired: lamps the table does without.
        lock: file that one controller at a time holds; two tables on one Pi with different pins name two.
    """

    active_low: bool = False
    lamps: Mapping[str, int] = field(default_factory=dict)
    buttons: Mapping[str, int] = field(default_factory=dict)
    gate: int | None = None
    heartbeat: int | None = None
    unwired: tuple[str, ...] = ()
    lock: Path = field(default_factory=_lock_file)

    @property
    def outputs(self) -> dict[str, int]:
        """Pin of every output: lamps by name, `gate` and `heartbeat` where they are wired."""
        more = {"gate": self.gate, "heartbeat": self.heartbeat}
        return {**self.lamps, **{name: pin for name, pin in more.items() if pin is not None}}


def problems(settings: RpiSettings, shoe_on_uart: bool = False) -> list[str]:
    """Return every mistake in `settings`, each as key, value and what is allowed; none: they can be used.

    Args:
        settings: what the file says.
        shoe_on_uart: whether the shoe is on the Pi's own serial port (BCM 14 and 15).
    """
    return [*_names(settings), *_pins(settings, shoe_on_uart), *_doubles(settings)]


def _names(settings: RpiSettings) -> Iterator[str]:
    for lamp in settings.lamps:
        if lamp not in LAMPS:
            yield f"lamps.{lamp} = {settings.lamps[lamp]}: there is no such lamp; allowed: {', '.join(LAMPS)}"
    for lamp in settings.unwired:
        if lamp not in LAMPS:
            yield f'unwired = "{lamp}": there is no such lamp; allowed: {", ".join(LAMPS)}'
        elif lamp in settings.lamps:
            yield f'unwired = "{lamp}": it has BCM {settings.lamps[lamp]} in lamps; allowed: one of the two'
    for lamp in LAMPS:
        if lamp not in settings.lamps and lamp not in settings.unwired:
            yield f"lamps.{lamp} = nothing: allowed: a BCM number, or its name listed in unwired"
    for button in settings.buttons:
        if button not in (*BUTTONS, KEY):
            allowed = ", ".join((*BUTTONS, KEY))
            yield f"buttons.{button} = {settings.buttons[button]}: there is no such button; allowed: {allowed}"


def _pins(settings: RpiSettings, shoe_on_uart: bool) -> Iterator[str]:
    for key, pin in _wires(settings):
        dark_at_boot = key.removeprefix("lamps.") in DARK_AT_BOOT and not settings.active_low
        allowed = "BCM 9 to 27 (2 to 27 with active_low)" if dark_at_boot else "BCM 2 to 27"
        if pin not in HEADER_PINS:
            yield f"{key} = {pin}: not a pin of the header; allowed: {allowed}"
        elif pin in ID_PINS:
            yield f"{key} = {pin}: BCM 0 and 1 belong to the add-on board's EEPROM; allowed: {allowed}"
        elif pin in UART_PINS and shoe_on_uart:
            yield f"{key} = {pin}: the shoe's serial port is on BCM 14 and 15; allowed: another pin of {allowed}"
        elif dark_at_boot and pin in PULLED_UP_PINS:
            yield f"{key} = {pin}: BCM 0 to 8 are pulled up at boot; allowed: {allowed}"


def _doubles(settings: RpiSettings) -> Iterator[str]:
    taken: dict[int, str] = {}
    for key, pin in _wires(settings):
        if pin in taken:
            yield f"{key} = {pin}: {taken[pin]} has this pin already; allowed: a pin that nothing else has"
        else:
            taken[pin] = key


def _wires(settings: RpiSettings) -> list[tuple[str, int]]:
    outputs = [(name if name in ("gate", "heartbeat") else f"lamps.{name}", p) for name, p in settings.outputs.items()]
    return outputs + [(f"buttons.{name}", pin) for name, pin in settings.buttons.items()]
