"""Decides whether lamps and gate may stand as they do: the invariants of the table's lamps, looked at from outside.

It must never know how the controller works its lamps out. Every function yields a sentence for each
broken rule.
"""

from collections.abc import Collection, Iterator
from typing import Final

from firmware.bench.chart import made
from firmware.bench.stage import Seen
from firmware.core.cards import HIDDEN, UNREAD
from firmware.journal.record import Record
from hal.ports import DARK, Shown

WINS: Final = {"player": "player_wins", "banker": "banker_wins", "tie": "tie"}
UNDER_A_FAULT: Final = frozenset({"stop", "fault", "supervisor", "last_hand", "shuffle", "void_hand"})
CARD_MAY_LEAVE: Final = frozenset({"burn", "ready", "dealing", "player_draw", "banker_draw"})
DRAWS: Final = frozenset({"player_draw", "banker_draw"})
GUIDANCE: Final = frozenset({"natural", "player_stand", "banker_stand", *WINS.values()})


def shown_wrongly(shown: Shown) -> Iterator[str]:
    """Look at what the lamps' driver was told; all dark and shut is a controller that is not running."""
    lamps, blink = set(map(str, shown.lamps)), set(map(str, shown.blink))
    if shown == DARK:
        return
    yield from _always(lamps, shown.gate_open)
    if blink != lamps & {"supervisor"}:
        yield f"blinking: {_names(blink)}; lit: {_names(lamps)}"


def recorded_wrongly(record: Record, faults: Collection[str]) -> Iterator[str]:
    """Look at a record; `faults` are those on record as active after it."""
    lamps, phase = set(record.lamps), str(record.phase)
    yield from _always(lamps, record.gate == "open")
    if ("fault" in lamps) != bool(faults):
        yield f"faults {_names(faults)} on record, and lit is {_names(lamps)}"
    if ("supervisor" in lamps) != (phase == "hold"):
        yield f"phase {phase}, and lit is {_names(lamps)}: supervisor blinks in a hold, and only there"
    if "deal" in lamps and phase not in CARD_MAY_LEAVE:
        yield f"phase {phase}, and deal is lit"
    if not faults and lamps & DRAWS != {phase} & DRAWS:
        yield f"phase {phase}, and lit is {_names(lamps & DRAWS)}"
    if phase != "hold" and ("shuffle" in lamps) != (phase == "shuffle"):
        yield f"phase {phase}, and lit is {_names(lamps)}"
    if lamps & set(WINS.values()) and phase not in ("result", "hold"):
        yield f"phase {phase}, and lit is {_names(lamps & set(WINS.values()))}"


def guided_wrongly(seen: Seen, *, voided: bool) -> Iterator[str]:
    """Look at a table at rest: its phase and lamps beside what the cards make. `voided`: the round has no result."""
    guidance = seen.lamps & GUIDANCE
    if voided:
        if guidance:
            yield f"a voided round, and lit is {_names(guidance)}"
        return
    if seen.faults or seen.phase not in ("dealing", "result", *DRAWS) or {HIDDEN, UNREAD} & set(seen.public):
        return
    now = made(seen.public)
    if now.due != seen.phase:
        yield f"phase {seen.phase}, and {_names(seen.public)} wait for {now.due}"
        return
    due = {"natural": now.natural, "player_stand": now.player_stands, "banker_stand": now.banker_stands}
    wanted = {lamp for lamp, lit in due.items() if lit} | ({WINS[now.winner]} if now.due == "result" else set())
    if guidance != wanted:
        yield f"{' '.join(seen.public)} make {_names(wanted)}, and lit is {_names(guidance)}"


def _always(lamps: set[str], gate_open: bool) -> Iterator[str]:
    if len(lamps & {"deal", "stop"}) != 1:
        yield f"exactly one of deal and stop is to be lit; lit is {_names(lamps)}"
    if gate_open != ("deal" in lamps):
        yield f"the gate is {'open' if gate_open else 'shut'}, and lit is {_names(lamps)}"
    if "fault" in lamps and lamps - UNDER_A_FAULT:
        yield f"with a fault {_names(lamps - UNDER_A_FAULT)} may not be lit"
    if len(lamps & set(WINS.values())) > 1:
        yield f"two results at once: {_names(lamps)}"


def _names(names: Collection[str]) -> str:
    return " ".join(sorted(names)) or "nothing"
