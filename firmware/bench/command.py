"""Decides what `coup bench` does: play files, or deal shoes, and what is said of it. Never how the table works."""

import json as jsonlib
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from random import Random, SystemRandom
from typing import Final, TextIO

from firmware import editions
from firmware.bench.dealer import Dealer
from firmware.bench.live import SHOE_S, show, summary, worded
from firmware.bench.on_display import BEAT_S, STEP_S, on_display, open_browser
from firmware.bench.player import Difference, play
from firmware.bench.pty import pty_table
from firmware.bench.scenario import Scenario, load_all
from firmware.bench.stack import shuffled
from firmware.bench.stage import Stage
from firmware.bench.troubled import TroubledDealer
from firmware.bench.world import World
from firmware.core.settings import Settings, SettingsError, build
from firmware.errors import DONE, REFUSED, ConfigError
from firmware.interrupts import interruptible

PAUSE_NS: Final = 1_000_000_000
"""Simulated time between two things that happen, so that heartbeats and gate commands flow as at a real table."""
SEEDS: Final = 1 << 32


def bench(
    files: Sequence[Path],
    *,
    shoes: int = 1,
    seed: int | None = None,
    style: str = "A",
    edition: str = "nz-mini-1996",
    irregularities: bool = False,
    fast: bool = False,
    json: bool = False,
    pty: bool = False,
    out: TextIO | None = None,
) -> int:
    """Play scenario files, or without any deal shuffled shoes; what is to be read goes to `out`, else standard output.

    With `irregularities` much goes wrong at the shoes that are dealt, and what people decide is all that is said.

    Returns:
        The exit code: 0 all as expected, 1 not.

    Raises:
        ScenarioError: a file cannot be read; with every mistake in all of them.
        ConfigError: there is no such edition, or it has no such style.
        CoupError: the table did not let the dealer go on.
    """
    out = out or sys.stdout
    if files:
        return _play(load_all(files), json=json, pty=pty, out=out)
    settings = _settings(edition, style)
    seed = SystemRandom().randrange(SEEDS) if seed is None else seed
    live = out.isatty() and not fast and not json
    with _table(settings, "BENCH", pty) as table:
        draw = Random(seed)
        for _ in range(shoes):
            if irregularities:
                _trouble(TroubledDealer(table, settings, draw), json=json, out=out)
                continue
            dealer = Dealer(table, settings, shuffled(settings, draw), pause_ns=0 if pty else PAUSE_NS)
            _deal(dealer, live=live, json=json, out=out)
    if not json:
        print(f"seed {seed}", file=out)
    return DONE


def bench_on_display(
    *,
    shoes: int = 1,
    seed: int | None = None,
    style: str = "A",
    edition: str = "nz-mini-1996",
    out: TextIO | None = None,
) -> int:
    """Deal shuffled shoes on the table's display, at a pace for the eye; what was dealt last stays there until Ctrl-C.

    Returns:
        The exit code, once somebody has seen enough; the display is gone then.

    Raises:
        ConfigError: there is no such edition, or it has no such style.
        CoupError: the display does not come up, or the table did not let the dealer go on.
    """
    out = out or sys.stdout
    settings = _settings(edition, style)
    seed = SystemRandom().randrange(SEEDS) if seed is None else seed
    with suppress(KeyboardInterrupt), interruptible(), tempfile.TemporaryDirectory(prefix="coup-") as name:
        folder = Path(name)
        with (
            closing(World(settings, "BENCH", feed=folder / "feed")) as table,
            on_display(folder, folder / "feed") as address,
        ):
            print(f"{address}  seed {seed}; Ctrl-C ends it", file=out, flush=True)
            open_browser(address)
            draw = Random(seed)
            for _ in range(shoes):
                dealer = Dealer(table, settings, shuffled(settings, draw), pause_ns=PAUSE_NS)
                _deal(dealer, live=out.isatty(), json=False, out=out, step_s=STEP_S)
            while True:
                table.wait(PAUSE_NS)
                time.sleep(BEAT_S)
    return DONE


def _settings(edition: str, style: str) -> Settings:
    try:
        return build({"edition": edition, "style": style}, editions.shipped())
    except SettingsError as error:
        raise ConfigError([str(mistake) for mistake in error.mistakes]) from error


def _deal(dealer: Dealer, *, live: bool, json: bool, out: TextIO, step_s: float = 0.0) -> None:
    """Deal a shoe and say what was dealt; `step_s` seconds pass after each thing that happens."""
    steps = show(dealer, out, 0.0 if step_s else SHOE_S) if live else dealer.deal()
    told = 0
    for _ in steps:
        time.sleep(step_s)
        for dealt in dealer.rounds[told:]:
            if json:
                print(jsonlib.dumps(asdict(dealt)), file=out)
            elif not live:
                print(worded(dealt), file=out)
        told = len(dealer.rounds)
    if not json:
        print(summary(dealer), file=out)


def _trouble(dealer: TroubledDealer, *, json: bool, out: TextIO) -> None:
    told = 0
    for _ in dealer.deal():
        for taken in dealer.taken[told:]:
            about = taken.irregularity or "no irregularity"
            line = (
                jsonlib.dumps(taken._asdict())
                if json
                else f"shoe {taken.shoe}  {about}: {taken.decision}, {taken.role}"
            )
            print(line, file=out)
        told = len(dealer.taken)


def _play(scenarios: Sequence[Scenario], *, json: bool, pty: bool, out: TextIO) -> int:
    failed = False
    for scenario in scenarios:
        with _table(scenario.settings, scenario.table_id, pty) as table:
            differences = play(scenario, table)
        failed = failed or bool(differences)
        _report(scenario, differences, out, json=json, pty=pty)
    return REFUSED if failed else DONE


def _report(scenario: Scenario, differences: Sequence[Difference], out: TextIO, *, json: bool, pty: bool) -> None:
    steps = len(scenario.steps)
    if json:
        document = {
            "file": scenario.name,
            "ok": not differences,
            "steps": steps,
            "differences": [difference._asdict() for difference in differences],
        }
        print(jsonlib.dumps(document), file=out)
        return
    for difference in differences:
        print(difference, file=out)
    said = f"{len(differences)} not as expected" if differences else "as expected"
    how = " through a pseudo-terminal" if pty else ""
    print(f"{scenario.name}: {steps} step{'' if steps == 1 else 's'}{how}, {said}", file=out)


@contextmanager
def _table(settings: Settings, table_id: str, pty: bool) -> Iterator[Stage]:
    if pty:
        with pty_table(settings, table_id) as table:
            yield table
    else:
        yield World(settings, table_id)
