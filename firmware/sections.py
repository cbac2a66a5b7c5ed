"""What a table's configuration file has: its sections, their keys, and for each key what is allowed and what it means.

Error lines and `config/REFERENCE.md` are both worded from here. This page must never know which file the keys came
from, nor what the table does with them.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Protocol, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo

from firmware import editions
from firmware.core import settings
from firmware.core.settings import Settings
from firmware.values import CHIPS, LOOPBACK, chips_if_any, has_texts, on_loopback
from hal.settings import BUTTONS, KEY, LAMPS, MockSettings, RpiSettings

LONGEST_SOCKET_PATH: Final = 107
"""Bytes that Linux has for the path of a Unix socket (`sun_path`, less the closing zero)."""

_DARK_AT_BOOT: Final = "9 to 27 (2 to 27 with active_low)"
"""What `hal.settings` takes for an output that must be dark before a program has it."""


PROTOCOL: Final = "shoe-link"
"""The shoe's language where a configuration names none."""


class Language(Protocol):
    """What a configuration has to know of a protocol there is a driver for."""

    @property
    def baud(self) -> int:
        """Speed of the line where none is given, bits per second."""

    def misfits(self, asked: Mapping[str, object]) -> Iterator[tuple[str, object, str]]:
        """Yield name, value and what is allowed for each of the settings `asked` for that cannot be used."""


def _key(allowed: str, meaning: str, default: Any = ..., **limits: Any) -> Any:
    """Return a field: what is allowed, what it means, its default (none: it must be given) and pydantic's limits."""
    return Field(default, description=meaning, json_schema_extra={"allowed": allowed}, validate_default=True, **limits)


def _section() -> Any:
    """Return a field for a section that may be left out, or be there in part."""
    return Field(default_factory=dict, validate_default=True)


def _beside_the_file(value: object, info: ValidationInfo[Any]) -> object:
    """Relative paths are relative to the file; no text is no path."""
    if not (isinstance(value, str) and value):
        return value
    if "\0" in value:
        raise ValueError("a path without a NUL")
    folder, path = info.context["folder"], Path(value)
    while path.parts[:1] == ("..",):  # so that people read where it is, and not how it was written
        folder, path = folder.parent, path.relative_to("..")
    return folder / path


def _beside_the_file_if_any(value: object, info: ValidationInfo[Any]) -> object:
    return None if value == "" else _beside_the_file(value, info)


def _fits_a_socket(path: Path) -> Path:
    if len(bytes(path)) > LONGEST_SOCKET_PATH:
        raise ValueError(f"a path of at most {LONGEST_SOCKET_PATH} bytes in full; this is {path}")
    return path


def _has_a_driver(protocol: str, info: ValidationInfo[Any]) -> str:
    if protocol not in info.context["protocols"]:
        raise ValueError(", ".join(info.context["protocols"]))
    return protocol


def _speed_of_the_protocol(baud: object, info: ValidationInfo[Any]) -> object:
    """A make of shoe has a speed of its own; of one that is not known, another line tells."""
    if baud is not None:
        return baud
    language: Language = info.context["protocols"][info.data.get("protocol", PROTOCOL)]
    return language.baud


FilePath: TypeAlias = Annotated[Path, BeforeValidator(_beside_the_file)]
MaybeFilePath: TypeAlias = Annotated[Path | None, BeforeValidator(_beside_the_file_if_any)]


