"""A shoe is found by the name of its protocol."""

import pytest

from firmware.errors import ConfigError
from firmware.shoe.registry import Make, Registry
from firmware.shoe.session import HostSession
from firmware.shoe.simulator import SimulatedShoe
from tests.shoe.wire import boots


def test_the_shoe_link_is_built_in() -> None:
    make = Registry().find("shoe-link")
    assert isinstance(make.driver(False, {}), HostSession)
    assert make.driver(True, {}).listen_only
    assert isinstance(make.simulated(boots()), SimulatedShoe)


def test_it_has_no_settings_of_its_own() -> None:
    with pytest.raises(ConfigError, match=r"shoe\.parity"):
        Registry().find("shoe-link").driver(False, {"parity": "even"})


def test_an_unknown_one_is_refused_with_the_names_there_are() -> None:
    registry = Registry()
    registry.register("line", registry.find("shoe-link"))
    with pytest.raises(ConfigError, match="'carrier-pigeon': one of line, shoe-link"):
        registry.find("carrier-pigeon")


def test_two_of_one_name_are_one_too_many() -> None:
    registry = Registry()
    make = Make(registry.find("shoe-link").driver, SimulatedShoe, note="unverified driver")
    registry.register("line", make)
    assert registry.find("line").note == "unverified driver"
    with pytest.raises(ConfigError, match="'line'"):
        registry.register("line", make)
