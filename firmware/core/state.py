"""The table as it stands: what every fact so far has led to.

State is made by `evolve` alone. Whatever can be worked out from it is a property here and is stored nowhere.
Cards are known by their place in `Table.cards`, which never changes; the number people use counts them anew.
"""

from functools import cached_property

from msgspec import Struct

from firmware.core.cards import HIDDEN, UNREAD, Card
from firmware.core.facts import Code, KeptInput, Opinion
from firmware.core.inputs import CardLeft, FaultName, Loaded
from firmware.core.lifecycle import DRAWING, Phase
from firmware.core.settings import Settings
from firmware.core.shoe_cards import ShoeCards
from firmware.core.tableau import Outcome, Winner, work_out


class Round(Struct, frozen=True):
    """The round in progress. `cards` are places in `Table.cards`, in draw order."""

    number: int
    void_hand: bool
    brought: tuple[int, ...] = ()  # cards that were carried into it
    cards: tuple[int, ...] = ()
    voided: bool = False
    banker_first: bool = False


class ClosedRound(Struct, frozen=True):
    """A round of this shoe as it was closed; a correction since then marks it and leaves its result as published.

    A voided one has no winner, and its counts are 0.
    """

    number: int
    cards: tuple[int, ...]
    winner: Winner | None
    player_count: int
    banker_count: int
    natural: bool
    void_hand: bool
    final: bool
    corrected: bool = False


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """Something the shoe said that waits for its turn. `out`: it left within a voided round and is out with it."""

    said: KeptInput
    out: bool = False
    alarmed: bool = False  # of a card: an alarm of the shoe was about it


class Hold(Struct, frozen=True):
    """An irregularity that waits for a decision. `card` is the place of the card it is about."""

    id: int
    code: Code
    card: int | None = None
    named: int = 0  # how many cards a person has named in it: they are the first of what is kept
    spoil: str = ""  # the SPOIL code of `reader_distrust`


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """What outlives a shoe."""

    shoe: int = 0  # number of the open shoe; 0 before the first LOADED
    holds: int = 0  # holds raised so far; the last one's id
    faults: tuple[FaultName, ...] = ()  # active, sorted
    unacknowledged: tuple[FaultName, ...] = ()  # seen and not yet acknowledged, sorted


