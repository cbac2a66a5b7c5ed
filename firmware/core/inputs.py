"""What happened at the table: the words in which shoe, panel and people speak to the core.

Inputs are the second of the three vocabularies (frames, *inputs*, facts). An input says what was seen or asked for;
what it means is decided in `decide`. Every input is journaled as it came, so a field here is a field on record.
"""

from typing import Literal, TypeAlias

from firmware.core.cards import Card, Face
from firmware.errors import RefusalCode
from firmware.vocabulary import Word

Button: TypeAlias = Literal["confirm", "player", "banker", "tie", "reveal", "no_more_bets", "void", "cut"]
Role: TypeAlias = Literal["dealer", "supervisor", "casino", "technician"]
Hand: TypeAlias = Literal["", "player", "banker", "burn"]
FaultName: TypeAlias = Literal["link", "jam", "gate", "journal", "lamps", "panel", "software"]


class ShoeInput(Word, frozen=True, kw_only=True):
    """Something the shoe said. With a `boot`, that and `seq` identify the event for ever (PROTOCOL.md, "Numbering")."""

    boot: str = ""  # empty: this shoe does not number its events for good
    seq: int = 0
    said: str = ""  # KIND and what follows it, as received: the yardstick for a SEQ that comes again


class CardLeft(ShoeInput, frozen=True, kw_only=True, tag="card"):
    """A card left the shoe."""

    face: Face
    source: Literal["shoe", "manual", "corrected"] = "shoe"  # else a person named its value
    hand: Hand = ""  # where the shoe counts it: a second opinion; empty: it has none


class CutLeft(ShoeInput, frozen=True, kw_only=True, tag="cut"):
    """A cutting card left the shoe."""


class Loaded(ShoeInput, frozen=True, kw_only=True, tag="loaded"):
    """The lid was closed on a fresh set of cards."""


class LidMoved(ShoeInput, frozen=True, kw_only=True, tag="lid"):
    """The lid was opened or shut."""

    open: bool


class MouthEmpty(ShoeInput, frozen=True, kw_only=True, tag="empty"):
    """No card lies at the mouth."""


class MouthJammed(ShoeInput, frozen=True, kw_only=True, tag="jam"):
    """The mouth is blocked."""


class MouthClear(ShoeInput, frozen=True, kw_only=True, tag="clear"):
    """The mouth is free again."""


class Spoiled(ShoeInput, frozen=True, kw_only=True, tag="spoil"):
    """The reader doubts what it said of the card before (`SENSOR`: of itself)."""

    code: Literal["UV", "DOUBLE", "BACK", "SENSOR"]


class ResultSaid(ShoeInput, frozen=True, kw_only=True, tag="result_said"):
    """The shoe says how the round ended: a second opinion."""

    winner: Literal["player", "banker", "tie", "void"]  # void: it was broken off at the shoe


class AlarmSaid(ShoeInput, frozen=True, kw_only=True, tag="alarm_said"):
    """The shoe says that a card too many left (`overdraw`), or one that it could not read (`misread`)."""

    alarm: Literal["overdraw", "misread"]


class CardSaidAgain(ShoeInput, frozen=True, kw_only=True, tag="card_said_again"):
    """The shoe says again what card lies where. That moves no card: another one than on record is a question."""

    face: Face
    hand: Hand
    nth: int  # card of that hand, from 1


class Unknown(ShoeInput, frozen=True, kw_only=True, tag="unknown"):
    """An event this version has no meaning for: recorded as it stands, acknowledged, and nothing else."""


class ShoePresented(Word, frozen=True, kw_only=True, tag="presented"):
    """A shoe named itself with a BOOT that was not the present one (PROTOCOL.md, "Delivery").

    `restarted` is true when another BOOT was present before: a shoe that lost its power, or another shoe.
    """

    boot: str
    serial: str
    model: str
    firmware: str
    restarted: bool


