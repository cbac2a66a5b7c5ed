"""How facts and settlements are written down, for other programs: plain values, amounts as text.

Decides names and forms alone. It must never know who reads them.
"""

from dataclasses import asdict
from typing import Any, Final

from msgspec import structs

from firmware.money.amount import written
from firmware.paigow.facts import ChipsMoved, Fact
from firmware.paigow.settlement import Policy, Settlement, Step

_AMOUNTS: Final = frozenset(("stake", "amount", "collected", "house", "co_banker", "odd", "short"))


def fact_as_row(fact: Fact) -> dict[str, Any]:
    """Return a fact as it is put on record: its kind first. A step has the keys it has in a settlement."""
    if isinstance(fact, ChipsMoved):
        return {"kind": fact.kind, **_step(fact.step)}
    return {"kind": fact.kind, **{name: _plain(name, value) for name, value in structs.asdict(fact).items()}}


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, Policy):
        return _policy(value)
    return written(value) if name in _AMOUNTS else value


def _policy(policy: Policy) -> dict[str, Any]:
    return asdict(policy) | {"commission": written(policy.commission), "unit": written(policy.unit)}


def settlement_as_row(settlement: Settlement, policy: Policy) -> dict[str, Any]:
    """Return a settlement: every step in order, and what each side has more or less after it."""
    boxes = [f"box {step.box}" for step in settlement.matching]
    return {
        "policy": _policy(policy),
        "sequence": [{"n": number, **_step(step)} for number, step in enumerate(settlement.steps, 1)],
        "odd": written(settlement.odd),
        "commission": written(settlement.commission),
        "gains": {
            "house": written(settlement.house),
            "co_banker": written(settlement.co_banker),
            **{box: written(settlement.moved[box]) for box in boxes},
        },
    }


def _step(step: Step) -> dict[str, Any]:
    moved = {"from": step.source, "to": step.to, "amount": written(step.amount)} if step.amount else {}
    return {"rule": step.rule, "act": step.act, **({"box": step.box} if step.box else {}), **moved}
