"""What a table expects of its lamps, whoever drives them. A driver's tests inherit `LampContract`."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hal.errors import LampError, PortBusy
from hal.ports import DARK, Lamps, Shown
from hal.settings import LAMPS

READY = Shown(frozenset({"deal"}), frozenset(), True)
RESULT = Shown(frozenset({"stop", "player_stand", "banker_stand", "tie"}), frozenset(), False)
HOLD = Shown(frozenset({"stop", "supervisor"}), frozenset({"supervisor"}), False)


@st.composite
def shows(draw: st.DrawFn) -> Shown:
    lamps = draw(st.frozensets(st.sampled_from(LAMPS)))
    blink = draw(st.frozensets(st.sampled_from(sorted(lamps)))) if lamps else frozenset()
    return Shown(lamps, blink, draw(st.booleans()))


def look(shown: Shown) -> tuple[frozenset[str], bool]:
    """What is seen when `shown` is shown."""
    return shown.lamps, shown.gate_open


class Rig(ABC):
    """One table's lamps, and somebody who looks at them."""

    @abstractmethod
    def driver(self) -> Lamps:
        """A driver for these lamps, not yet open."""

    @abstractmethod
    def seen(self) -> tuple[frozenset[str], bool]:
        """The lamps that are lit (a blinking one begins lit), and whether the gate is open."""

    @abstractmethod
    def writes(self) -> int:
        """How often anything was written."""

    @abstractmethod
    def fail(self) -> None:
        """From now on what is written fails, at least in part."""

    @abstractmethod
    def mend(self) -> None:
        """Undo `fail`."""


class LampContract(ABC):
    @abstractmethod
    def rig(self) -> AbstractContextManager[Rig]: ...

    def test_lamps_that_were_just_opened_are_dark_and_the_gate_is_shut(self) -> None:
        with self.rig() as rig:
            rig.driver().open()
            assert rig.seen() == look(DARK)

    @settings(suppress_health_check=[HealthCheck.differing_executors])  # each driver is one, on purpose
    @given(st.lists(shows(), min_size=1, max_size=6))
    def test_what_is_shown_last_is_what_is_seen(self, states: list[Shown]) -> None:
        with self.rig() as rig:
            lamps = rig.driver()
            lamps.open()
            for shown in states:
                lamps.show(shown)
                assert rig.seen() == look(shown)
            lamps.close()
            assert rig.seen() == look(DARK)

    def test_the_same_again_writes_nothing(self) -> None:
        with self.rig() as rig:
            lamps = rig.driver()
            lamps.open()
            lamps.show(RESULT)
            before = rig.writes()
            lamps.show(RESULT)
            assert rig.writes() == before

    def test_a_lamp_that_the_table_does_not_have_is_refused_and_nothing_changes(self) -> None:
        with self.rig() as rig:
            lamps = rig.driver()
            lamps.open()
            lamps.show(READY)
            with pytest.raises(LampError, match="dea1"):
                lamps.show(Shown(frozenset({"dea1"}), frozenset(), False))
            assert rig.seen() == look(READY)

    def test_after_a_failure_the_next_call_shows_everything(self) -> None:
        with self.rig() as rig:
            lamps = rig.driver()
            lamps.open()
            lamps.show(READY)
            rig.fail()
            with pytest.raises(LampError):
                lamps.show(RESULT)
            with pytest.raises(LampError):
                lamps.show(RESULT)
            rig.mend()
            lamps.show(RESULT)
            assert rig.seen() == look(RESULT)

    def test_a_failure_on_the_way_out_is_told_and_the_next_controller_can_have_the_lamps(self) -> None:
        with self.rig() as rig:
            lamps = rig.driver()
            lamps.open()
            lamps.show(RESULT)
            rig.fail()
            with pytest.raises(LampError):
                lamps.close()
            rig.mend()
            lamps.close()
            rig.driver().open()

    def test_closed_twice_they_stay_dark(self) -> None:
        with self.rig() as rig:
            lamps = rig.driver()
            lamps.open()
            lamps.show(HOLD)
            lamps.close()
            before = rig.writes()
            lamps.close()
            assert (rig.seen(), rig.writes()) == (look(DARK), before)

    def test_closed_lamps_show_nothing(self) -> None:
        with self.rig() as rig:
            lamps = rig.driver()
            with pytest.raises(LampError, match="not open"):
                lamps.show(READY)
            lamps.open()
            lamps.close()
            with pytest.raises(LampError, match="not open"):
                lamps.show(READY)
            assert rig.seen() == look(DARK)

    def test_a_second_controller_is_turned_away_until_the_first_is_done(self) -> None:
        with self.rig() as rig:
            first, second = rig.driver(), rig.driver()
            first.open()
            first.show(READY)
            with pytest.raises(PortBusy):
                second.open()
            assert rig.seen() == look(READY)
            first.close()
            second.open()
            second.show(RESULT)
            assert rig.seen() == look(RESULT)
