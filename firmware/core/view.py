"""What anybody may know of the table: the public projection, and nothing that lies face down."""

from typing import Any

from firmware.core.indicators import Indication
from firmware.core.rulings import open_decisions
from firmware.core.state import Table


def status(table: Table, shown: Indication, *, link_up: bool) -> dict[str, Any]:
    """Return the state of the table as `coup status --json` prints it. No hidden card, and nothing derived from one."""
    hold = table.hold
    return {
        "phase": table.phase.value,
        "behind": table.behind.value,
        "lamps": sorted(shown.lamps),
        "blink": sorted(shown.blink),
        "gate": "open" if shown.gate_open else "shut",
        "faults": list(table.standing.faults),
        "unacknowledged": list(table.standing.unacknowledged),
        "hold": {"id": hold.id, "code": hold.code, "decisions": sorted(open_decisions(table))} if hold else None,
        "link": "up" if link_up else "down",
        "shoe": str(table.standing.shoe),
        "round": table.round_number,
        "cards": table.cards_out,
        "public": list(table.public_cards),
    }
