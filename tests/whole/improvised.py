"""An evening that chance tells, as events: mostly what the table calls for, and whatever else can happen at one.

Decides what happens next by what is to be seen of the table. It must never work out a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, get_args

from hypothesis import strategies as st

from firmware import editions
from firmware.core.cards import DECK, UNREAD
from firmware.core.inputs import Button
from firmware.core.settings import Settings, build
from firmware.core.view import status
from firmware.shoe.angel_frames import worded
from firmware.shoe.frames import wrap
from tests.whole.happenings import Arrives, Asks, Dies, Event, Fills, Plugs, Says, Starts, Waits
from tests.whole.one_function import MS, SECOND, Controller, Outputs, one_table

TABLES: Final[tuple[dict[str, Any], ...]] = (
    {"edition": "nz-mini-1996"},
    {"edition": "nz-midi-1996", "style": "C"},
    {"edition": "nz-midi-1996", "style": "B", "no_more_bets": "button"},
    {"edition": "nz-mini-1996", "burn": "first-card", "confirm": "result"},
    {"edition": "nz-baccarat-2004", "decks": 4, "cutting_cards": 2},
)
"""Settings, every one with something the others have not."""

BUTTONS: Final = get_args(Button)
SPOILS: Final = ("UV", "DOUBLE", "BACK", "SENSOR")
NOISE: Final = (
    b"\x00\xff\r\n",
    b"$",
    b"$EV,",
    b"[Ga",
    b"\x05",
    b"*\r\n",
    b"boot: ready\r\n",
    b"$BEAT,BE9C0001,1,0,0*0000\r\n",
)
MY, OTHER = b"BE9C0001", b"0DD5E77E"
FORGED: Final = (
    *(
        wrap(body)
        for boot in (MY, OTHER)
        for body in (
            b"HELLO,%b,X,Y,Z,1" % boot,
            b"HELLO,%b,X,Y,Z,2" % boot,
            b"MOUTH,%b,NONE" % boot,
            b"MOUTH,%b,OPEN" % boot,
            b"BEAT,%b,1,0,0" % boot,
            b"BEAT,%b,3,2,9" % boot,
            b"BEAT,%b,1,4294967294,4294967294" % boot,
            *(b"EV,%b,%d,CARD,KH" % (boot, seq) for seq in (1, 2, 3, 5, 8, 4294967294)),
            b"EV,%b,4,LOADED" % boot,
            b"EV,%b,6" % boot,
        )
    ),
    wrap(b"ERR,CRC"),
    *(b"KH\r\n", b"10H K#\r\n", b"LOADED\r\n", b"X" * 40 + b"\r\n"),
    *(
        b"[Game]<Card:4S>\r\n",
        b"<Game>",
        b"[Game]<Alarm:E3 Card Not Read>",
        b"[Manual Burn Cards]<Card:TH>",
        b"[Ga\r\n",
    ),
    *(
        worded(0x31, data)
        for data in (b"S", b"C", b"D\x81\xb8", b"R\x81\xb9", b"G\x91", b"E\xc2", b"E\x84", b"P", b"?")
    ),
)
"""What no shoe would say now, said well."""
RANGE: Final = wrap(b"ERR,RANGE")
RECOVERS_S: Final = 12
"""Seconds; by then shoe and controller trust each other again."""

Token = tuple[str, int]
"""What happens, and a number that says how."""

CALM: Final = ("on",) * 8 + (
    "card",
    "unread",
    "spoil",
    "cut",
    "loaded",
    "lid",
    "empty",
    "jam",
    "press",
    "hold",
    "key",
    "decide",
    "wait",
)
"""What can happen at a table whose equipment works."""
LINE: Final = ("shoe off", "unplugged")
STORMY: Final = (*CALM, *LINE, "noise", "forged", "forged", "refused", "killed", "full")


class Improvised(NamedTuple):
    """An evening: its events, and what came out of them."""

    settings: Settings
    protocol: str
    events: list[Event]
    outputs: Outputs


def tables() -> st.SearchStrategy[Settings]:
    return st.sampled_from(TABLES).map(lambda words: build(words, editions.shipped()))


def tokens(words: Sequence[str], most: int = 30) -> st.SearchStrategy[list[Token]]:
    return st.lists(st.tuples(st.sampled_from(words), st.integers(0, 2**16)), min_size=4, max_size=most)


def improvise(told: Sequence[Token], table_settings: Settings, protocol: str = "shoe-link") -> Improvised:
    """Play an evening."""
    with one_table(table_settings, protocol) as table:
        evening = Evening(table)
        for word, number in [("on", 0), *told]:
            evening.tell(word, number)
        evening.recover()
        return Improvised(table_settings, protocol, evening.events, table.outputs())


class Evening:
    """One table, and what has happened at it."""

    def __init__(self, table: Controller) -> None:
        self.table, self.events = table, list[Event]()
        self.happen(Waits(SECOND))
        self.happen(Asks({"do": "key", "on": True}))

    def happen(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.table.happen(event)

    def recover(self) -> None:
        """Wait until shoe and controller trust each other."""
        for _ in range(RECOVERS_S):
            self.happen(Waits(SECOND))
            if "link" not in self.table.seen().faults:
                break

    def tell(self, word: str, number: int) -> None:
        match word:
            case "on":
                for more in range(1 + number % 4):
                    self.happen(self._due(number + 7 * more))
            case "card" | "cut" | "loaded" | "empty" | "spoil" | "unread":
                self.happen(self._said(word, number))
            case "lid":
                self.happen(*map(self._lid, (True, False)))
            case "jam":
                self.happen(self._says("jam"), self._says("clear"))
            case "press" | "hold":
                self.happen(_press(BUTTONS[number % len(BUTTONS)], 3000 if word == "hold" else 100))
            case "key":
                self.happen(Asks({"do": "key", "on": number % 3 > 0}))
            case "decide":
                self.happen(self._decided(number))
            case "wait":
                self.happen(Waits(number * MS // 8))
            case _:
                self._equipment(word, number)

    def _equipment(self, word: str, number: int) -> None:
        match word:
            case "shoe off":
                self.happen(self._says("restart"))
                self.recover()
            case "unplugged":
                self.happen(Plugs(False), Waits(number * MS // 16), self._said("card", number), Plugs(True))
                self.recover()
            case "forged":
                self.happen(Arrives((FORGED[number % len(FORGED)],)), Waits(number % 3 * SECOND))
            case "refused":
                self.happen(Arrives((RANGE,)), Waits(number % 3 * SECOND))
            case "full":
                self.happen(Fills(True), self._said("card", number), Waits(number * MS // 16))
                self.happen(self._due(number), Fills(False), Waits(3 * SECOND))
            case "noise":
                self.happen(Arrives((NOISE[number % len(NOISE)],)), Waits(number % 3 * SECOND))
            case "killed":
                self.happen(Dies(), self._said("card", number), Waits(number * MS // 16), Starts())
                if number % 2:
                    self.recover()

    def _due(self, number: int) -> Event:
        """What the table calls for."""
        seen = self.table.seen()
        if seen.hold:
            return self._decided(number, calmly=True)
        if seen.phase == "shuffle":
            fresh = self._says("loaded")
            return fresh if isinstance(fresh, Says) else _decide("new_shoe")
        if "deal" in seen.lamps:
            return self._said("card", number)
        lit = {"player_wins": "player", "banker_wins": "banker", "tie": "tie"}.keys() & seen.lamps
        called = {"reveal": "reveal", "ready": "no_more_bets"}.get(seen.phase, "confirm")
        if called == "confirm" and lit and self.table.table.settings.confirm == "result":
            called = min(lit).removesuffix("_wins")
        return _press(called, 100)

    def _decided(self, number: int, calmly: bool = False) -> Event:
        loop = self.table.loop
        assert loop is not None
        assert loop.shown is not None
        open_now = sorted(status(loop.shown_table, loop.shown, link_up=True)["open"])
        open_now = [decision for decision in open_now if not calmly or decision != "reshuffle"]
        return _decide(open_now[number % len(open_now)], number) if open_now else Waits(MS)

    def _said(self, word: str, number: int) -> Event:
        match word:
            case "card":
                return self._says("card", DECK[number % len(DECK)])
            case "unread":
                return self._says("card", UNREAD)
            case "spoil":
                return self._says("spoil", SPOILS[number % len(SPOILS)])
        return self._says(word)

    def _lid(self, is_open: bool) -> Event:
        return self._says("lid", is_open)

    def _says(self, what: str, *more: Any) -> Event:
        """What the shoe says; nothing happens where it has no word for it."""
        return Waits(MS) if what in self.table.shoe.lacks else Says(what, more)


def _press(button: str, for_ms: int) -> Event:
    return Asks({"do": "press", "button": button, "for_ms": for_ms})


def _decide(decision: str, number: int = 0) -> Event:
    words: dict[str, Any] = {"do": "decide", "decision": decision, "actor": "Kim", "reason": "seen"}
    if decision in ("card", "correct"):
        words["card"] = DECK[number // 5 % len(DECK)]
    if decision == "correct":
        words["n"] = 1 + number % 7
    return Asks(words)
