"""The guide: a round and how it came about, word by word.

Decides what is answered to a line. It must never know where lines come from, nor where answers go.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from firmware.errors import Refused
from firmware.paigow import facts as f
from firmware.paigow.decide import decide
from firmware.paigow.lifecycle import Phase
from firmware.paigow.round import Round, fold
from firmware.paigow.settlement import Policy
from firmware.paigow.telling import due, told
from firmware.paigow.tiles import TILES, Two, count, higher
from firmware.paigow.words import HELP, read, words_of

_HIGHER: Final = {
    "hand": "the hand is the higher",
    "bank": "the bank's is the higher",
    "copy": "a copy, which the bank wins (4.6, 4.7)",
    "single tile": "equal: the highest single tile decides (4.4), and its order was not found; the dealer says",
}
_COUNTED: Final = "if neither is one of the 22 ranked hands"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is on record since, and what is said of it. `taken_back`: how many facts no longer hold."""

    facts: tuple[f.Fact, ...] = ()
    says: tuple[str, ...] = ()
    taken_back: int = 0


class Guide:
    """A round in the dealer's hands."""

    def __init__(self, policy: Policy) -> None:
        """Begin a round that is settled by `policy`."""
        began: tuple[f.Fact, ...] = (f.RoundBegan(policy=policy),)
        self._rounds = [(began, fold(Round(), began))]  # after each word: its facts, and where they lead

    @property
    def round(self) -> Round:
        """The round as it stands."""
        return self._rounds[-1][1]

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return self.round.phase is Phase.CLOSED

    @property
    def settled(self) -> bool:
        """Whether every chip is where it belongs."""
        return isinstance(self._rounds[-1][0][-1], f.RoundSettled)

    @property
    def opening(self) -> Answer:
        """How the round began."""
        return Answer(self._rounds[0][0])

    @property
    def due(self) -> str:
        """What the dealer does next."""
        return due(self.round)

    def answer(self, line: str) -> Answer:
        """Return what follows from a line of the dealer's.

        Raises:
            Refused: it cannot be read, or is not open now. Nothing follows from it.
        """
        words = words_of(line)
        match words:
            case []:
                return Answer()
            case ["help"]:
                return Answer(says=tuple(HELP.splitlines()))
            case ["back"]:
                return self._back()
            case ["count", *tiles]:
                return Answer(says=(_count(tiles),))
        facts = decide(self.round, read(words))
        self._rounds.append((facts, fold(self.round, facts)))
        return Answer(facts, tuple(text for fact in facts if (text := told(fact, self.round.policy.odd))))

    def _back(self) -> Answer:
        if len(self._rounds) == 1:
            raise Refused("not_open", "back: nothing has been said yet")
        facts, _ = self._rounds.pop()
        return Answer(says=("the last word is taken back",), taken_back=len(facts))


def _count(words: Sequence[str]) -> str:
    """Return what two tiles count, alone or against the bank's."""
    match words:
        case [first, second]:
            return f"counts {count(_two(first, second))}, {_COUNTED}"
        case [first, second, "/", third, fourth]:
            hand, bank = _two(first, second), _two(third, fourth)
            return f"{count(hand)} against the bank's {count(bank)}: {_HIGHER[higher(hand, bank)]}, {_COUNTED}"
    raise Refused("form", "write count TILE TILE, or count TILE TILE / TILE TILE with the bank's")


def _two(first: str, second: str) -> Two:
    for tile in (first, second):
        if tile not in TILES:
            raise Refused("form", f"tile {tile[:20]!a}: a tile is called by its dots: {', '.join(TILES)} (gj: Gee Jun)")
    return first, second
