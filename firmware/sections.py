"""What a table's configuration file has: its sections, their keys, and for each key what is allowed and what it means.

Error lines and `config/REFERENCE.md` are both worded from here. This page must never know which file the keys came
from, nor what the table does with them.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from msgspec import Meta, Struct, structs

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

Baud: TypeAlias = Literal[4800, 9600, 19200, 38400, 57600, 115200, 230400]
"""Speed of a line, bits per second."""


class Language(Protocol):
    """What a configuration has to know of a protocol there is a driver for."""

    @property
    def baud(self) -> int:
        """Speed of the line where none is given, bits per second."""

    def misfits(self, asked: Mapping[str, object]) -> Iterator[tuple[str, object, str]]:
        """Yield name, value and what is allowed for each of the settings `asked` for that cannot be used."""


class Key(NamedTuple):
    """What a key takes and means, beside its type, limits and default; a key without one of these is a section."""

    allowed: str
    """What is allowed, in the words of an error line."""
    meaning: str
    fits: Callable[[Any], object] | None = None
    """Raises `ValueError` with what is allowed for a text, number or path that has the type and will not do."""
    may_lack: bool = False
    """Whether the file may leave it out though it has no default here: the protocol has one."""


def _fits_a_socket(path: Path) -> None:
    if len(bytes(path)) > LONGEST_SOCKET_PATH:
        raise ValueError(f"a path of at most {LONGEST_SOCKET_PATH} bytes in full; this is {path}")


class Section(Struct, frozen=True):
    """A section of the file: exactly the keys named here, each of exactly its type.

    A path is relative to the file; one that may be none is none where no text is given.
    """


class Table(Section, frozen=True):
    """`[table]`: which table it is and how the game is dealt there."""

    id: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,32}\Z"), Key("1 to 32 of A-Z a-z 0-9 - _", "name of the table")]
    edition: Annotated[str, Key(", ".join(editions.NAMES), "rules the table is dealt by")]
    style: Annotated[str, Key("A, B, C; Mini editions: A", "Dealing Style")] = "A"
    decks: Annotated[int, Key("1 to 8, within the edition's bounds", "decks in the shoe")] = 8
    cutting_cards: Annotated[int, Key("1, 2; 0 with inventory = false", "cutting cards in the shoe")] = 1
    burn: Annotated[str, Key("none, fixed:N, decks, first-card", "cards burned before the first round of a shoe")] = (
        "none"
    )
    confirm: Annotated[str, Key("single, result", "one button closes a round, or one for each result")] = "single"
    no_more_bets: Annotated[str, Key("none, button", "whether cards may leave only after a button is pressed")] = "none"
    inventory: Annotated[
        bool, Key("true, false", "cards of the shoe are counted; false with a continuous shuffler")
    ] = True

    @property
    def asked(self) -> dict[str, object]:
        """The settings of the game, as `firmware.core.settings` takes them."""
        asked = structs.asdict(self)
        del asked["id"]
        return asked


class Authority(Section, frozen=True):
    """`[authority]`: who may decide."""

    two_person: Annotated[
        bool, Key("true with a roles_file, false", "whether grave decisions need a second person")
    ] = False
    roles_file: Annotated[
        Path | None,
        Key("a path", "names, roles and PINs; without it the supervisor's key stands for role casino"),
    ] = None


class Shoe(Section, frozen=True, kw_only=True):
    """`[shoe]`: the shoe and its line."""

    protocol: Annotated[str, Key("a protocol there is a driver for", "language of the shoe")] = PROTOCOL
    port: Annotated[Path, Key("a path", "serial port, by its stable name")] = Path("/dev/shoe")
    baud: Annotated[
        Baud,
        Key(
            "4800, 9600, 19200, 38400, 57600, 115200, 230400",
            "speed of the line, bits per second; without it the protocol's: shoe-link 115200, line 9600, angel-eye "
            "4800, bee-tek 9600",
            may_lack=True,
        ),
    ]
    listen_only: Annotated[
        bool, Key("true, false", "true: not one byte is ever sent to the shoe; angel-eye and bee-tek are always so")
    ] = False
    options: Annotated[
        dict[str, Any],
        Key("a section, [shoe.options]", "settings of the protocol's own, for what its papers leave in doubt"),
    ] = {}


class Mock(Section, frozen=True):
    """`[hal.mock]`: lamps and buttons without hardware."""

    trace: Annotated[Path, Key("a path", "file that gets a line for every change of what is shown")] = Path(
        "lamps.jsonl"
    )

    @property
    def settings(self) -> MockSettings:
        """The section, as the driver takes it."""
        return MockSettings(self.trace)


class Rpi(Section, frozen=True):
    """`[hal.rpi]`: lamps and buttons on the pins of a Raspberry Pi, by BCM number."""

    active_low: Annotated[
        bool,
        Key(
            "true, false",
            "true: a lamp is lit, and the gate open, at low level. Pins 9 to 27 are low from power-on until the "
            "controller starts: with true, deal, gate and heartbeat belong on 2 to 8",
        ),
    ] = False
    lamps: Annotated[
        dict[str, int], Key("LAMP = pin, each lamp wired or unwired", f"pins of the lamps: {', '.join(LAMPS)}")
    ] = {}
    buttons: Annotated[
        dict[str, int], Key("BUTTON = pin", f"pins of the buttons: {', '.join(BUTTONS)}; and of the {KEY} switch")
    ] = {}
    gate: Annotated[int | None, Key(f"a pin, {_DARK_AT_BOOT}", "second output with the gate's level")] = None
    heartbeat: Annotated[
        int | None, Key(f"a pin, {_DARK_AT_BOOT}", "output for the monostable that guards the lamps")
    ] = None
    unwired: Annotated[list[str], Key("a list of lamps", "lamps this table does without")] = []
    lock: Annotated[
        Path | None,
        Key("a path", "file that the controller holds while it has the pins; two tables on one machine name two"),
    ] = None

    @property
    def settings(self) -> RpiSettings:
        """The section, as the driver takes it."""
        given = structs.asdict(self) | {"unwired": tuple(self.unwired)}
        if self.lock is None:
            del given["lock"]
        return RpiSettings(**given)


class Hal(Section, frozen=True):
    """`[hal]`: how lamps and buttons are reached."""

    driver: Annotated[Literal["mock", "rpi"], Key("mock, rpi", "hardware there is; never chosen by itself")]
    mock: Mock
    rpi: Rpi


class Journal(Section, frozen=True):
    """`[journal]`: the private record."""

    dir: Annotated[Path, Key("a path", "folder of the journal")] = Path("journal")
    key_file: Annotated[
        Path | None,
        Key("a path", "key of the record's hashes, so that a rewriter needs the key too; without it none is needed"),
    ] = None
    keep_shoes: Annotated[int, Meta(ge=0), Key("0 or more", "newest shoes that are kept; 0: all")] = 0


class Feed(Section, frozen=True):
    """`[feed]`: what followers may see."""

    dir: Annotated[Path, Key("a path of its own", "folder of the public feed")] = Path("feed")


class Control(Section, frozen=True):
    """`[control]`: the socket for `coup ctl`."""

    socket: Annotated[
        Path, Key("a path of at most 107 bytes in full", "Unix socket of the controller", _fits_a_socket)
    ] = Path("control.sock")


class Display(Section, frozen=True):
    """`[display]`: the pages for the table's monitor and the pit's tablet, served by `coup display`."""

    listen: Annotated[
        str,
        Key(
            LOOPBACK,
            "where the pages are served; beyond this machine a proxy of the house stands in front",
            on_loopback,
        ),
    ] = "127.0.0.1:8080"
    console: Annotated[bool, Key("true, false", "whether the supervisor's console is served beside the display")] = True
    hosts: Annotated[
        list[Annotated[str, Meta(pattern=r"\A[A-Za-z0-9.-]{1,253}\Z")]],
        Key("a list of host names", "names under which the house's proxy offers the pages"),
    ] = []
    language: Annotated[str, Key("a language there is a catalogue for", "language of the pages", has_texts)] = "en"
    limits: Annotated[
        str,
        Meta(max_length=60),
        Key("a text of at most 60 characters", "limits of the table, as the display shows them"),
    ] = ""
    chips: Annotated[
        str,
        Key(
            CHIPS,
            "the display says which Banker wagers can be paid exactly in these chips; without them it does not",
            chips_if_any,
        ),
    ] = ""

    @property
    def address(self) -> tuple[str, int]:
        """Host and port of `listen`."""
        host, _, port = self.listen.rpartition(":")
        return host.strip("[]"), int(port)


class Config(Section, frozen=True):
    """One table's configuration. `firmware.config.load` makes it, and refuses what does not fit together."""

    table: Table
    authority: Authority
    shoe: Shoe
    hal: Hal
    journal: Journal
    feed: Feed
    control: Control
    display: Display

    @property
    def settings(self) -> Settings:
        """How the game is dealt at this table."""
        asked = self.table.asked | {"two_person": self.authority.two_person}
        return settings.build(asked, editions.shipped())


def _sections(within: type[Section], name: str = "") -> Iterator[tuple[str, type[Section]]]:
    yield name, within
    for part, kind in within.__annotations__.items():
        if isinstance(kind, type) and issubclass(kind, Section):
            yield from _sections(kind, f"{name}.{part}" if name else part)


SECTIONS: Final = dict(_sections(Config))
"""Every section by its name in the file; the file itself has none."""

KEYS: Final[dict[str, Key]] = {
    f"{name}.{key}": said
    for name, section in SECTIONS.items()
    for key, kind in section.__annotations__.items()
    for said in getattr(kind, "__metadata__", ())
    if isinstance(said, Key)
}
"""Every key, with the name of its section."""


def allowed(key: str) -> str:
    """Return what is allowed for a key, or for a part of its value, in plain words."""
    while key not in KEYS:
        if key in SECTIONS:
            return f"a section, [{key}]"
        key = key.rpartition(".")[0]
    return KEYS[key].allowed
