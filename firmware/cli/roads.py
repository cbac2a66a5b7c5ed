"""`coup roads`: the roads of a sequence of results, drawn in the terminal or printed as JSON."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Final

import typer

from firmware.cli.words import Json, copyable
from firmware.errors import DONE, Refused

if TYPE_CHECKING:
    from rich.console import Console

_RESULT_STYLES: Final = {"P": "bold blue", "B": "bold red", "T": "bold green"}
_MARK_STYLES: Final = {"R": "red", "B": "blue"}
_NAMES: Final = {"big_eye": "Big eye boy", "small": "Small road", "cockroach": "Cockroach pig"}

_FREE: Final = "."


@copyable
def roads(
    sequence: Annotated[str, typer.Argument(help="Results in order: P for Player, B for Banker, T for a tie.")],
    as_json: Json = False,
) -> int:
    """Draw the roads of a sequence of results.

    The letters on the derived roads are their colours: R red, B blue.

    Example: coup roads BBPTPPBPBB
    """
    from firmware.display import roads as boards
    from firmware.display.tally import wins

    try:
        results = boards.read_results(sequence)
    except ValueError as error:
        raise Refused("form", str(error)) from error
    if as_json:
        bead, big = boards.bead_plate(results), boards.big_road(results)
        stats = asdict(wins(results))
        print(json.dumps({"bead": bead, "big": big, **boards.derived_roads(results), "stats": stats}))
    else:
        _draw(results)
    return DONE


def _draw(results: str) -> None:
    from rich.console import Console

    from firmware.display import roads as boards
    from firmware.display.tally import wins

    console = Console(highlight=False)
    _board(
        console,
        "Bead plate",
        (((column, row), result, _RESULT_STYLES[result]) for column, row, result in boards.bead_plate(results)),
    )
    _board(
        console,
        "Big road: a number counts the ties on a result",
        (
            ((column, row), f"{result}{ties or ''}", _RESULT_STYLES[result])
            for column, row, result, ties in boards.big_road(results)
        ),
    )
    if_player, if_banker = boards.next_marks(results, "P"), boards.next_marks(results, "B")
    for road, marks in boards.derived_roads(results).items():
        _board(
            console,
            f"{_NAMES[road]}: next {if_player[road] or '-'} after Player, {if_banker[road] or '-'} after Banker",
            ((place, mark, _MARK_STYLES[mark]) for place, mark in zip(boards.laid_out(marks), marks, strict=True)),
        )
    won = wins(results)
    console.print(f"Player {won.player}  Banker {won.banker}  Tie {won.tie}")


def _board(console: "Console", title: str, marks: Iterable[tuple[tuple[int, int], str, str]]) -> None:
    """Draw six rows under `title`: the newest columns that fit on a terminal, else all of them."""
    from rich.text import Text

    from firmware.display.roads import ROWS

    board = {place: (text, style) for place, text, style in marks}
    columns = 1 + max((column for column, _ in board), default=0)
    width = 1 + max((len(text) for text, _ in board.values()), default=1)
    left_out = max(0, columns - max(1, console.width // width)) if console.is_terminal else 0
    earlier = f" ({left_out} earlier columns do not fit)" if left_out else ""
    console.print(f"{title}{earlier}", style="bold", soft_wrap=True)
    for row in range(ROWS):
        line = Text()
        for column in range(left_out, columns):
            text, style = board.get((column, row), (_FREE, "dim"))
            line.append(text.ljust(width), style)
        line.rstrip()
        console.print(line, soft_wrap=True)
    console.print()
