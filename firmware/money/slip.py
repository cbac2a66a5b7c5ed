"""A slip: the wagers of a round, and maybe its result, as text in JSON or CSV.

Decides what such a text may hold, and names the place of the first thing it may not. It must never know where the text
came from, nor what is paid.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from firmware.errors import Refused
from firmware.money.amount import read_amount, shown
from firmware.money.paper import Number, is_json, read_csv, read_json
from firmware.money.result import Result, read_round, read_words
from firmware.money.wagers import Bet, Wager

COLUMNS: Final = ("seat", "on", "amount")
"""Keys of a wager in JSON, and columns of CSV."""

_KEYS: Final = ("result", "wagers")


@dataclass(frozen=True, slots=True)
class Slip:
    """What a text says; `result` is None where it says none."""

    wagers: tuple[Wager, ...]
    result: Result | None


def read_slip(text: str, seats: int) -> Slip:
    """Return the slip that `text` is: a JSON object, or lines of CSV. `seats` are numbered from 1.

    Raises:
        Refused: it cannot be read, or names a seat, a bet or an amount there is not; with the number of the wager.
    """
    text = text.removeprefix("\ufeff")  # spreadsheets put it there
    return _from_json(text, seats) if is_json(text) else Slip(_wagers(read_csv(text, COLUMNS), seats), None)


def _from_json(text: str, seats: int) -> Slip:
    document = read_json(text)
    if not isinstance(document, dict) or not isinstance(document.get("wagers"), list):
        raise Refused("form", 'no slip: write {"result": "banker 4 6", "wagers": [{"seat": 1, ...}, ...]}')
    for key in document:
        if key not in _KEYS:
            raise Refused("form", f"{shown(key)} is unknown; a slip has {' and '.join(_KEYS)}")
    wagers = _wagers(((f"wager {place}", row) for place, row in enumerate(document["wagers"], 1)), seats)
    return Slip(wagers, _result(document["result"]) if "result" in document else None)


def _result(said: object) -> Result:
    if isinstance(said, dict):
        return read_round(said)
    if not isinstance(said, str) or isinstance(said, Number):
        raise Refused("form", "result: a text such as `banker 4 6`, or a round as `coup journal show --json` prints it")
    return read_words(said)


def _wagers(rows: Iterable[tuple[str, object]], seats: int) -> tuple[Wager, ...]:
    """Return the wagers of `rows`, each with what it is called. Two of one seat on one bet would be judged apart."""
    wagers: dict[tuple[int, Bet], Wager] = {}
    for where, row in rows:
        wager = _wager(row, where, seats)
        if (wager.seat, wager.on) in wagers:
            raise Refused("form", f"{where}: seat {wager.seat} has a wager on {wager.on.says} already; write their sum")
        wagers[wager.seat, wager.on] = wager
    return tuple(wagers.values())


def _wager(row: object, where: str, seats: int) -> Wager:
    if not isinstance(row, dict) or sorted(row) != sorted(COLUMNS):
        raise Refused("form", f"{where}: a wager has {', '.join(COLUMNS)}, and nothing else")
    for key in COLUMNS:
        if not isinstance(row[key], str):
            raise Refused("form", f"{where}: {key} is a text or a number")
    seat, on, amount = (row[key] for key in COLUMNS)
    if on not in list(Bet):
        raise Refused("form", f"{where}: {shown(on)} is no wager; there are {', '.join(Bet)}")
    return Wager(_seat(seat, where, seats), Bet(on), read_amount(amount, where))


def _seat(text: str, where: str, seats: int) -> int:
    numbers = {str(seat): seat for seat in range(1, seats + 1)}
    if text not in numbers:
        raise Refused("form", f"{where}: seat {shown(text)} is unknown; they are numbered from 1 to {seats}")
    return numbers[text]