class Table(Struct, frozen=True, dict=True):
    """The whole table. `behind` is the phase, or in a hold the phase the table returns to."""

    settings: Settings
    standing: Standing = Standing()
    behind: Phase = Phase.SHUFFLE
    hold: Hold | None = None
    cards: ShoeCards = ShoeCards()
    backs: tuple[int, ...] = ()  # pushed back into the shoe: no cards, no numbers
    burned: int = 0
    burn_due: int = 0  # as far as is known: `first-card` tells with its first card
    round: Round | None = None
    rounds: tuple[ClosedRound, ...] = ()
    waiting: tuple[int, ...] = ()  # out of the shoe, in order, no place found yet: early cards and what a hold is about
    carried: tuple[int, ...] = ()  # for the next round, in order
    kept: tuple[Kept, ...] = ()  # what the shoe said during a hold
    opinions: tuple[Opinion, ...] = ()  # what the shoe said of the round in progress, until it is public
    bets_closed: bool = False
    banker_first: bool = False  # ordered for the round to come (8.17)
    cut_round: int | None = None  # the round the first cutting card lies in; 0 before the first
    cut_after: int = 0  # how many cards had left before it
    last_hand: bool = False  # announced (9.7, 9.8)
    empty: bool = False  # EMPTY was said and no card left since
    over: bool = False  # the shoe is over once the round in progress is closed
    replaced: bool = False  # a new shoe is in and begins once the round in progress is closed

    @property
    def phase(self) -> Phase:
        """The phase people see."""
        return Phase.HOLD if self.hold else self.behind

    @property
    def keeping(self) -> bool:
        """Whether what the shoe says is kept for later."""
        return self.hold is not None or self.replaced

    @property
    def new_shoe_due(self) -> bool:
        """Whether a new shoe is in and nothing keeps it from beginning."""
        return self.replaced and self.hold is None and (self.round is None or not self.left)

    # -- rounds -------------------------------------------------------------------------------------------------

    @property
    def round_number(self) -> int:
        """Number of the round last closed in this shoe, 0 before the first."""
        return self.rounds[-1].number if self.rounds else 0

    @cached_property
    def outcome(self) -> Outcome:
        """What the cards of the round in progress make, as far as they are known to the table."""
        faces = [self.cards[place].face for place in self.round.cards] if self.round else []
        known: list[Card] = []
        for face in faces:
            if face == UNREAD:
                break
            known.append(face)
        return work_out(self.settings.edition.tableau, known)

    @property
    def is_final(self) -> bool:
        """Whether the round in progress is the final one of the shoe (9.7, 9.8)."""
        return self.round is not None and self.cut_round is not None and self.round.number > self.cut_round

    @property
    def within_round(self) -> bool:
        """Whether `void_round` is open: a card of this round has left the shoe and it is neither closed nor voided.

        A first card that waits for a decision in `ready` has left the shoe, too.
        """
        if self.round is None:
            return self.behind is Phase.READY and self.hold is not None and self.hold.code == "card_out_of_turn"
        return not self.round.voided

    @property
    def void_due(self) -> bool:
        """Whether the next round is a void hand: a carried card was disclosed (11.2)."""
        return bool(self.carried) and any(self.cards[place].disclosed for place in self.carried)

    # -- what is public ------------------------------------------------------------------------------------------

    def hands_of(self, places: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Places of the Player's and of the Banker's Hand among the `places` of a round, in draw order.

        Whose a third card is follows from the initial four: so they are known by then.
        """
        initial, thirds = places[:4], places[4:]
        player, banker = initial[0::2], initial[1::2]
        if thirds:
            faces = (self.cards[place].face for place in initial)
            known = work_out(self.settings.edition.tableau, [face for face in faces if face != UNREAD])
            player, banker = player + thirds[: known.player_draws], banker + thirds[known.player_draws :]
        return player, banker

    def is_turned(self, places: tuple[int, ...]) -> bool:
        """Whether all of these cards were announced; in style A that is so as they are dealt."""
        return self.settings.style == "A" or all(self.cards[place].turned for place in places)

    @property
    def hands_public(self) -> bool:
        """Whether the initial four cards are out and both hands are announced."""
        return self.round is not None and len(self.round.cards) >= 4 and self.is_turned(self.round.cards[:4])

    @property
    def thirds_public(self) -> bool:
        """Whether every third card that is out is announced; only style B deals them face down."""
        return self.round is None or self.settings.style != "B" or self.is_turned(self.round.cards[4:])

    @property
    def player_third_public(self) -> bool:
        """Whether the Player's third card, if one was due, is announced: then the Banker's turn has come."""
        if self.round is None or self.settings.style != "B" or not self.outcome.player_draws:
            return True
        return self.is_turned(self.round.cards[4:5])

    @property
    def public_cards(self) -> tuple[str, ...]:
        """The cards of the round in progress in draw order, ``--`` for one that is not public."""
        places = self.round.cards if self.round else ()
        return tuple(self.cards[place].face if self.cards[place].public else HIDDEN for place in places)

    # -- the shoe ------------------------------------------------------------------------------------------------

    @property
    def numbered(self) -> tuple[int, ...]:
        """Places of the cards people can count: card N is the N-th of these, then come those kept behind a hold."""
        return tuple(place for place in range(len(self.cards)) if place not in self.backs)

    def number_of(self, place: int) -> int:
        """Return the number by which people count the card at `place`, which is not one that was pushed back."""
        return place + 1 - len([back for back in self.backs if back < place])

    @property
    def left(self) -> int:
        """How many cards left the shoe since it was opened, those kept behind a hold apart."""
        return len(self.cards) - len(self.backs)

    @property
    def kept_of_this_shoe(self) -> int:
        """How many of what is kept belong to the open shoe: those before a LOADED."""
        if not self.kept or self.replaced or (self.hold and self.hold.code == "shoe_replaced"):
            return 0
        return next((place for place, kept in enumerate(self.kept) if isinstance(kept.said, Loaded)), len(self.kept))

    @property
    def kept_cards(self) -> tuple[int, ...]:
        """Places in `kept` of the cards of the open shoe."""
        if not self.kept:
            return ()
        ours = enumerate(self.kept[: self.kept_of_this_shoe])
        return tuple(place for place, kept in ours if isinstance(kept.said, CardLeft))

    @property
    def cards_out(self) -> int:
        """How many cards left the shoe since it was opened, kept ones included."""
        return self.left + len(self.kept_cards)

    @property
    def cards_left(self) -> int:
        """How many cards a next round could still have, carried and waiting ones included."""
        return self.settings.decks * 52 - self.left + len(self.carried) + len(self.waiting)

    @property
    def deal_due(self) -> bool:
        """Whether a card may leave the shoe now, equipment faults apart."""
        if self.hold or self.replaced:
            return False
        if self.behind is Phase.READY:
            return self.bets_closed or self.settings.no_more_bets == "none"
        return self.behind is Phase.BURN or self.behind in DRAWING
