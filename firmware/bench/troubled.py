"""Deals a shoe at which things go wrong by chance, as they do at a table, and lets people put them right.

Decides what goes wrong and what people say to it. Must never work out a round, nor what a decision leads to: the table
says what is open.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

from firmware.bench.dealer import Dealer
from firmware.bench.stack import CUT, shuffled
from firmware.bench.stage import Seen, Stage
from firmware.bench.steps import Decides
from firmware.core.cards import UNREAD, Card
from firmware.core.inputs import Button, Role
from firmware.core.settings import Settings

SHARE: Final = 0.03
"""Of everything that is done, so much goes wrong: ten to twenty things in a shoe of eight decks."""

_ANSWERS: Final[dict[str, tuple[str, ...]]] = {
    "card_out_of_turn": ("closed", "disclosed", "undisclosed", "discard", "void_round"),
    "card_before_reveal": ("continue", "continue", "void_round"),
    "unread_card": ("card", "card", "void_round", "discard"),
    "impossible_card": ("card", "accept"),
    "reader_distrust": ("accept", "card", "void_round"),
    "result_mismatch": ("accept", "accept", "void_round"),
    "burn_mismatch": ("resume", "accept"),
    "cut_misplaced": ("accept",),
    "card_after_end": ("discard",),
    "shoe_empty": ("resume",),
    "shoe_restarted": ("card", "resume", "resume"),
    "shoe_replaced": ("closed", "void_round"),
    "lid_opened": ("resume", "resume", "void_round"),
}
"""What people may say to each irregularity; the likelier, the more often. What is not open is refused."""


class Taken(NamedTuple):
    """A decision that the table took."""

    shoe: str
    irregularity: str  # its code; empty: nothing had asked for it
    decision: str
    role: Role


class TroubledDealer(Dealer):
    """A dealer who has a bad night. `taken` has every decision, in order; `rounds` stays empty."""

    def __init__(self, stage: Stage, settings: Settings, lots: Random) -> None:
        """Deal a shoe that `lots` shuffle; they also say what goes wrong."""
        super().__init__(stage, settings, shuffled(settings, lots))
        self.taken: Final[list[Taken]] = []
        self._lots: Final = lots
        self._faces: Final[Counter[Card]] = Counter()  # as they were read
        self._true: Card | None = None  # the face of the card that left last, for everybody to read
        self._doubt = ""  # what the reader said of it

    def deal(self) -> Iterator[Seen]:
        """As any dealer does, but that now and then a card leaves before the shoe is loaded."""
        if self._lots.random() < 10 * SHARE:
            self._let_one_out()
            self._rest()
            while self.seen.hold:
                self._answer(self.seen.hold)
                yield self._rest()
        yield from super().deal()

    def _go_on(self) -> None:
        if self.seen.hold:
            self._answer(self.seen.hold)
        elif self._lots.random() < SHARE:
            self._lots.choice(self._troubles())()
        else:
            super()._go_on()

    def _close(self) -> None:
        self._press(self._called())

    def _let_out(self, card: Card) -> None:
        """Let a card out that the shoe reads as a rule; else not at all, or as one that left often."""
        lot = self._lots.random() / SHARE
        self._true, self._doubt = card, ""
        if lot < 0.1:
            self._stage.shoe.card(UNREAD)
        elif lot < 0.2 and self._faces:
            self._misread(card)
        else:
            self._faces[card] += 1
            self._stage.shoe.card(card)

    def _misread(self, card: Card) -> None:
        self._stage.shoe.card(self._faces.most_common(1)[0][0])
        self._stage.settle()
        seen = self._stage.see()
        if not seen.hold:
            self._decide("correct", seen, n=seen.cards)

    # -- what goes wrong --------------------------------------------------------------------------------------------

    def _troubles(self) -> list[Callable[[], None]]:
        """Return what can go wrong now; the likelier, the more often."""
        shoe, seen = self._stage.shoe, self.seen
        always = [shoe.empty, shoe.restart, self._lid, self._jam, self._stage.cut_power]
        troubles: list[Callable[[], None]] = always * 2
        if seen.phase in ("ready", "result", "reveal"):
            troubles += [self._let_one_out] * 8
        if seen.cards:
            troubles += [self._doubted] * 4
        if seen.phase == "result" and self._settings.confirm == "result":
            troubles += [self._call_wrongly] * 2
        if seen.phase == "burn":
            troubles += [lambda: self._press("confirm")] * 8
        if seen.round == 0 and seen.phase in ("burn", "ready"):
            troubles += [shoe.cut] * 20
        if seen.phase in ("dealing", "result"):
            troubles += [self._void, self._fresh_cards]
        return troubles

    def _let_one_out(self) -> None:
        """A card leaves, whether or not one is due."""
        item = self._next_card()
        if item is not None:
            self.cards += 1
            self._let_out(item)

    def _next_card(self) -> Card | None:
        """Take the next card off the stack, unless it is a cutting card."""
        if not self._stack or self._stack[-1] == CUT:
            return None
        item = self._stack.pop()
        assert item != CUT
        return item

    def _doubted(self) -> None:
        self._doubt = self._lots.choice(("UV", "DOUBLE", "BACK", "SENSOR"))
        self._stage.shoe.spoil(self._doubt)

    def _lid(self) -> None:
        self._stage.shoe.lid(True)
        self._stage.shoe.lid(False)

    def _jam(self) -> None:
        self._stage.shoe.jam()
        self._stage.settle()
        self._stage.shoe.clear()

    def _call_wrongly(self) -> None:
        wrong: list[Button] = [button for button in ("player", "banker", "tie") if button != self._called()]
        self._press(self._lots.choice(wrong))

    def _void(self) -> None:
        self._decide("void_round", self.seen)

    def _fresh_cards(self) -> None:
        self._stage.shoe.loaded()
        self._stack[:] = reversed(shuffled(self._settings, self._lots))
        self._faces.clear()

    # -- what people say to it --------------------------------------------------------------------------------------

    def _answer(self, code: str) -> None:
        if self._lots.random() < SHARE:
            self._let_one_out()  # meanwhile
            self._stage.settle()
        answers = list(_ANSWERS[code])
        if code == "shoe_empty" and not self._stack:
            answers = ["accept", "void_round"]
        self._lots.shuffle(answers)
        seen = self._stage.see()
        assert any(self._decide(answer, seen) for answer in (*answers, "reshuffle"))

    def _decide(self, decision: str, seen: Seen, n: int | None = None) -> bool:
        """Let a supervisor decide, or a casino supervisor where it takes one; True if the table took it."""
        card = self._named(decision, seen)
        for role in _ROLES:
            second: Role | None = "supervisor" if self._settings.two_person else None
            said = Decides(0, decision, role, card=card, n=n, second=second, reason="as all could see")
            code = self._stage.decide(said)
            if not code:
                self.taken.append(Taken(seen.shoe, seen.hold or "", decision, role))
                if (seen.hold, decision, self._doubt) == ("reader_distrust", "accept", "BACK"):
                    self._put_back()
                return True
            if code != "role":
                break
        return False

    def _put_back(self) -> None:
        if self._true is not None:
            self._stack.append(self._true)
            self._true, self._doubt = None, ""

    def _named(self, decision: str, seen: Seen) -> Card | None:
        """Return the face that people name: of a card nobody has seen leave, of the second of two, or of the last."""
        if decision not in ("card", "correct"):
            return None
        unseen = seen.hold == "shoe_restarted" or (seen.hold == "reader_distrust" and self._doubt == "DOUBLE")
        return (self._next_card() if unseen else None) or self._true


_ROLES: Final[tuple[Role, ...]] = ("supervisor", "casino")
