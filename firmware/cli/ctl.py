"""`coup ctl`: requests to a running controller."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import typer

from firmware.cli.configuration import load
from firmware.cli.words import Config, copyable, group
from firmware.core.cards import read_card
from firmware.core.inputs import Button
from firmware.errors import DONE, CoupError, Refused

app = group(
    "Talk to a running controller.",
    "coup ctl press confirm",
    'coup ctl decide undisclosed --reason "pulled early, face down"',
)

ANSWER_S: Final = 10.0
"""Seconds a command waits for a running controller's answer."""
PIN_ANSWER_S: Final = 45.0
"""As many where PINs are checked first: one by one, and guesses at a name delay its checks."""
LONGEST_CARD_LINE: Final = 64
"""Characters of a line that should hold a card: no more of it is repeated when it does not."""


@app.command("press")
@copyable
def press(
    button: Annotated[str, typer.Argument(help=", ".join(get_args(Button)))],
    for_ms: Annotated[int, typer.Option(help="How long, in milliseconds.")] = 100,
    config: Config = None,
) -> int:
    """Press a button of the mock panel.

    Example: coup ctl press confirm
    """
    return _told(ask(config, {"do": "press", "button": button, "for_ms": for_ms}))


@app.command("key")
@copyable
def key(position: Literal["on", "off"], config: Config = None) -> int:
    """Turn the supervisor's key of the mock panel.

    Example: coup ctl key on
    """
    return _told(ask(config, {"do": "key", "on": position == "on"}))


@app.command("decide")
@copyable
def decide(
    decision: Annotated[str, typer.Argument(help="A decision the table offers; `coup status` lists those of a hold.")],
    reason: Annotated[str, typer.Option(help="Why, for the record.")] = "",
    actor: Annotated[str, typer.Option(help="Who decides.")] = "",
    second: Annotated[str, typer.Option(help="Who decides with them, where it takes two.")] = "",
    n: Annotated[int | None, typer.Option(help="Number of the card in the open shoe, for `correct`.")] = None,
    hold: Annotated[int | None, typer.Option(help="Number of the hold that was read.")] = None,
    config: Config = None,
) -> int:
    """Take a decision.

    A card it needs and, with a roles file, PINs are never read from the arguments. They are asked for on the terminal,
    or are lines of standard input: the card, the actor's PIN, the second one's.

    Example: coup ctl decide undisclosed --actor Ana --reason "pulled early, face down"
    Example: echo KH | coup ctl decide card
    Example: echo 9S | coup ctl decide correct --n 17 --reason "read from its face"
    """
    request: dict[str, Any] = {"do": "decide", "decision": decision, "reason": reason, "actor": actor}
    if decision in ("card", "correct"):
        request["card"] = _read_card()
    if n is not None:
        request["n"] = n
    if hold is not None:
        request["hold"] = hold
    if not load(config).authority.roles_file:
        return _told(ask(config, request))
    request["pin"] = _pin_of(actor)
    if second:
        request["second"] = {"actor": second, "pin": _pin_of(second)}
    return _told(ask(config, request, PIN_ANSWER_S))


@app.command("acknowledge")
@copyable
def acknowledge(actor: Annotated[str, typer.Option(help="Who takes note.")] = "", config: Config = None) -> int:
    """Take note of the faults so far.

    With a roles file the PIN is asked for, or is a line of standard input.

    Example: coup ctl acknowledge --actor Ana
    """
    request = {"do": "acknowledge", "actor": actor}
    if not load(config).authority.roles_file:
        return _told(ask(config, request))
    return _told(ask(config, {**request, "pin": _pin_of(actor)}, PIN_ANSWER_S))


@app.command("status")
@copyable
def ctl_status(config: Config = None) -> int:
    """Print the status as one line of JSON, whatever the faults.

    Example: coup ctl status
    """
    print_status(ask(config, {"do": "status"}), as_json=True)
    return DONE


def _told(answer: Mapping[str, Any]) -> int:
    print("ignored: it means nothing just now" if answer.get("ignored") else "done")
    return DONE


def _read_card() -> str:
    if sys.stdin is None:
        raise Refused("form", "standard input is closed: give the card as a line of it")
    if sys.stdin.isatty():
        print("card (such as KH): ", end="", flush=True, file=sys.stderr)
    try:
        return read_card(sys.stdin.readline(LONGEST_CARD_LINE).strip().upper())
    except UnicodeDecodeError:
        raise Refused("form", "standard input is no UTF-8 text") from None
    except ValueError as error:
        raise Refused("form", str(error)) from error


def _pin_of(actor: str) -> str:
    from firmware.control.keypad import read_pin

    if not actor:
        raise Refused("form", "this table knows its people by name: --actor NAME")
    return read_pin(actor)


def print_status(answer: Mapping[str, Any], as_json: bool) -> None:
    """Print a status, for people or as one line of JSON."""
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
    if answer["unacknowledged"]:
        print(f"to note {' '.join(answer['unacknowledged'])}   (a supervisor: coup ctl acknowledge)")
    print(f"shoe    {answer['shoe']}, {answer['cards']} cards out, round {answer['round']} closed last")
    print(f"public  {' '.join(answer['public']) or 'none'}")
    counted = ", ".join(f"{name} {count}" for name, count in answer.get("counters", {}).items())
    print(f"counted {counted or 'nothing'}   (on the line to the shoe, since the start)")
    if hold:
        print(f"hold    {hold['id']}: {hold['code']}; open: {', '.join(hold['decisions'])}")


def ask(config: Path | None, request: Mapping[str, Any], timeout_s: float = ANSWER_S) -> dict[str, Any]:
    """Return a running controller's answer. Raises `CoupError` if it refuses, or if there is none."""
    from firmware.control import client

    try:
        json.dumps(request, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # bytes of an argument that are none are surrogates here
        raise Refused("form", "what was typed is no UTF-8 text; type it again") from None
    answer = client.ask(load(config).control.socket, request, timeout_s)
    if not answer["ok"]:
        raise CoupError(f"{answer.get('code', 'refused')}: {answer.get('error', '')}")
    return answer
