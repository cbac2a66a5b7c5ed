"""`coup journal`: the record of a table, shown, proved, played again; and the feed made of it."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from firmware.cli.configuration import load
from firmware.cli.words import Config, Json, copyable, group
from firmware.errors import DONE, Refused
from firmware.interrupts import interruptible

if TYPE_CHECKING:
    from firmware.journal.seal import Seal

app = group(
    "The record of a table: shown, proved, played again.",
    "coup journal verify /var/lib/coup/journal",
    "coup journal show /var/lib/coup/journal/shoe-000012.jsonl",
)


def _there(path: Path) -> Path:
    """Return `path`. Raises `Refused` if nothing is called so; what cannot be looked at is told by whoever reads it."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise Refused("form", f"{path}: does not exist; name the folder of a journal, or one file of it") from None
    except OSError:
        pass
    return path


JournalPath = Annotated[
    Path,
    typer.Argument(metavar="PATH", readable=False, callback=_there, help="The folder of a journal, or one file of it."),
]
Key = Annotated[
    Path | None,
    typer.Option(
        "--key", readable=False, help="File of the journal's key, if it has one; else what the configuration names."
    ),
]


@app.command("show")
@copyable
def journal_show(
    path: JournalPath,
    cards: Annotated[bool, typer.Option("--cards", help="Every card instead of every round.")] = False,
    as_json: Json = False,
    key: Key = None,
    config: Config = None,
) -> int:
    """Print the rounds of a journal, or its cards.

    Cards of the open shoe that are not public are printed as `--`.

    Example: coup journal show /var/lib/coup/journal
    Example: coup journal show --cards --json /var/lib/coup/journal
    """
    from firmware.journal import history, words

    for shoe in history.shoes(path, _seal(key, config)):
        if as_json:
            for row in history.cards(shoe) if cards else history.rounds(shoe):
                print(json.dumps(row))
        else:
            _print_table(f"Shoe {shoe.header.shoe}", words.card_rows(shoe) if cards else words.round_rows(shoe))
    return DONE


@app.command("verify")
@copyable
def journal_verify(
    path: JournalPath,
    head: Annotated[
        str | None, typer.Option("--head", help="A head noted down earlier: some file has to end with it.")
    ] = None,
    key: Key = None,
    config: Config = None,
) -> int:
    """Prove that nothing in a journal was changed, left out or moved.

    With --head also that nothing was taken off its end.

    Example: coup journal verify /var/lib/coup/journal
    """
    from firmware.journal.audit import verify
    from firmware.journal.words import verdict_lines

    wanted = None if head is None else head.strip().lower()
    if wanted is not None and not re.fullmatch("[0-9a-f]{64}", wanted):
        raise Refused("form", "--head takes a hash of 64 hexadecimal digits")
    seal = _seal(key, config)
    with interruptible(), _shoes_done() as progress:
        verdict = verify(path, seal, head=wanted, progress=progress)
    for line in verdict_lines(verdict):
        print(line)
    return DONE


@app.command("replay")
@copyable
def journal_replay(path: JournalPath, key: Key = None, config: Config = None) -> int:
    """Play a journal again and compare all with what is on record.

    That is every phase, lamp set and result.

    Example: coup journal replay /var/lib/coup/journal
    """
    from firmware.journal.replay import replay

    seal = _seal(key, config)
    with interruptible(), _shoes_done() as progress:
        records = replay(path, seal, progress=progress)
    print(f"{records:,} records played again: all as on record")
    return DONE


@app.command("export")
@copyable
def journal_export(
    path: JournalPath,
    csv: Annotated[bool, typer.Option("--csv", help="As CSV; there is no other form.")] = True,
    key: Key = None,
    config: Config = None,
) -> int:
    """Print the rounds of a journal as CSV.

    Its columns are the keys of `coup journal show --json`.

    Example: coup journal export --csv /var/lib/coup/journal > rounds.csv
    """
    from firmware.journal.history import export

    for line in export(path, _seal(key, config)):
        print(line)
    return DONE


@app.command("report")
@copyable
def journal_report(path: JournalPath, as_json: Json = False, key: Key = None, config: Config = None) -> int:
    """Print the report of every shoe of a journal.

    It has cards, results, irregularities, decisions and by whom.

    Example: coup journal report /var/lib/coup/journal/shoe-000012.jsonl
    """
    from firmware.journal.history import shoes
    from firmware.journal.report import report
    from firmware.journal.words import report_lines

    for shoe in shoes(path, _seal(key, config)):
        found = report(shoe)
        for line in [json.dumps(found)] if as_json else report_lines(found):
            print(line)
    return DONE


@app.command("feed")
@copyable
def journal_feed(
    path: JournalPath,
    feed: Annotated[
        Path, typer.Argument(metavar="FEED", readable=False, help="The folder of the feed; made if it is not there.")
    ],
    key: Key = None,
    config: Config = None,
) -> int:
    """Write the feed of a journal anew, as displays read it.

    Files that are whole and right stay as they are. Not beside a running controller, which keeps the newest one itself.

    Example: coup journal feed /var/lib/coup/journal /var/lib/coup/feed
    """
    from firmware.feed.page import Moment
    from firmware.feed.writer import rebuild
    from firmware.journal.history import shoes

    record = shoes(path, _seal(key, config))
    rebuild(
        feed, ((shoe.header.table, [Moment(step.record.wall, step.table) for step in shoe.steps]) for shoe in record)
    )
    return DONE


def _seal(key: Path | None, config: Path | None) -> "Seal":
    """Return how a journal's hashes are made: with `key`, else with the key of the configuration that is named."""
    from firmware.journal.seal import seal_with

    if key is None and (config or os.environ.get("COUP_CONFIG")):
        key = load(config).journal.key_file
    return seal_with(key)


def _print_table(title: str, rows: Iterable[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table

    columns, *lines = rows
    table = Table(*columns, title=title, title_justify="left")
    for line in lines:
        table.add_row(*line)
    Console().print(table)


@contextmanager
def _shoes_done() -> Iterator[Callable[[int, int], None] | None]:
    """Show how many shoes are done, where somebody looks on."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=Console(stderr=True)) as bar:
        shoes = bar.add_task("shoes", total=None)
        yield lambda done, of: bar.update(shoes, completed=done, total=of)
