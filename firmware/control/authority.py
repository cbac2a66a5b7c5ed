"""Decides who the persons of a request are: known by name in the roles file, and proved by PIN.

It must never know what a role may do at the table: that is for the core to say.
"""

import selectors
from dataclasses import dataclass
from typing import Final

from firmware.control.checker import Check, PinChecker
from firmware.control.requests import DecideRequest, PersonalRequest
from firmware.control.roles import Actor, Roles
from firmware.core.inputs import Role
from firmware.errors import ConfigError, Refused


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who says who they are, while that is checked."""

    actor: Actor | None  # None: nobody of that name is known
    check: Check

    @property
    def role(self) -> Role:
        """The role of the person. Raises `Refused`: `pin`."""
        if self.actor is None or not self.check.right:
            raise Refused("pin")
        return self.actor.role


@dataclass(frozen=True, slots=True)
class Persons:
    """The one or two persons of a request."""

    first: Person
    second: Person | None

    @property
    def checked(self) -> bool:
        """Whether it is known of each of them if the PIN is right."""
        return all(person.check.right is not None for person in self._all)

    @property
    def roles(self) -> tuple[Role, Role | None]:
        """The role of the first, and of the second if there is one. Raises `Refused`: `pin`, for either of them."""
        return self.first.role, self.second.role if self.second else None

    @property
    def checks(self) -> tuple[Check, ...]:
        """The check of each of them."""
        return tuple(person.check for person in self._all)

    @property
    def _all(self) -> tuple[Person, ...]:
        return (self.first, self.second) if self.second else (self.first,)


class Authority:
    """Who may speak for themselves at one table with a roles file."""

    def __init__(self, roles: Roles, checker: PinChecker) -> None:
        """Name the parts; `open` reads the file and starts the PIN process."""
        self._roles: Final = roles
        self.checker: Final = checker

    def open(self, selector: selectors.BaseSelector) -> None:
        """Be ready. Raises `ConfigError` if the roles file cannot be used."""
        self._roles.known()
        self.checker.open(selector)

    def ask(self, request: PersonalRequest) -> Persons:
        """Have the PINs of a request checked; each turn of the checker may bring that on.

        Raises:
            Refused: `pin`, a name or a PIN is not even there, or none can be checked now; `second`, both are the same.
        """
        second = request.second if isinstance(request, DecideRequest) else None
        if second and second.actor == request.actor:
            raise Refused("second")
        first = self._person(request.actor, request.pin)
        try:
            return Persons(first, self._person(second.actor, second.pin) if second else None)
        except Refused:
            self.checker.forget(first.check)
            raise

    def forget(self, persons: Persons) -> None:
        """Nobody waits for `persons` any more."""
        for check in persons.checks:
            self.checker.forget(check)

    def _person(self, name: str, pin: str) -> Person:
        if not name or not pin:
            raise Refused("pin", "give the name and the PIN of each person who decides")
        try:
            actor = self._roles.known().get(name)
        except ConfigError as error:
            raise Refused("pin", "the roles file cannot be used now: `coup check` says why") from error
        return Person(actor, self.checker.ask(name, actor.pin if actor else None, pin))
