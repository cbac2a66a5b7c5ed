"""How a dealer's words are written: a line each, as in a scenario; `#` begins a comment.

Decides what a line means. It must never know the round, nor whether the word is open now.
"""

import re
from typing import Final, get_args

from firmware.errors import Refused
from firmware.money.amount import read_amount
from firmware.paigow.inputs import BankOffered, Exposed, Input, Matched, Said, WagerOffered, Word
from firmware.paigow.settlement import Result
from firmware.paigow.wagers import read_box

HELP: Final = """\
bank 1 1200       the co-banker's box, and the co-banking wager: both halves
wager 3 200       a wager in box 3; `wager 3 none` takes it away
exposed 6-4 9     tiles were exposed, by any name; the same name is the same tile
stacked           the tiles are stacked
laja, mixed       a laja begins; it is over
cut, delivered    the tiles are cut; each hand has its four
set               all hands but the bank's are set
shown             the co-banker exposes two of the bank's tiles, as permitted
house-way         the bank's hand is set the house way
win, lose, push   of the hand that is next, or with its box: lose 3
done              what was asked for is done
continue          a supervisor lets the round go on; reshuffle: has the tiles shuffled anew
count 7 9 / gj 2  what two tiles count, and against the bank's two
back              the last word was a mistake
help, quit"""

_PLAIN: Final[dict[str, Word]] = {word: word for word in get_args(Word)}
_RESULTS: Final[dict[str, Result]] = {word: word for word in get_args(Result)}
_TILE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,15}")


def words_of(line: str) -> list[str]:
    """Return the words of a line, without its comment."""
    return line.partition("#")[0].split()


def read(words: list[str]) -> Input:
    """Return what the words of a line, at least one, say.

    Raises:
        Refused: with how it has to be written.
    """
    match words:
        case [word] if word in _PLAIN:
            return Said(_PLAIN[word])
        case ["bank", box, stake]:
            return BankOffered(read_box(box), read_amount(stake, "co-banking wager"))
        case ["wager", box, "none"]:
            return WagerOffered(read_box(box), 0)
        case ["wager", box, amount]:
            return WagerOffered(read_box(box), read_amount(amount, "wager"))
        case ["exposed", *tiles] if tiles and all(map(_TILE.fullmatch, tiles)):
            return Exposed(tuple(tile.lower() for tile in tiles))
        case [word] if word in _RESULTS:
            return Matched(_RESULTS[word])
        case [word, box] if word in _RESULTS:
            return Matched(_RESULTS[word], read_box(box))
    raise Refused("form", f"{' '.join(words)[:40]!a}: {_written(words[0])}")


def _written(word: str) -> str:
    """Return how a line that begins with `word` is written."""
    forms = {
        "bank": "bank BOX AMOUNT",
        "wager": "wager BOX AMOUNT, or wager BOX none",
        "exposed": "exposed TILE ..., names of up to 16 letters, digits and -",
        **{result: f"{result}, or {result} BOX" for result in _RESULTS},
        **{plain: f"{plain} and no more" for plain in _PLAIN},
    }
    return f"write {forms[word]}" if word in forms else "no word of the guide; `help` lists them"
