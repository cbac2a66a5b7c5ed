"""`coup paigow`: the settlement of a co-banked round, and a guide through one."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firmware.cli.words import Json, copyable, group, text_of
from firmware.errors import DONE, REFUSED, Refused

if TYPE_CHECKING:
    from firmware.paigow.guide import Guide
    from firmware.paigow.settlement import Policy

app = group(
    "Pai Gow, co-banked: settled, and guided.",
    "coup paigow settle round.csv",
    "coup paigow guide",
)

Commission = Annotated[str, typer.Option(help="Per cent of the co-banker's half.")]
Odd = Annotated[Literal["house", "co-banker"], typer.Option(help="Who gains by an amount that cannot be divided.")]
Unit = Annotated[str, typer.Option(help="The smallest chip: all amounts are multiples of it.")]
WinnersPay = Annotated[bool, typer.Option("--winners-pay", help="Winning players pay the commission, too.")]


@app.command("settle")
@copyable
def settle(
    sheet: Annotated[
        Path, typer.Argument(readable=False, help="The round as JSON or CSV; - or nothing: standard input.")
    ] = Path("-"),
    commission: Commission = "5",
    odd: Odd = "house",
    unit: Unit = "0.01",
    winners_pay: WinnersPay = False,
    as_json: Json = False,
) -> int:
    """Print the settlement of a co-banked round.

    Every movement of chips is in it, in order. CSV has the columns box,wager,result, in any order. A result is win,
    lose or push; the co-banker's row has the result bank, and the whole co-banking wager. JSON is
    {"bank": {"box": 1, "stake": "1200"}, "boxes": [{"box": 2, "wager": "200", "result": "lose"}]}.

    Example: coup paigow settle round.csv
    Example: coup paigow settle --json < round.csv
    """
    from firmware.paigow import settlement
    from firmware.paigow.record import settlement_as_row
    from firmware.paigow.sheet import read
    from firmware.paigow.telling import gains, sentence

    policy = _policy(commission, odd, unit, winners_pay)
    name, text = text_of(sheet)
    try:
        bank, hands = read(text, policy.unit)
        settled = settlement.settle(bank, hands, policy)
    except Refused as error:
        raise Refused("form", f"{name}: {error}") from error
    if as_json:
        print(json.dumps(settlement_as_row(settled, policy), separators=(",", ":")))
        return DONE
    for number, step in enumerate(settled.steps, 1):
        print(f"{number:3}  {sentence(step)}")
    print(f"     {gains(settled.house, settled.co_banker, settled.odd, policy.odd)}")
    return DONE


@app.command("guide")
@copyable
def guide(
    script: Annotated[
        Path, typer.Argument(readable=False, help="The dealer's words; - or nothing: standard input.")
    ] = Path("-"),
    commission: Commission = "5",
    odd: Odd = "house",
    unit: Unit = "0.01",
    winners_pay: WinnersPay = False,
    as_json: Json = False,
) -> int:
    """Walk a dealer through a co-banked round.

    That is from the stacking of the tiles to the settlement. On a terminal it says what is due and waits for the
    word; help lists all words. From a file or a pipe it takes a word a line and stops at the first mistake. Exit code
    1: the round is not settled at the end.

    Example: coup paigow guide
    Example: coup paigow guide round.txt --json
    """
    from firmware.paigow.guide import Guide

    session = Guide(_policy(commission, odd, unit, winners_pay))
    if str(script) == "-" and sys.stdin is not None and sys.stdin.isatty():
        _talk(session, as_json)
    else:
        name, text = text_of(script)
        _play(session, name, text.splitlines(), as_json)
    return DONE if session.settled else REFUSED


def _talk(session: "Guide", as_json: bool) -> None:
    """Ask a dealer at the terminal until the round is over. A mistake is told, and asked again."""
    _tell(session, as_json)
    while not session.over:
        print(session.due, file=sys.stderr if as_json else sys.stdout)
        try:
            line = input("" if as_json else "> ")
        except EOFError:
            return
        if line.strip() == "quit":
            return
        try:
            _tell(session, as_json, line)
        except Refused as error:
            print(f"  {error}", file=sys.stderr)


def _play(session: "Guide", name: str, lines: Iterable[str], as_json: bool) -> None:
    _tell(session, as_json)
    for number, line in enumerate(lines, 1):
        if line.strip() == "quit":
            break
        if not as_json and line.partition("#")[0].strip():
            print(f"{session.due}\n> {line.strip()}")
        try:
            _tell(session, as_json, line)
        except Refused as error:
            raise Refused("form", f"{name}:{number}: {error}") from error
    if not session.over:
        raise Refused("not_open", f"{name}: the round is not over: {session.due}")


def _tell(session: "Guide", as_json: bool, line: str | None = None) -> None:
    """Print what follows from a line; without one, how the round begins."""
    from firmware.paigow.record import fact_as_row

    answer = session.opening if line is None else session.answer(line)
    if as_json:
        rows: list[dict[str, Any]] = [fact_as_row(fact) for fact in answer.facts]
        rows += [{"kind": "taken_back", "facts": answer.taken_back}] if answer.taken_back else []
        for row in rows:
            print(json.dumps(row, separators=(",", ":")), flush=True)
    else:
        for text in answer.says:
            print(f"  {text}", flush=True)


def _policy(commission: str, odd: Literal["house", "co-banker"], unit: str, winners_pay: bool) -> "Policy":
    from firmware.money.amount import LARGEST, read_amount
    from firmware.paigow.settlement import WHOLE, Policy

    rate = read_amount(commission, "--commission", least=0, most=WHOLE)
    chip = read_amount(unit, "--unit", most=LARGEST // 2)  # the least co-banking wager is two of it
    return Policy(rate, odd, chip, winners_pay)
