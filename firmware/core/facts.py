"""What is now true, in the past tense: the only words that change the table.

Facts are the last of the three vocabularies (frames, inputs, *facts*). `decide` chooses them, the journal holds them,
`evolve` folds them. A `place` is a card's place in `Table.cards`. `kind` names the row in the legality table
(`lifecycle`), except where `trigger` says more.
"""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldEnded:
    """The irregularity is settled and the table is back in the phase behind it."""

    kind: Literal["hold_ended"] = "hold_ended"
    to: Phase

    @property
    def trigger(self) -> str:
        """The row in the legality table: one for each phase, so that the table needs no guards."""
        return f"hold_ended_to_{self.to}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeOpened:
    """A fresh set of cards is in. Always the first of its batch: everything of the shoe before is past."""

    kind: Literal["shoe_opened"] = "shoe_opened"
    shoe: int  # number of the shoe, from 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnBegan:
    """Burn cards are due."""

    kind: Literal["burn_began"] = "burn_began"
    due: int  # how many, as far as is known: `first-card` counts on from its first card


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnCounted:
    """How many are burned in all: its first card told, or a supervisor called the burn over."""

    kind: Literal["burn_counted"] = "burn_counted"
    due: int  # 0: no more, however many there were


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBurned:
    """A card was burned."""

    kind: Literal["card_burned"] = "card_burned"
    place: int
    public: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersOpened:
    """The table is between rounds, wagers open."""

    kind: Literal["wagers_opened"] = "wagers_opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsClosed:
    """No more bets: cards may leave."""

    kind: Literal["bets_closed"] = "bets_closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan:
    """A round began, with every carried card as its first."""

    kind: Literal["round_began"] = "round_began"
    number: int  # from 1 in each shoe
    void_hand: bool  # rule 11.1
    alone: bool = False  # without the carried cards: they stay for the next one


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundUnbegun:
    """The round in progress is none: its cards were burn cards, or went back into the shoe."""

    kind: Literal["round_unbegun"] = "round_unbegun"
    burned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InitialCardDue:
    """One of the initial four cards is due after all."""

    kind: Literal["initial_card_due"] = "initial_card_due"


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealDue:
    """A hand or a third card lies face down and is to be turned (8.13 to 8.20)."""

    kind: Literal["reveal_due"] = "reveal_due"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCardDue:
    """The Player's Hand draws a third card (9.3)."""

    kind: Literal["player_card_due"] = "player_card_due"


@dataclass(frozen=True, slots=True, kw_only=True)
class BankerCardDue:
    """The Banker's Hand draws a third card (9.4, 9.5)."""

    kind: Literal["banker_card_due"] = "banker_card_due"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCompleted:
    """Each hand has every card it is entitled to (10.1)."""

    kind: Literal["round_completed"] = "round_completed"
    winner: Winner
    player_count: int  # final point count, 0 to 9
    banker_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided:
    """The round in progress has no result; wagers go back, its cards are out."""

    kind: Literal["round_voided"] = "round_voided"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClosed:
    """The round is over. A voided one has no winner, and its counts are 0."""

    kind: Literal["round_closed"] = "round_closed"
    number: int
    cards: tuple[int, ...]  # places, in draw order
    winner: Winner | None
    player_count: int
    banker_count: int
    natural: bool
    void_hand: bool
    final: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCorrected:
    """A card of a finished round was corrected: what the round would have come to. The published result stays."""

    kind: Literal["round_corrected"] = "round_corrected"
    number: int
    winner: Winner | None
    player_count: int
    banker_count: int
    natural: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeEnded:
    """No more cards until they are replaced or reshuffled (9.7, 9.8)."""

    kind: Literal["shoe_ended"] = "shoe_ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOut:
    """A card left the shoe and has a place on record, but none on the table yet."""

    kind: Literal["card_out"] = "card_out"
    face: Face
    boot: str
    seq: int
    source: Source
    hand: Hand = ""  # where the shoe counts it


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDealt:
    """A waiting card was taken up in the round."""

    kind: Literal["card_dealt"] = "card_dealt"
    place: int
    public: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCarried:
    """A waiting card is kept for the next round (11.2)."""

    kind: Literal["card_carried"] = "card_carried"
    place: int
    disclosed: bool  # its face was seen: that round is a void hand


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSetAside:
    """A card is out of play."""

    kind: Literal["card_set_aside"] = "card_set_aside"
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsWithdrawn:
    """Cards of the round are no longer due in it and wait for a decision."""

    kind: Literal["cards_withdrawn"] = "cards_withdrawn"
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedRecalled:
    """The round needs a card after all: every carried card waits for it."""

    kind: Literal["carried_recalled"] = "carried_recalled"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurned:
    """A hand or a third card was turned and announced."""

    kind: Literal["cards_turned"] = "cards_turned"
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRead:
    """A person read a card's face."""

    kind: Literal["card_read"] = "card_read"
    place: int
    face: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCorrected:
    """A card is another than the one on record. The card governs."""

    kind: Literal["card_corrected"] = "card_corrected"
    place: int
    face: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptCardCorrected:
    """As `CardCorrected`, of a card that is still kept behind a hold."""

    kind: Literal["kept_card_corrected"] = "kept_card_corrected"
    kept: int  # place among what is kept
    face: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptCardRead:
    """As `CardRead`, of a card that is kept behind the alarm that was about it."""

    kind: Literal["kept_card_read"] = "kept_card_read"
    kept: int  # place among what is kept
    face: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CardVouched:
    """A person stands for what was read of a card."""

    kind: Literal["card_vouched"] = "card_vouched"
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTrusted:
    """A person has settled the reader's doubt of a card."""

    kind: Literal["card_trusted"] = "card_trusted"
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDoubted:
    """The reader doubts a card that is not public yet: judged when it is."""

    kind: Literal["card_doubted"] = "card_doubted"
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOverruled:
    """A card belongs where the table puts it, whatever hand the shoe counts it to."""

    kind: Literal["hand_overruled"] = "hand_overruled"
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmAnswered:
    """The shoe's alarm that it could not read a card was about this one, which the table has asked about itself."""

    kind: Literal["alarm_answered"] = "alarm_answered"
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpinionKept:
    """What the shoe said of the round is kept until it is public."""

    kind: Literal["opinion_kept"] = "opinion_kept"
    said: Opinion


