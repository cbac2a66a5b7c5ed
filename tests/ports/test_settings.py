from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.errors import HalError
from hal.mock import MockLamps, MockPanel
from hal.registry import DRIVERS, hardware
from hal.rpi_lamps import RpiLamps
from hal.rpi_panel import RpiPanel
from hal.settings import BUTTONS, LAMPS, MockSettings, RpiSettings, problems

SOUND = RpiSettings(
    lamps={"deal": 17, "stop": 27, "player_draw": 22},
    buttons={"confirm": 16, "reveal": 20, "void": 21, "key": 26},
    gate=12,
    heartbeat=13,
    unwired=tuple(lamp for lamp in LAMPS if lamp not in ("deal", "stop", "player_draw")),
)


def test_a_sound_wiring_has_no_problems() -> None:
    assert problems(SOUND) == []
    assert problems(SOUND, shoe_on_uart=True) == []


def test_a_table_with_everything_wired_just_fits_when_the_shoe_is_on_usb() -> None:
    pins = iter([*range(27, 1, -1)])
    lamps = {name: next(pins) for name in LAMPS}
    full = RpiSettings(lamps=lamps, gate=next(pins), heartbeat=next(pins))
    full = replace(full, buttons={name: next(pins) for name in (*BUTTONS, "key")})
    assert next(pins, None) is None
    assert problems(full) == []
    assert len(problems(full, shoe_on_uart=True)) == 2


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"gate": 28}, "gate = 28: not a pin of the header; allowed: BCM 9 to 27 (2 to 27 with active_low)"),
        ({"gate": 28, "active_low": True}, "gate = 28: not a pin of the header; allowed: BCM 2 to 27"),
        ({"buttons": {"confirm": 28}}, "buttons.confirm = 28: not a pin of the header; allowed: BCM 2 to 27"),
        ({"heartbeat": -1}, "heartbeat = -1: not a pin of the header; allowed: BCM 9 to 27 (2 to 27 with active_low)"),
        ({"gate": 1}, "gate = 1: BCM 0 and 1 belong to the add-on board's EEPROM; allowed: BCM 9 to 27"),
        (
            {"gate": 1, "active_low": True},
            "gate = 1: BCM 0 and 1 belong to the add-on board's EEPROM; allowed: BCM 2 to",
        ),
        ({"gate": 5}, "gate = 5: BCM 0 to 8 are pulled up at boot; allowed: BCM 9 to 27 (2 to 27 with active_low)"),
        (
            {"heartbeat": 8},
            "heartbeat = 8: BCM 0 to 8 are pulled up at boot; allowed: BCM 9 to 27 (2 to 27 with active",
        ),
        ({"gate": 17}, "gate = 17: lamps.deal has this pin already; allowed: a pin that nothing else has"),
        ({"unwired": (*SOUND.unwired, "deal")}, 'unwired = "deal": it has BCM 17 in lamps; allowed: one of the two'),
        ({"unwired": SOUND.unwired[1:]}, f"lamps.{SOUND.unwired[0]} = nothing: allowed: a BCM number, or its name"),
        ({"unwired": (*SOUND.unwired, "bar")}, 'unwired = "bar": there is no such lamp; allowed: deal, stop, '),
        ({"lamps": {**SOUND.lamps, "bar": 4}}, "lamps.bar = 4: there is no such lamp; allowed: deal, stop, "),
        ({"buttons": {"deal": 4}}, "buttons.deal = 4: there is no such button; allowed: confirm, player, "),
    ],
)
def test_each_mistake_is_told_with_key_value_and_what_is_allowed(wrong: dict[str, object], says: str) -> None:
    (problem,) = problems(replace(SOUND, **wrong))  # type: ignore[arg-type]
    assert problem.startswith(says)


def test_deal_must_be_dark_at_boot_and_others_need_not() -> None:
    assert "lamps.deal = 4" in problems(replace(SOUND, lamps={**SOUND.lamps, "deal": 4}))[0]
    assert problems(replace(SOUND, lamps={**SOUND.lamps, "deal": 4}, active_low=True)) == []
    assert problems(replace(SOUND, lamps={**SOUND.lamps, "stop": 4})) == []


def test_every_mistake_is_told_at_once() -> None:
    wrong = replace(SOUND, gate=0, heartbeat=99, buttons={"confirm": 17, "bell": 17})
    assert [problem.split(" ")[0] for problem in problems(wrong)] == [
        "buttons.bell",
        "gate",
        "heartbeat",
        "buttons.confirm",
        "buttons.bell",
    ]


@given(
    st.dictionaries(st.sampled_from(LAMPS), st.integers(-2, 30)),
    st.dictionaries(st.sampled_from((*BUTTONS, "key")), st.integers(-2, 30)),
    st.one_of(st.none(), st.integers(-2, 30)),
)
def test_a_wiring_without_problems_has_each_pin_once_and_on_the_header(
    lamps: dict[str, int], buttons: dict[str, int], gate: int | None
) -> None:
    unwired = tuple(lamp for lamp in LAMPS if lamp not in lamps)
    settings = RpiSettings(lamps=lamps, buttons=buttons, gate=gate, unwired=unwired)
    pins = [*settings.outputs.values(), *buttons.values()]
    sound = len(pins) == len(set(pins)) and set(pins) <= set(range(2, 28))
    dark_at_boot = all(pin > 8 for pin in (lamps.get("deal"), gate) if pin is not None)
    assert (problems(settings) == []) == (sound and dark_at_boot)


def test_the_name_alone_chooses_the_driver() -> None:
    assert set(DRIVERS) == {"mock", "rpi"}
    lamps, panel = hardware("mock", MockSettings(Path("trace")), SOUND)
    assert isinstance(lamps, MockLamps)
    assert isinstance(panel, MockPanel)
    lamps, panel = hardware("rpi", MockSettings(), SOUND)
    assert isinstance(lamps, RpiLamps)
    assert isinstance(panel, RpiPanel)


def test_an_unknown_driver_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(HalError, match=r'"gpio".*allowed: mock, rpi'):
        hardware("gpio", MockSettings(), SOUND)
