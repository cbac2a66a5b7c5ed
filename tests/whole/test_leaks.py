"""Tables where the same happens, but for the cards that lie face down: nothing that leaves them tells them apart.

Everything public is compared byte for byte, in order and number, and how long the table is busy: up to the moment that
turns one of the cards that differ, and no further. That moment is typed in by hand where a story is told, and read
from what has become public where chance tells it.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, cast, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.core import inputs as i
from firmware.core.cards import DECK, Face
from firmware.core.decisions import open_decisions
from firmware.core.lifecycle import Phase
from firmware.core.shoe_cards import ShoeCards
from firmware.core.state import Hold, Table
from tests.whole.glass import Glass, Told
from tests.whole.hidden_stories import STORIES, STYLES, Story

RUNS: Final = 6
"""So often a story is told, each time with other hidden cards."""

HANDS: Final[dict[str, i.Hand]] = {"P": "player", "B": "banker", "U": "burn"}
JUDGED: Final = ("unread_card", "impossible_card", "reader_distrust")
ANYTIME: Final = ("void_round", "correct", "correct", "banker_first", "cut", "reshuffle", "burned")

_folders = count()


def table_in(tmp_path: Path, words: dict[str, Any]) -> Glass:
    folder = tmp_path / str(next(_folders))
    folder.mkdir()
    return Glass(folder, **words)


# -- stories ---------------------------------------------------------------------------------------------------------


class Cards:
    """Hidden cards for one run of a story."""

    def __init__(self, seed: int, faces: tuple[str, ...]) -> None:
        self._dice, self._faces = Random(seed), faces

    def __call__(self, unread: bool = False) -> str:
        return self._dice.choice((*self._faces, "??") if unread else self._faces)


def hears(table: Glass, said: i.Input) -> Told:
    """The table hears what a shoe of another make says: these do not speak the simulated one's language."""
    table.loop.enter(said)
    return table.wait(0)


def told(table: Glass, text: str, cards: Cards) -> list[Told]:
    """Tell a story, or a part of it: what every word of it makes public."""
    return [_word(table, word, cards) for word in text.split()]


def _word(table: Glass, word: str, cards: Cards) -> Told:
    match word[0], word.strip(":!").split("/"):
        case ":", [button]:
            return table.ask(do="press", button=button)
        case "!", [decision, *more]:
            words: dict[str, Any] = {"card": cards()} if more else {}
            words |= {"n": int(more[0])} if more[:-1] else {}
            return table.ask(do="decide", decision=decision, actor="Kim", reason="seen", **words)
        case "?", _:
            return table.leaves(cast(Face, cards(unread=True)))
        case _, ["wait"]:
            return table.wait(700_000_000)
        case "=", [result]:
            return hears(table, i.ResultSaid(winner=cast(Any, result[1:])))
        case _, ["overdraw" | "misread" as alarm]:
            return hears(table, i.AlarmSaid(alarm=cast(Any, alarm)))
        case _, ["again", hand, nth, face]:
            return hears(table, i.CardSaidAgain(face=cast(Face, face), hand=cast(i.Hand, hand), nth=int(nth)))
        case "P" | "B" | "U" as counted, _ if word[1:] == "?":
            return hears(table, i.CardLeft(face=cast(Face, cards(unread=True)), hand=HANDS[counted]))
        case _, ["lid"]:
            return table.says("lid", True)
        case _ if word in ("UV", "DOUBLE", "BACK", "SENSOR"):
            return table.says("spoil", word)
        case _ if word in DECK:
            return table.leaves(cast(Face, word))
    return table.says(word)


@pytest.mark.parametrize(
    ("story", "style"),
    [pytest.param(story, STYLES[style], id=f"{story.name}, {style}") for story in STORIES for style in story.styles],
)
def test_nobody_can_tell_hidden_cards_apart_before_they_are_turned(
    tmp_path: Path, story: Story, style: dict[str, str]
) -> None:
    before, _, turned = story.text.partition("|")
    tables = [(table_in(tmp_path, style | story.more), Cards(seed, story.faces)) for seed in range(RUNS)]
    first, *others = [told(table, before, cards) for table, cards in tables]
    refused = [word for word, one in zip(before.split(), first, strict=True) if '"ok": false' in one.answer]
    assert bool(refused) == (story.name == "refused"), refused
    for other in others:
        for word, one, another in zip(before.split(), first, other, strict=True):
            assert one == another, word
    printed, *alike = [table.printed() for table, _ in tables]
    assert alike == [printed] * len(alike)
    if turned:
        ends = [told(table, turned, cards) for table, cards in tables]
        assert any(end != ends[0] for end in ends), "nothing was turned"
    for table, _ in tables:
        table.close()