class ShoeAdopted(Word, frozen=True, kw_only=True, tag="adopted"):
    """The host goes on after `seq` of a BOOT it has no event of: what lies before is another host's record."""

    boot: str
    seq: int


class EventsLost(Word, frozen=True, kw_only=True, tag="lost"):
    """A `BEAT` proved that the events `first` to `last` can never be had again."""

    boot: str
    first: int
    last: int


class BootRepeated(Word, frozen=True, kw_only=True, tag="repeated"):
    """A BOOT came back with another history than the one on record: nothing more of it is taken."""

    boot: str
    why: str


class LineNoted(Word, frozen=True, kw_only=True, tag="line"):
    """Something about the line that belongs on record and changes nothing at the table."""

    note: str


class FaultSeen(Word, frozen=True, kw_only=True, tag="fault_seen"):
    """An equipment fault began."""

    fault: FaultName
    why: str = ""


class FaultGone(Word, frozen=True, kw_only=True, tag="fault_gone"):
    """The cause of an equipment fault is gone."""

    fault: FaultName


class FaultsAcknowledged(Word, frozen=True, kw_only=True, tag="acknowledged"):
    """A supervisor has taken note of the faults so far."""

    actor: str
    peer: str = ""  # as in `Decided`


class Pressed(Word, frozen=True, kw_only=True, tag="press"):
    """A button was pressed; `held` for two seconds or longer with the key on. `key`: the supervisor's key was on."""

    button: Button
    held: bool = False
    key: bool = False


class Decided(Word, frozen=True, kw_only=True, tag="decide"):
    """A person decided something. Who may is checked in the core by `role`; who it is was checked before."""

    decision: str
    role: Role
    actor: str = ""
    reason: str = ""
    card: Card | None = None
    n: int | None = None  # card number in the open shoe, from 1
    hold: int | None = None  # the hold the person has read; None: whatever waits now
    second: str = ""
    second_role: Role | None = None
    peer: str = ""  # the process that asked, by the system's word; empty: a button or a bench


class RequestsRefused(Word, frozen=True, kw_only=True, tag="refused"):
    """People's requests were refused: `count` with the same code since the last record of it; `actor` sent the last."""

    code: RefusalCode
    count: int
    actor: str = ""  # as the request says, who it is was not proved
    peer: str = ""


class Started(Word, frozen=True, kw_only=True, tag="started"):
    """The controller was started on its journal: the fault `link` until the shoe has said all that was missed."""

    version: str


class InputFailed(Word, frozen=True, kw_only=True, tag="failed"):
    """The program failed on an input, and ended. Met again, the event is lost instead of failing once more."""

    boot: str = ""  # of a numbered event of the shoe; empty for any other input
    seq: int = 0
    what: str  # the input in full
    error: str  # its kind, and where it arose


class Continued(Word, frozen=True, kw_only=True, tag="continued"):
    """What is due by itself: a new shoe begins on a page of its own, so its first record follows from no event."""


class ShoesRemoved(Word, frozen=True, kw_only=True, tag="shoes_removed"):
    """The journal's files of these shoes are no longer kept. On record before they go."""

    first: int
    last: int
    head: str  # the last hash of the last of them: the files that stay follow it


ShoeEvent: TypeAlias = (
    CardLeft
    | CutLeft
    | Loaded
    | LidMoved
    | MouthEmpty
    | MouthJammed
    | MouthClear
    | Spoiled
    | ResultSaid
    | AlarmSaid
    | CardSaidAgain
    | Unknown
)
LinkInput: TypeAlias = ShoePresented | ShoeAdopted | EventsLost | BootRepeated | LineNoted | FaultSeen | FaultGone
PeopleInput: TypeAlias = Pressed | Decided | FaultsAcknowledged | RequestsRefused
Input: TypeAlias = ShoeEvent | LinkInput | PeopleInput | Started | InputFailed | Continued | ShoesRemoved
