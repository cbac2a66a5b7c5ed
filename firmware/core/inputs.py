"""What happened at the table: the words in which shoe, panel and people speak to the core.

Inputs are the second of the three vocabularies (frames, *inputs*, facts). An input says what was seen or asked for;
what it means is decided in `decide`. Every input is journaled as it came, so a field here is a field on record.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from firmware.core.cards import Card, Face
from firmware.errors import RefusalCode

Button: TypeAlias = Literal["confirm", "player", "banker", "tie", "reveal", "no_more_bets", "void", "cut"]
Role: TypeAlias = Literal["dealer", "supervisor", "casino", "technician"]
Hand: TypeAlias = Literal["", "player", "banker", "burn"]
FaultName: TypeAlias = Literal["link", "jam", "gate", "journal", "lamps", "panel", "software"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeInput:
    """Something the shoe said. With a `boot`, that and `seq` identify the event for ever (PROTOCOL.md, "Numbering")."""

    boot: str = ""  # empty: this shoe does not number its events for good
    seq: int = 0
    said: str = ""  # KIND and what follows it, as received: the yardstick for a SEQ that comes again


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLeft(ShoeInput):
    """A card left the shoe."""

    kind: Literal["card"] = "card"
    face: Face
    source: Literal["shoe", "manual", "corrected"] = "shoe"  # else a person named its value
    hand: Hand = ""  # where the shoe counts it: a second opinion; empty: it has none


@dataclass(frozen=True, slots=True, kw_only=True)
class CutLeft(ShoeInput):
    """A cutting card left the shoe."""

    kind: Literal["cut"] = "cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded(ShoeInput):
    """The lid was closed on a fresh set of cards."""

    kind: Literal["loaded"] = "loaded"


@dataclass(frozen=True, slots=True, kw_only=True)
class LidMoved(ShoeInput):
    """The lid was opened or shut."""

    kind: Literal["lid"] = "lid"
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MouthEmpty(ShoeInput):
    """No card lies at the mouth."""

    kind: Literal["empty"] = "empty"


@dataclass(frozen=True, slots=True, kw_only=True)
class MouthJammed(ShoeInput):
    """The mouth is blocked."""

    kind: Literal["jam"] = "jam"


@dataclass(frozen=True, slots=True, kw_only=True)
class MouthClear(ShoeInput):
    """The mouth is free again."""

    kind: Literal["clear"] = "clear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoiled(ShoeInput):
    """The reader doubts what it said of the card before (`SENSOR`: of itself)."""

    kind: Literal["spoil"] = "spoil"
    code: Literal["UV", "DOUBLE", "BACK", "SENSOR"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSaid(ShoeInput):
    """The shoe says how the round ended: a second opinion."""

    kind: Literal["result_said"] = "result_said"
    winner: Literal["player", "banker", "tie", "void"]  # void: it was broken off at the shoe


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmSaid(ShoeInput):
    """The shoe says that a card too many left (`overdraw`), or one that it could not read (`misread`)."""

    kind: Literal["alarm_said"] = "alarm_said"
    alarm: Literal["overdraw", "misread"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSaidAgain(ShoeInput):
    """The shoe says again what card lies where. That moves no card: another one than on record is a question."""

    kind: Literal["card_said_again"] = "card_said_again"
    face: Face
    hand: Hand
    nth: int  # card of that hand, from 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown(ShoeInput):
    """An event this version has no meaning for: recorded as it stands, acknowledged, and nothing else."""

    kind: Literal["unknown"] = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoePresented:
    """A shoe named itself with a BOOT that was not the present one (PROTOCOL.md, "Delivery").

    `restarted` is true when another BOOT was present before: a shoe that lost its power, or another shoe.
    """

    kind: Literal["presented"] = "presented"
    boot: str
    serial: str
    model: str
    firmware: str
    restarted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeAdopted:
    """The host goes on after `seq` of a BOOT it has no event of: what lies before is another host's record."""

    kind: Literal["adopted"] = "adopted"
    boot: str
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsLost:
    """A `BEAT` proved that the events `first` to `last` can never be had again."""

    kind: Literal["lost"] = "lost"
    boot: str
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BootRepeated:
    """A BOOT came back with another history than the one on record: nothing more of it is taken."""

    kind: Literal["repeated"] = "repeated"
    boot: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineNoted:
    """Something about the line that belongs on record and changes nothing at the table."""

    kind: Literal["line"] = "line"
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultSeen:
    """An equipment fault began."""

    kind: Literal["fault_seen"] = "fault_seen"
    fault: FaultName
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultGone:
    """The cause of an equipment fault is gone."""

    kind: Literal["fault_gone"] = "fault_gone"
    fault: FaultName


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultsAcknowledged:
    """A supervisor has taken note of the faults so far."""

    kind: Literal["acknowledged"] = "acknowledged"
    actor: str
    peer: str = ""  # as in `Decided`


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A button was pressed and let go. `held` means two seconds or longer, `key` that the supervisor's key was on."""

    kind: Literal["press"] = "press"
    button: Button
    held: bool = False
    key: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A person decided something. Who may is checked in the core by `role`; who it is was checked before."""

    kind: Literal["decide"] = "decide"
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestsRefused:
    """People's requests were refused: `count` with the same code since the last record of it; `actor` sent the last."""

    kind: Literal["refused"] = "refused"
    code: RefusalCode
    count: int
    actor: str = ""  # as the request says, who it is was not proved
    peer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The controller was started on its journal: the fault `link` until the shoe has said all that was missed."""

    kind: Literal["started"] = "started"
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFailed:
    """The program failed on an input, and ended. Met again, the event is lost instead of failing once more."""

    kind: Literal["failed"] = "failed"
    boot: str = ""  # of a numbered event of the shoe; empty for any other input
    seq: int = 0
    what: str  # the input in full
    error: str  # its kind, and where it arose


@dataclass(frozen=True, slots=True, kw_only=True)
class Continued:
    """What is due by itself: a new shoe begins on a page of its own, so its first record follows from no event."""

    kind: Literal["continued"] = "continued"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoesRemoved:
    """The journal's files of these shoes are no longer kept. On record before they go."""

    kind: Literal["shoes_removed"] = "shoes_removed"
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
