"""Which protocols there are drivers for, by the name a configuration gives.

Decides nothing. Must never import a driver that is not built in: those that are installed besides are registered by
the application, which finds them by the entry points of the group `coup.shoes`. One that is built in is imported when
it is asked for: a table has one shoe, and is dark until it is known.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from firmware.core.cards import Face
from firmware.errors import ConfigError
from firmware.shoe.options import Option, chosen, misfits

if TYPE_CHECKING:
    from firmware.shoe.driver import ShoeDriver
    from firmware.shoe.talker import Unsaid

ENTRY_POINTS: Final = "coup.shoes"
"""Group of entry points, each a protocol's name and a `Make`, by which a distribution brings further drivers."""


class Simulated(Protocol):
    """What the bench asks of a simulated shoe, whatever its make. One whose make cannot say something says nothing."""

    @property
    def lacks(self) -> Collection["Unsaid"]:
        """What of all that can happen its make has no word for."""

    @property
    def gate_open(self) -> bool:
        """Whether the gate is unlocked."""

    def card(self, face: Face) -> None:
        """A card leaves the shoe."""

    def cut(self) -> None:
        """A cutting card leaves the shoe."""

    def loaded(self) -> None:
        """The lid is closed on a fresh set of cards."""

    def lid(self, is_open: bool) -> None:
        """The lid is opened or shut."""

    def empty(self) -> None:
        """No card is left at the mouth."""

    def jam(self) -> None:
        """The mouth is blocked."""

    def clear(self) -> None:
        """The mouth is free again."""

    def spoil(self, code: str) -> None:
        """The reader doubts the card before, or itself."""

    def restart(self) -> None:
        """The power fails and comes back."""

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes that arrived from the host."""

    def outgoing(self, now: int) -> bytes:
        """Return what begins to leave now. Called when all earlier bytes have left."""

    def deadline(self, now: int) -> int:
        """Return when `outgoing` will next have something by time alone."""


@dataclass(frozen=True, slots=True)
class Make:
    """One make of shoe."""

    driver: Callable[[bool, Mapping[str, object]], "ShoeDriver"]
    """Builds the host's side from `listen_only` and the make's own settings."""
    simulated: Callable[[Callable[[], str]], Simulated]
    """Builds a simulated shoe; its argument draws a BOOT."""
    note: str = ""
    """What the driver puts on record when it starts, e.g. that nobody has tried it on a real shoe."""
    baud: int = 115200
    """Speed of the line where a configuration gives none, bits per second."""
    options: tuple[Option, ...] = ()
    """The make's own settings, under `[shoe.options]`."""

    def misfits(self, asked: Mapping[str, object]) -> Iterator[tuple[str, object, str]]:
        """Yield name, value and what is allowed for each of the settings `asked` for that cannot be used."""
        yield from misfits(self.options, asked)


class Registry(Mapping[str, Make]):
    """The makes that are known, by the names of their protocols."""

    def __init__(self) -> None:
        """Begin with what is built in."""
        self._makes: dict[str, Callable[[], Make]] = {
            "angel-eye": _angel_eye,
            "bee-tek": _bee_tek,
            "line": _line,
            "shoe-link": _shoe_link,
        }

    def __getitem__(self, protocol: str) -> Make:
        """Return the make of that name. Raises `KeyError` if there is none."""
        return self._makes[protocol]()

    def __iter__(self) -> Iterator[str]:
        """Return the names, sorted."""
        return iter(sorted(self._makes))

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._makes)

    def register(self, protocol: str, make: Make) -> None:
        """Add a make. Raises `ConfigError` if the name is taken."""
        if protocol in self._makes:
            raise ConfigError([f"two drivers call themselves {protocol!r}: uninstall one of them"])
        self._makes[protocol] = lambda: make

    def find(self, protocol: str) -> Make:
        """Return the make of that name. Raises `ConfigError` with the names there are."""
        if protocol not in self._makes:
            raise ConfigError([f"shoe.protocol = {protocol!r}: one of {', '.join(self)}"])
        return self[protocol]


def _angel_eye() -> Make:
    from firmware.shoe import angel_eye
    from firmware.shoe.angel_shoe import SimulatedAngelEye

    return Make(angel_eye.driver, SimulatedAngelEye, angel_eye.NOTE, baud=angel_eye.BAUD, options=angel_eye.OPTIONS)


def _bee_tek() -> Make:
    from firmware.shoe import bee_tek

    return Make(bee_tek.driver, bee_tek.SimulatedBeeTek, bee_tek.NOTE, baud=bee_tek.BAUD, options=bee_tek.OPTIONS)


def _line() -> Make:
    from firmware.shoe import line_codes

    return Make(line_codes.driver, line_codes.SimulatedLineShoe, baud=line_codes.BAUD)


def _shoe_link() -> Make:
    from firmware.shoe.session import HostSession

    def driver(listen_only: bool, options: Mapping[str, object]) -> HostSession:
        chosen((), options)
        return HostSession(listen_only)

    def simulated(boots: Callable[[], str]) -> Simulated:
        from firmware.shoe.simulator import SimulatedShoe  # no real table needs one

        return SimulatedShoe(boots)

    return Make(driver, simulated)
