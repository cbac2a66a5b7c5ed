"""What is now true, in the past tense: the only words that change the table.

Facts are the last of the three vocabularies (frames, inputs, *facts*). `decide` chooses them, the journal holds them,
`evolve` folds them. A `place` is a card's place in `Table.cards`. `kind` names the row in the legality table
(`lifecycle`), except where `trigger` says more.
"""

from typing import Literal, TypeAlias

from firmware.core.cards import Card, Face
from firmware.core.inputs import (
    AlarmSaid,
    BootRepeated,
    Button,
    CardLeft,
    CardSaidAgain,
    CutLeft,
    EventsLost,
    FaultName,
    Hand,
    LidMoved,
    Loaded,
    MouthEmpty,
    ResultSaid,
    Role,
    ShoePresented,
    Spoiled,
    Unknown,
)
from firmware.core.lifecycle import Phase
from firmware.core.tableau import Winner
from firmware.vocabulary import Word

Source: TypeAlias = Literal["shoe", "manual", "corrected"]
Code: TypeAlias = Literal[
    "card_out_of_turn",
    "card_before_reveal",
    "unread_card",
    "impossible_card",
    "reader_distrust",
    "result_mismatch",
    "burn_mismatch",
    "cut_misplaced",
    "card_after_end",
    "shoe_empty",
    "shoe_restarted",
    "events_lost",
    "shoe_replaced",
    "lid_opened",
    "overdraw_reported",
    "misread_reported",
]

Opinion: TypeAlias = ResultSaid | AlarmSaid | CardSaidAgain
"""What the shoe says of the game: a second opinion, compared with the table's own."""

KeptInput: TypeAlias = (
    CardLeft
    | CutLeft
    | Loaded
    | LidMoved
    | MouthEmpty
    | Spoiled
    | Opinion
    | Unknown
    | ShoePresented
    | EventsLost
    | BootRepeated
)
"""What is kept during a hold: everything the shoe says but for its faults."""


class HoldEnded(Word, frozen=True, kw_only=True):
    """The irregularity is settled and the table is back in the phase behind it."""

    to: Phase

    @property
    def trigger(self) -> str:
        """The row in the legality table: one for each phase, so that the table needs no guards."""
        return f"hold_ended_to_{self.to}"


class ShoeOpened(Word, frozen=True, kw_only=True):
    """A fresh set of cards is in. Always the first of its batch: everything of the shoe before is past."""

    shoe: int  # number of the shoe, from 1


class BurnBegan(Word, frozen=True, kw_only=True):
    """Burn cards are due."""

    due: int  # how many, as far as is known: `first-card` counts on from its first card


class BurnCounted(Word, frozen=True, kw_only=True):
    """How many are burned in all: its first card told, or a supervisor called the burn over."""

    due: int  # 0: no more, however many there were


class CardBurned(Word, frozen=True, kw_only=True):
    """A card was burned."""

    place: int
    public: bool


class WagersOpened(Word, frozen=True, kw_only=True):
    """The table is between rounds, wagers open."""


class BetsClosed(Word, frozen=True, kw_only=True):
    """No more bets: cards may leave."""


class RoundBegan(Word, frozen=True, kw_only=True):
    """A round began, with every carried card as its first."""

    number: int  # from 1 in each shoe
    void_hand: bool  # rule 11.1
    alone: bool = False  # without the carried cards: they stay for the next one


class RoundUnbegun(Word, frozen=True, kw_only=True):
    """The round in progress is none: its cards were burn cards, or went back into the shoe."""

    burned: bool


class InitialCardDue(Word, frozen=True, kw_only=True):
    """One of the initial four cards is due after all."""


class RevealDue(Word, frozen=True, kw_only=True):
    """A hand or a third card lies face down and is to be turned (8.13 to 8.20)."""


class PlayerCardDue(Word, frozen=True, kw_only=True):
    """The Player's Hand draws a third card (9.3)."""


class BankerCardDue(Word, frozen=True, kw_only=True):
    """The Banker's Hand draws a third card (9.4, 9.5)."""


