"""The commands: one function each, which reads its words, calls what does the work, and prints.

What only one command needs is imported in it: the controller loads nothing it does not run.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import typer

from firmware.core.cards import read_card
from firmware.core.inputs import Button
from firmware.errors import CALLER, DONE, FAULTY, REFUSED, ConfigError, CoupError, Refused
from hal.errors import HalError

DEFAULT_CONFIG: Final = Path("/etc/coup/table.toml")
ANSWER_S: Final = 10.0
"""Seconds a command waits for a running controller's answer."""

_PLAIN: Final[Mapping[str, Any]] = {"rich_markup_mode": None, "add_completion": False, "no_args_is_help": True}

app = typer.Typer(help="The shoe-and-table controller for baccarat.", pretty_exceptions_enable=False, **_PLAIN)
ctl = typer.Typer(help="Talk to a running controller.", **_PLAIN)
rules = typer.Typer(help="The rules of the editions: printed, and proved.", **_PLAIN)
app.add_typer(ctl, name="ctl")
app.add_typer(rules, name="rules")

Config = Annotated[
    Path | None,
    typer.Option("--config", help="The table's configuration; else $COUP_CONFIG, else /etc/coup/table.toml."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]

# What typer raises for words it cannot take; it has no public name for it.
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


def main(words: list[str] | None = None) -> int:
    """Run the command that `words` (default: the process's arguments) ask for and return its exit code."""
    try:
        code = app(words, prog_name="coup", standalone_mode=False)
    except ConfigError as error:
        return _fail(CALLER, *error.problems)
    except (CoupError, HalError) as error:
        return _fail(CALLER if isinstance(error, Refused) and error.code == "form" else REFUSED, str(error))
    except _UsageError as error:
        return _fail(CALLER, f"{' '.join(str(error).split())} (`coup --help` lists the commands)")
    except (typer.Abort, KeyboardInterrupt):
        return _fail(REFUSED, "stopped")
    except BrokenPipeError:
        # The reader of our output went away: nothing is wrong, and nobody is left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REFUSED
    return code if isinstance(code, int) else DONE


def _fail(code: int, *lines: str) -> int:
    for line in lines:
        print(f"coup: {line}", file=sys.stderr)
    return code


@app.command()
def run(config: Config = None) -> int:
    """Run the controller of one table in the foreground, until SIGTERM or SIGINT.

    Example: coup run --config config/bench.toml
    """
    from firmware.app import run as run_table

    return run_table(_load(config))


@app.command()
def check(config: Config = None) -> int:
    """List every mistake in a configuration at once.

    Example: coup check --config /etc/coup/table.toml
    """
    loaded = _load(config)
    print(f"{loaded.table.id}: the configuration is in order")
    return DONE


@app.command()
def status(config: Config = None, as_json: Json = False) -> int:
    """Print what a running controller shows. Exit code 0: running without a fault; 3: anything else.

    Example: coup status --json
    """
    try:
        answer = _ask(config, {"do": "status"})
    except CoupError as error:
        if isinstance(error, ConfigError):
            raise
        print(json.dumps({"ok": False, "error": str(error)}) if as_json else str(error))
        return FAULTY
    _print_status(answer, as_json)
    return FAULTY if answer["faults"] else DONE


def _print_status(answer: Mapping[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(answer))
        return
    hold = answer["hold"]
    lamps = (f"{lamp}*" if lamp in answer["blink"] else lamp for lamp in answer["lamps"])
    print(f"phase   {answer['phase']}" + (f" (behind it: {answer['behind']})" if hold else ""))
    print(f"lamps   {' '.join(lamps) or 'none'}   (* blinks)")
    print(f"gate    {answer['gate']}")
    print(f"link    {answer['link']}")
    print(f"faults  {' '.join(answer['faults']) or 'none'}")
    print(f"shoe    {answer['shoe']}, {answer['cards']} cards out, round {answer['round']} closed last")
    print(f"public  {' '.join(answer['public']) or 'none'}")
    if hold:
        print(f"hold    {hold['id']}: {hold['code']}; open: {', '.join(hold['decisions'])}")


@app.command()
def bench(
    scenarios: Annotated[list[Path] | None, typer.Argument(help="Scenario files to play; none: deal a shoe.")] = None,
    shoes: Annotated[int, typer.Option(min=1, max=100_000, help="Shoes to deal.")] = 1,
    seed: Annotated[int | None, typer.Option(help="Deal a certain shoe again.")] = None,
    style: Annotated[str, typer.Option(help="Dealing style: A, B or C.")] = "A",
    edition: Annotated[str, typer.Option(help="Edition of the rules.")] = "nz-mini-1996",
    fast: Annotated[bool, typer.Option("--fast", help="Full speed, plain lines, also on a terminal.")] = False,
    pty: Annotated[bool, typer.Option("--pty", help="Through a real pseudo-terminal, in real time.")] = False,
    as_json: Json = False,
) -> int:
    """Play scenario files, or deal a shuffled shoe through the real controller with nothing attached.

    Example: coup bench --seed 7 --fast
    Example: coup bench tests/scenarios/*.coup
    """
    from firmware.bench.command import bench as play

    return play(scenarios or [], shoes=shoes, seed=seed, style=style, edition=edition, fast=fast, json=as_json, pty=pty)


# -- ctl ------------------------------------------------------------------------------------------------------------


@ctl.command("press")
def press(
    button: Annotated[str, typer.Argument(help=", ".join(get_args(Button)))],
    for_ms: Annotated[int, typer.Option(help="How long, in milliseconds.")] = 100,
    config: Config = None,
) -> int:
    """Press a button of the mock panel.

    Example: coup ctl press confirm
    """
    return _told(_ask(config, {"do": "press", "button": button, "for_ms": for_ms}))


@ctl.command("key")
def key(position: Literal["on", "off"], config: Config = None) -> int:
    """Turn the supervisor's key of the mock panel.

    Example: coup ctl key on
    """
    return _told(_ask(config, {"do": "key", "on": position == "on"}))


@ctl.command("decide")
def decide(
    decision: Annotated[str, typer.Argument(help="A decision the table offers; `coup status` lists those of a hold.")],
    reason: Annotated[str, typer.Option(help="Why, for the record.")] = "",
    actor: Annotated[str, typer.Option(help="Who decides.")] = "",
    n: Annotated[int | None, typer.Option(help="Number of the card in the open shoe, for `correct`.")] = None,
    hold: Annotated[int | None, typer.Option(help="Number of the hold that was read.")] = None,
    config: Config = None,
) -> int:
    """Take a decision. A card it needs is read from the terminal or standard input, never from the arguments.

    Example: coup ctl decide undisclosed --reason "pulled early, face down"
    Example: echo KH | coup ctl decide card
    """
    request: dict[str, Any] = {"do": "decide", "decision": decision, "reason": reason, "actor": actor}
    if decision in ("card", "correct"):
        request["card"] = _read_card()
    if n is not None:
        request["n"] = n
    if hold is not None:
        request["hold"] = hold
    return _told(_ask(config, request))


@ctl.command("acknowledge")
def acknowledge(actor: Annotated[str, typer.Option(help="Who takes note.")] = "", config: Config = None) -> int:
    """Take note of the faults so far.

    Example: coup ctl acknowledge
    """
    return _told(_ask(config, {"do": "acknowledge", "actor": actor}))


@ctl.command("status")
def ctl_status(config: Config = None) -> int:
    """Print the status as one line of JSON, whatever the faults.

    Example: coup ctl status
    """
    _print_status(_ask(config, {"do": "status"}), as_json=True)
    return DONE


def _told(answer: Mapping[str, Any]) -> int:
    print("ignored: it means nothing just now" if answer.get("ignored") else "done")
    return DONE


def _read_card() -> str:
    if sys.stdin.isatty():
        print("card (such as KH): ", end="", flush=True, file=sys.stderr)
    try:
        return read_card(sys.stdin.readline().strip().upper())
    except ValueError as error:
        raise Refused("form", str(error)) from error


def _ask(config: Path | None, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return a running controller's answer. Raises `CoupError` if it refuses, or if there is none."""
    from firmware.control.client import ask

    answer = ask(_load(config).control.socket, request, ANSWER_S)
    if not answer["ok"]:
        raise CoupError(f"{answer.get('code', 'refused')}: {answer.get('error', '')}")
    return answer


def _load(path: Path | None) -> Any:
    from firmware.config import load
    from firmware.makes import makes

    return load(path or Path(os.environ.get("COUP_CONFIG") or DEFAULT_CONFIG), protocols=makes().protocols)


# -- rules ----------------------------------------------------------------------------------------------------------

Edition = Annotated[str, typer.Option(help="Edition of the rules.")]


@rules.command("show")
def show(edition: Edition = "nz-mini-1996") -> int:
    """Print the draw tables of an edition, and every rule with its source.

    Example: coup rules show --edition nz-midi-1996
    """
    from rich.console import Console
    from rich.table import Table

    from firmware.rulebook import sheets

    book = _edition(edition)
    console = Console(soft_wrap=False)
    console.print(f"{book.name}: {book.title}", style="bold")
    for sheet in sheets(book):
        table = Table(title=sheet.title, title_justify="left")
        for column in sheet.columns:
            table.add_column(column, overflow="fold")
        for row in sheet.rows:
            table.add_row(*row)
        console.print(table)
    return DONE


@rules.command("prove")
def prove(edition: Edition = "nz-mini-1996", as_json: Json = False) -> int:
    """Deal every hand there is with 8, 6, 4, 2 and 1 decks and compare the totals with the published ones.

    Example: coup rules prove
    """
    from firmware.proof import prove as enumerate_all

    tableau = _edition(edition).tableau
    quiet = as_json or not sys.stderr.isatty()
    verdicts = enumerate_all(tableau, None if quiet else _progress)
    for verdict in verdicts:
        found = {**verdict.counted._asdict(), "deals": verdict.counted.deals}
        if as_json:
            print(json.dumps({"decks": verdict.decks, **found, "proven": verdict.proven}))
        else:
            said = "proven" if verdict.proven else "NOT PROVEN: these are not the published totals"
            print(
                f"{verdict.decks} decks: Banker {found['banker']:,}  Player {found['player']:,}  Tie {found['tie']:,}"
                f"  of {found['deals']:,}: {said}"
            )
    return DONE if all(verdict.proven for verdict in verdicts) else REFUSED


def _progress(done: int, of: int) -> None:
    print(f"\r{done} of {of} shoes", end="\r" if done < of else "\r                \r", file=sys.stderr, flush=True)


def _edition(name: str) -> Any:
    from firmware.core.edition import EditionError
    from firmware.editions import load

    try:
        return load(name)
    except EditionError as error:
        raise ConfigError([str(error)]) from error
