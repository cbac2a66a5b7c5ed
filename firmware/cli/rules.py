"""`coup rules`: the draw tables, printed and proved."""

import json
import sys
from typing import Annotated, Any

import typer

from firmware.cli.words import PLAIN, Json
from firmware.errors import DONE, REFUSED, ConfigError

app = typer.Typer(help="The rules of the editions: printed, and proved.", **PLAIN)

Edition = Annotated[str, typer.Option(help="Edition of the rules.")]


@app.command("show")
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


@app.command("prove")
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
