"""The table, read aloud: an executable reading of the rules of the table, written for clarity and not for use.

It decides what phase, lamps, gate, hold and records a table shows after each step of a scenario. It must never know
how the controller does it: it shares no code with the controller, and its worth is that independence. Everything that
can be worked out again from the cards is worked out again at every look; nothing is patched forward.

Nothing here waits: people and shoe finish what they have to say within the step, and no time passes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

# READINGS: where the page of the table is silent or can be read twice, the reading taken here.
#
#  1 "within a round (from its first card out of the shoe, a first card that waits for a decision included)":
#    a card that is out of turn in `ready` is such a first card, so `void_round` is open for it, and `reshuffle` closes
#    a voided round for it. Kept cards, and cards noted after a restart, are not such a card.
#  2 "EMPTY is remembered until a card leaves": a kept card leaves when it is taken up; a remembered EMPTY comes
#    before it, as "early cards come first, then a remembered EMPTY, then what was kept" says.
#  3 "When a card is due (`deal` would be lit, `ready` included)": in `ready` before no_more_bets no card is due.
#  4 "for a card that left in `result`": of this round, when the card was first taken up; a kept card counts as leaving
#    when it is taken up, so an early card never has `closed`.
#  5 "In the final round, from its first card on, only ...": in its `ready` (carried cards or none) the ordinary
#    decisions are open.
#  6 "In `ready`, at once (phase `dealing`)": the disclosed card is judged first ("a disclosed one at once") with
#    `ready` behind the hold; the void hand begins when nothing is left to ask.
#  7 `card RS` is judged on ("What is it?") while the card is still becoming public: an unread card that is named may
#    prove impossible. For UV of a card that is public already it is a correction and is not judged.
#  8 "`correct` (s) for an earlier card of the shoe": any N is taken, since a correction "answers what waits about that
#    card".
#  9 "Cards kept behind a hold that ends by voiding the round ... go out with it": cards up to a kept LOADED, for
#    "what came after LOADED belongs to it"; other things kept are taken up as ever.
# 10 After `void_round` of `shoe_replaced`, until the voided round is closed, whatever the shoe says belongs to the
#    new shoe and waits without a hold. In a round that is voided already only `closed` (and `reshuffle`) is open;
#    in `ready` and `burn` `void_round` is.
# 11 `cards` and N count the open shoe: cards kept behind a LOADED that waits are not yet counted.
# 12 "fewer than six cards left, carried ones included": cards that wait or are kept are still to be dealt and count
#    as left, as carried ones do.
# 13 "`burned`: the phase is `ready`, as it was before them": with the bets over. A cutting card seen among them stays
#    within round one: "what decides is the phase in which the first cutting card is taken up".
# 14 BACK, "as if the card had not left": carried cards that the card had brought into their round are carried again;
#    a cutting card is placed anew; bets once over stay over. A finished round's record is not touched.
# 15 After a correction that makes a card due every carried card is taken up and "no longer carried"; "those beyond what
#    the phase takes wait as early cards" are carried ones. A cutting card among them lies within this round for good.
# 16 A round that ends the shoe by EMPTY or by fewer than six cards is not `final`: nobody announced it.
# 17 `confirm = result`: `confirm` closes only a voided round. `confirm = single`: so do the result buttons.
# 18 `cut` pressed is ignored in a hold; else it is taken as said by the shoe, also where it is only recorded.
# 19 Refusals in this order: form (words, N, card), not_open, role, second. A second with the same name as the first
#    is the same person. The reason is not looked at. `reshuffle` in `shuffle` without a hold is not open.
# 20 "within a shoe of cards": in any phase but `shuffle`. A restart in a hold is kept in order like all the shoe says.
#    After it the shoe says lid, jam and empty mouth again where they hold.
# 21 A voided round has no counts (None) and shows the cards it had, but for one that was pushed back. A correction
#    before closing is not `corrected`.
# 22 "correct" in a voided round changes the value only. Records of a shoe are dropped with its cards at the next one.
# 23 A hold at a `reveal` that ends by `correct`: the press completes first, then the round is worked out again.
# 24 "question: What is it?" is asked in the order unread, impossible, distrusted.
# 25 "SPOIL,CODE follows the CARD it is about": the last card taken up, a named one included. With no card of this shoe
#    before it, or one that was pushed back, it stands alone, as SENSOR does. An unknown SPOIL code is only noted.
# 26 `closed` in `result` means the bets of the next round were over: `no_more_bets` is not asked for.
# 27 `card RS` for a card that is impossible or unread answers a SPOIL,UV of it, too: a person has read its face.
# 28 A first card that waits to be named has left `ready`: "`ready` leaves when: the first card", and it "counts as
#    within its round". Behind its hold is `dealing`.
# 29 DOUBLE of a card of a voided round: the second card, that left with it, goes out with it; not after the round is
#    closed.
# 30 A burn that was accepted as over stays over when its last card is pushed back into the shoe.
# 31 A card out of turn that a correction finds in `reveal` is judged again when the reveal is over: it waits as an
#    early card, for `card_before_reveal` asks of a card that left in `reveal`.
# 32 What the shoe says of the game is compared as it is taken up, if its moment has come, else it waits: a result till
#    the round is over; an alarm, with anything of the round face down, till then, too; a card said again, till all of
#    the round is public. They wait in order. With no round in progress the moment has come. Once due they come behind
#    early cards, whose place is asked first.
# 33 A result is the one the cards make; between rounds that of the round last closed, as published or as corrected, or
#    "void": broken off at the shoe with nothing there to break off. With no such round, or a voided one, none is wrong.
# 34 An overdraw agrees with what the table found if an early card waits, or if the last card that left was out of turn
#    in `result` or has no place: it is carried or set aside, neither burned nor of a round nor pushed back.
# 35 A misread agrees if the card it is about left unread or was named by a person, and is public: the last one that
#    left, or, where the alarm waited, any of its round; and no alarm before was about that card. A later correction of
#    that card changes nothing of this; one that was put right while it was still kept leaves as a card that was read.
# 36 "Another card than the shoe says lies there": there is the round in progress, else the one last closed. A place
#    where none lies is answered by `accept` alone, as SENSOR is. In a voided round, also when it is closed, nothing is
#    compared: its cards may lie face down for good.
# 37 Alarms and cards said again are only noted in `shuffle`; a result is compared there.
# 38 Whose card it is: asked once the other questions are answered (of a burn card before them), of cards that are not
#    public yet. It is about a place, so no new value of that card answers it.
# 39 "the unread one behind the alarm": the next card kept, where it is due and face up at once (style A); of one that
#    will lie face down nobody may learn that it is unread. Else the named card leaves now, before what was kept. Until
#    it is taken up it is a card that waits, for an overdraw that waits with it.
# 40 With the round it was said of closed, or pushed back whole, an opinion that still waits is dropped, or due.

RANKS = {"technician": 0, "dealer": 1, "supervisor": 2, "casino": 3}
OPINIONS = {"result_said", "alarm", "again"}
BETWEEN_OR_OVER = {"shuffle", "burn", "ready", "result"}
SHOWN_WITH_A_FAULT = {"stop", "fault", "supervisor", "last_hand", "shuffle", "void_hand"}
NEED_TWO = {"void_round", "correct", "accept", "reshuffle"}
DECISIONS = NEED_TWO | {
    "closed", "disclosed", "undisclosed", "discard", "continue", "card", "resume",
    "new_shoe", "cut", "burned", "banker_first",
}  # fmt: skip

# Banker's two-card count down, "no third card" and the Player's third card's point value across. D draw, S stand.
BANKER_CHART = """
0     D  D  D  D  D  D  D  D  D  D  D
1     D  D  D  D  D  D  D  D  D  D  D
2     D  D  D  D  D  D  D  D  D  D  D
3     D  D  D  D  D  D  D  D  D  S  D
4     D  S  S  D  D  D  D  D  D  S  S
5     D  S  S  S  S  D  D  D  D  S  S
6     S  S  S  S  S  S  S  D  D  S  S
7     S  S  S  S  S  S  S  S  S  S  S
"""
BANKER_DRAWS = {
    int(row.split()[0]): [mark == "D" for mark in row.split()[1:]] for row in BANKER_CHART.split("\n")[1:-1]
}
PLAYER_DRAWS = {0, 1, 2, 3, 4, 5}


def points(value: str) -> int:
    """Point value of a card: ace 1, pips, tens and court cards 0."""
    return {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}[value[0]] if value[0] in "ATJQK" else int(value[0])


@dataclass(eq=False)
class Card:
    """One piece of card. Two cards of one value are two cards."""

    value: str
    public: bool = False
    turned: bool = False  # its reveal was pressed
    disclosed: bool = False
    unjudged: bool = False  # disclosed, and "What is it?" not yet answered
    accepted: bool = False  # never ask again whether it is impossible
    foreign: bool = False  # SPOIL,UV waits until it is public
    goes_out: bool = False  # left within a round that was voided
    brought: bool = False  # carried into the round by its first card
    left_in: str = ""  # phase in which it was first taken up
    left_round: int = 0  # the present round then
    round: int = 0  # the round whose card it is
    counted_to: str = ""  # where the shoe counts it, until that was answered
    named: bool = False  # a person read its face, not the shoe
    alarmed: bool = False  # an alarm was about it


@dataclass
class Said:
    """Something the shoe said that is still to be taken up."""

    what: str
    card: Card | None = None
    code: str = ""
    noted: list[Card] = field(default_factory=list)
    hand: str = ""  # of a card said again: whose, and which of that hand
    nth: int = 0
    goes_out: bool = False  # it is of a round that was voided


@dataclass
class Hold:
    """An irregularity that waits: about which card, and whether the first thing kept is what raised it."""

    code: str
    card: Card | None = None
    said: bool = False
    doubt: str = ""  # HAND: whose card it is; AGAIN: what was said again; else of its value


@dataclass
class Cut:
    """The first cutting card: the round it came in (0: between rounds), the next round then, what was carried then."""

    within: int
    next_round: int
    carried: list[Card]
    after: Card | None  # the last card that had left


class TableModel:
    """One table. `step` plays a step of a scenario; the properties say what the table shows then."""

    def __init__(
        self,
        edition: str = "nz-mini-1996",
        style: str = "A",
        decks: int = 8,
        cutting_cards: int = 1,
        burn: str = "none",
        confirm: str = "single",
        no_more_bets: str = "none",
        inventory: bool = True,
        two_person: bool = False,
    ) -> None:
        self.edition, self.style, self.decks, self.cutting_cards = edition, style, decks, cutting_cards
        self.burn_policy, self.confirm, self.no_more_bets = burn, confirm, no_more_bets
        self.inventory, self.two_person = inventory, two_person
        self.hold_: Hold | None = None
        self.kept: list[Said] = []
        self.other_faults: set[str] = set()
        # The shoe itself, as it stands on the table.
        self.link_up = True
        self.in_the_shoe: list[Said] = []  # said while the link was down
        self.lid_is_open = self.is_jammed = self.is_empty = False
        self._begin_shoe()
        self.over = True  # `shuffle`: "no cards to deal: first start, and after the last round"

    # ------------------------------------------------------------------ a shoe and a round begin and end

    def _begin_shoe(self) -> None:
        """LOADED "clears the rest of the old shoe"."""
        self.over = False
        self.left: list[Card] = []
        for said in self.kept:
            if said.what == "loaded":
                break
            if said.card is not None and said.what == "card":
                self.left.append(said.card)
        self.last_taken_up: Card | None = None  # what a SPOIL is about
        self.closed_rounds: list[dict[str, Any]] = []
        self.cards_of_last: list[Card] = []  # of the round last closed
        self.burn_cards: list[Card] = []
        self.burn_needs: int | None = None
        self.burn_over = False
        self.cut: Cut | None = None
        self.announced = False
        self.empty = False
        self.over_when_closed = False
        self.new_shoe_waits = False
        self.carried: list[Card] = []
        self.early: list[Card] = []
        self._clear_round()
        self._judge_what_is_left("burn")

    def _clear_round(self) -> None:
        self.cards_of_round: list[Card] = []
        self.incoming: list[Card] = []  # carried cards and the first card, while the round takes them up
        self.turning: list[Card] = []  # the press of `reveal` that is not complete
        self.is_corrected = False
        self.voided = False
        self.is_void_hand = False
        self.bets_are_over = False
        self.banker_first = False
        self.opinions: list[Said] = []  # of the shoe, of this round, until their moment has come

    def _enter_shuffle(self) -> None:
        """Entering `shuffle` clears carried cards, a void hand due and `last_hand`."""
        self._clear_round()
        self.over = True
        self.carried = []
        self.cut = None
        self.announced = False
        self.over_when_closed = False

    def _close_round(self) -> None:
        final = self.present == self.final_round
        player, banker = self._count("player"), self._count("banker")
        winner = "void" if self.voided else "player" if player > banker else "banker" if banker > player else "tie"
        self.closed_rounds.append(
            {
                "winner": winner,
                "player": None if self.voided else player,
                "banker": None if self.voided else banker,
                "natural": not self.voided and self._natural(),
                "void_hand": self.is_void_hand,
                "final": final,
                "corrected": False,
            }
        )
        self.cards_of_last = self.cards_of_round
        # Early cards that still wait, behind a displaced one that is `closed`, are next in turn.
        over = final or self.over_when_closed or self.new_shoe_waits
        self._clear_round()
        if over:
            self._enter_shuffle()
        self._judge_what_is_left("round")
        if self.new_shoe_waits:
            self.kept.pop(0)
            self._begin_shoe()

    def _judge_what_is_left(self, when: str) -> None:
        """Decide whether the shoe is over, when a round is closed and when the burn ends."""
        # "No cutting card seen, inventory on, and fewer than six cards left, carried ones included: no new round
        # starts, the shoe is over"
        if self.over or (when == "burn" and self.behind == "burn"):
            return
        still_to_deal = [s.card for s in self.kept if s.what == "card" and s.card in self.left and not s.card.goes_out]
        used = len(self.left) - len(self.carried) - len(self.early) - len(still_to_deal)
        if self.cut is None and self.inventory and 52 * self.decks - used < 6:
            self._enter_shuffle()

    # ------------------------------------------------------------------ the round, worked out from its cards

    @property
    def present(self) -> int:
        """Number of the present round; between rounds, of the next one."""
        return len(self.closed_rounds) + 1

    def _hand(self, hand: str) -> list[Card]:
        """Player, Banker, Player, Banker, then Player's third if due, then Banker's third if due."""
        player, banker = self._hands(self.cards_of_round)
        return player if hand == "player" else banker

    def _hands(self, cards: list[Card]) -> tuple[list[Card], list[Card]]:
        """Player's and Banker's, of a round in progress or of one that is closed and was not voided."""
        initial, thirds = cards[:4], cards[4:]
        first, second, third, fourth = [points(card.value) for card in initial] if thirds else [9, 0, 0, 0]
        natural = max((first + third) % 10, (second + fourth) % 10) >= 8
        player_third = thirds[:1] if not natural and (first + third) % 10 in PLAYER_DRAWS else []
        return initial[0::2] + player_third, initial[1::2] + thirds[len(player_third) :]

    def _two_card_counts(self) -> tuple[int, int]:
        first, second, third, fourth = (points(card.value) for card in self.cards_of_round[:4])
        return (first + third) % 10, (second + fourth) % 10

    def _natural(self) -> bool:
        return max(self._two_card_counts()) >= 8

    def _player_due(self) -> bool:
        if len(self.cards_of_round) < 4 or not self._hands_announced():
            return False
        return not self._natural() and self._two_card_counts()[0] in PLAYER_DRAWS

    def _banker_due(self) -> bool:
        """Banker's turn has come: whether its hand gets a third card."""
        if self._natural():
            return False
        column = points(self.cards_of_round[4].value) + 1 if self._player_due() else 0
        return BANKER_DRAWS[self._two_card_counts()[1]][column]

    def _count(self, hand: str) -> int:
        return 0 if self.voided else sum(points(card.value) for card in self._hand(hand)) % 10

    def _hands_announced(self) -> bool:
        """Style A: cards are public as the round takes them up. Else both hands are revealed."""
        if len(self.cards_of_round) < 4:
            return False
        return self.style == "A" or all(card.turned for card in self.cards_of_round[:4])

    def _third_is_face_down(self, index: int) -> bool:
        return self.style == "B" and not self.cards_of_round[index].turned

    def _round_phase(self) -> str:
        cards = self.cards_of_round
        if len(cards) < 4:
            return "dealing"
        if not self._hands_announced() or self.turning:
            return "reveal"  # "once decided, the press completes"
        next_third = 4
        if self._player_due():
            if len(cards) == next_third:
                return "player_draw"
            if self._third_is_face_down(next_third):
                return "reveal"
            next_third += 1
        if self._banker_due():
            if len(cards) == next_third:
                return "banker_draw"
            if self._third_is_face_down(next_third):
                return "reveal"
        return "result"

    def _banker_turn_has_come(self) -> bool:
        """Whether a Player's third card due is out and public."""
        if not self._hands_announced():
            return False
        return not self._player_due() or (len(self.cards_of_round) > 4 and not self._third_is_face_down(4))

    # ------------------------------------------------------------------ what the table shows

    @property
    def behind(self) -> str:
        if self.over:
            return "shuffle"
        if self._burn_is_due():
            return "burn"
        if self.voided:
            return "result"
        if self.cards_of_round or self.incoming or self.is_void_hand:
            return self._round_phase()
        return "ready"

    @property
    def phase(self) -> str:
        return "hold" if self.hold_ else self.behind

    @property
    def hold(self) -> str | None:
        return self.hold_.code if self.hold_ else None

    @property
    def faults(self) -> frozenset[str]:
        return frozenset(self.other_faults)

    @property
    def round(self) -> int:
        return len(self.closed_rounds)

    @property
    def cards(self) -> int:
        return len(self.left)

    @property
    def public(self) -> list[str]:
        """The cards of the present round in draw order."""
        return [card.value if card.public else "--" for card in self.cards_of_round]

    @property
    def decisions(self) -> frozenset[str]:
        return frozenset(self._open()) if self.hold_ else frozenset()

    def decisions_for(self, role: str) -> frozenset[str]:
        """The decisions of the present hold that this role may take."""
        if not self.hold_:
            return frozenset()
        return frozenset(name for name, least in self._open().items() if RANKS[role] >= RANKS[least])

    @property
    def gate_open(self) -> bool:
        """The gate is commanded OPEN exactly when `deal` is on."""
        return "deal" in self.lamps

    @property
    def blink(self) -> frozenset[str]:
        return self.lamps & {"supervisor"}

    @property
    def lamps(self) -> frozenset[str]:
        phase = self.behind
        announced = self._hands_announced() and not self.voided
        on = {
            "deal": not self.hold_ and self._card_is_due(),
            "player_draw": not self.hold_ and phase == "player_draw",
            "banker_draw": not self.hold_ and phase == "banker_draw",
            "player_stand": announced and not self._player_due(),
            "banker_stand": announced and self._banker_turn_has_come() and not self._banker_due(),
            "natural": announced and self._natural(),
            "last_hand": self.announced,
            "shuffle": phase == "shuffle",
            "void_hand": self._void_hand_is_due() or self.is_void_hand or self.voided,
            "supervisor": self.hold_ is not None,
            "fault": bool(self.faults),
        }
        if phase == "result" and not self.voided:
            player, banker = self._count("player"), self._count("banker")
            on["player_wins"], on["banker_wins"], on["tie"] = player > banker, banker > player, player == banker
        lit = {lamp for lamp, is_on in on.items() if is_on}
        if self.faults:
            lit &= SHOWN_WITH_A_FAULT
        return frozenset(lit if "deal" in lit else lit | {"stop"})

    def _card_is_due(self) -> bool:
        """Whether a card may leave the shoe now, whatever hold or fault lies over it."""
        if self.behind == "ready":
            return self.no_more_bets == "none" or self.bets_are_over
        return self.behind in {"burn", "dealing", "player_draw", "banker_draw"}

    def _void_hand_is_due(self) -> bool:
        return any(card.disclosed for card in self.carried)

    def _within_a_round(self) -> bool:
        """Whether a round is under way that can be voided."""
        # "from its first card out of the shoe, a first card that waits for a decision included, until it is closed or
        # voided; a void hand from its begin; a carried card alone is not within"
        if self.behind in {"shuffle", "burn"} or self.voided:
            return False
        first_card_waits = bool(self.incoming) or (self.hold == "card_out_of_turn" and self.behind == "ready")
        return bool(self.cards_of_round) or self.is_void_hand or first_card_waits

    # ------------------------------------------------------------------ the end of the shoe

    @property
    def final_round(self) -> int | None:
        """The number of the final round, once a cutting card was seen."""
        if self.cut is None:
            return None
        if self.cut.within:
            return self.cut.within + 1  # "the next round is the final one, whatever becomes of early cards"
        if not self.cut.carried:
            return self.cut.next_round  # between rounds: "the next round is the final one"
        # "the cutting card lies within the round that card begins ...; the one after it is final"
        return self._next_to_begin() + 1

    def _next_to_begin(self) -> int:
        return self.present if self.behind == "ready" else self.present + 1

    def _announce(self) -> None:
        """`last_hand` comes on when the next round is the final one and no round is under way. Once made it stays."""
        final = self.final_round
        if final is not None and self.behind in {"ready", "result"} and final <= self._next_to_begin():
            self.announced = True

    def _take_up_cut(self) -> None:
        self.kept.pop(0)
        if self.behind != "shuffle" and self.cut is None:  # else only recorded
            self._place_cut()

    def _place_cut(self) -> None:
        phase = self.behind
        if phase == "burn" or (phase == "ready" and self.present == 1 and not self.carried):
            self.hold_ = Hold("cut_misplaced")
        elif phase in {"ready", "result"}:
            self.cut = Cut(0, self._next_to_begin(), list(self.carried), self.last_taken_up)
        else:
            self.cut = Cut(self.present, self.present, [], self.last_taken_up)

    # ------------------------------------------------------------------ what the shoe says of the game

    def _weigh(self, said: Said) -> None:
        """Compare it now, or keep it until what it is about is public."""
        face_down = self.behind == "reveal" or not all(card.public for card in self.cards_of_round)
        if self.behind in BETWEEN_OR_OVER or (said.what != "result_said" and not face_down):
            self._compare(said, [card for card in self.left if card is self.last_taken_up])
        else:
            self.opinions.append(said)

    def _opinion_due(self) -> Said | None:
        """Return the first that waits, if its moment has come."""
        if not self.opinions:
            return None
        first = self.opinions[0]
        all_public = self.behind != "reveal" and all(card.public for card in self.cards_of_round)
        return first if self.behind in BETWEEN_OR_OVER or (first.what == "again" and all_public) else None

    def _compare(self, said: Said, about: list[Card]) -> None:
        if self.voided or (self.behind == "shuffle" and said.what != "result_said"):
            return  # only noted
        if said.what == "again":
            self._compare_card(said)
        elif said.what == "result_said":
            if said.code not in self._results():
                self.hold_ = Hold("result_mismatch")
        elif said.code == "overdraw":
            if not self._found_one_too_many():
                self.hold_ = Hold("overdraw_reported")
        elif unread := [card for card in about if card.public and not card.alarmed and self._was_unread(card)]:
            unread[0].alarmed = True  # one alarm is about one card
        else:
            self.hold_ = Hold("misread_reported")

    def _was_unread(self, card: Card) -> bool:
        return card.named or card.value == "??"

    def _results(self) -> set[str]:
        """What may be said of the round in progress, or of the one last closed."""
        if self.behind == "result":
            return {self._winner(self.cards_of_round)}
        last = self.closed_rounds[-1] if self.closed_rounds else None
        if last is None or last["winner"] == "void":
            return {"player", "banker", "tie", "void"}
        return {last["winner"], self._winner(self.cards_of_last), "void"}

    def _winner(self, cards: list[Card]) -> str:
        """What the cards make; one that is not due there any more counts for nothing."""
        player_cards, banker_cards = self._hands(cards)
        player, banker = (sum(points(card.value) for card in hand[:2]) % 10 for hand in (player_cards, banker_cards))
        column = points(player_cards[2].value) + 1 if player_cards[2:] else 0
        if max(player, banker) < 8:
            player += sum(points(card.value) for card in player_cards[2:])
            banker += sum(points(card.value) for card in banker_cards[2:3]) if BANKER_DRAWS[banker][column] else 0
        player, banker = player % 10, banker % 10
        return "player" if player > banker else "banker" if banker > player else "tie"

    def _found_one_too_many(self) -> bool:
        last = self.last_taken_up
        if self.early or any(self._waits(said) for said in self.kept[:1]):
            return True
        if last is None or last not in self.left:
            return False
        return last.left_in == "result" or (not last.round and last not in self.burn_cards)

    def _compare_card(self, said: Said) -> None:
        in_progress = self.behind not in BETWEEN_OR_OVER - {"result"}
        if not in_progress and self.closed_rounds and self.closed_rounds[-1]["winner"] == "void":
            return  # only noted: its cards may lie face down for good
        player, banker = self._hands(self.cards_of_round if in_progress else self.cards_of_last)
        hand = {"player": player, "banker": banker}.get(said.hand, [])
        if not 1 <= said.nth <= min(3, len(hand)):
            self.hold_ = Hold("reader_distrust", doubt="AGAIN")
        elif hand[said.nth - 1].value != said.code:
            self.hold_ = Hold("reader_distrust", hand[said.nth - 1], doubt="AGAIN")

    def _asks_whose(self, card: Card, hand: str) -> bool:
        """Another hand than the shoe counts the card to? Returns whether a hold was raised."""
        # What left in `result` the shoe counted to another round than it is dealt in.
        if card.counted_to not in {"", hand} and not card.public and card.left_in != "result":
            self.hold_ = Hold("reader_distrust", card, doubt="HAND")
        return self.hold_ is not None

    def _hand_due(self) -> str:
        if len(self.cards_of_round) < 4:
            return "banker" if len(self.cards_of_round) % 2 else "player"
        return "player" if self._round_phase() == "player_draw" else "banker"

    # ------------------------------------------------------------------ burning

    def _burn_is_due(self) -> bool:
        if self.burn_over or self.burn_policy == "none":
            return False
        if self.burn_policy == "first-card":
            return self.burn_needs is None or len(self.burn_cards) < self.burn_needs
        return len(self.burn_cards) < self._fixed_burn()

    def _fixed_burn(self) -> int:
        return self.decks if self.burn_policy == "decks" else int(self.burn_policy.removeprefix("fixed:"))

    def _burn(self, card: Card) -> None:
        """A burn card is judged only where the policy needs its value."""
        if self._asks_whose(card, "burn"):
            return
        if self.burn_policy == "first-card" and self.burn_needs is None:
            if self._ask(card):
                return
            card.public = True
            # "the first card, then as many more as it counts (ace 1, tens and court cards ten)"
            self.burn_needs = 1 + (points(card.value) or 10)
        self.burn_cards.append(card)
        self.kept.pop(0)
        self._judge_what_is_left("burn")

    # ------------------------------------------------------------------ taking up what the shoe said

    def _settle(self) -> None:
        """Take up, one by one, whatever can be taken up, until nothing is left or a hold stands in the way."""
        while not self.hold_:
            self._announce()
            if not self._take_up_next():
                break
        self._announce()

    def _take_up_next(self) -> bool:
        """When a card becomes due, early cards come first, then a remembered EMPTY, then what was kept."""
        phase = self.behind
        unjudged = [card for card in self.carried if card.unjudged]
        if self.turning:
            self._turn()
        elif self.is_corrected:
            self._work_out_again()
        elif unjudged:
            unjudged[0].unjudged = self._ask(unjudged[0])  # "a disclosed one at once"
        elif self.incoming:
            self._place(self.incoming[0], self.incoming)
        elif self.carried and phase in {"player_draw", "banker_draw"}:
            self._recall_carried()
        elif phase == "ready" and self._void_hand_is_due():
            self.is_void_hand = True  # "starts with every carried card"
            self._bring_in_carried()
        elif self.early and phase != "reveal":
            self._take_up_early(self.early[0])
        elif self.kept and self._waits(self.kept[0]) and phase != "reveal" and not self.new_shoe_waits:
            self._take_up_kept(self.kept[0])
        elif opinion := self._opinion_due():
            self.opinions.remove(opinion)
            self._compare(opinion, self.cards_of_round)
        elif self.empty and self._card_is_due():
            self.hold_ = Hold("shoe_empty")
        elif self.kept and not self.new_shoe_waits:
            self._take_up_kept(self.kept[0])
        else:
            return False
        return True

    def _take_up_early(self, card: Card) -> None:
        if self.over:
            self.hold_ = Hold("card_after_end", card)
        elif not self._card_is_due():
            self.hold_ = Hold("card_out_of_turn", card)
        elif self.behind == "ready":
            self.early.pop(0)
            self._bring_in_carried()
            self.incoming.append(card)
        else:
            self._place(card, self.early)

    def _take_up_kept(self, said: Said) -> None:
        if said.what == "card" and said.card is not None:
            self._take_up_card(said.card)
        elif said.what == "cut":
            self._take_up_cut()
        elif said.what == "spoil":
            self._take_up_spoil(said)
        elif said.what in OPINIONS:
            self.kept.pop(0)
            if not said.goes_out:
                self._weigh(said)
        elif said.what == "empty":
            self.kept.pop(0)
            self.empty = True
        elif said.what == "loaded" and (self.behind == "shuffle" or not self.left):
            self.kept.pop(0)
            self._begin_shoe()
        elif said.what == "loaded":
            self.hold_ = Hold("shoe_replaced", said=True)
        elif self.behind == "shuffle":
            self.kept.pop(0)  # lid, restart: nothing to ask without a shoe of cards
        else:
            self.hold_ = Hold({"lid": "lid_opened"}.get(said.what, said.what), said=True)

    def _take_up_card(self, card: Card) -> None:
        """Is it due? Asked when it leaves the shoe."""
        self.empty = False  # "EMPTY is remembered until a card leaves"
        phase = self.behind
        was_judged_before = bool(card.left_in)
        self.last_taken_up = card
        card.left_in, card.left_round = card.left_in or phase, card.left_round or self.present
        if card.goes_out:
            self.kept.pop(0)
        elif phase == "shuffle":
            self.hold_ = Hold("card_after_end", card)
        elif phase == "burn":
            self._burn(card)
        elif phase == "reveal" and was_judged_before:
            self.kept.pop(0)
            self.early.append(card)
        elif phase == "reveal":
            self.hold_ = Hold("card_before_reveal", card)
        elif not self._card_is_due():
            self.hold_ = Hold("card_out_of_turn", card)
        elif phase == "ready":
            # "The first card of the next round (a second such card its second, and so on)": carried ones, then it.
            self.kept.pop(0)
            self._bring_in_carried()
            self.incoming.append(card)
        else:
            self._place(card, None)

    def _cut_comes_with_carried(self) -> None:
        """A cutting card "lies within the round that card begins", or within the one that takes it up."""
        if self.cut is not None and self.cut.carried and not self.cut.within:
            self.cut.within = self.present

    def _bring_in_carried(self) -> None:
        self._cut_comes_with_carried()
        for card in self.carried:
            card.brought = True
        self.incoming = self.carried
        self.carried = []

    def _place(self, card: Card, waits_in: list[Card] | None) -> None:
        """The round takes a card up. "What is it?" is asked of a face-up card now, before it is of the round."""
        is_third = len(self.cards_of_round) >= 4
        face_up = self.style == "A" or (self.style == "C" and is_third)
        if (face_up and not card.public and self._ask(card)) or self._asks_whose(card, self._hand_due()):
            return
        card.public = card.public or face_up
        if waits_in is None:
            self.kept.pop(0)
        else:
            waits_in.remove(card)
        card.round = self.present
        self.cards_of_round.append(card)

    def _ask(self, card: Card, also_public: tuple[Card, ...] = ()) -> bool:
        """What is it? Asked when it becomes public. Returns whether a hold was raised."""
        copies = [c for c in self.left if c.value == card.value and (c.public or c in also_public or c is card)]
        if card.value == "??":
            self.hold_ = Hold("unread_card", card)
        elif self.inventory and len(copies) > self.decks and not card.accepted:
            self.hold_ = Hold("impossible_card", card)
        elif card.foreign:
            self.hold_ = Hold("reader_distrust", card)
        return self.hold_ is not None

    def _turn(self) -> None:
        """A hold at a `reveal` comes before the hand shows; once decided, the press completes."""
        for index, card in enumerate(self.turning):
            if not card.public and self._ask(card, tuple(self.turning[:index])):
                return
        for card in self.turning:
            card.turned = card.public = True
        self.turning = []

    def _take_up_spoil(self, said: Said) -> None:
        said.card = self.last_taken_up if self.last_taken_up in self.left else None
        if said.code == "UV" and said.card is not None and not said.card.public:
            said.card.foreign = True  # judged when it becomes public
            self.kept.pop(0)
        else:
            self.hold_ = Hold("reader_distrust", said.card if said.code != "SENSOR" else None, said=True)

    # ------------------------------------------------------------------ changing what was said of a card

    def _correct(self, card: Card, value: str) -> None:
        """The new value is not itself judged; it answers what waits about that card."""
        card.named = bool(card.left_in) and self._was_unread(card)
        card.value, card.accepted, card.foreign = value, True, False
        if 0 < card.round < self.present:
            self.closed_rounds[card.round - 1]["corrected"] = True
        elif card in self.cards_of_round and not self.voided:
            self.is_corrected = True

    def _work_out_again(self) -> None:
        """Third cards are taken up anew, as far as they are due; the others wait."""
        self.is_corrected = False
        thirds = self.cards_of_round[4:]
        del self.cards_of_round[4:]
        while thirds and self._round_phase() in {"player_draw", "banker_draw"}:
            self.cards_of_round.append(thirds.pop(0))
        for third in thirds:
            third.round = 0
        self.early[:0] = thirds

    def _recall_carried(self) -> None:
        """After a correction: "if it now needs a card and carried cards wait, they are taken up first"."""
        self._cut_comes_with_carried()
        self.early[:0] = self.carried
        self.carried = []

    def _push_back(self, card: Card) -> None:
        """BACK: "the table is as if the card had not left", and "BACK removes its number"."""
        self.left.remove(card)
        for place in (self.early, self.carried, self.burn_cards):
            if card in place:
                place.remove(card)
        if card in self.cards_of_round:
            self.cards_of_round.remove(card)
        if not self.burn_cards:
            self.burn_needs = None
        if not self.voided:
            self._round_without_its_card()
        if self.cut is not None and self.cut.after is card:
            self._place_cut()

    def _round_without_its_card(self) -> None:
        """Without the card that began it, the round has not begun."""
        only_carried = all(c.brought for c in self.cards_of_round)
        if only_carried and not (self.is_void_hand and any(c.disclosed for c in self.cards_of_round)):
            for brought in self.cards_of_round:
                brought.brought, brought.turned, brought.round = False, False, 0
            self.carried = self.cards_of_round + self.carried
            self.cards_of_round, self.is_void_hand = [], False
            if self.cut is not None and self.cut.carried and self.cut.within == self.present:
                self.cut.within = 0

    def _set_aside(self, card: Card) -> None:
        """Take a card out of wherever it waits."""
        for place in (self.carried, self.early, self.incoming):
            if card in place:
                place.remove(card)
        self.kept = [said for said in self.kept if not (said.what == "card" and said.card is card)]

    # ------------------------------------------------------------------ decisions: what is open

    def _open(self) -> dict[str, str]:
        """Decisions open now, with the least role of each."""
        if self.hold_ is None:
            return self._open_without_hold()
        void = {"void_round": "supervisor"} if self._within_a_round() else {}
        return self._open_in(self.hold_, void) | {"reshuffle": "casino"}

    def _open_without_hold(self) -> dict[str, str]:
        phase, s, c = self.behind, "supervisor", "casino"
        is_open = {"cut": s, "correct": s}
        if phase == "shuffle":
            is_open["new_shoe"] = s
        else:
            is_open["reshuffle"] = c
        if self._within_a_round():
            is_open["void_round"] = s
        if phase == "dealing" and self.present == 1 and not self.is_void_hand:
            is_open["burned"] = s
        no_hand_is_turned = not any(card.turned for card in self.cards_of_round)
        if self.style == "B" and phase in {"ready", "dealing", "reveal"} and no_hand_is_turned:
            is_open["banker_first"] = c
        return is_open

    def _open_in(self, hold: Hold, void: dict[str, str]) -> dict[str, str]:
        phase, s, c = self.behind, "supervisor", "casino"
        if hold.code == "card_out_of_turn":
            return self._open_out_of_turn(hold) | void
        if hold.code == "card_before_reveal":
            return {"continue": s} | void
        if hold.code in {"unread_card", "impossible_card"}:
            if hold.card in self.carried:
                void = {"discard": s}  # "`discard` (s) sets it aside instead of `void_round`"
            more = {"accept": s, "correct": s} if hold.code == "impossible_card" else {}
            return {"card": s} | more | void
        if hold.code == "reader_distrust":
            if hold.doubt:
                about_card = {"correct": s} if hold.doubt == "HAND" else {"card": s} if hold.card else {}
                return {"accept": s} | about_card | void
            names_a_card = not hold.said or (hold.card is not None and self.kept[0].code in {"UV", "DOUBLE"})
            return {"accept": s} | ({"card": s} if names_a_card else {}) | void
        if hold.code == "shoe_empty":
            return {"resume": s} | ({"accept": s} if phase in {"ready", "burn"} else {}) | void
        if hold.code == "shoe_replaced":
            is_open = {"closed": c} if phase == "result" else {}
            return is_open | ({"void_round": c} if void or phase in {"ready", "burn"} else {})
        return {
            "result_mismatch": {"accept": s, "correct": s} | void,
            "burn_mismatch": {"accept": s, "resume": s},
            "overdraw_reported": {"accept": s} | ({"correct": s} if self.cards else {}) | void,
            "misread_reported": {"accept": s, "card": s} | void,
            "cut_misplaced": {"accept": c},
            "card_after_end": {"discard": c},
            "shoe_restarted": {"card": s, "resume": s} | void,
            "events_lost": {"card": s, "resume": s} | void,
            "lid_opened": {"resume": c} | void,
        }[hold.code]

    def _open_out_of_turn(self, hold: Hold) -> dict[str, str]:
        assert hold.card is not None
        names = {"correct"}
        if self.present == self.final_round and self.behind != "ready":
            names |= {
                "discard"
            }  # "In the final round, from its first card on, only `discard`, `correct`, `void_round`"
        else:
            if self.behind == "ready" or (hold.card.left_in == "result" and hold.card.left_round == self.present):
                names |= {"closed"}
            if len(self.carried) >= 3:
                names |= {"discard"}  # "At most three cards are carried"
            elif hold.card.public:
                names |= {"disclosed"}  # "A card that is public already cannot be `undisclosed`"
            else:
                names |= {"disclosed", "undisclosed"}
        return dict.fromkeys(names, "supervisor")

    # ------------------------------------------------------------------ decisions: what they do

    def _decide(
        self,
        decision: str,
        by: str,
        card: str | None = None,
        n: int | None = None,
        second: str | None = None,
        reason: str = "",
    ) -> str:
        if decision not in DECISIONS or by not in RANKS:
            return "refused:form"
        if decision in {"card", "correct"} and not re.fullmatch("[A2-9TJQK][SHDC]", card or ""):
            return "refused:form"
        if decision == "correct" and not (n is not None and 1 <= n <= len(self.left)):
            return "refused:form"
        if decision not in self._open():
            return "refused:not_open"
        if RANKS[by] < RANKS[self._open()[decision]]:
            return "refused:role"
        second_counts = second is not None and second != by and RANKS.get(second, 0) >= RANKS["supervisor"]
        if self.two_person and decision in NEED_TWO and not second_counts:
            return "refused:second"
        self._take_decision(decision, card or "", n or 0)
        self._settle()
        return "done"

    def _take_decision(self, decision: str, value: str, n: int) -> None:
        hold = self.hold_
        if decision == "reshuffle":
            self._reshuffle()
        elif decision == "void_round":
            self._void_round(hold)
        elif decision == "correct":
            self.hold_ = None
            self._correct(self.left[n - 1], value)
        elif hold is None:
            self._decide_without_hold(decision)
        elif hold.code in {"shoe_restarted", "events_lost"} and decision == "card":
            # "`card RS` once for each card that moved": the hold stays until `resume`.
            kept_behind = sum(1 for said in self.kept if said.what == "card" and said.card in self.left)
            noted = Card(value, named=True)
            self.left.insert(len(self.left) - kept_behind, noted)
            self.kept[0].noted.append(noted)
        else:
            self.hold_ = None
            self._answer(hold, decision, value)

    def _answer(self, hold: Hold, decision: str, value: str) -> None:
        """The hold is over: write the answer down. Whatever raised it is then taken up again."""
        if hold.card is not None and hold.code in {"card_out_of_turn", "card_before_reveal", "card_after_end"}:
            self._answer_about_turn(hold.card, decision)
        elif hold.card is not None and decision == "discard":
            self._set_aside(hold.card)
        elif hold.code == "reader_distrust" and hold.said:
            self._answer_spoil(self.kept.pop(0), decision, value)
        elif hold.doubt == "HAND" and hold.card is not None:
            hold.card.counted_to = ""
        elif hold.doubt == "AGAIN":
            if decision == "card" and hold.card is not None:
                self._correct(hold.card, value)
        elif hold.card is not None and decision == "card":
            hold.card.value, hold.card.accepted, hold.card.foreign, hold.card.named = value, False, False, True
        elif hold.code == "misread_reported" and decision == "card":
            self._answer_misread(value)
        elif hold.card is not None:  # impossible_card, reader_distrust: accept
            if hold.code == "impossible_card":
                hold.card.accepted = True
            else:
                hold.card.foreign = False
        else:
            self._answer_about_table(hold, decision)

    def _answer_about_turn(self, card: Card, decision: str) -> None:
        if decision == "closed":
            if self.behind == "result":
                self._close_round()
            self.bets_are_over = not self.over
            return  # the card, still the first of what waits, is taken up again
        self._set_aside(card)
        if decision == "continue":
            self.early.append(card)
        elif decision in {"disclosed", "undisclosed"}:
            card.disclosed = decision == "disclosed"
            card.unjudged = card.disclosed and not card.public
            card.public = card.public or card.disclosed  # "public from then on"
            self.carried.append(card)

    def _answer_spoil(self, said: Said, decision: str, value: str) -> None:
        if said.card is None:
            return
        if said.code == "BACK":
            self._push_back(said.card)
        elif decision == "card" and said.code == "UV":
            self._correct(said.card, value)
        elif decision == "card":  # DOUBLE: "a second card, RS, left with it"
            second = Card(value, named=True, goes_out=self.voided and said.card not in self.carried)
            self.left.insert(self.left.index(said.card) + 1, second)
            self.kept.insert(0, Said("card", second))

    def _answer_misread(self, value: str) -> None:
        """A card left that was not read: the next card kept, if that is one, else one that nobody told of."""
        waiting = 0  # cards that have left before it, and wait
        while waiting < len(self.kept) and self._waits(self.kept[waiting]):
            waiting += 1
        behind = [
            said.card for said in self.kept[waiting:] if said.card and said.what == "card" and said.card in self.left
        ]
        face_up = self.style == "A" and self.behind != "burn" and self._card_is_due()
        if face_up and behind and behind[0].value == "??":
            behind[0].value, behind[0].named, behind[0].alarmed = value, True, True
            return
        card = Card(value, named=True, alarmed=True)
        self.left.insert(len(self.left) - len(behind), card)
        self.kept.insert(waiting, Said("card", card))
        card.left_in, card.left_round, self.last_taken_up = self.behind, self.present, card
        self.empty = False

    def _waits(self, said: Said) -> bool:
        """Whether it is a card that was taken up before, and not placed."""
        return said.what == "card" and said.card is not None and bool(said.card.left_in)

    def _answer_about_table(self, hold: Hold, decision: str) -> None:
        raised_by = self.kept.pop(0) if hold.said else None
        if hold.code == "result_mismatch":
            if self.behind == "result":  # else the round it is about is closed
                self._close_round()
        elif hold.code == "burn_mismatch":
            self.burn_over = decision == "accept"
            self._judge_what_is_left("burn")
        elif hold.code == "cut_misplaced":
            # "it counts as seen, `last_hand` at once, the first round is the final one"
            self.cut, self.announced = Cut(0, 1, [], None), True
        elif hold.code == "shoe_empty":
            self.empty = self.is_empty = False
            if decision == "accept":
                self._enter_shuffle()
        elif hold.code == "shoe_replaced":
            self._close_round()
            self._begin_shoe()
        elif raised_by is not None:  # resume: "the noted cards are taken up, in order, before what was kept"
            self.kept[:0] = [Said("card", card) for card in raised_by.noted]

    def _decide_without_hold(self, decision: str) -> None:
        if decision == "new_shoe":
            self._begin_shoe()
        elif decision == "cut":
            self.kept.append(Said("cut"))
        elif decision == "banker_first":
            self.banker_first = True
        elif decision == "burned":
            # "its cards so far were burn cards; the phase is `ready`, as it was before them"
            for card in self.cards_of_round:
                card.round, card.brought = 0, False
            self.burn_cards += self.cards_of_round
            self.cards_of_round = []
            self.burn_over = self.bets_are_over = True
            self._judge_what_is_left("burn")

    def _void_round(self, hold: Hold | None) -> None:
        """The phase becomes `result`, voided. What left within the round goes out with it; what is carried stays."""
        self.hold_ = None
        if hold is not None and hold.code == "shoe_replaced":
            if not self.cards_of_round and not self.is_void_hand:
                self.kept.pop(0)
                self._begin_shoe()  # "between rounds: at once"
                return
            self.new_shoe_waits = True
        elif hold is not None and hold.said:
            raised_by = self.kept.pop(0)
            self.kept[:0] = [Said("card", card) for card in raised_by.noted]
        if hold is not None and hold.code == "shoe_empty":
            self.over_when_closed = True
        for said in self.kept:
            if said.what == "loaded":
                break
            said.goes_out = said.what in OPINIONS
            if said.card is not None and said.what == "card":
                said.card.goes_out = True
        self.incoming, self.early, self.turning = [], [], []
        self.is_corrected, self.voided = False, True

    def _reshuffle(self) -> None:
        """A round in progress is voided and closed, what was kept is set aside, the phase is `shuffle`.

        "a LOADED among what was kept, or the one that raised the hold, then starts the new shoe, with what came after"
        """
        if self._within_a_round() or self.voided:
            self.voided, self.new_shoe_waits, self.early = True, False, []
            self.hold_ = None
            self._close_round()
        self.hold_, self.early = None, []
        self._enter_shuffle()
        while self.kept and self.kept[0].what != "loaded":
            said = self.kept.pop(0)
            for card in [*said.noted, *([said.card] if said.what == "card" else [])]:
                self.last_taken_up = card

    # ------------------------------------------------------------------ buttons

    def _press(self, button: str) -> str:
        """Buttons that mean nothing in the present phase change nothing; in a hold, without the key, none does."""
        phase = self.phase
        if button in {"confirm", "player", "banker", "tie"} and phase in {"result", "burn"}:
            if phase == "burn":
                self.hold_ = Hold("burn_mismatch")
            elif self.voided or (button == "confirm" and self.confirm == "single"):
                self._close_round()
            elif self.confirm == "result" and button != "confirm":
                player, banker = self._count("player"), self._count("banker")
                made = "player" if player > banker else "banker" if banker > player else "tie"
                if button == made:
                    self._close_round()
                else:
                    self.hold_ = Hold("result_mismatch")
            else:
                return "ignored"
        elif button == "reveal" and phase == "reveal":
            self.turning = self._next_to_turn()
        elif button == "no_more_bets" and phase == "ready" and not self._card_is_due():
            self.bets_are_over = True
        elif button == "cut" and phase != "hold":
            self.kept.append(Said("cut"))
        else:
            return "ignored"
        self._settle()
        return "done"

    def _next_to_turn(self) -> list[Card]:
        """Order: Player, then Banker, unless the casino supervisor ordered Banker first; then third cards."""
        initial, thirds = self.cards_of_round[:4], self.cards_of_round[4:]
        hands = [initial[0::2], initial[1::2]]
        if self.banker_first:
            hands.reverse()
        return next(cards for cards in [*hands, *([third] for third in thirds)] if not all(c.turned for c in cards))

    # ------------------------------------------------------------------ steps

    def step(self, name: str, /, **arguments: Any) -> str:
        """Play one step. Returns "done", "ignored" (a press that changed nothing) or "refused:CODE".

        Raises ValueError for a step that is not one.
        """
        if name == "press":
            return self._press(arguments["button"])
        if name == "decide":
            return self._decide(**arguments)
        if name == "fault":
            (self.other_faults.add if arguments["on"] else self.other_faults.discard)(arguments["name"])
        elif name == "link":
            self._link(arguments["up"])
        elif name == "shoe_restart":
            self._shoe_restart()
        else:
            self._shoe_says(name, arguments)
        return "done"

    def _shoe_says(self, name: str, arguments: dict[str, Any]) -> None:
        if name == "card":
            self.is_empty = False
            self._say(Said("card", Card(arguments["face"], counted_to=arguments.get("hand", ""))))
        elif name == "lid":
            self.lid_is_open = arguments["open"]
            if self.lid_is_open:
                self._say(Said("lid"))
        elif name == "spoil":
            if arguments["code"] in {"UV", "DOUBLE", "BACK", "SENSOR"}:
                self._say(Said("spoil", code=arguments["code"]))
        elif name == "result_said":
            self._say(Said(name, code=arguments["winner"]))
        elif name == "alarm":
            self._say(Said(name, code=arguments["alarm"]))
        elif name == "again":
            self._say(Said(name, code=arguments["face"], hand=arguments["hand"], nth=arguments["nth"]))
        elif name == "loaded":
            self.lid_is_open = self.is_empty = False
            self._say(Said("loaded"))
        elif name in {"cut", "empty", "jam", "clear", "events_lost"}:
            self.is_empty = self.is_empty or name == "empty"
            self.is_jammed = name == "jam" or (self.is_jammed and name != "clear")
            self._say(Said(name))
        else:
            raise ValueError(f"no such step: {name}")

    def _say(self, said: Said) -> None:
        """While the link is down the shoe keeps what it has to say."""
        if self.link_up:
            self._hear(said)
        else:
            self.in_the_shoe.append(said)

    def _hear(self, said: Said) -> None:
        """While in `hold` everything the shoe says, faults apart, is kept in order."""
        if said.what == "jam":
            self.other_faults.add("jam")
        elif said.what == "clear":
            self.other_faults.discard("jam")
        else:
            if said.what == "shoe_restarted":
                self.other_faults.discard("jam")  # it is said again where it holds
            if said.card is not None and said.what == "card" and all(earlier.what != "loaded" for earlier in self.kept):
                self.left.append(said.card)
            self.kept.append(said)
            self._settle()

    def _link(self, up: bool) -> None:
        self.link_up = up
        if not up:
            self.other_faults.add("link")
            return
        self.other_faults.discard("link")
        heard, self.in_the_shoe = self.in_the_shoe, []
        for said in heard:
            self._hear(said)

    def _shoe_restart(self) -> None:
        """A new BOOT, nothing kept; then lid, jam and empty mouth are said again where they hold."""
        self.in_the_shoe = []
        self._say(Said("shoe_restarted"))
        for holds, what in ((self.lid_is_open, "lid"), (self.is_jammed, "jam"), (self.is_empty, "empty")):
            if holds:
                self._say(Said(what))
