"""Whatever the table has asked, people can answer, and get back to dealing: at the console, or with buttons alone.

Chance leads tables of all styles into holds; from each of them every open decision is tried, and behind each there must
be a way on, without anything more from the shoe, to a table at which a card may leave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware import editions
from firmware.core import inputs as i
from firmware.core.cards import DECK, Card, Face
from firmware.core.decide import decide
from firmware.core.decisions import open_decisions
from firmware.core.facts import Code
from firmware.core.lifecycle import Phase
from firmware.core.settings import build
from firmware.core.state import Table
from firmware.errors import Refused
from hal.ports import ButtonName, Press
from tests.whole.holds import HOLDS, MORE, Row

IN_PASSING: Final = (*("confirm", "player", "banker", "tie"), "reveal", "no_more_bets")
HELD: Final = ("confirm", "player", "banker", "tie", "void")
LONGEST_WAY: Final = 7
"""Steps. The longest needed: a decision, `reshuffle`, a new shoe, its burn called over and accepted, the bets."""

CODES: Final = {
    "A": set(get_args(Code)) - {"card_before_reveal"},  # nothing is turned in style A
    "B": set(get_args(Code)),
    "C": set(get_args(Code)),
}


def after(table: Table, said: i.Input) -> Table | None:
    """The table after this, with what follows by itself; None if a person is refused or a press means nothing."""
    try:
        facts, table = decide(table, said)
    except Refused:
        return None
    while table.new_shoe_due:
        table = decide(table, i.Continued()).table
    return None if [fact.kind for fact in facts] == ["press_ignored"] else table


# -- the means people have -------------------------------------------------------------------------------------------


def presses() -> Iterator[i.Input]:
    for button in IN_PASSING:
        yield i.Pressed(button=button)


def by_buttons(_: Table) -> Iterator[i.Input]:
    """The key is on, and nobody has a console."""
    yield from presses()
    for button in HELD:
        yield i.Pressed(button=button, held=True, key=True)


def by_console(table: Table) -> Iterator[i.Input]:
    """Buttons in passing, and every open decision of a casino supervisor, with a second person where it takes two."""
    yield from presses()
    for decision in sorted(open_decisions(table), reverse=True):
        yield decided(decision, "2S", table.cards_out)


def decided(decision: str, card: Card, n: int) -> i.Decided:
    return i.Decided(
        decision=decision,
        role="casino",
        actor="Cy",
        second="Ana",
        second_role="supervisor",
        card=card if decision in ("card", "correct") else None,
        n=max(1, n) if decision == "correct" else None,
    )


MEANS: Final = {"console": by_console, "buttons": by_buttons}


def way_back(table: Table, means: str, steps: int = LONGEST_WAY) -> bool:
    """Whether so many steps can lead to a table at which a card may leave."""
    if table.deal_due:
        return True
    if steps == 0:
        return False
    ahead = (after(table, said) for said in MEANS[means](table))
    return any(to is not None and way_back(to, means, steps - 1) for to in ahead)


# -- the ways into holds ---------------------------------------------------------------------------------------------


class Trouble:
    """A table at which much goes wrong."""

    def __init__(self, dice: Random, style: str) -> None:
        self.dice = dice
        words = {
            "edition": "nz-baccarat-2004",
            "style": style,
            "decks": 4,
            "burn": dice.choice(("none", "fixed:2", "first-card")),
            "confirm": dice.choice(("single", "result")),
            "no_more_bets": dice.choice(("none", "button")),
            "two_person": dice.random() < 0.3,
        }
        self.table = Table(build(words, editions.shipped()))
        self.faces = dice.sample(DECK, dice.choice((1, 1, 20)))

    def step(self) -> None:
        self.table = after(self.table, self._next()) or self.table

    def _next(self) -> i.Input:
        dice, at = self.dice, self.table
        if dice.random() < 0.25:
            return self._wrong()
        if at.hold:
            # A shoe that is over is soon said; the way to more trouble is to go on.
            return self._decision(dice.choice(sorted(set(open_decisions(at)) - {"reshuffle"})))
        match at.behind:
            case Phase.SHUFFLE:
                return i.Loaded()
            case Phase.REVEAL:
                return i.Pressed(button="reveal")
            case Phase.RESULT:
                return i.Pressed(button=dice.choice(("confirm", "player", "banker", "tie")))
            case Phase.READY if not at.deal_due:
                return i.Pressed(button="no_more_bets")
        return i.CardLeft(face=self._face())

    def _face(self) -> Face:
        return self.dice.choice(self.faces) if self.dice.random() < 0.95 else "??"

    def _wrong(self) -> i.Input:
        dice = self.dice
        troubles: tuple[i.Input, ...] = (
            *[i.CardLeft(face=self._face())] * 4,
            i.Spoiled(code=dice.choice(("UV", "DOUBLE", "BACK", "SENSOR"))),
            i.CutLeft(),
            i.MouthEmpty(),
            i.LidMoved(open=True),
            i.Loaded(),
            i.ShoePresented(boot="B", serial="", model="", firmware="", restarted=True),
            i.EventsLost(boot="B", first=1, last=2),
            i.Pressed(button="confirm"),
            self._decision("correct"),
            i.CardLeft(face=self._face(), hand=dice.choice(("player", "banker", "burn"))),
            i.ResultSaid(winner=dice.choice(("player", "banker", "tie", "void"))),
            i.AlarmSaid(alarm=dice.choice(("overdraw", "misread"))),
            i.CardSaidAgain(face=self._face(), hand=dice.choice(("player", "banker")), nth=dice.randint(1, 3)),
        )
        return dice.choice(troubles)

    def _decision(self, decision: str) -> i.Decided:
        return decided(decision, self.dice.choice(self.faces), self.table.cards_out - self.dice.randrange(6))


def kind_of(table: Table) -> tuple[object, ...]:
    """What makes one hold differ from another, as far as ways out of it go."""
    assert table.hold
    kept = frozenset(type(kept.said) for kept in table.kept)
    waiting = frozenset(type(said) for said in table.opinions)
    about = waiting, table.hold.spoil, table.behind, len(table.carried), table.within_round, table.is_final, kept
    return table.hold.code, *about, frozenset(open_decisions(table)), table.settings.two_person, table.settings.confirm


class Search:
    """Many tables of one style, and the holds they were in, each kind of hold looked at once."""

    def __init__(self, style: str) -> None:
        self.style = style
        self.looked_at: set[tuple[object, ...]] = set()
        self.codes: set[str] = set()
        self.ways: Counter[tuple[str, str, str]] = Counter()  # code, means, decision

    def go(self, dice: Random, steps: int) -> None:
        trouble = Trouble(dice, self.style)
        for _ in range(steps):
            trouble.step()
            if trouble.table.hold and kind_of(trouble.table) not in self.looked_at:
                self.looked_at.add(kind_of(trouble.table))
                self._look(trouble.table, dice)

    def _look(self, table: Table, dice: Random) -> None:
        assert table.hold
        code = table.hold.code
        self.codes.add(code)
        for decision in open_decisions(table):
            if decision == "correct" and not table.cards_out:
                continue  # there is no card yet to correct
            to = after(table, decided(decision, dice.choice(DECK), table.cards_out - dice.randrange(6)))
            assert to is not None, f"{decision} is open and refused"
            assert way_back(to, "console"), (table, decision)
            self.ways[code, "console", decision] += 1
        if table.settings.two_person:
            return  # a button counts as one person; such a table has a roles file, and so a console
        assert way_back(table, "buttons"), table
        for button in HELD:
            to = after(table, i.Pressed(button=button, held=True, key=True))
            if to is not None:
                assert way_back(to, "buttons"), (table, button)
                self.ways[code, "buttons", button] += 1


def searched(style: str, seeds: range, steps: int) -> Search:
    search = Search(style)
    for seed in seeds:
        search.go(Random(f"{style} {seed}"), steps)
    return search


@pytest.mark.parametrize("style", CODES)
def test_from_every_irregularity_there_is_a_way_back_to_dealing(style: str) -> None:
    search = searched(style, range(40), 80)
    assert search.codes == CODES[style]
    by_button = {code for code, means, _ in search.ways if means == "buttons"}
    assert by_button == CODES[style]


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(sorted(CODES)))
def test_whatever_hold_a_table_gets_into_it_gets_out_of(dice: Random, style: str) -> None:
    Search(style).go(dice, 40)


@pytest.mark.measure
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("style", CODES)
def test_thousands_of_holds(style: str) -> None:
    search = searched(style, range(1000, 1600), 150)
    print(f"style {style}: {len(search.looked_at)} kinds of hold, {search.ways.total()} ways out of them tried")
    assert search.codes == CODES[style]


# -- the same at the desk --------------------------------------------------------------------------------------------


_CALLED_FOR: dict[Phase, ButtonName] = {Phase.REVEAL: "reveal", Phase.READY: "no_more_bets"}


class People:
    """Those who stand at a table that holds."""

    def __init__(self, row: Row, means: str, folder: Path) -> None:
        self.means = means
        self.table = row.cases()[0].table(folder if means == "roles" else None)
        self.table.panel.key = means == "key"

    def go_on(self) -> None:
        """Do the next thing that is called for."""
        at = self.table.loop.table
        if at.hold or at.behind is Phase.SHUFFLE:
            self._decide("reshuffle" if at.hold else "new_shoe")
        else:
            self._press(_CALLED_FOR.get(at.behind) or self._confirm(), False)

    def decide(self, decision: str) -> None:
        """Decide what is open, at the console."""
        assert self.means in ("roles", "key")
        assert self.table.decide("Cy", decision=decision, **MORE.get(decision, {})) == ""

    def hold_down(self, button: ButtonName) -> None:
        self._press(button, True)

    def _decide(self, decision: str) -> None:
        if self.means == "buttons":
            self.hold_down("void" if decision == "reshuffle" else "confirm")
        else:
            self.decide(decision)

    def _confirm(self) -> ButtonName:
        at = self.table.loop.table
        winner = at.outcome.winner if at.settings.confirm == "result" else None
        return winner or "confirm"

    def _press(self, button: ButtonName, held: bool) -> None:
        self.table.panel.presses.append(Press(button, held, key=held))
        self.table.settle()

    def get_to_deal(self) -> None:
        for _ in range(LONGEST_WAY):
            if "deal" in self.table.lit():
                return
            self.go_on()
        assert "deal" in self.table.lit()


EACH_HOLD = pytest.mark.parametrize("row", [pytest.param(row, id=f"{row.code} {row.name}") for row in HOLDS])


@EACH_HOLD
@pytest.mark.parametrize("means", ["roles", "key"])
def test_people_at_a_console_get_back_to_dealing_whatever_they_decide(tmp_path: Path, row: Row, means: str) -> None:
    for decision in row.least:
        people = People(row, means, tmp_path)
        assert "deal" not in people.table.lit()
        people.decide(decision)
        people.get_to_deal()


@EACH_HOLD
def test_people_with_buttons_alone_get_back_to_dealing(tmp_path: Path, row: Row) -> None:
    for button in ("void", "player" if row.settings.get("confirm") == "result" else "confirm"):
        people = People(row, "buttons", tmp_path)
        people.hold_down(button)
        people.get_to_deal()
