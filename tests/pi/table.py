"""A table whose controller runs on the emulated Pi: lamps and buttons at its pins, a simulated shoe on its serial line.

Decides how the controller is started and ended there, and how a hand is laid on a button. It must never look into the
controller: it has pins, the line, and what a technician at the Pi's console would see.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from tests.pi.emulator import PATIENCE_S, Emulator
from tests.pi.line import Line

LAMPS: Final = {
    "deal": 9, "stop": 10, "player_draw": 2, "banker_draw": 3, "player_stand": 4, "banker_stand": 5, "natural": 6,
    "player_wins": 7, "banker_wins": 8, "tie": 11, "last_hand": 12, "shuffle": 13, "void_hand": 16, "supervisor": 17,
    "fault": 18,
}  # fmt: skip
GATE, HEARTBEAT = 19, 20
BUTTONS: Final = {"confirm": 21, "void": 22, "key": 23}
OUTPUTS: Final = frozenset({*LAMPS.values(), GATE, HEARTBEAT})


def _inline(pins: dict[str, int]) -> str:
    return ", ".join(f"{name} = {pin}" for name, pin in pins.items())


CONFIG: Final = f"""\
[table]
id = "PI-1"
edition = "nz-mini-1996"
[shoe]
port = "/dev/shoe"
[hal]
driver = "rpi"
[hal.rpi]
lamps = {{ {_inline(LAMPS)} }}
buttons = {{ {_inline(BUTTONS)} }}
gate = {GATE}
heartbeat = {HEARTBEAT}
[journal]
dir = "/srv/journal"
[feed]
dir = "/srv/feed"
[control]
socket = "/srv/control.sock"
"""
CONFIG_FILE: Final = "etc/coup/table.toml"

WITH_RPI_GPIO: Final = "PYTHONPATH=/opt/coup"
WITH_LGPIO: Final = "PYTHONPATH=/opt/lgpio:/opt/coup"
AS_SERVICE: Final = "/usr/bin/setpriv --reuid coup --regid coup --init-groups"
"""As the service's user: the groups gpio and dialout, no more."""
RAW: Final = "--inh-caps=-all,+sys_rawio --ambient-caps=-all,+sys_rawio"
"""Stands for /dev/gpiomem, which this kernel does not have."""

SAID: Final = r"""sed -n 's/.*"said":\({[^}]*}\),"facts".*/\1/p' /srv/journal/*.jsonl 2>&1"""
"""What was said in each record, and no more: the console's port takes so much of the processor."""
ENDED: Final = "until [ -s /tmp/exit ]; do sleep 0.05; done"
APART_S: Final = 0.4
"""A hand that comes back to a button sooner is still the same press."""