class RoundCompleted(Word, frozen=True, kw_only=True):
    """Each hand has every card it is entitled to (10.1)."""

    winner: Winner
    player_count: int  # final point count, 0 to 9
    banker_count: int


class RoundVoided(Word, frozen=True, kw_only=True):
    """The round in progress has no result; wagers go back, its cards are out."""


class RoundClosed(Word, frozen=True, kw_only=True):
    """The round is over. A voided one has no winner, and its counts are 0."""

    number: int
    cards: tuple[int, ...]  # places, in draw order
    winner: Winner | None
    player_count: int
    banker_count: int
    natural: bool
    void_hand: bool
    final: bool


class RoundCorrected(Word, frozen=True, kw_only=True):
    """A card of a finished round was corrected: what the round would have come to. The published result stays."""

    number: int
    winner: Winner | None
    player_count: int
    banker_count: int
    natural: bool


class ShoeEnded(Word, frozen=True, kw_only=True):
    """No more cards until they are replaced or reshuffled (9.7, 9.8)."""


class CardOut(Word, frozen=True, kw_only=True):
    """A card left the shoe and has a place on record, but none on the table yet."""

    face: Face
    boot: str
    seq: int
    source: Source
    hand: Hand = ""  # where the shoe counts it


class CardDealt(Word, frozen=True, kw_only=True):
    """A waiting card was taken up in the round."""

    place: int
    public: bool


class CardCarried(Word, frozen=True, kw_only=True):
    """A waiting card is kept for the next round (11.2)."""

    place: int
    disclosed: bool  # its face was seen: that round is a void hand


class CardSetAside(Word, frozen=True, kw_only=True):
    """A card is out of play."""

    place: int


class CardsWithdrawn(Word, frozen=True, kw_only=True):
    """Cards of the round are no longer due in it and wait for a decision."""

    places: tuple[int, ...]


class CarriedRecalled(Word, frozen=True, kw_only=True):
    """The round needs a card after all: every carried card waits for it."""


class CardsTurned(Word, frozen=True, kw_only=True):
    """A hand or a third card was turned and announced."""

    places: tuple[int, ...]


class CardRead(Word, frozen=True, kw_only=True):
    """A person read a card's face."""

    place: int
    face: Card


class CardCorrected(Word, frozen=True, kw_only=True):
    """A card is another than the one on record. The card governs."""

    place: int
    face: Card


class KeptCardCorrected(Word, frozen=True, kw_only=True):
    """As `CardCorrected`, of a card that is still kept behind a hold."""

    kept: int  # place among what is kept
    face: Card


class KeptCardRead(Word, frozen=True, kw_only=True):
    """As `CardRead`, of a card that is kept behind the alarm that was about it."""

    kept: int  # place among what is kept
    face: Card


class CardVouched(Word, frozen=True, kw_only=True):
    """A person stands for what was read of a card."""

    place: int


class CardTrusted(Word, frozen=True, kw_only=True):
    """A person has settled the reader's doubt of a card."""

    place: int


class CardDoubted(Word, frozen=True, kw_only=True):
    """The reader doubts a card that is not public yet: judged when it is."""

    place: int


class HandOverruled(Word, frozen=True, kw_only=True):
    """A card belongs where the table puts it, whatever hand the shoe counts it to."""

    place: int


class AlarmAnswered(Word, frozen=True, kw_only=True):
    """The shoe's alarm that it could not read a card was about this one, which the table has asked about itself."""

    place: int


class OpinionKept(Word, frozen=True, kw_only=True):
    """What the shoe said of the round is kept until it is public."""

    said: Opinion


class OpinionTakenUp(Word, frozen=True, kw_only=True):
    """It is the turn of the first opinion that was kept."""


class CardWentBack(Word, frozen=True, kw_only=True):
    """A card was pushed back into the shoe: the table is as if it had not left."""

    place: int


class BankerFirstOrdered(Word, frozen=True, kw_only=True):
    """The Banker's Hand is turned before the Player's this round (8.17)."""


