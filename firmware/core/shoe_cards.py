"""The cards that have left the shoe, in order, and what is known of each.

Decides nothing. Must never know a round: a card knows in which it left, not in which it is dealt.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from firmware.core.cards import Face
from firmware.core.facts import Source
from firmware.core.inputs import Hand
from firmware.core.lifecycle import Phase

AT_ONCE: Final = 16
"""So many cards become early ones at once, and as many stay late: more than a round has, and those that wait."""


class ShoeCard(Struct, frozen=True):
    """A card that left the shoe since it was opened."""

    face: Face
    boot: str
    seq: int
    source: Source
    left_in: Phase  # the phase it was taken up in
    left_round: int  # the round that was in progress then, 0 for none
    disclosed: bool = False  # its face was seen out of turn: the round it begins is a void hand (11.2)
    public: bool = False  # anybody at the table may know its value
    turned: bool = False  # its reveal was pressed: the dealer has announced it
    vouched: bool = False  # a person stands for its value, so it is not judged again
    doubted: bool = False  # SPOIL,UV was said of it and it has not been judged yet
    hand: Hand = ""  # where the shoe counts it, if it says so and was not overruled
    misread: bool = False  # it left unread, or a person read it anew: an alarm may be about it, also once corrected
    alarmed: bool = False  # an alarm of the shoe was about this card: another one is about another


class ShoeCards(Struct, frozen=True):
    """The cards of a shoe by their place. They never change: one card more, or one of them changed, makes new ones.

    Of a whole shoe only the latest cards are in play. The early ones stay one object, and how many of them are public
    is counted once: no card takes longer because hundreds have left before it.
    """

    _early: tuple[ShoeCard, ...] = ()
    _late: tuple[ShoeCard, ...] = ()
    _public: dict[Face, int] = {}  # of each face, how many of the early ones

    def __len__(self) -> int:
        return len(self._early) + len(self._late)

    def __iter__(self) -> Iterator[ShoeCard]:
        return chain(self._early, self._late)

    def __getitem__(self, place: int) -> ShoeCard:
        late = place - len(self._early)
        return self._late[late] if late >= 0 else self._early[place]

    def joined_by(self, card: ShoeCard) -> "ShoeCards":
        """Return these cards and `card`, which has just left the shoe."""
        if len(self._late) < 2 * AT_ONCE:
            return ShoeCards(self._early, (*self._late, card), self._public)
        early = (*self._early, *self._late[:AT_ONCE])
        return ShoeCards(early, (*self._late[AT_ONCE:], card), _counted(early))

    def changed(self, places: tuple[int, ...], **changes: Any) -> "ShoeCards":
        """Return these cards with the fields `changes` of those at `places`."""
        begin = len(self._early)
        if places and min(places) < begin:  # of a round long over: a correction
            cards = [replace(card, **changes) if place in places else card for place, card in enumerate(self)]
            early = tuple(cards[:begin])
            return ShoeCards(early, tuple(cards[begin:]), _counted(early))
        late = list(self._late)
        for place in places:
            late[place - begin] = replace(late[place - begin], **changes)
        return ShoeCards(self._early, tuple(late), self._public)

    def public_copies(self, face: Face) -> int:
        """Return how many cards of this face are public."""
        return self._public.get(face, 0) + len([card for card in self._late if card.face == face and card.public])


def _counted(cards: tuple[ShoeCard, ...]) -> dict[Face, int]:
    return Counter(card.face for card in cards if card.public)
