"""What is said of a shoe while it is dealt: plain lines, or on a terminal the table itself.

Decides nothing. It must never know how the shoe is dealt: it looks at what can be seen.
"""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, TextIO

from firmware.bench.dealer import Dealer, DealtRound
from firmware.bench.stage import Seen

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

SHOE_S: Final = 20.0
"""Seconds a shoe takes to watch."""

_NAMES: Final = {"player": "Player wins", "banker": "Banker wins", "tie": "Tie", "void": "void"}
_COLOURS: Final = {
    "deal": "green",
    "stop": "red",
    "fault": "bright_red",
    "supervisor": "magenta",
    "last_hand": "yellow",
}
_LAMPS: Final = (
    ("deal", "stop", "last_hand", "shuffle", "void_hand", "supervisor", "fault"),
    ("player_draw", "player_stand", "banker_draw", "banker_stand", "natural"),
    ("player_wins", "tie", "banker_wins"),
)
"""In rows, as on a panel."""
_DUE: Final = {
    "shuffle": "a fresh set of cards",
    "burn": "a burn card",
    "ready": "the first card of a round",
    "dealing": "one of the initial four cards",
    "reveal": "a hand or a third card to be turned",
    "player_draw": "the Player's third card",
    "banker_draw": "the Banker's third card",
    "result": "the round to be closed",
    "hold": "a decision",
}
"""What the table waits for, by phase."""


def worded(dealt: DealtRound) -> str:
    """Return the line for one round."""
    player = f"Player {' '.join(dealt.player):8} = {dealt.player_count}"
    banker = f"Banker {' '.join(dealt.banker):8} = {dealt.banker_count}"
    marks = [_NAMES[dealt.winner], *(["natural"] if dealt.natural else []), *(["last hand"] if dealt.final else [])]
    return f"round {dealt.round:2}  {player}  {banker}  {', '.join(marks)}"


def summary(dealer: Dealer) -> str:
    """Return the line for a shoe that was dealt."""
    winners = [dealt.winner for dealt in dealer.rounds]
    results = ", ".join(f"{name.capitalize()} {winners.count(name)}" for name in ("player", "banker", "tie"))
    naturals = sum(dealt.natural for dealt in dealer.rounds)
    cards = f"{dealer.cards} cards dealt, {dealer.total - dealer.cards} left behind"
    return f"shoe {dealer.seen.shoe}: {len(winners)} rounds, {results}, naturals {naturals}; {cards}"


def show(dealer: Dealer, out: TextIO, shoe_s: float = SHOE_S) -> Iterator[Seen]:
    """Deal the shoe at a pace for the eye, with the table shown on the terminal `out`, and yield as the dealer does."""
    from rich.console import Console
    from rich.live import Live

    console = Console(file=out)
    began = time.monotonic()
    with Live(console=console, auto_refresh=False) as live:
        told = 0
        for seen in dealer.deal():
            for dealt in dealer.rounds[told:]:
                live.console.print(worded(dealt), highlight=False)
            told = len(dealer.rounds)
            live.update(_picture(seen, dealer), refresh=True)
            time.sleep(max(0.0, began + shoe_s * dealer.cards / dealer.total - time.monotonic()))
            yield seen


def _picture(seen: Seen, dealer: Dealer) -> "RenderableType":
    from rich.console import Group
    from rich.panel import Panel
    from rich.progress_bar import ProgressBar
    from rich.text import Text

    rows = [Text(" ").join(_lamp(name, seen) for name in row) for row in _LAMPS]
    player, banker = _hands(seen, dealer)
    hands = Text(f"\nPlayer  {player}\nBanker  {banker}\n")
    gate = "open" if seen.gate_open else "shut"
    place = Text(
        f"phase {seen.phase}, due: {_DUE[seen.phase]}\n"
        f"shoe {seen.shoe}, gate {gate}, {seen.round} rounds, {seen.cards} cards out"
    )
    progress = ProgressBar(total=dealer.total, completed=dealer.cards, width=60)
    return Panel(Group(*rows, hands, place, progress), title="Coup", width=100)


def _lamp(name: str, seen: Seen) -> "Text":
    from rich.text import Text

    style = f"black on {_COLOURS.get(name, 'white')}" if name in seen.lamps else "dim"
    return Text(f" {name.replace('_', ' ')} ", style=f"{style} blink" if name in seen.blink else style)


def _hands(seen: Seen, dealer: Dealer) -> tuple[str, str]:
    """Return both hands; what is face down stays so, and a third card goes where the table says it goes."""
    player, banker = list(seen.public[0:4:2]), list(seen.public[1:4:2])
    thirds = seen.public[4:]
    if thirds:
        stood = "player_stand" in seen.lamps
        banker += thirds[-1:] if stood or len(thirds) == 2 else ()
        player += () if stood else thirds[:1]
    return " ".join(player), " ".join(banker)
