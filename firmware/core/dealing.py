"""Where a card goes: is it due, what is it, and what does the round need next.

Two questions are asked of a card at two times. *Is it due?* when it has left the shoe. *What is it?* when it becomes
public, so that nothing tells a face-down card from another. A card waits until both are answered.
"""

from firmware.core import facts as f
from firmware.core.cards import UNREAD
from firmware.core.draft import Draft
from firmware.core.inputs import Hand
from firmware.core.lifecycle import DRAWING, Phase
from firmware.core.rounds import begin_round, end_burn
from firmware.core.state import Table


def judge(d: Draft, place: int, beside: tuple[int, ...] = ()) -> bool:
    """Ask *what is it?* of the card at `place`, and hold if it cannot be taken for what was read. True if it passes.

    `beside` are cards that become public with it and have passed.
    """
    table = d.table
    card = table.cards[place]
    if card.face == UNREAD:
        d.hold("unread_card", place)
    elif not card.vouched and _copies(table, place, beside) >= table.settings.decks and table.settings.inventory:
        d.hold("impossible_card", place)
    elif card.doubted:
        d.hold("reader_distrust", place, "UV")
    else:
        return True
    return False


def _copies(table: Table, place: int, beside: tuple[int, ...]) -> int:
    # Only public cards count: a hidden one must not be told by the hold it would cause (rules of sight, 8.13 to 8.20).
    cards = table.cards
    this = cards[place]
    turned = [other for other in beside if cards[other].face == this.face and not cards[other].public]
    return cards.public_copies(this.face) - this.public + len(turned)


def place_next(d: Draft) -> None:
    """Find the place of the first waiting card: in the burn, in the round, or in a hold."""
    table = d.table
    place = table.waiting[0]
    if table.behind is Phase.SHUFFLE:
        d.hold("card_after_end", place)
    elif table.behind is Phase.BURN:
        _burn(d, place)
    elif table.behind is Phase.READY and table.deal_due:
        begin_round(d, void_hand=False)
    elif table.behind in DRAWING:
        _deal(d, place)
    else:
        d.hold("card_out_of_turn", place)


def _burn(d: Draft, place: int) -> None:
    table = d.table
    if not _counted_alike(d, place, "burn"):
        return
    # Burn cards lie face down, but for the first one where it tells how many there are.
    telling = table.settings.burn.policy == "first-card" and table.burned == 0
    if telling:
        if not judge(d, place):
            return
        face = table.cards[place].face
        assert face != UNREAD
        d.record(f.BurnCounted(due=table.settings.burn.due(table.settings.decks, face)))
    d.record(f.CardBurned(place=place, public=telling))
    if d.table.burned >= d.table.burn_due:
        end_burn(d)


def _deal(d: Draft, place: int) -> None:
    table = d.table
    known = table.cards[place].public
    assert table.round is not None
    face_up = table.settings.style == "A" or (table.settings.style == "C" and len(table.round.cards) >= 4)
    if face_up and not known and not judge(d, place):
        return
    if not known and not _counted_alike(d, place, _hand_due(table)):
        return
    d.record(f.CardDealt(place=place, public=face_up or known))


def _hand_due(table: Table) -> Hand:
    """Return the hand that the next card of the round goes to: that is public, whatever lies face down."""
    assert table.round is not None
    if table.behind is Phase.DEALING:
        return "banker" if len(table.round.cards) % 2 else "player"
    return "player" if table.behind is Phase.PLAYER_DRAW else "banker"


def _counted_alike(d: Draft, place: int, hand: Hand) -> bool:
    """Compare the shoe's opinion of whose card it is, if it has one, and hold if it differs. True if it agrees."""
    card = d.table.cards[place]
    # What left in `result` was counted to another round than it is dealt in.
    if card.hand in ("", hand) or card.left_in is Phase.RESULT:
        return True
    d.hold("reader_distrust", place, "HAND")
    return False


def turn(d: Draft) -> None:
    """Do what the dealer's `reveal` announces: turn a hand or a third card, each hidden card judged before it shows."""
    passed: tuple[int, ...] = ()
    places = next_to_turn(d.table)
    for place in places:
        if not d.table.cards[place].public and not judge(d, place, passed):
            return
        passed = (*passed, place)
    d.record(f.CardsTurned(places=places))


def next_to_turn(table: Table) -> tuple[int, ...]:
    """Return the places of what the next `reveal` turns: Player, then Banker (8.14, 8.15) unless 8.17 was ordered."""
    assert table.round is not None
    player, banker = table.hands_of(table.round.cards[:4])
    hands = (banker, player) if table.round.banker_first else (player, banker)
    units = [*hands, *((place,) for place in table.round.cards[4:])]
    return next(unit for unit in units if not table.is_turned(unit))


def due_phase(table: Table) -> Phase:
    """Return the phase that the round in progress calls for."""
    assert table.round is not None
    if table.round.voided:
        return Phase.RESULT
    if len(table.round.cards) < 4:
        return Phase.DEALING
    if not table.hands_public or not table.thirds_public:
        return Phase.REVEAL
    match table.outcome.due:
        case "player_third":
            return Phase.PLAYER_DRAW
        case "banker_third":
            return Phase.BANKER_DRAW
        case _:
            return Phase.RESULT


def settle(d: Draft) -> None:
    """Record what the cards of the round call for: which are not due in it, its phase, and the announcement of 9.7."""
    in_round = d.table.round
    assert in_round is not None
    # Hands that lie face down are not even worked out: not so much as the time it takes may tell of them.
    if not in_round.voided and d.table.hands_public:
        outcome = d.table.outcome
        # With a card due, every card of the round has its place: at most the last one is still face down and unknown.
        if outcome.due == "none" and outcome.used < len(in_round.cards):
            d.record(f.CardsWithdrawn(places=in_round.cards[outcome.used :]))
    to = due_phase(d.table)
    if to is not d.table.behind:
        enter(d, to)
    table = d.table
    assert table.round is not None
    if table.behind is Phase.RESULT and table.cut_round == table.round.number and not table.last_hand:
        d.record(f.LastHandAnnounced())


def enter(d: Draft, phase: Phase) -> None:
    """Record the fact that leads the round in progress to `phase`."""
    match phase:
        case Phase.DEALING:
            d.record(f.InitialCardDue())
        case Phase.REVEAL:
            d.record(f.RevealDue())
        case Phase.PLAYER_DRAW:
            d.record(f.PlayerCardDue())
        case Phase.BANKER_DRAW:
            d.record(f.BankerCardDue())
        case _:
            announce_result(d)


def announce_result(d: Draft) -> None:
    """Record what the round in progress came to."""
    outcome = d.table.outcome
    assert outcome.winner is not None
    d.record(
        f.RoundCompleted(winner=outcome.winner, player_count=outcome.player_count, banker_count=outcome.banker_count)
    )


def needs_card(table: Table) -> bool:
    """Whether the round in progress is due a card."""
    return table.round is not None and table.behind in DRAWING