class Table:
    """One table. Nothing runs on it before `start`."""

    def __init__(self, pi: Emulator, line: Line, environment: str = WITH_RPI_GPIO) -> None:
        self.pi, self.line = pi, line
        self._environment = environment
        self._let_go_at = 0.0
        pi.drive(high=BUTTONS.values())  # what the pull-ups do
        pi.done("rm -rf /srv/* /srv/.[!.]* /tmp/exit /tmp/pid; : >/tmp/log")

    # -- the controller ---------------------------------------------------------------------------------------------

    def command(self, *words: str) -> str:
        """What a shell has to run, from a folder where nobody may write, for a command of the program."""
        line = f"python3 -m firmware {' '.join(words)} --config /{CONFIG_FILE}"
        capability = RAW if self._environment == WITH_RPI_GPIO else ""
        return f"cd / && exec env {self._environment} {AS_SERVICE} {capability} {line}"

    def launch(self) -> None:
        """Start the controller and wait for nothing."""
        self.line.listened = True
        run = f"sh -c 'echo $$ >/tmp/pid; {self.command('run')}' >>/tmp/log 2>&1"
        self.pi.done(f"rm -f /tmp/exit; ({run}; echo $? >/tmp/exit) &")

    def start(self) -> None:
        """Start the controller and wait until it trusts the shoe."""
        self.launch()
        self.turns(1)  # pins change one after another: a look between two of them says nothing
        self.pi.until(self.trusts, "the controller to trust the shoe")
        self.turns(1)

    def trusts(self) -> bool:
        """Whether it shows no fault, and has every event."""
        return self.line.acked and bool(self.lit) and "fault" not in self.lit

    def run(self, *words: str) -> str:
        """Run another command of the program to its end, and return what it said."""
        return self.pi.run(self.command(*words))[1]

    def send(self, signal: str) -> None:
        """Send the controller a signal."""
        self.pi.done(f"kill -{signal} $(cat /tmp/pid)")

    def freeze(self) -> None:
        """Let the controller stand still, as a machine that hangs does."""
        self.send("STOP")
        self.pi.done("until grep -q 'State:.T' /proc/$(cat /tmp/pid)/status; do sleep 0.01; done")
        self.pi.levels()  # all earlier edges have been told

    def end(self, signal: str = "TERM") -> int:
        """End the controller with a signal and return its exit code, 128 and the number for one that was killed."""
        self.send(signal)
        code = int(self.pi.done(f"{ENDED}; cat /tmp/exit"))
        self.line.listened = False
        return code

    def close(self) -> None:
        """End whatever runs, even if it stands still, and tell whoever reads a failure what it said."""
        print(self.pi.done(f"cat /tmp/log; {SAID} | grep fault || true"))
        self.pi.done(f"[ ! -e /tmp/pid ] || [ -s /tmp/exit ] || {{ kill -KILL $(cat /tmp/pid); {ENDED}; }}")

    # -- what can be seen -------------------------------------------------------------------------------------------

    @property
    def high(self) -> frozenset[int]:
        """The outputs that are at high level, the heartbeat left out."""
        return self.pi.levels() & OUTPUTS - {HEARTBEAT}

    @property
    def lit(self) -> list[str]:
        """The lamps that are lit."""
        levels = self.pi.levels()
        return sorted(name for name, pin in LAMPS.items() if pin in levels)

    @property
    def gate_open(self) -> bool:
        """Whether the gate's output commands it open."""
        return GATE in self.pi.levels()

    def recorded(self, kind: str) -> list[dict[str, Any]]:
        """Return what was said in each record of this kind in the journal, oldest first."""
        lines = self.pi.done(f'{SAID} | grep \'"kind":"{kind}"\' || true').splitlines()
        return [json.loads(line) for line in lines]

    def toggled(self, lamp: str, since: int) -> list[int]:
        """Return when a lamp's pin was toggled, monotonic ns, from an edge of the machine on."""
        return [at for at, pin, _ in self.pi.edges[since:] if pin == LAMPS[lamp]]

    def beats(self, since: int) -> list[int]:
        """Return when the heartbeat was toggled."""
        return [at for at, pin, _ in self.pi.edges[since:] if pin == HEARTBEAT]

    # -- people and cards -------------------------------------------------------------------------------------------

    def happen(self, *events: str) -> None:
        """Let things happen at the shoe, each once the one before is acknowledged."""
        for event in events:
            self.line.happen(event)
            self.pi.until(lambda: self.line.acked, f"an acknowledgement of {event}")

    def press(self, *buttons: str) -> None:
        """Lay a hand on buttons, or turn the key, as a press of its own."""
        self.pi.until(lambda: time.monotonic() > self._let_go_at + APART_S, "a hand to come back")
        self.touch(*buttons)

    def let_go(self, *buttons: str) -> None:
        """Take it off again; the controller has seen that it is off."""
        self.lift(*buttons)
        self.turns(2)
        self._let_go_at = time.monotonic()

    def touch(self, *buttons: str) -> None:
        """Close contacts."""
        self.pi.drive(low=[BUTTONS[button] for button in buttons])

    def lift(self, *buttons: str) -> None:
        """Open contacts."""
        self.pi.drive(high=[BUTTONS[button] for button in buttons])

    def turns(self, number: int, seconds: float = PATIENCE_S) -> None:
        """Let so many turns of the controller's loop go by: each ends with a beat."""
        seen = len(self.pi.edges)
        self.pi.until(lambda: len(self.beats(seen)) >= number, f"{number} turns of the loop", seconds)


@contextmanager
def table_at(pi: Emulator, environment: str = WITH_RPI_GPIO) -> Iterator[Table]:
    """Have a table with a fresh shoe; nothing runs yet."""
    pi.clear()
    with Line(pi.uart) as line:
        table = Table(pi, line, environment)
        try:
            yield table
        finally:
            table.close()
