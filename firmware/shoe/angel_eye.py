"""The driver for Angel Eye II shoes (PROTOCOL.md, section 8). Nobody has tried it on a real shoe.

Decides what a message means, and which one is a repeat. Must never take two cards for one by their value, nor let what
the shoe says of the game move a card: that is a second opinion.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from firmware.core.cards import UNREAD, Face
from firmware.core.inputs import (
    AlarmSaid,
    CardLeft,
    CardSaidAgain,
    CutLeft,
    Hand,
    Input,
    LineNoted,
    ResultSaid,
    ShoeEvent,
    ShoeInput,
    Spoiled,
    Unknown,
)
from firmware.shoe.angel_frames import ALARMS, CARDS, Frames, Message
from firmware.shoe.listener import LOST, Listener
from firmware.shoe.options import Option, chosen

BAUD: Final = 4800
NOTE: Final = "angel-eye is an unverified driver: nobody has tried it on a real shoe; not one byte is ever sent"

OPTIONS: Final = (
    Option("second_opinion", (True, False), "false: whose card, results and alarms of the game are only recorded"),
    Option("reverse", ("doubt", "back"), "a card reversed at the exit: the reader is in doubt, or the card went back"),
    Option("first_index", (1, 0), "index of the first card of a hand, where the shoe says a card again"),
    Option("sequence", ("any", "counts"), "counts: SEQ rises by one (FF, then 00), and a jump proves a loss"),
)

COPIES: Final = 3
"""A message is said to be sent so often at most. More of one SEQ mean that SEQ does not do what is said of it."""

_NOTED: Final = "the shoe"
"""So begins the note of every message that is no input of the shoe's, and none besides."""

_HANDS: Final[dict[int, tuple[Hand, str]]] = {
    0: ("player", "Player"),
    1: ("banker", "Banker"),
    2: ("burn", "burn"),
    4: ("burn", "first card"),
    5: ("burn", "burn count"),
}
_STATES: Final = {0: "locked", 1: "error", 2: "setting"}
_WINNERS: Final = {1: "player", 2: "tie", 4: "banker", 7: "void"}
_PAIRS: Final = ("", ", Player pair", ", Banker pair", ", both pairs")