class Section(BaseModel):
    """A section of the file: exactly the keys named here, each of exactly its type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Table(Section):
    """`[table]`: which table it is and how the game is dealt there."""

    id: str = _key("1 to 32 of A-Z a-z 0-9 - _", "name of the table", pattern=r"^[A-Za-z0-9_-]{1,32}$")
    edition: str = _key(", ".join(editions.NAMES), "rules the table is dealt by")
    style: str = _key("A, B, C; Mini editions: A", "Dealing Style", "A")
    decks: int = _key("1 to 8, within the edition's bounds", "decks in the shoe", 8)
    cutting_cards: int = _key("1, 2; 0 with inventory = false", "cutting cards in the shoe", 1)
    burn: str = _key("none, fixed:N, decks, first-card", "cards burned before the first round of a shoe", "none")
    confirm: str = _key("single, result", "one button closes a round, or one for each result", "single")
    no_more_bets: str = _key("none, button", "whether cards may leave only after a button is pressed", "none")
    inventory: bool = _key("true, false", "cards of the shoe are counted; false with a continuous shuffler", True)

    @property
    def asked(self) -> dict[str, object]:
        """The settings of the game, as `firmware.core.settings` takes them."""
        return self.model_dump(exclude={"id"})


class Authority(Section):
    """`[authority]`: who may decide."""

    two_person: bool = _key("true with a roles_file, false", "whether grave decisions need a second person", False)
    roles_file: MaybeFilePath = _key(
        "a path", "names, roles and PINs; without it the supervisor's key stands for role casino", None
    )


class Shoe(Section):
    """`[shoe]`: the shoe and its line."""

    protocol: Annotated[str, AfterValidator(_has_a_driver)] = _key(
        "a protocol there is a driver for", "language of the shoe", PROTOCOL
    )
    port: FilePath = _key("a path", "serial port, by its stable name", "/dev/shoe")
    baud: Annotated[
        Literal[4800, 9600, 19200, 38400, 57600, 115200, 230400], BeforeValidator(_speed_of_the_protocol)
    ] = _key(
        "4800, 9600, 19200, 38400, 57600, 115200, 230400",
        "speed of the line, bits per second; without it the protocol's: shoe-link 115200, line 9600, angel-eye 4800, "
        "bee-tek 9600",
        None,
    )
    listen_only: bool = _key(
        "true, false", "true: not one byte is ever sent to the shoe; angel-eye and bee-tek are always so", False
    )
    options: dict[str, Any] = _key(
        "a section, [shoe.options]", "settings of the protocol's own, for what its papers leave in doubt", {}
    )


class Mock(Section):
    """`[hal.mock]`: lamps and buttons without hardware."""

    trace: FilePath = _key("a path", "file that gets a line for every change of what is shown", "lamps.jsonl")

    @property
    def settings(self) -> MockSettings:
        """The section, as the driver takes it."""
        return MockSettings(self.trace)


class Rpi(Section):
    """`[hal.rpi]`: lamps and buttons on the pins of a Raspberry Pi, by BCM number."""

    active_low: bool = _key(
        "true, false",
        "true: a lamp is lit, and the gate open, at low level. Pins 9 to 27 are low from power-on until the controller"
        " starts: with true, deal, gate and heartbeat belong on 2 to 8",
        False,
    )
    lamps: dict[str, int] = _key("LAMP = pin, each lamp wired or unwired", f"pins of the lamps: {', '.join(LAMPS)}", {})
    buttons: dict[str, int] = _key(
        "BUTTON = pin", f"pins of the buttons: {', '.join(BUTTONS)}; and of the {KEY} switch", {}
    )
    gate: int | None = _key(f"a pin, {_DARK_AT_BOOT}", "second output with the gate's level", None)
    heartbeat: int | None = _key(f"a pin, {_DARK_AT_BOOT}", "output for the monostable that guards the lamps", None)
    unwired: list[str] = _key("a list of lamps", "lamps this table does without", [])
    lock: MaybeFilePath = _key(
        "a path", "file that the controller holds while it has the pins; two tables on one machine name two", None
    )

    @property
    def settings(self) -> RpiSettings:
        """The section, as the driver takes it."""
        given = self.model_dump(exclude={"unwired"} if self.lock else {"unwired", "lock"})
        return RpiSettings(**given, unwired=tuple(self.unwired))


class Hal(Section):
    """`[hal]`: how lamps and buttons are reached."""

    driver: Literal["mock", "rpi"] = _key("mock, rpi", "hardware there is; never chosen by itself")
    mock: Mock = _section()
    rpi: Rpi = _section()


class Journal(Section):
    """`[journal]`: the private record."""

    dir: FilePath = _key("a path", "folder of the journal", "journal")
    key_file: MaybeFilePath = _key(
        "a path", "key of the record's hashes, so that a rewriter needs the key too; without it none is needed", None
    )
    keep_shoes: int = _key("0 or more", "newest shoes that are kept; 0: all", 0, ge=0)


class Feed(Section):
    """`[feed]`: what followers may see."""

    dir: FilePath = _key("a path of its own", "folder of the public feed", "feed")


class Control(Section):
    """`[control]`: the socket for `coup ctl`."""

    socket: Annotated[FilePath, AfterValidator(_fits_a_socket)] = _key(
        "a path of at most 107 bytes in full", "Unix socket of the controller", "control.sock"
    )


class Display(Section):
    """`[display]`: the pages for the table's monitor and the pit's tablet, served by `coup display`."""

    listen: Annotated[str, AfterValidator(on_loopback)] = _key(
        LOOPBACK,
        "where the pages are served; beyond this machine a proxy of the house stands in front",
        "127.0.0.1:8080",
    )
    console: bool = _key("true, false", "whether the supervisor's console is served beside the display", True)
    hosts: list[Annotated[str, Field(pattern=r"^[A-Za-z0-9.-]{1,253}$")]] = _key(
        "a list of host names", "names under which the house's proxy offers the pages", []
    )
    language: Annotated[str, AfterValidator(has_texts)] = _key(
        "a language there is a catalogue for", "language of the pages", "en"
    )
    limits: str = _key(
        "a text of at most 60 characters", "limits of the table, as the display shows them", "", max_length=60
    )
    chips: Annotated[str, AfterValidator(chips_if_any)] = _key(
        CHIPS, "the display says which Banker wagers can be paid exactly in these chips; without them it does not", ""
    )

    @property
    def address(self) -> tuple[str, int]:
        """Host and port of `listen`."""
        host, _, port = self.listen.rpartition(":")
        return host.strip("[]"), int(port)


class Config(Section):
    """One table's configuration. `firmware.config.load` makes it, and refuses what does not fit together."""

    table: Table = _section()
    authority: Authority = _section()
    shoe: Shoe = _section()
    hal: Hal = _section()
    journal: Journal = _section()
    feed: Feed = _section()
    control: Control = _section()
    display: Display = _section()

    @property
    def settings(self) -> Settings:
        """How the game is dealt at this table."""
        asked = self.table.asked | {"two_person": self.authority.two_person}
        return settings.build(asked, editions.shipped())


def _sections(within: type[Section], name: str = "") -> Iterator[tuple[str, type[Section]]]:
    yield name, within
    for part, field in within.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            yield from _sections(field.annotation, f"{name}.{part}" if name else part)


SECTIONS: Final = dict(_sections(Config))
"""Every section by its name in the file; the file itself has none."""

KEYS: Final = {
    f"{name}.{key}": field
    for name, section in SECTIONS.items()
    for key, field in section.model_fields.items()
    if field.description is not None
}
"""Every key, with the name of its section."""


def allowed(key: str) -> str:
    """Return what is allowed for a key, or for a part of its value, in plain words."""
    while key not in KEYS:
        if key in SECTIONS:
            return f"a section, [{key}]"
        key = key.rpartition(".")[0]
    extra = KEYS[key].json_schema_extra
    assert isinstance(extra, dict)
    return str(extra["allowed"])