class CutSeen(Word, frozen=True, kw_only=True):
    """The first cutting card left the shoe, within `round` (9.7) or after it (9.8)."""

    round: int


class CutNoted(Word, frozen=True, kw_only=True):
    """Another cutting card, or one after the end: it changes nothing."""


class LastHandAnnounced(Word, frozen=True, kw_only=True):
    """The last hand was announced (9.7, 9.8)."""


class MouthEmptyNoted(Word, frozen=True, kw_only=True):
    """No card lies at the mouth."""


class MouthFilled(Word, frozen=True, kw_only=True):
    """Cards lie at the mouth again: a person says so, or the shoe starts anew and would say if they did not."""


class ShoeOverAfterRound(Word, frozen=True, kw_only=True):
    """The shoe is over once the round in progress is closed."""


class ReplacementNoted(Word, frozen=True, kw_only=True):
    """A new shoe is in and begins once no round is in progress."""


class InputKept(Word, frozen=True, kw_only=True):
    """Something the shoe said is kept until it is its turn."""

    said: KeptInput


class KeptTakenUp(Word, frozen=True, kw_only=True):
    """It is the turn of the first of what was kept."""


class CardNamed(Word, frozen=True, kw_only=True):
    """A person named a card that left while nobody could know: it is kept, before what was kept already."""

    face: Card


class IrregularityRaised(Word, frozen=True, kw_only=True):
    """An irregularity waits for a decision."""

    id: int
    code: Code
    rule: str
    place: int | None = None  # the card it is about
    spoil: str = ""


class IrregularityDecided(Word, frozen=True, kw_only=True):
    """A person decided what is to be done about the irregularity."""

    id: int
    decision: str
    role: Role
    actor: str
    reason: str
    second: str = ""


class DecisionTaken(Word, frozen=True, kw_only=True):
    """A person decided something that no irregularity asked for."""

    decision: str
    role: Role
    actor: str
    reason: str
    second: str = ""


class FaultBegan(Word, frozen=True, kw_only=True):
    """An equipment fault is active."""

    fault: FaultName
    why: str = ""


class FaultEnded(Word, frozen=True, kw_only=True):
    """An equipment fault is over; it stays unacknowledged."""

    fault: FaultName


class FaultsAcknowledged(Word, frozen=True, kw_only=True):
    """A supervisor took note of the faults so far."""

    actor: str


class PressIgnored(Word, frozen=True, kw_only=True):
    """A button meant nothing just then."""

    button: Button


class Noted(Word, frozen=True, kw_only=True):
    """Put on record, and nothing else."""

    note: str


Fact: TypeAlias = (
    HoldEnded
    | ShoeOpened
    | BurnBegan
    | BurnCounted
    | CardBurned
    | WagersOpened
    | BetsClosed
    | RoundBegan
    | RoundUnbegun
    | InitialCardDue
    | RevealDue
    | PlayerCardDue
    | BankerCardDue
    | RoundCompleted
    | RoundVoided
    | RoundClosed
    | RoundCorrected
    | ShoeEnded
    | CardOut
    | CardDealt
    | CardCarried
    | CardSetAside
    | CardsWithdrawn
    | CarriedRecalled
    | CardsTurned
    | CardRead
    | CardCorrected
    | KeptCardCorrected
    | KeptCardRead
    | CardVouched
    | CardTrusted
    | CardDoubted
    | HandOverruled
    | AlarmAnswered
    | OpinionKept
    | OpinionTakenUp
    | CardWentBack
    | BankerFirstOrdered
    | CutSeen
    | CutNoted
    | LastHandAnnounced
    | MouthEmptyNoted
    | MouthFilled
    | ShoeOverAfterRound
    | ReplacementNoted
    | InputKept
    | KeptTakenUp
    | CardNamed
    | IrregularityRaised
    | IrregularityDecided
    | DecisionTaken
    | FaultBegan
    | FaultEnded
    | FaultsAcknowledged
    | PressIgnored
    | Noted
)