@dataclass(frozen=True, slots=True, kw_only=True)
class OpinionTakenUp:
    """It is the turn of the first opinion that was kept."""

    kind: Literal["opinion_taken_up"] = "opinion_taken_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardWentBack:
    """A card was pushed back into the shoe: the table is as if it had not left."""

    kind: Literal["card_went_back"] = "card_went_back"
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BankerFirstOrdered:
    """The Banker's Hand is turned before the Player's this round (8.17)."""

    kind: Literal["banker_first_ordered"] = "banker_first_ordered"


@dataclass(frozen=True, slots=True, kw_only=True)
class CutSeen:
    """The first cutting card left the shoe, within `round` (9.7) or after it (9.8)."""

    kind: Literal["cut_seen"] = "cut_seen"
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CutNoted:
    """Another cutting card, or one after the end: it changes nothing."""

    kind: Literal["cut_noted"] = "cut_noted"


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHandAnnounced:
    """The last hand was announced (9.7, 9.8)."""

    kind: Literal["last_hand_announced"] = "last_hand_announced"


@dataclass(frozen=True, slots=True, kw_only=True)
class MouthEmptyNoted:
    """No card lies at the mouth."""

    kind: Literal["mouth_empty_noted"] = "mouth_empty_noted"


@dataclass(frozen=True, slots=True, kw_only=True)
class MouthFilled:
    """Cards lie at the mouth again: a person says so, or the shoe starts anew and would say if they did not."""

    kind: Literal["mouth_filled"] = "mouth_filled"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeOverAfterRound:
    """The shoe is over once the round in progress is closed."""

    kind: Literal["shoe_over_after_round"] = "shoe_over_after_round"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacementNoted:
    """A new shoe is in and begins once no round is in progress."""

    kind: Literal["replacement_noted"] = "replacement_noted"


@dataclass(frozen=True, slots=True, kw_only=True)
class InputKept:
    """Something the shoe said is kept until it is its turn."""

    kind: Literal["input_kept"] = "input_kept"
    said: KeptInput


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTakenUp:
    """It is the turn of the first of what was kept."""

    kind: Literal["kept_taken_up"] = "kept_taken_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardNamed:
    """A person named a card that left while nobody could know: it is kept, before what was kept already."""

    kind: Literal["card_named"] = "card_named"
    face: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityRaised:
    """An irregularity waits for a decision."""

    kind: Literal["irregularity_raised"] = "irregularity_raised"
    id: int
    code: Code
    rule: str
    place: int | None = None  # the card it is about
    spoil: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityDecided:
    """A person decided what is to be done about the irregularity."""

    kind: Literal["irregularity_decided"] = "irregularity_decided"
    id: int
    decision: str
    role: Role
    actor: str
    reason: str
    second: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionTaken:
    """A person decided something that no irregularity asked for."""

    kind: Literal["decision_taken"] = "decision_taken"
    decision: str
    role: Role
    actor: str
    reason: str
    second: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultBegan:
    """An equipment fault is active."""

    kind: Literal["fault_began"] = "fault_began"
    fault: FaultName
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultEnded:
    """An equipment fault is over; it stays unacknowledged."""

    kind: Literal["fault_ended"] = "fault_ended"
    fault: FaultName


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultsAcknowledged:
    """A supervisor took note of the faults so far."""

    kind: Literal["faults_acknowledged"] = "faults_acknowledged"
    actor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PressIgnored:
    """A button meant nothing just then."""

    kind: Literal["press_ignored"] = "press_ignored"
    button: Button


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """Put on record, and nothing else."""

    kind: Literal["noted"] = "noted"
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