# -- chance ----------------------------------------------------------------------------------------------------------


class Twins:
    """Two tables that hear the same, but for some faces; people and shoe do what they do by what is public."""

    def __init__(self, tmp_path: Path, dice: Random) -> None:
        self.dice = dice
        words: dict[str, Any] = {
            **STYLES[dice.choice("BC")],
            "edition": dice.choice(("nz-midi-1996", "nz-baccarat-2004")),
            "burn": dice.choice(("none", "none", "fixed:2", "first-card")),
            "confirm": dice.choice(("single", "result")),
            "no_more_bets": dice.choice(("none", "button")),
        }
        words["decks"] = 4 if words["edition"] == "nz-baccarat-2004" else 8
        self.tables = (table_in(tmp_path, words), table_in(tmp_path, words))
        self.faces = dice.sample(DECK, dice.choice((1, 6, 52)))  # with few of them shoes soon have one too many
        self.calm = dice.choice((0.6, 0.9))
        self.talkative = dice.choice((0.0, 0.2))  # how often a shoe of another make has an opinion
        self.share = dice.choice((0.1, 0.4, 1.0))  # of the hidden cards, how many differ
        self.turned_apart = False  # a card that differs is no longer hidden
        self.steps = self.apart = 0  # things that happened, and with how many a card that differs lay face down

    @property
    def one(self) -> Table:
        return self.tables[0].table

    def step(self) -> None:
        at, hold = self.one, self.one.hold
        if self.dice.random() < self.talkative:
            words: tuple[Any, ...] = "hears", self._opinion()
        else:
            words = self._expected(at) if self.dice.random() < self.calm else self._anything(at)
        one, other = (self._tell(which, words) for which in (0, 1))
        self.steps += 1
        if self._legitimately_apart(at.behind, hold, words):
            self.turned_apart = True
            return
        assert one == other, words
        self.apart += bool(self._differing())

    def printed(self) -> None:
        """The journal's commands tell them apart no more than the table does."""
        assert self.turned_apart or self.tables[0].printed() == self.tables[1].printed()

    def _tell(self, which: int, words: tuple[Any, ...]) -> Told:
        table, (kind, *more) = self.tables[which], words
        match kind:
            case "card":
                return table.leaves(more[which])
            case "counted":
                return hears(table, i.CardLeft(face=more[which], hand=more[2]))
            case "hears":
                return hears(table, more[0])
            case "decide":
                asked = dict(more[0])
                if "card" in asked:
                    asked["card"] = asked["card"][which]
                return table.ask(do="decide", actor="Kim", reason="seen", **asked)
            case "press":
                return table.ask(do="press", button=more[0], for_ms=more[1])
            case "wait":
                return table.wait(more[0])
        return table.says(kind, *more)

    def _differing(self) -> list[int]:
        """Places of cards with another face, or of which but one left unread: once public, an alarm may be about it."""
        pairs = enumerate(zip(*self._cards(), strict=False))
        return [place for place, (a, b) in pairs if (a.face, a.misread) != (b.face, b.misread)]

    def _legitimately_apart(self, behind: Phase, hold: Hold | None, words: tuple[Any, ...]) -> bool:
        apart = self._differing()
        if any(cards[place].public for cards in self._cards() for place in apart):
            return True
        # Whose card it is, or what is said again, is never asked about what lies face down.
        judged = [hold for hold in self._holds() if hold.code in JUDGED and hold.spoil not in ("HAND", "AGAIN")]
        about = {hold.card for hold in judged}
        # Before a hand is turned nobody asks what it is.
        asked = words[:2] == ("press", "reveal") or behind is not Phase.REVEAL or hold is not None
        return bool(about & set(apart)) and asked

    def _cards(self) -> tuple[ShoeCards, ...]:
        return tuple(glass.table.cards for glass in self.tables)

    def _holds(self) -> list[Hold]:
        return [glass.table.hold for glass in self.tables if glass.table.hold]

    # -- what happens next -------------------------------------------------------------------------------------------

    def _expected(self, at: Table) -> tuple[Any, ...]:
        if at.hold:
            return self._decision(sorted(open_decisions(at)))
        match at.behind:
            case Phase.SHUFFLE:
                return ("loaded",)
            case Phase.REVEAL:
                return "press", "reveal", 100
            case Phase.RESULT:
                winner = at.outcome.winner if at.round and not at.round.voided else None
                confirm = at.settings.confirm == "single" or winner is None
                return "press", "confirm" if confirm else winner, 100
            case Phase.READY if not at.deal_due:
                return "press", "no_more_bets", 100
        if self.dice.random() < self.talkative:
            hand: i.Hand = self.dice.choice(("", "player", "banker", "burn"))
            return "counted", *self._faces(at), hand
        return "card", *self._faces(at)

    def _opinion(self) -> i.Input:
        """Of what lies face down it is true at one table, and untrue at the other."""
        dice = self.dice
        lying = [card.face for cards in self._cards() for card in [*cards][-6:]] or [self._face()]
        opinions: tuple[i.Input, ...] = (
            i.ResultSaid(winner=dice.choice(("player", "banker", "tie", "void"))),
            i.AlarmSaid(alarm=dice.choice(("overdraw", "misread"))),
            i.CardSaidAgain(face=dice.choice(lying), hand=dice.choice(("player", "banker")), nth=dice.randint(1, 3)),
        )
        return dice.choice(opinions)

    def _anything(self, at: Table) -> tuple[Any, ...]:
        dice = self.dice
        match dice.randrange(10):
            case 0 | 1 | 2:
                return "card", *self._faces(at)
            case 3 | 4:
                return "spoil", dice.choice(("UV", "UV", "DOUBLE", "BACK", "SENSOR"))
            case 5:
                return "press", dice.choice(get_args(i.Button)), dice.choice((100, 2000))
            case 6:
                return dice.choice((("cut",), ("empty",), ("jam",), ("clear",), ("lid", True), ("restart",)))
            case 7:
                return "wait", dice.choice((100_000_000, 600_000_000))
            case _:
                return self._decision(ANYTIME)

    def _faces(self, at: Table) -> tuple[Face, Face]:
        """What leaves the two shoes: the same card, where it lies open at once."""
        one, other = self._face(), self._face()
        thirds = at.settings.style == "C" and at.behind in (Phase.PLAYER_DRAW, Phase.BANKER_DRAW)
        first = at.settings.burn.policy == "first-card" and at.behind is Phase.BURN and not at.burned
        open_at_once = not at.hold and (thirds or first)
        return one, one if open_at_once or self.dice.random() >= self.share else other

    def _face(self) -> Face:
        return self.dice.choice(self.faces) if self.dice.random() < 0.95 else "??"

    def _decision(self, among: Any) -> tuple[Any, ...]:
        # A new set of cards is what ends most stories: not so often.
        wanted = [name for name in among if name != "reshuffle"] if self.dice.random() < 0.95 else among
        words: dict[str, Any] = {"decision": self.dice.choice(list(wanted or among))}
        if words["decision"] == "correct":
            words["n"] = self.dice.randint(max(1, self.one.cards_out - 6), self.one.cards_out + 1)
        if words["decision"] in ("card", "correct"):
            card = self.dice.choice(self.faces)
            words["card"] = card, self.dice.choice(self.faces) if self._hidden(words.get("n")) else card
        return "decide", words

    def _hidden(self, n: int | None) -> bool:
        """Whether card N lies face down or is kept; with no N, whether the card a person names now does."""
        at = self.one
        if n is None:
            return at.hold is not None and at.hold.code in ("shoe_restarted", "events_lost")
        return n > len(at.numbered) or not at.cards[at.numbered[n - 1]].public


