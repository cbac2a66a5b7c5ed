"""`coup soak`."""

from typing import Annotated

import typer

from firmware.cli.words import Json, copyable
from firmware.interrupts import interruptible


@copyable
def soak(
    shoes: Annotated[int, typer.Option(min=1, max=1_000_000, help="Shoes to deal.")] = 20,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes that deal at the same time.")] = 1,
    seed: Annotated[int | None, typer.Option(help="Deal certain shoes again.")] = None,
    as_json: Json = False,
) -> int:
    """Deal shoes with much trouble, and check every rule.

    Wire, controller and journal are the real ones, time is simulated; each evening's journal is verified and replayed.

    Example: coup soak --shoes 20
    Example: coup soak --shoes 5000 --jobs 4 --json
    Example: coup soak --seed 7 --shoes 3
    """
    from firmware.bench.soak_command import soak as deal

    with interruptible():
        return deal(shoes, jobs=jobs, seed=seed, json=as_json)
