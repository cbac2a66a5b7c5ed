"""How each step of a scenario is written.

Decides what a line means. Pure: it must never know a table, nor whether an expectation holds.
"""

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar, cast, get_args

from firmware.bench.steps import (
    CardsLeave,
    Decides,
    Expects,
    Happening,
    Happens,
    LidMoves,
    LinkMoves,
    PowerCut,
    Presses,
    ShoeRestarts,
    SpoilCode,
    Spoils,
    Step,
    TurnsKey,
    Waits,
)
from firmware.core.cards import DECK, FACES, HIDDEN, Card
from firmware.core.facts import Code
from firmware.core.indicators import Lamp
from firmware.core.inputs import Button, FaultName, Role
from firmware.core.lifecycle import Phase

LONGEST_WAIT_S: Final = 86_400
"""Seconds: a day at the table."""
LONGEST_PRESS_S: Final = 10
"""Seconds. A button that is down for longer is stuck."""

DECISIONS: Final = (
    *("closed", "disclosed", "undisclosed", "discard", "continue", "accept", "card", "resume"),
    *("correct", "void_round", "reshuffle", "new_shoe", "cut", "burned", "banker_first"),
)
"""Everything that people can decide, open or not."""

_CARD: Final = "a card: a rank of A 2 3 4 5 6 7 8 9 T J Q K, then a suit of S H D C"
_T = TypeVar("_T")


class Unreadable(Exception):
    """What was expected in a line, and what was found."""

    def __init__(self, expected: str, found: str) -> None:
        """Word both."""
        super().__init__(expected, found)
        self.expected, self.found = expected, found


def words_of(line: str) -> list[str]:
    """Return the words of a line; quotes keep blanks and `#` together, a bare `#` begins a comment.

    Raises:
        Unreadable: a quote is not closed.
    """
    if not any(mark in line for mark in "\"'\\"):
        return line.partition("#")[0].split()
    try:
        return shlex.split(line, comments=True)
    except ValueError as error:
        raise Unreadable("every quote closed", line.strip()) from error


def step(number: int, words: list[str]) -> Step:
    """Return the step that the words of line `number` are; there is at least one.

    Raises:
        Unreadable: with how it has to be written.
    """
    word, rest = words[0], words[1:]
    if word not in _GRAMMAR:
        raise Unreadable(f"one of {', '.join(('table', *_GRAMMAR))}", word)
    form, reader = _GRAMMAR[word]
    try:
        return reader(number, rest)
    except ValueError as error:
        why = f" ({error})" if str(error) else ""
        raise Unreadable(f"{form}{why}", shlex.join(words)) from error


def pairs_of(words: list[str], keys: Sequence[str] | None, form: str) -> dict[str, str]:
    """Return KEY=VALUE words by key, each once; `keys` are those there are, None if others judge that.

    Raises:
        Unreadable: a word is none of them.
    """
    pairs: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key or key in pairs or (keys is not None and key not in keys):
            raise Unreadable(form, word)
        pairs[key] = value
    return pairs


def _one(words: list[str], choice: Mapping[str, _T]) -> _T:
    if len(words) != 1 or words[0] not in choice:
        raise ValueError
    return choice[words[0]]


def _none(words: list[str]) -> None:
    if words:
        raise ValueError


def _among(word: str, choice: Sequence[str], what: str) -> str:
    if word not in choice:
        raise ValueError(f"{what} is one of {', '.join(choice)}")
    return word


def _number(word: str, most: int, what: str) -> float:
    if not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,9})?", word) or float(word) > most:
        raise ValueError(f"{what} is a number of seconds from 0 to {most}, such as 2.5")
    return float(word)


def _happening(what: Happening) -> Callable[[int, list[str]], Step]:
    def reader(line: int, words: list[str]) -> Step:
        _none(words)
        return Happens(line, what)

    return reader


def _cards(line: int, words: list[str]) -> Step:
    if not words or any(word not in FACES for word in words):
        raise ValueError(f"RS is {_CARD}; ?? for one that is not read")
    return CardsLeave(line, tuple(FACES[word] for word in words))


def _press(line: int, words: list[str]) -> Step:
    if not words:
        raise ValueError
    button = _among(words[0], get_args(Button), "BUTTON")
    pairs = pairs_of(words[1:], ("for",), "press BUTTON [for=SECONDS]")
    return Presses(line, cast(Button, button), _number(pairs.get("for", "0.1"), LONGEST_PRESS_S, "for"))


def _decide(line: int, words: list[str]) -> Step:
    if not words:
        raise ValueError
    decision = _among(words[0], DECISIONS, "DECISION")
    pairs = pairs_of(words[1:], ("by", "card", "n", "second", "reason"), _DECIDE)
    roles = get_args(Role)
    second = pairs.get("second")
    if not re.fullmatch("[0-9]{1,6}", pairs.get("n", "1")):
        raise ValueError("n is the number of a card of the shoe")
    if pairs.get("card", DECK[0]) not in DECK:
        raise ValueError(f"card is {_CARD}")
    return Decides(
        line,
        decision,
        cast(Role, _among(pairs.get("by", "nobody"), roles, "by")),
        card=cast(Card | None, pairs.get("card")),
        n=int(pairs["n"]) if "n" in pairs else None,
        second=None if second is None else cast(Role, _among(second, roles, "second")),
        reason=pairs.get("reason", ""),
    )


