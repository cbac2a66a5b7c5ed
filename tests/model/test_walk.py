"""The table beside its model, step by step: whatever people and shoe do, both must show the same.

Most rounds are played as they should be, so that shoes come to their end; now and then somebody does what is wrong.
The model is read as the rules of the table; where the two differ, one of them is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.json import Decoder, Encoder

from firmware.core import inputs as i
from firmware.core.cards import DECK, Card
from firmware.core.decide import decide
from firmware.core.decisions import open_decisions
from firmware.core.edition import Edition
from firmware.core.evolve import fold
from firmware.core.facts import Fact
from firmware.core.indicators import indicate
from firmware.core.settings import Burn, Settings
from firmware.core.state import Table
from firmware.editions import load
from firmware.errors import Refused
from tests.model.table_model import DECISIONS, TableModel

FACTS = Decoder(tuple[Fact, ...])
ROLES = get_args(i.Role)
BUTTONS = get_args(i.Button)
FAULTS = ("gate", "journal", "lamps", "panel", "software")

# What a button alone decides, marked * on the page of the table.
MARKED = {
    "card_out_of_turn": ("closed", "discard"), "card_before_reveal": ("continue",), "reader_distrust": ("accept",),
    "burn_mismatch": ("accept",), "card_after_end": ("discard",), "shoe_empty": ("resume",),
    "overdraw_reported": ("accept",), "misread_reported": ("accept",),
    "shoe_restarted": ("resume",), "events_lost": ("resume",), "shoe_replaced": ("closed",), "lid_opened": ("resume",),
}  # fmt: skip

SAID_BY_THE_SHOE: dict[str, Callable[..., i.Input]] = {
    "card": lambda face, hand="": i.CardLeft(face=face, hand=hand),
    "cut": i.CutLeft,
    "loaded": i.Loaded,
    "lid": lambda open: i.LidMoved(open=open),
    "empty": i.MouthEmpty,
    "jam": i.MouthJammed,
    "clear": i.MouthClear,
    "spoil": lambda code: i.Spoiled(code=code),
    "result_said": lambda winner: i.ResultSaid(winner=winner),
    "alarm": lambda alarm: i.AlarmSaid(alarm=alarm),
    "again": lambda face, hand, nth: i.CardSaidAgain(face=face, hand=hand, nth=nth),
    "events_lost": lambda: i.EventsLost(boot="", first=1, last=1),
}


@cache
def edition(name: str) -> Edition:
    return load(name)


class Pair:
    """One table twice. `play` plays a step at both and holds them against each other."""

    def __init__(self, **words: Any) -> None:
        self.model = TableModel(**words)
        self.table = Table(
            Settings(**words | {"edition": edition(words["edition"]), "burn": Burn.parse(words["burn"])})
        )
        self.in_the_shoe: list[i.Input] = []
        self.steps: list[tuple[str, dict[str, Any]]] = []

    def play(self, name: str, /, **arguments: Any) -> str:
        self.steps.append((name, arguments))
        told = self._inputs(name, arguments)
        step, words = self._for_the_model(name, arguments)
        expected = self.model.step(step, **words)
        answer = "done"
        for said in told:
            answer = self._decide(said)
        assert answer == expected, self._told(f"answered {answer}, expected {expected}")
        self._compare()
        return answer

    def _told(self, what: str) -> str:
        return "\n".join([what, *(f"  {name} {arguments}" for name, arguments in self.steps)])

    # -- the step, as the table hears it ------------------------------------------------------------------------

    def _inputs(self, name: str, arguments: dict[str, Any]) -> list[i.Input]:
        match name:
            case "press":
                return [i.Pressed(**arguments)]
            case "decide":
                by, second = arguments["by"], arguments.get("second")
                more = {key: arguments[key] for key in ("decision", "card", "n") if key in arguments}
                return [i.Decided(role=by, actor=by, second=second or "", second_role=second, **more)]
            case "fault":
                return [(i.FaultSeen if arguments["on"] else i.FaultGone)(fault=arguments["name"])]
            case "link" if arguments["up"]:
                kept, self.in_the_shoe = self.in_the_shoe, []
                return [i.FaultGone(fault="link"), *kept]
            case "link":
                return [i.FaultSeen(fault="link")]
            case "shoe_restart":
                self.in_the_shoe = []
                return self._over_the_line(self._power_up())
            case _:
                return self._over_the_line([SAID_BY_THE_SHOE[name](**arguments)])

    def _power_up(self) -> list[i.Input]:
        """A new BOOT; lid, jam and empty mouth are said again where they hold."""
        shoe = self.model
        said: list[i.Input] = [i.ShoePresented(boot="", serial="", model="", firmware="", restarted=True)]
        said += [i.LidMoved(open=True)] if shoe.lid_is_open else []
        said += [i.MouthJammed()] if shoe.is_jammed else []
        return said + ([i.MouthEmpty()] if shoe.is_empty else [])

    def _over_the_line(self, said: list[i.Input]) -> list[i.Input]:
        if self.model.link_up:
            return said
        self.in_the_shoe += said
        return []

    def _for_the_model(self, name: str, arguments: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return the step in the model's words: it knows no key, so a long press is the decision it stands for."""
        if name != "press" or not (arguments.get("key") and arguments.get("held")):
            return name, {key: value for key, value in arguments.items() if key not in ("key", "held")}
        decision = self._by_button(arguments["button"])
        if decision is None:
            return "press", {"button": arguments["button"]}
        return "decide", {"decision": decision, "by": "casino"}

    def _by_button(self, button: str) -> str | None:
        table = self.model
        is_open = table._open()
        one_person = {"void_round", "reshuffle", "accept"} if table.two_person else set()
        wanted: tuple[str, ...] = ()
        confirming = {"confirm"} if table.confirm == "single" else {"player", "banker", "tie"}
        if button == "void":
            wanted = ("void_round", "reshuffle") if table.hold else ("void_round",)
        elif table.hold and button in confirming:
            wanted = MARKED.get(table.hold, ())
            if table.hold == "card_out_of_turn" and len(table.carried) >= 3 and "closed" not in is_open:
                wanted = ("discard",) if table.present == table.final_round else ()
        elif button == "confirm" and table.phase == "shuffle":
            wanted = ("new_shoe",)
        return next((decision for decision in wanted if decision in is_open and decision not in one_person), None)

    def _decide(self, said: i.Input) -> str:
        try:
            decision = decide(self.table, said)
        except Refused as refused:
            return f"refused:{refused.code}"
        self._take(decision.facts, decision.table)
        ignored = [fact.kind for fact in decision.facts] == ["press_ignored"]
        while self.table.new_shoe_due:
            decision = decide(self.table, i.Continued())
            self._take(decision.facts, decision.table)
        return "ignored" if ignored else "done"

    def _take(self, facts: tuple[Fact, ...], after: Table) -> None:
        assert fold(self.table, facts) == after, self._told("the facts lead to another table")
        late = [fact for fact in facts[1:] if fact.kind == "shoe_opened"]
        assert not late, self._told("a shoe has a page of its own")
        if len(self.steps) % 64 == 0:
            assert FACTS.decode(Encoder().encode(facts)) == facts, self._told("facts on record")
        self.table = after

    # -- the two, held against each other -----------------------------------------------------------------------

    def _compare(self) -> None:
        shown, expected = self._shown(), self._expected()
        different = [
            f"{key}: {shown[key]}, expected {expected[key]}" for key in expected if shown[key] != expected[key]
        ]
        assert not different, self._told("; ".join(different))
        lamps = shown["lamps"]
        assert ("deal" in lamps) != ("stop" in lamps), self._told("one of deal and stop")
        assert shown["gate"] == ("deal" in lamps), self._told("the gate is open while deal is lit")

    def _expected(self) -> dict[str, Any]:
        model = self.model
        return {
            "phase": model.phase, "behind": model.behind, "hold": model.hold,
            "lamps": model.lamps, "blink": model.blink, "gate": model.gate_open, "faults": model.faults,
            "decisions": {role: model.decisions_for(role) for role in ROLES},
            "public": model.public, "round": model.round, "cards": model.cards, "rounds": model.closed_rounds,
        }  # fmt: skip

    def _shown(self) -> dict[str, Any]:
        table = self.table
        lamps, blink, gate = indicate(table)
        ranks = dict(zip(("technician", "dealer", "supervisor", "casino"), range(4), strict=True))
        is_open = open_decisions(table) if table.hold else {}
        may = {role: {name for name, least in is_open.items() if ranks[role] >= ranks[least]} for role in ROLES}
        rounds = [
            {
                "winner": closed.winner or "void",
                "player": closed.player_count if closed.winner else None,
                "banker": closed.banker_count if closed.winner else None,
                "natural": closed.natural, "void_hand": closed.void_hand,
                "final": closed.final, "corrected": closed.corrected,
            }
            for closed in table.rounds
        ]  # fmt: skip
        return {
            "phase": table.phase, "behind": table.behind, "hold": table.hold.code if table.hold else None,
            "lamps": lamps, "blink": blink, "gate": gate, "faults": set(table.standing.faults), "decisions": may,
            "public": list(table.public_cards), "round": table.round_number, "cards": table.cards_out, "rounds": rounds,
        }  # fmt: skip


