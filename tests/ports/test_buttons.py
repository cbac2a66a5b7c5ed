from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.buttons import APART_NS, HELD_NS, POLL_NS, SETTLED_NS, STUCK_NS, Debouncer
from hal.ports import Press

MS = 1_000_000


class Hand:
    """A hand at one button, watched every 10 ms."""

    def __init__(self, key: bool = False) -> None:
        self.buttons = Debouncer()
        self.key = key
        self.now_ns = 0
        self.acted: list[tuple[int, Press]] = []
        self.up(1000)

    def down(self, ms: int) -> None:
        self._level(True, ms)

    def up(self, ms: int) -> None:
        self._level(False, ms)

    def bounce(self, ms: int) -> None:
        for turn in range(ms // 10):
            self._level(turn % 2 == 0, 10)

    @property
    def presses(self) -> list[str]:
        return ["held" if press.held else "press" for _, press in self.acted]

    def _level(self, closed: bool, ms: int) -> None:
        for _ in range(ms * MS // POLL_NS):
            self.acted += [(self.now_ns, p) for p in self.buttons.look({"confirm": closed}, self.key, self.now_ns)]
            self.now_ns += POLL_NS


def test_without_the_key_a_press_acts_when_it_is_30_ms_old() -> None:
    hand = Hand()
    pressed_ns = hand.now_ns
    hand.down(5000)
    assert hand.acted == [(pressed_ns + SETTLED_NS, Press("confirm", held=False, key=False))]


def test_a_touch_shorter_than_30_ms_is_no_press() -> None:
    hand = Hand()
    hand.down(30)  # looked at three times: 20 ms old at the last
    hand.up(1000)
    assert hand.presses == []
    hand.down(40)
    hand.up(1000)
    assert hand.presses == ["press"]


def test_with_the_key_a_short_press_acts_when_it_is_let_go() -> None:
    hand = Hand(key=True)
    hand.down(1990)
    assert hand.presses == []
    hand.up(1000)
    assert hand.acted[0][1] == Press("confirm", held=False, key=True)
    assert len(hand.acted) == 1


def test_with_the_key_a_press_of_two_seconds_is_held_and_nothing_more_when_it_is_let_go() -> None:
    hand = Hand(key=True)
    pressed_ns = hand.now_ns
    hand.down(4000)
    hand.up(1000)
    assert hand.acted == [(pressed_ns + HELD_NS, Press("confirm", held=True, key=True))]


def test_two_presses_300_ms_apart_are_two_and_sooner_are_one() -> None:
    for apart_ms, presses in ((300, ["press", "press"]), (290, ["press"]), (30, ["press"])):
        hand = Hand()
        hand.down(100)
        hand.up(apart_ms)
        hand.down(100)
        hand.up(1000)
        assert hand.presses == presses


@pytest.mark.parametrize("key", [False, True])
def test_contacts_that_bounce_when_they_close_and_open_make_one_press(key: bool) -> None:
    hand = Hand(key)
    hand.bounce(50)
    hand.down(200)
    hand.bounce(50)
    hand.up(1000)
    assert hand.presses == ["press"]


def test_a_flicker_while_a_button_is_held_does_not_let_it_go() -> None:
    hand = Hand(key=True)
    hand.down(1000)
    hand.up(20)
    hand.down(1000)
    assert hand.presses == ["held"]


def test_a_button_that_is_down_at_the_start_acts_only_when_it_is_pressed_again() -> None:
    buttons = Debouncer()
    for now_ns in range(0, 3 * HELD_NS, POLL_NS):
        assert buttons.look({"void": True}, True, now_ns) == []
    hand = Hand()
    hand.down(100)
    assert hand.presses == ["press"]


def test_turning_the_key_off_under_a_pressed_button_leaves_a_press_without_the_key() -> None:
    hand = Hand(key=True)
    hand.down(1000)
    hand.key = False
    hand.down(2000)
    hand.up(1000)
    assert [press for _, press in hand.acted] == [Press("confirm", held=False, key=False)]


def test_the_key_bounces_too() -> None:
    buttons = Debouncer()
    assert not buttons.key
    keys = []
    for now_ns, key in enumerate([False, True, False, True, True, True, True]):
        buttons.look({}, key, now_ns * POLL_NS)
        keys.append(buttons.key)
    assert keys == [False, False, False, False, False, False, True]


def test_a_key_that_is_on_at_the_start_is_on() -> None:
    buttons = Debouncer()
    buttons.look({}, True, 0)
    assert buttons.key


def test_a_button_down_for_more_than_ten_seconds_is_stuck_until_it_is_released() -> None:
    hand = Hand()
    hand.down(STUCK_NS // MS)
    assert hand.buttons.stuck == frozenset()
    hand.down(20)
    assert hand.buttons.stuck == {"confirm"}
    hand.up(30)
    assert hand.buttons.stuck == {"confirm"}
    hand.up(10)
    assert hand.buttons.stuck == frozenset()
    assert hand.presses == ["press"]


def test_one_button_does_not_wait_for_another() -> None:
    buttons = Debouncer()
    for now_ns in range(0, 100 * MS, POLL_NS):
        buttons.look({"player": False, "tie": False}, False, now_ns)
    acted = []
    for now_ns in range(100 * MS, 200 * MS, POLL_NS):
        acted += buttons.look({"player": True, "tie": True}, False, now_ns)
    assert acted == [Press("player", held=False, key=False), Press("tie", held=False, key=False)]


@given(st.lists(st.tuples(st.integers(5, 350), st.integers(34, 100)), max_size=8), st.booleans())
def test_each_clean_press_acts_once_and_is_held_exactly_from_two_seconds(
    presses: list[tuple[int, int]], key: bool
) -> None:
    hand = Hand(key)
    for down, up in presses:
        hand.down(down * 10)
        hand.up(up * 10)
    # a press of N looks is N - 1 intervals old at its last one
    assert hand.presses == ["held" if key and (down - 1) * POLL_NS >= HELD_NS else "press" for down, _ in presses]


@given(st.lists(st.tuples(st.integers(1, 40), st.booleans()), max_size=60), st.booleans())
def test_no_noise_makes_two_presses_less_than_300_ms_apart(noise: list[tuple[int, bool]], key: bool) -> None:
    hand = Hand(key)
    for looks, closed in noise:
        (hand.down if closed else hand.up)(looks * 10)
    times = [now_ns for now_ns, _ in hand.acted]
    assert all(later - earlier >= APART_NS for earlier, later in pairwise(times))


@given(st.lists(st.sampled_from([1, 2]), max_size=100))
def test_contacts_that_never_stand_still_never_act(looks: list[int]) -> None:
    hand = Hand()
    for turn, count in enumerate(looks):
        (hand.up if turn % 2 else hand.down)(count * 10)
    hand.up(1000)
    assert hand.presses == []
