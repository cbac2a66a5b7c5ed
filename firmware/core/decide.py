"""What an input means for the table: the facts that follow from it.

`decide` may refuse a person and never changes anything; what it returns is true once it is on record. The same table
and the same input always give the same facts.
"""

from typing import NamedTuple

from firmware.core import facts as f
from firmware.core import inputs as i
from firmware.core.dealing import turn
from firmware.core.decisions import by_button, open_decisions
from firmware.core.draft import Draft
from firmware.core.hearing import listen
from firmware.core.lifecycle import Phase
from firmware.core.play import advance
from firmware.core.rounds import close_round
from firmware.core.rulings import rule
from firmware.core.state import Table

RESULT_BUTTONS = ("player", "banker", "tie")


class Decision(NamedTuple):
    """The facts that follow from one input, and the table they lead to (the fold of the facts)."""

    facts: tuple[f.Fact, ...]
    table: Table


def decide(table: Table, said: i.Input) -> Decision:
    """Return what follows from `said`.

    Raises:
        Refused: a person's decision that is not open, not theirs, or cannot be read. Nothing follows from it.
    """
    d = Draft(table)
    match said:
        case i.CardLeft():
            listen(d, said)
        case i.MouthJammed() | i.MouthClear() | i.FaultSeen() | i.FaultGone() | i.FaultsAcknowledged():
            _fault(d, said)
        case i.Pressed():
            _press(d, said)
        case i.Decided():
            rule(d, said)
        case i.Started():
            # Nothing is shown as known before the shoe has said all that was missed.
            _begin_fault(d, "link", "the shoe has not been heard since the start")
            # Whatever the program failed on before is behind it; met again it is a fault again.
            _end_fault(d, "software")
        case i.InputFailed():
            return Decision((), table)  # whatever follows by itself may be what failed
        case i.Continued() | i.LineNoted() | i.ShoeAdopted() | i.ShoesRemoved() | i.RequestsRefused():
            pass  # on record as they came
        case i.ShoePresented():
            _end_fault(d, "jam")  # a shoe that starts says JAM again where it holds
            if said.restarted:
                listen(d, said)
        case _:
            listen(d, said)
    advance(d)
    return Decision(tuple(d.facts), d.table)


def _fault(d: Draft, said: i.MouthJammed | i.MouthClear | i.FaultSeen | i.FaultGone | i.FaultsAcknowledged) -> None:
    match said:
        case i.MouthJammed():
            _begin_fault(d, "jam", "the shoe says its mouth is blocked")
        case i.MouthClear():
            _end_fault(d, "jam")
        case i.FaultSeen():
            _begin_fault(d, said.fault, said.why)
        case i.FaultGone():
            _end_fault(d, said.fault)
        case i.FaultsAcknowledged():
            d.record(f.FaultsAcknowledged(actor=said.actor))


def _begin_fault(d: Draft, fault: i.FaultName, why: str) -> None:
    if fault not in d.table.standing.faults:
        d.record(f.FaultBegan(fault=fault, why=why))


def _end_fault(d: Draft, fault: i.FaultName) -> None:
    if fault in d.table.standing.faults:
        d.record(f.FaultEnded(fault=fault))


# -- buttons --------------------------------------------------------------------------------------------------------


def _press(d: Draft, said: i.Pressed) -> None:
    decision = _ruled_by_button(d.table, said)
    if decision is not None:
        # The key stands for the casino supervisor.
        rule(d, i.Decided(decision=decision, role="casino", actor="key", reason=f"{said.button} button"))
    elif d.table.hold is not None or not _pressed_in_play(d, said.button):
        d.record(f.PressIgnored(button=said.button))


def _ruled_by_button(table: Table, said: i.Pressed) -> str | None:
    """Return the decision that a long press with the key on takes now, or None where it takes none."""
    if not (said.key and said.held):
        return None
    if said.button == "void":
        options = ("void_round", "reshuffle") if table.hold else ("void_round",)
        alone = () if table.settings.two_person else options
        return next((decision for decision in alone if decision in open_decisions(table)), None)
    confirming = RESULT_BUTTONS if table.settings.confirm == "result" else ("confirm",)
    if table.hold and said.button in confirming:
        return by_button(table)
    if said.button == "confirm" and table.phase is Phase.SHUFFLE:
        return "new_shoe"
    return None


def _pressed_in_play(d: Draft, button: i.Button) -> bool:
    """Do what a button means in passing. Returns False where it means nothing."""
    phase, settings = d.table.behind, d.table.settings
    if phase is Phase.BURN and button in ("confirm", *RESULT_BUTTONS):
        d.hold("burn_mismatch")
    elif phase is Phase.RESULT and button in ("confirm", *RESULT_BUTTONS):
        return _close(d, button)
    elif phase is Phase.REVEAL and button == "reveal":
        turn(d)
    elif phase is Phase.READY and button == "no_more_bets" and settings.no_more_bets == "button":
        if d.table.bets_closed:
            return False
        d.record(f.BetsClosed())
    elif button == "cut":
        listen(d, i.CutLeft())
    else:
        return False
    return True


def _close(d: Draft, button: i.Button) -> bool:
    table = d.table
    assert table.round is not None
    called = "confirm" if table.settings.confirm == "single" else table.outcome.winner
    if table.round.voided or button == called:
        close_round(d)
    elif button != "confirm" and table.settings.confirm == "result":
        d.hold("result_mismatch")
    else:
        return False
    return True