# ---------------------------------------------------------------------- a walk


def draw_settings(dice: Random) -> dict[str, Any]:
    name = dice.choice(("nz-mini-1994", "nz-mini-1996", "nz-midi-1996", "nz-baccarat-2004"))
    return {
        "edition": name,
        "style": dice.choice(edition(name).styles),
        "decks": dice.choice((1, 1, 1, 2, 4, 8)),  # small shoes come to their end sooner
        "burn": dice.choice(("none", "none", "fixed:3", "decks", "first-card")),
        "confirm": dice.choice(("single", "result")),
        "no_more_bets": dice.choice(("none", "button")),
        "inventory": dice.random() < 0.9,
        "two_person": dice.random() < 0.2,
    }


class Walk:
    """A table and what happens at it next."""

    def __init__(self, dice: Random, **words: Any) -> None:
        self.dice = dice
        self.pair = Pair(**words)
        self.cards: list[Card] = []
        self.calm = dice.choice((0.5, 0.8, 0.95))  # how often people and shoe do what is expected of them
        self.talkative = dice.choice((0.0, 0.0, 0.1, 0.4))  # how often a shoe of another make has an opinion

    def step(self) -> None:
        if self.dice.random() < self.talkative:
            self._opinion()
        elif self.dice.random() >= self.calm:
            self._whatever()
        elif self.pair.model.hold:
            self._decide_open()
        else:
            self._as_expected()

    def _as_expected(self) -> None:
        model, pair = self.pair.model, self.pair
        if not model.link_up:
            pair.play("link", up=True)
        elif model.phase == "shuffle":
            self.cards = list(DECK) * model.decks
            self.dice.shuffle(self.cards)
            pair.play("loaded")
        elif model.phase == "reveal":
            pair.play("press", button="reveal")
        elif model.phase == "result":
            if model.confirm == "single" or model.voided:
                pair.play("press", button="confirm")
            else:
                player, banker = model._count("player"), model._count("banker")
                pair.play("press", button="player" if player > banker else "banker" if banker > player else "tie")
        elif model.phase == "ready" and not model._card_is_due():
            pair.play("press", button="no_more_bets")
        else:
            pair.play("card", face=self._next_card(), **self._counted())

    def _counted(self) -> dict[str, str]:
        """Where the shoe counts the card, if it says so: mostly as the table does."""
        if self.dice.random() >= self.talkative:
            return {}
        model = self.pair.model
        due = "burn" if model.behind == "burn" else "player" if model.behind == "ready" else ""
        if model.behind in ("dealing", "player_draw", "banker_draw"):
            due = model._hand_due()
        return {"hand": due if due and self.dice.random() < 0.9 else self.dice.choice(("player", "banker", "burn"))}

    def _opinion(self) -> None:
        """What a shoe of another make says of the game: now true, now not."""
        dice, pair, model = self.dice, self.pair, self.pair.model
        match dice.randrange(3):
            case 0:
                true = [] if model.voided else sorted(model._results()) * 2
                pair.play("result_said", winner=dice.choice(("player", "banker", "tie", "void", *true)))
            case 1:
                pair.play("alarm", alarm=dice.choice(("overdraw", "misread")))
            case _:
                in_progress = model.cards_of_round or model.cards_of_last
                named = dice.choice([card.value for card in in_progress] or ["2S"]) if dice.random() < 0.8 else "9D"
                hand, nth = dice.choice(("player", "player", "banker", "banker", "burn")), dice.randint(0, 4)
                pair.play("again", face=named, hand=hand, nth=nth)

    def _next_card(self) -> str:
        return self.cards.pop() if self.cards else self.dice.choice(DECK)

    def _decide_open(self) -> None:
        # A new set of cards at once is what ends most stories: not so often.
        is_open = sorted(self.pair.model.decisions - ({"reshuffle"} if self.dice.random() < 0.9 else set()))
        self._decide(self.dice.choice(is_open or ["reshuffle"]), "casino")

    def _decide(self, decision: str, by: str) -> None:
        more: dict[str, Any] = {}
        if decision in ("card", "correct") and self.dice.random() < 0.98:
            more["card"] = self.dice.choice(DECK)
        if decision == "correct":
            last = self.pair.model.cards
            more["n"] = self.dice.randint(max(1, last - 7), last + 1) if self.dice.random() < 0.8 else last // 2
        if self.pair.model.two_person and self.dice.random() < 0.9:
            more["second"] = self.dice.choice([role for role in ROLES if role != by])
        self.pair.play("decide", decision=decision, by=by, **more)

    def _whatever(self) -> None:
        dice, pair = self.dice, self.pair
        match dice.randrange(20):
            case 0 | 1 | 2 | 3:
                pair.play("card", face=self._next_card() if dice.random() < 0.8 else "??", **self._counted())
            case 4:
                pair.play("cut")
            case 5 | 6:
                pair.play("press", button=dice.choice(BUTTONS))
            case 7:
                pair.play("press", button=dice.choice(BUTTONS), key=True, held=True)
            case 8 | 9 | 10:
                self._decide(dice.choice(sorted(DECISIONS)), dice.choice(("casino", *ROLES)))
            case 11 | 12:
                pair.play("spoil", code=dice.choice(("UV", "DOUBLE", "BACK", "BACK", "SENSOR")))
            case 13:
                pair.play("empty")
            case 14:
                self._trouble()
            case 15 | 16 | 17:
                self._decide("correct", "supervisor")
            case 18:
                self._decide("banker_first", "casino")
            case _:
                self._as_expected()

    def _trouble(self) -> None:
        dice, pair = self.dice, self.pair
        match dice.randrange(8):
            case 0:
                pair.play("loaded")
            case 1:
                pair.play("lid", open=dice.random() < 0.7)
            case 2:
                pair.play("shoe_restart")
            case 3:
                pair.play("events_lost")
            case 4 | 5:
                pair.play("link", up=not pair.model.link_up)
            case 6:
                pair.play(dice.choice(("jam", "clear")))
            case _:
                pair.play("fault", name=dice.choice(FAULTS), on=dice.random() < 0.5)


def walk(dice: Random, steps: int) -> Walk:
    at = Walk(dice, **draw_settings(dice))
    for _ in range(steps):
        at.step()
    return at


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(1, 80))
def test_the_table_shows_what_its_model_shows(dice: Random, steps: int) -> None:
    walk(dice, steps)


@pytest.mark.parametrize("seed", range(12))
def test_the_table_shows_what_its_model_shows_for_hours(seed: int) -> None:
    walk(Random(seed), 800)
