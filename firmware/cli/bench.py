"""`coup bench` and `coup shoe`."""

from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from firmware.cli.words import Json, copyable
from firmware.errors import DONE, Refused
from firmware.interrupts import interruptible


@copyable
def bench(
    scenarios: Annotated[
        list[Path] | None, typer.Argument(readable=False, help="Scenario files to play; none: deal a shoe.")
    ] = None,
    shoes: Annotated[int | None, typer.Option(min=1, max=100_000, help="Shoes to deal; else 1.")] = None,
    seed: Annotated[int | None, typer.Option(help="Deal a certain shoe again.")] = None,
    style: Annotated[str | None, typer.Option(help="Dealing style: A, B or C; else A.")] = None,
    edition: Annotated[str | None, typer.Option(help="Edition of the rules; else nz-mini-1996.")] = None,
    irregularities: Annotated[
        bool, typer.Option("--irregularities", help="Much goes wrong, and what people decide is printed.")
    ] = False,
    fast: Annotated[bool, typer.Option("--fast", help="Full speed, plain lines, also on a terminal.")] = False,
    pty: Annotated[bool, typer.Option("--pty", help="Through a real pseudo-terminal, in real time.")] = False,
    display: Annotated[
        bool, typer.Option("--display", help="On the table's display, in a browser, until Ctrl-C.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Play scenario files, or deal a shuffled shoe.

    Both go through the real controller; shoe, lamps and buttons are simulated.

    Example: coup bench --seed 7 --fast
    Example: coup bench tests/scenarios/*.coup
    Example: coup bench --display --edition nz-midi-1996 --style B
    """
    from firmware.bench.command import bench as play
    from firmware.bench.command import bench_on_display

    asked: dict[str, Any] = {"shoes": shoes, "seed": seed, "style": style, "edition": edition}
    asked |= {"irregularities": irregularities or None}
    given = {option: value for option, value in asked.items() if value is not None}
    if scenarios and given:
        raise Refused("form", f"--{next(iter(given))}: a scenario says itself what is dealt; give one or the other")
    if irregularities and pty:
        raise Refused("form", "--irregularities: they are dealt in simulated time; leave --pty out")
    if display:
        others = {"scenario files": scenarios, "--irregularities": irregularities, "--fast": fast, "--pty": pty}
        for option in (option for option, wanted in (others | {"--json": as_json}).items() if wanted):
            raise Refused("form", f"--display: whole shoes are dealt, at a pace for the eye; leave {option} out")
        return bench_on_display(**given)
    with interruptible():  # it has processes of its own, and folders
        return play(scenarios or [], **given, fast=fast, json=as_json, pty=pty)


@copyable
def shoe(
    scenario: Annotated[
        Path | None, typer.Argument(readable=False, help="Scenario file: its shoe steps are played.")
    ] = None,
    port: Annotated[str, typer.Option(help="Serial port, or `pty` for a pseudo-terminal that is printed.")] = "",
    pty: Annotated[Path | None, typer.Option(readable=False, help="Pseudo-terminal with this name.")] = None,
    protocol: Annotated[
        str, typer.Option(help="Language of the shoe: shoe-link, line, angel-eye, bee-tek.")
    ] = "shoe-link",
    baud: Annotated[int | None, typer.Option(help="Bits per second; else the protocol's own.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Deal a certain shuffled shoe while the gate, if it has one, is open.")
    ] = None,
    pace: Annotated[float, typer.Option(min=0.05, max=3600, help="Seconds from card to card.")] = 0.5,
    faults: Annotated[str, typer.Option(help="Of the line: drop=0.1,corrupt=0.05,duplicate=0.05,unplug=30.")] = "",
) -> int:
    """Be a shoe on a serial port or a pseudo-terminal.

    Without scenario and seed you deal by hand.

    Example: coup shoe --pty build/bench/shoe
    Example: coup shoe --port /dev/ttyUSB0 --seed 7 --faults drop=0.1,unplug=30
    Example: coup shoe --pty build/bench/shoe --protocol angel-eye --seed 7
    """
    from firmware.bench import mishaps, shoe_command, shoe_script
    from firmware.bench.cable import Cable
    from firmware.makes import makes
    from hal.serial_link import SerialLink

    if bool(port) == bool(pty):
        raise Refused("form", "name the shoe's place: --port DEVICE, --port pty or --pty LINK, one of them")
    if scenario and seed is not None:
        raise Refused("form", "a scenario or --seed, not both")
    make = makes().find(protocol)
    speed = make.baud if baud is None else _allowed(baud)
    script = shoe_script.scripted(scenario) if scenario else None
    shoe_command.shoe(
        lambda tell: Cable(pty, tell) if pty or port == "pty" else SerialLink(port, speed, listen_only=False),
        make,
        baud=speed,
        pace_s=pace,
        mishaps=mishaps.read(faults),
        script=script if seed is None else shoe_script.shuffled(seed),
        at_open_gate=seed is not None,
    )
    return DONE


def _allowed(baud: int) -> int:
    from firmware.sections import Baud

    allowed = get_args(Baud)
    if baud not in allowed:
        raise Refused("form", f"--baud {baud}: allowed: {', '.join(map(str, allowed))}")
    return baud
