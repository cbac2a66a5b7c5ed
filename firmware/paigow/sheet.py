"""A round on a sheet, JSON or CSV: the bank, the wagers and their results.

Decides which sheets can be settled. It must never know where a sheet comes from.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, get_args

from firmware.errors import Refused
from firmware.money.amount import Cents, read_amount, shown
from firmware.money.paper import is_json, read_csv, read_json
from firmware.paigow.settlement import Bank, Hand, Result
from firmware.paigow.wagers import judge_stake, judge_wager, read_box

COLUMNS: Final = ("box", "wager", "result")
_RESULTS: Final[dict[str, Result]] = {result: result for result in get_args(Result)}


class Sheet(NamedTuple):
    """What can be settled."""

    bank: Bank
    hands: tuple[Hand, ...]


class _Row(NamedTuple):
    """One box as it is written; its result is `bank` for the co-banker's, where the wager is the whole stake."""

    where: str
    box: str
    wager: str
    result: str


def read(text: str, unit: Cents) -> Sheet:
    """Return the round on a sheet; `unit` is the smallest chip.

    JSON is ``{"bank": {"box": 1, "stake": "1200"}, "boxes": [{"box": 2, "wager": "200", "result": "lose"}]}``; CSV has
    the columns box, wager, result in any order, and the co-banker's row has the result ``bank``.

    Raises:
        Refused: with the first mistake, and where it is.
    """
    rows = _from_json(text) if is_json(text) else _from_csv(text)
    bank: Bank | None = None
    hands: dict[int, Hand] = {}
    for row in rows:
        try:
            box = read_box(row.box)
            if box in hands or (bank and bank.box == box):
                raise Refused("form", f"box {box} is there twice")
            if row.result == "bank":
                if bank:
                    raise Refused("form", "there is one co-banker")
                bank = Bank(box, read_amount(row.wager, "co-banking wager"))
                judge_stake(bank.stake, unit)
            else:
                hands[box] = Hand(box, _wager(row.wager, unit), _result(row.result))
        except Refused as error:
            raise Refused("form", f"{row.where}: {error}") from error
    if bank is None:
        raise Refused("form", "the co-banker is missing: a row with the result `bank`, or the key `bank`")
    if not hands:
        raise Refused("form", "no box holds a wager")
    return Sheet(bank, tuple(hands.values()))


def _wager(text: str, unit: Cents) -> Cents:
    wager = read_amount(text, "wager")
    judge_wager(wager, unit)
    return wager


def _result(text: str) -> Result:
    if text not in _RESULTS:
        raise Refused("form", f"result {shown(text)}: it is win, lose or push")
    return _RESULTS[text]


def _from_csv(text: str) -> Iterator[_Row]:
    return (_Row(where, **cells) for where, cells in read_csv(text, COLUMNS))


def _from_json(text: str) -> Iterator[_Row]:
    page = read_json(text)
    bank, boxes = _texts(page, "the sheet", ("bank", "boxes"), whole=False)
    box, stake = _texts(bank, "bank", ("box", "stake"))
    yield _Row("bank", box, stake, "bank")
    if not isinstance(boxes, list):
        raise Refused("form", "boxes: expected a list")
    for number, found in enumerate(boxes):
        where = f"boxes[{number}]"
        row = _Row(where, *_texts(found, where, COLUMNS))
        if row.result == "bank":
            raise Refused("form", f"{where}: the co-banker belongs under the key `bank`")
        yield row


def _texts(found: Any, where: str, keys: tuple[str, ...], *, whole: bool = True) -> list[Any]:
    """Return the values of exactly these keys; `whole`: each is a text or a number."""
    if not isinstance(found, dict) or set(found) != set(keys):
        raise Refused("form", f"{where}: expected {{{', '.join(keys)}}} and no more")
    if whole and not all(isinstance(found[key], str) for key in keys):
        raise Refused("form", f"{where}: each of {', '.join(keys)} is a text or a number")
    return [found[key] for key in keys]