def played(tmp_path: Path, dice: Random, steps: int) -> Twins:
    twins = Twins(tmp_path, dice)
    for _ in range(steps):
        twins.step()
        if twins.turned_apart:
            break
    twins.printed()
    for table in twins.tables:
        table.close()
    return twins


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.randoms(use_true_random=False), st.integers(1, 60))
def test_whatever_happens_nobody_can_tell_them_apart(tmp_path: Path, dice: Random, steps: int) -> None:
    played(tmp_path, dice, steps)


def many(tmp_path: Path, seeds: range) -> tuple[int, int, int]:
    """How many were turned apart, and how much happened: in all, and while a card that differs lay face down."""
    twins = [played(tmp_path, Random(seed), 60) for seed in seeds]
    return sum(each.turned_apart for each in twins), sum(each.steps for each in twins), sum(t.apart for t in twins)


def test_many_evenings_are_told_up_to_a_card_that_is_turned(tmp_path: Path) -> None:
    """The test above is worth something only while cards differ for a time, and are turned in the end."""
    turned, _, apart = many(tmp_path, range(60))
    assert turned > 30
    assert apart > 300


@pytest.mark.measure
@pytest.mark.timeout(3600)
def test_thousands_of_evenings(tmp_path: Path) -> None:
    turned, steps, apart = many(tmp_path, range(100, 3100))
    print(f"{steps} steps, {apart} of them with cards that differ face down; {turned} evenings up to the turn of one")
