"""The cards of a shoe, beside the plainest way to hold them."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.core.cards import DECK, UNREAD, Face
from firmware.core.lifecycle import Phase
from firmware.core.shoe_cards import AT_ONCE, ShoeCard, ShoeCards

FACES: list[Face] = [*DECK[:3], UNREAD]

changes = st.fixed_dictionaries(
    {}, optional={"public": st.booleans(), "face": st.sampled_from(FACES), "turned": st.booleans()}
)
places = st.lists(st.integers(0, 4 * AT_ONCE), max_size=7)
steps = st.lists(st.one_of(st.integers(1, AT_ONCE), st.tuples(places, changes)), max_size=20)


def card(face: Face, seq: int = 1, public: bool = False) -> ShoeCard:
    return ShoeCard(face, "0000A001", seq, "shoe", Phase.DEALING, 1, public=public)


@given(steps)
def test_they_are_a_plain_list_in_all_but_speed(steps: list[int | tuple[list[int], dict[str, Any]]]) -> None:
    cards, plain = ShoeCards(), list[ShoeCard]()
    for step in steps:
        if isinstance(step, int):
            for _ in range(step):
                left = card(FACES[len(plain) % len(FACES)], len(plain), public=len(plain) % 3 == 0)
                cards = cards.joined_by(left)
                plain.append(left)
        else:
            there = tuple(place for place in step[0] if place < len(plain))
            before, held = cards, list(cards)
            cards = cards.changed(there, **step[1])
            for place in there:
                plain[place] = replace(plain[place], **step[1])
            assert list(before) == held
        assert list(cards) == plain
        assert len(cards) == len(plain)
        assert [cards[place] for place in range(len(plain))] == plain
        for face in FACES:
            assert cards.public_copies(face) == len([one for one in plain if one.face == face and one.public])


def test_early_cards_stay_one_object_while_cards_are_dealt() -> None:
    cards = ShoeCards()
    seen = set()
    for number in range(20 * AT_ONCE):
        cards = cards.joined_by(card("9H", number)).changed((number,), public=True)
        seen.add(id(cards._early))
        first_late = len(cards._early)
        assert cards.changed((first_late,), turned=True)._early is cards._early
        assert len(cards._late) <= 2 * AT_ONCE
    assert len(seen) <= 20


def test_the_latest_cards_stay_late() -> None:
    cards = ShoeCards()
    for number in range(10 * AT_ONCE):
        cards = cards.joined_by(card("9H", number))
        assert len(cards._late) > min(number, AT_ONCE)
