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
    assert (make.baud, make.options, make.note) == (115200, (), "")


def test_shoes_of_other_makes_are_heard_and_never_spoken_to_whatever_is_asked_for() -> None:
    for protocol in ("angel-eye", "bee-tek"):
        make = Registry().find(protocol)
        assert make.driver(False, {}).listen_only
        assert "unverified driver" in make.note


def test_a_line_scanner_is_listen_only_as_the_configuration_says() -> None:
    make = Registry().find("line")
    assert not make.driver(False, {}).listen_only
    assert make.driver(True, {}).listen_only


def test_each_has_the_speed_of_its_own() -> None:
    speeds = {protocol: make.baud for protocol, make in Registry().items()}
    assert speeds == {"angel-eye": 4800, "bee-tek": 9600, "line": 9600, "shoe-link": 115200}


def test_the_shoe_link_has_no_settings_of_its_own() -> None:
    with pytest.raises(ConfigError, match=r"shoe\.options\.parity = even: none: this protocol has no settings"):
        Registry().find("shoe-link").driver(False, {"parity": "even"})


def test_an_unknown_one_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ConfigError, match="'carrier-pigeon': one of angel-eye, bee-tek, line, shoe-link"):
        Registry().find("carrier-pigeon")


def test_two_of_one_name_are_one_too_many() -> None:
    registry = Registry()
    make = Make(registry.find("shoe-link").driver, SimulatedShoe, note="unverified driver")
    registry.register("pigeon", make)
    assert registry.find("pigeon") is make
    with pytest.raises(ConfigError, match="'pigeon'"):
        registry.register("pigeon", make)
