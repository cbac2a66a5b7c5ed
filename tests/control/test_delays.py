"""Wrong PINs make a name wait, and trying many names is no way around it."""

from hypothesis import given
from hypothesis import strategies as st

from firmware.control.delays import FIRST_DELAY_NS, LONGEST_DELAY_NS, MOST_STRANGERS, Delays


def test_no_number_of_wrong_pins_makes_a_longer_wait_than_the_longest() -> None:
    delays = Delays()
    for _ in range(200):
        delays.note("Ana", False, known=True, now=7)
    assert delays.until("Ana") == 7 + LONGEST_DELAY_NS


def test_trying_many_names_makes_no_known_one_forgotten_and_fills_nothing() -> None:
    delays = Delays()
    delays.note("Ana", False, known=True, now=0)
    for number in range(3 * MOST_STRANGERS):
        delays.note(f"Eve {number}", False, known=False, now=0)
    assert delays.until("Ana") == FIRST_DELAY_NS
    assert delays.until("Eve 0") == 0
    assert delays.until(f"Eve {3 * MOST_STRANGERS - 1}") == FIRST_DELAY_NS
    assert len(delays._wrong) == MOST_STRANGERS + 1


@given(st.lists(st.tuples(st.sampled_from("AB"), st.booleans())))
def test_the_wait_counts_the_wrong_ones_since_the_last_right_one_of_that_name(checks: list[tuple[str, bool]]) -> None:
    delays, wrong = Delays(), {"A": 0, "B": 0}
    for name, right in checks:
        delays.note(name, right, known=True, now=0)
        wrong[name] = 0 if right else wrong[name] + 1
    for name, times in wrong.items():
        assert delays.until(name) == (min(30, 2 ** (times - 2)) * 1_000_000_000 if times else 0)
