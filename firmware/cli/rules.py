"""`coup rules`: the draw tables, printed and proved."""

import json
import sys

from firmware.cli.words import Edition, Json, copyable, edition_of, group
from firmware.errors import DONE, REFUSED

app = group(
    "The rules of the editions: printed, and proved.",
    "coup rules show --edition nz-midi-1996",
)


@app.command("show")
@copyable
def show(edition: Edition = "nz-mini-1996") -> int:
    """Print the draw tables of an edition, and its rules with sources.

    Example: coup rules show --edition nz-midi-1996
    """
    from rich.console import Console
    from rich.table import Table

    from firmware.rulebook import sheets

    book = edition_of(edition)
    console = Console(soft_wrap=False)
    console.print(f"{book.name}: {book.title}", style="bold")
    for sheet in sheets(book):
        console.print(f"\n{sheet.title}", highlight=False)
        table = Table()
        for column in sheet.columns:
            table.add_column(column, overflow="fold")
        for row in sheet.rows:
            table.add_row(*row)
        console.print(table)
    return DONE


@app.command("prove")
@copyable
def prove(edition: Edition = "nz-mini-1996", as_json: Json = False) -> int:
    """Prove the draw tables by dealing every hand there is.

    That is done with 8, 6, 4, 2 and 1 decks, and the totals are compared with the published ones.

    Example: coup rules prove
    """
    from firmware.proof import prove as enumerate_all

    tableau = edition_of(edition).tableau
    quiet = as_json or not sys.stderr.isatty()
    verdicts = enumerate_all(tableau, None if quiet else _progress)
    for verdict in verdicts:
        found = {**verdict.counted._asdict(), "deals": verdict.counted.deals}
        if as_json:
            print(json.dumps({"decks": verdict.decks, **found, "proven": verdict.proven}))
        else:
            said = "proven" if verdict.proven else "NOT PROVEN: these are not the published totals"
            decks = f"{verdict.decks} deck{'' if verdict.decks == 1 else 's'}"
            print(
                f"{decks}: Banker {found['banker']:,}  Player {found['player']:,}  Tie {found['tie']:,}"
                f"  of {found['deals']:,}: {said}"
            )
    return DONE if all(verdict.proven for verdict in verdicts) else REFUSED


def _progress(done: int, of: int) -> None:
    print(f"\r{done} of {of} shoes", end="\r" if done < of else "\r                \r", file=sys.stderr, flush=True)
