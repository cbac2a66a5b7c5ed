"""A table to talk to: what shoe and people do in few words, and what it shows then."""

from __future__ import annotations

from typing import Any

from firmware.core import inputs as i
from firmware.core.cards import UNREAD, read_card
from firmware.core.decide import decide
from firmware.core.decisions import open_decisions
from firmware.core.indicators import Indication, indicate
from firmware.core.settings import Burn, Settings
from firmware.core.state import ClosedRound, Table
from firmware.editions import load
from firmware.errors import Refused

SAID: dict[str, i.Input] = {
    "loaded": i.Loaded(),
    "cut": i.CutLeft(),
    "empty": i.MouthEmpty(),
    "jam": i.MouthJammed(),
    "clear": i.MouthClear(),
    "lid open": i.LidMoved(open=True),
    "lid shut": i.LidMoved(open=False),
    "restart": i.ShoePresented(boot="0000000B", serial="S", model="M", firmware="1", restarted=True),
    "lost": i.EventsLost(boot="0000000A", first=7, last=9),
    "UV": i.Spoiled(code="UV"),
    "DOUBLE": i.Spoiled(code="DOUBLE"),
    "BACK": i.Spoiled(code="BACK"),
    "SENSOR": i.Spoiled(code="SENSOR"),
}


class Talk:
    """One table, loaded and ready unless `loaded` is false. Settings as in the configuration."""

    def __init__(self, *, loaded: bool = True, edition: str = "nz-mini-1996", burn: str = "none", **more: Any) -> None:
        self.table = Table(Settings(edition=load(edition), burn=Burn.parse(burn), **more))
        if loaded:
            self.say("loaded")

    def hear(self, *inputs: i.Input) -> str:
        """Take inputs up in order. Returns `done`, `ignored` or `refused:CODE` for the last of them."""
        answer = ""
        for said in inputs:
            try:
                facts, self.table = decide(self.table, said)
                answer = "ignored" if [fact.kind for fact in facts] == ["press_ignored"] else "done"
            except Refused as refused:
                answer = f"refused:{refused.code}"
            while self.table.new_shoe_due:
                self.table = decide(self.table, i.Continued()).table
        return answer

    def say(self, *words: str) -> str:
        """The shoe says something (a key of `SAID`)."""
        return self.hear(*(SAID[word] for word in words))

    def deal(self, cards: str) -> Talk:
        """Cards leave the shoe."""
        self.hear(*(i.CardLeft(face=UNREAD if card == UNREAD else read_card(card)) for card in cards.split()))
        return self

    def press(self, buttons: str) -> str:
        """Buttons are pressed in passing."""
        return self.hear(*(i.Pressed(button=button) for button in buttons.split()))  # type: ignore[arg-type]

    def hold_down(self, button: i.Button) -> str:
        """A button is held for two seconds, with the supervisor's key on."""
        return self.hear(i.Pressed(button=button, held=True, key=True))

    def decide(
        self,
        decision: str,
        by: i.Role = "supervisor",
        *,
        card: str = "",
        n: int | None = None,
        second: i.Role | None = None,
        hold: int | None = None,
    ) -> str:
        """Decide something, in the name of a role."""
        named = read_card(card) if card else None
        return self.hear(
            i.Decided(
                decision=decision,
                role=by,
                actor=by,
                card=named,
                n=n,
                second=second or "",
                second_role=second,
                hold=hold,
            )
        )

    def round(self, cards: str = "9S KH KD KC") -> Talk:
        """A round that needs no third card is dealt and closed."""
        self.deal(cards)
        self.press("confirm")
        return self

    # -- what it shows ------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return self.table.phase.value

    @property
    def behind(self) -> str:
        return self.table.behind.value

    @property
    def hold(self) -> str | None:
        return self.table.hold.code if self.table.hold else None

    @property
    def open(self) -> set[str]:
        """The decisions of the present hold, besides `reshuffle`."""
        decisions = set(open_decisions(self.table))
        assert "reshuffle" in decisions
        return decisions - {"reshuffle"}

    @property
    def shown(self) -> Indication:
        return indicate(self.table)

    @property
    def lamps(self) -> set[str]:
        return {lamp.value for lamp in self.shown.lamps}

    @property
    def public(self) -> str:
        return " ".join(self.table.public_cards)

    @property
    def last(self) -> ClosedRound:
        """The round last closed in this shoe."""
        return self.table.rounds[-1]

    @property
    def result(self) -> tuple[str, int, int]:
        return self.last.winner or "void", self.last.player_count, self.last.banker_count

    @property
    def blink(self) -> set[str]:
        return {lamp.value for lamp in self.shown.blink}


def words(text: str) -> set[str]:
    return set(text.split())