def _bare(make: Callable[[int], Step], word: str) -> Callable[[int, list[str]], Step]:
    """Read a step of two words, the second of which is always the same."""

    def reader(line: int, words: list[str]) -> Step:
        _one(words, {word: True})
        return make(line)

    return reader


def _one_of(what: str, *choice: str) -> Callable[[int, list[str]], Step]:
    return lambda line, words: Expects(line, what, _one(words, {word: word for word in choice}))


def _set_of(what: str, *names: str) -> Callable[[int, list[str]], Step]:
    """Read an expectation of an exact set, `none` for an empty one; the order does not matter."""

    def reader(line: int, words: list[str]) -> Step:
        if words != ["none"]:
            for word in words or [""]:
                _among(word, names, "each")
        return Expects(line, what, " ".join(sorted(set(words))))

    return reader


def _count(what: str) -> Callable[[int, list[str]], Step]:
    def reader(line: int, words: list[str]) -> Step:
        if len(words) != 1 or not re.fullmatch("[0-9]{1,6}", words[0]):
            raise ValueError
        return Expects(line, what, str(int(words[0])))

    return reader


def _result(line: int, words: list[str]) -> Step:
    sound = words == ["void"] or (
        len(words) == 3 and words[0] in ("player", "banker", "tie") and all(re.fullmatch("[0-9]", w) for w in words[1:])
    )
    if not sound:
        raise ValueError
    return Expects(line, "result", " ".join(words))


def _public(line: int, words: list[str]) -> Step:
    if words != ["none"] and (not words or any(word not in FACES and word != HIDDEN for word in words)):
        raise ValueError(f"each is {_CARD}; -- for one that is not public")
    return Expects(line, "public", " ".join(words))


def _nothing_more(what: str) -> Callable[[int, list[str]], Step]:
    def reader(line: int, words: list[str]) -> Step:
        _none(words)
        return Expects(line, what, what)

    return reader


_DECIDE: Final = "decide DECISION by=ROLE [card=RS] [n=N] [second=ROLE] [reason=TEXT]"
_LAMPS: Final = tuple(lamp.value for lamp in Lamp)
_PHASES: Final = tuple(phase.value for phase in Phase)
_FAULTS: Final = get_args(FaultName)
_CODES: Final = get_args(Code)

_GRAMMAR: Final[dict[str, tuple[str, Callable[[int, list[str]], Step]]]] = {
    **{what: (f"{what} and no more", _happening(what)) for what in get_args(Happening)},
    "card": ("card RS ...", _cards),
    "lid": ("lid open|shut", lambda line, words: LidMoves(line, _one(words, {"open": True, "shut": False}))),
    "spoil": (
        "spoil UV|DOUBLE|BACK|SENSOR",
        lambda line, words: Spoils(line, _one(words, {code: code for code in get_args(SpoilCode)})),
    ),
    "press": ("press BUTTON [for=SECONDS]", _press),
    "key": ("key on|off", lambda line, words: TurnsKey(line, _one(words, {"on": True, "off": False}))),
    "decide": (_DECIDE, _decide),
    "link": ("link down|up", lambda line, words: LinkMoves(line, _one(words, {"up": True, "down": False}))),
    "shoe": ("shoe restart", _bare(ShoeRestarts, "restart")),
    "power": ("power cut", _bare(PowerCut, "cut")),
    "wait": (
        "wait SECONDS",
        lambda line, words: Waits(line, round(_number(" ".join(words), LONGEST_WAIT_S, "SECONDS") * 1_000_000_000)),
    ),
    "lamps": ("lamps none or LAMP ...", _set_of("lamps", *_LAMPS)),
    "blink": ("blink none or LAMP ...", _set_of("blink", *_LAMPS)),
    "phase": (f"phase {'|'.join(_PHASES)}", _one_of("phase", *_PHASES)),
    "gate": ("gate open|shut", _one_of("gate", "open", "shut")),
    "hold": (f"hold none or one of {', '.join(_CODES)}", _one_of("hold", "none", *_CODES)),
    "fault": ("fault none or NAME ...", _set_of("fault", *_FAULTS)),
    "result": ("result player|banker|tie P B, with counts from 0 to 9, or result void", _result),
    "final": ("final yes|no", _one_of("final", "yes", "no")),
    "void": ("void yes|no", _one_of("void", "yes", "no")),
    "corrected": ("corrected yes|no", _one_of("corrected", "yes", "no")),
    "round": ("round N", _count("round")),
    "cards": ("cards N", _count("cards")),
    "public": ("public none or CARD ...", _public),
    "refused": ("refused and no more", _nothing_more("refused")),
    "ignored": ("ignored and no more", _nothing_more("ignored")),
}
"""First word of a step: how it is written, and what reads the words after it."""