class AngelEye:
    """A `Dialect`. It remembers an unfinished message and the one before.

    Copies of one message may arrive before and after the port was opened anew, or the host started: only what comes
    after tells that they are over. So the newest message outlives both, a start by what is on record of it.
    """

    def __init__(self, options: Mapping[str, object]) -> None:
        """Take every option with its value."""
        self._opinions = options["second_opinion"] is True
        self._back = options["reverse"] == "back"
        self._first = 0 if options["first_index"] == 0 else 1
        self._counting = options["sequence"] == "counts"
        self._frames = Frames()
        self._last: Message | None = None
        self._before: Message | None = None  # the last one, where nothing between is known to be lost
        self._on_record: tuple[int, str] | None = None  # SEQ and content, before anything was heard
        self._copies = 1
        self._counts: Counter[str] = Counter()

    def restore(self, earlier: Input) -> None:
        """Learn which message was the newest before this start, if it was one that the shoe may say again."""
        match earlier:
            case ShoeInput(boot="", seq=seq, said=said):
                self._on_record = seq, said
            case LineNoted(note=note) if note.startswith(_NOTED):
                self._on_record = None

    def reset(self) -> None:
        """Forget an unfinished message, but not the one before."""
        self._frames.reset()
        self._before = None

    def hear(self, data: bytes) -> list[Input]:
        """Return what the messages that `data` completes say."""
        return [said for message in self._frames.feed(data) for said in self._take(message)]

    def counters(self) -> dict[str, int]:
        """Return how many messages came, how many of them were repeats, and how many bytes were in none."""
        found = {"good": self._frames.good, "bad_bcc": self._frames.bad, "skipped_bytes": self._frames.skipped}
        return {**found, **self._counts}

    def _take(self, message: Message) -> list[Input]:
        last, before = self._last, self._before
        self._last = self._before = message
        meant = [_numbered(one, message.seq) for one in self._mean(message.data)]
        if message == last or (last is None and self._is_on_record(meant)):
            self._counts["repeats"] += 1
            self._copies += 1
            if self._copies == COPIES + 1:
                return [LineNoted(note=f"SEQ {message.seq:02X} came more than {COPIES} times: it was counted once")]
            return []
        self._copies = 1
        return [*self._compare(message, before), *meant]

    def _is_on_record(self, meant: Sequence[Input]) -> bool:
        return any(isinstance(one, ShoeInput) and (one.seq, one.said) == self._on_record for one in meant)

    def _compare(self, message: Message, last: Message | None) -> list[Input]:
        """Return what SEQ says, compared with the one before; a shoe that started again has begun a new count."""
        if last is None or b"S" in (last.data, message.data):
            return []
        if message.seq == last.seq:
            return [LineNoted(note=f"SEQ {message.seq:02X} came again with another message: it counts as a new one")]
        if self._counting and message.seq != (last.seq + 1) % 256:
            self._counts["jumps"] += 1
            return [LineNoted(note=f"SEQ {message.seq:02X} came after {last.seq:02X}: what was between is lost"), LOST]
        return []

    def _mean(self, data: bytes) -> list[Input]:
        match data[:1]:
            case b"S":
                return [LineNoted(note="the shoe started communication anew"), LOST]
            case b"P" if len(data) == 1:
                return [LineNoted(note="the shoe is on stand-by")]
            case b"M":
                return [LineNoted(note="the shoe's presets were changed")]
            case b"L" if len(data) == 2:
                return [LineNoted(note=f"the shoe is {'locked' if data[1] & 1 else 'unlocked'}")]
            case b"C":
                return [CutLeft(said="C")]
            case b"D":
                return [self._card(data)]
            case b"d":
                state = _STATES.get(_kind(data), "")
                return [CardLeft(face=_face(data), said=f"d {state} {_face(data)}")]
            case b"G" if len(data) == 2:
                return [self._result(data)]
            case b"R" if len(data) == 3:
                return [self._again(data)]
            case b"E" if len(data) == 2:
                return [self._alarm(data[1])]
            case b"e" if len(data) == 2:
                return [LineNoted(note=f"the shoe cancelled its error: {_alarm(data[1])}")]
        return [Unknown(said=_plain(data))]

    def _card(self, data: bytes) -> CardLeft:
        hand, where = _HANDS.get(_kind(data), ("", ""))
        said = f"D {where} {_index(data)} {_face(data)}"
        return CardLeft(face=_face(data), said=said, hand=hand if self._opinions else "")

    def _result(self, data: bytes) -> ShoeEvent:
        winner = _WINNERS.get(_kind(data))
        said = f"G {winner}{_PAIRS[data[1] & 3]}"
        match winner if self._opinions else None:
            case "player" | "banker" | "tie" | "void" as known:
                return ResultSaid(winner=known, said=said)
        return Unknown(said=said if winner else _plain(data))

    def _again(self, data: bytes) -> ShoeEvent:
        hand, where = _HANDS.get(_kind(data), ("", ""))
        nth, face = _index(data) - self._first + 1, _face(data)
        said = f"R {where} {_index(data)} {face}"
        if self._opinions and hand and nth > 0:
            return CardSaidAgain(face=face, hand=hand, nth=nth, said=said)
        return Unknown(said=said)

    def _alarm(self, code: int) -> Input:
        said = f"E {_alarm(code)}"
        match code & 0x3F:
            case 1 if self._opinions:
                return AlarmSaid(alarm="misread", said=said)
            case 2 if self._opinions:
                return AlarmSaid(alarm="overdraw", said=said)
            case 1 | 2:
                return Unknown(said=said)
            case 4 | 5:
                return Spoiled(code="BACK" if self._back else "SENSOR", said=said)
            case 6:
                return Spoiled(code="UV", said=said)
        return LineNoted(note=f"the shoe says error {_alarm(code)}")


def driver(listen_only: bool, options: Mapping[str, object]) -> Listener:
    """Return the driver: listen-only, whatever is asked for. Raises `ConfigError` for options it does not have."""
    return Listener(AngelEye(chosen(OPTIONS, options)), listen_only=True, note=NOTE)


def _numbered(meant: Input, seq: int) -> Input:
    """Return `meant` with the SEQ of its message, where it can have one."""
    return replace(meant, seq=seq) if isinstance(meant, ShoeInput) else meant


def _number(data: bytes, at: int) -> int | None:
    """Return the seven bits of a number; None where there is none, for bytes that carry numbers have bit 7 set."""
    return data[at] & 0x7F if len(data) > at and data[at] & 0x80 else None


def _kind(data: bytes) -> int:
    """Return bits 6 to 4 of the first number, -1 for none."""
    number = _number(data, 1)
    return -1 if number is None else number >> 4


def _index(data: bytes) -> int:
    """Return bits 3 to 0 of the first number, -1 for none."""
    number = _number(data, 1)
    return -1 if number is None else number & 0x0F


def _face(data: bytes) -> Face:
    """Return the card in the second number. One that is none, or no card, is a card all the same: unread."""
    number = _number(data, 2)
    if number is None or len(data) != 3:
        return UNREAD
    return CARDS.get(number, UNREAD)


def _alarm(code: int) -> str:
    mode = " (in error mode)" if code & 0x40 else ""
    return f"{code & 0x3F} {ALARMS.get(code & 0x3F, 'of unknown meaning')}{mode}"


def _plain(data: bytes) -> str:
    return data.decode("ascii", "backslashreplace")
