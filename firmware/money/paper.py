"""What somebody wrote about a round: JSON, or CSV whose first line names the columns.

Decides how such a text is taken apart. It must never know what its words mean: that is for the slip of a baccarat round
and the sheet of a Pai Gow round, which are read by this alike.
"""

import csv
import json
from collections.abc import Iterator, Sequence
from typing import Any

from firmware.errors import Refused
from firmware.money.amount import shown


class Number(str):
    """A number of JSON, by its digits: no amount ever is a float."""


def is_json(text: str) -> bool:
    """Return whether `text` is meant to be JSON."""
    return text.lstrip()[:1] in ("{", "[")


def read_json(text: str) -> Any:
    """Return what `text` holds, every number of it a `Number`.

    Raises:
        Refused: it is no JSON, or has a key twice in one place: that would leave open which is meant.
    """
    try:
        return json.loads(text, parse_float=Number, parse_int=Number, parse_constant=Number, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise Refused("form", f"line {error.lineno}: no JSON: {error.msg}") from None
    except RecursionError:
        raise Refused("form", "no JSON: brackets within brackets without end") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Refused("form", f"{shown(key)} is there twice in one place")
        found[key] = value
    return found


def read_csv(text: str, columns: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield for each line below the first where it is, such as ``line 2``, and its cells by `columns`.

    The first line names the columns, in any order. Lines of nothing are passed over.

    Raises:
        Refused: it is no CSV, or has other columns.
    """
    lines = csv.reader(text.splitlines(), strict=True, skipinitialspace=True)
    names: list[str] | None = None
    try:
        for fields in lines:
            cells, where = [field.strip() for field in fields], f"line {lines.line_num}"
            if not any(cells):
                continue
            if names is None:
                names = _names(cells, where, columns)
            elif len(cells) != len(names):
                raise Refused("form", f"{where}: {len(cells)} fields; there are {', '.join(names)}")
            else:
                yield where, dict(zip(names, cells, strict=True))
    except csv.Error as error:
        raise Refused("form", f"line {lines.line_num}: no CSV: {error}") from None
    if names is None:
        raise Refused("form", f"it is empty; the first line of CSV is {','.join(columns)}")


def _names(cells: list[str], where: str, columns: Sequence[str]) -> list[str]:
    if sorted(cells) != sorted(columns):
        first = f"the first line of CSV is {','.join(columns)}, in any order"
        raise Refused("form", f"{where}: {first}, not {shown(','.join(cells))}; JSON begins with a brace")
    return cells
