"""The roads: what a shoe's results look like on the boards that players read.

It decides which mark lies where on the bead plate, the big road and the three derived roads, and what the derived roads
would mark next. All follows from the results alone, in order: a text of the letters P, B and T, one for each round that
has a result. It must never know a card, the feed, or how a board is drawn.

Columns and rows count from 0. A board has six rows and as many columns as it needs.
"""

from collections import Counter
from itertools import count, groupby
from typing import Final, Literal, NamedTuple

PLAYER: Final = "P"
BANKER: Final = "B"
TIE: Final = "T"
RESULTS: Final = PLAYER + BANKER + TIE

RED: Final = "R"
BLUE: Final = "B"

ROWS: Final = 6
"""Rows of every board."""

DERIVED: Final = {"big_eye": 1, "small": 2, "cockroach": 3}
"""The derived roads: big eye boy, small road, cockroach pig, and how many runs back each of them looks."""


class Bead(NamedTuple):
    """A round on the bead plate."""

    column: int
    row: int
    result: str


class BigMark(NamedTuple):
    """A round on the big road that Player or Banker has won, and how many ties are marked on it."""

    column: int
    row: int
    result: str
    ties: int


def read_results(text: str) -> str:
    """Return `text` as results.

    Raises:
        ValueError: a letter of it is none of P, B and T, with its place.
    """
    for place, letter in enumerate(text, 1):
        if letter not in RESULTS:
            raise ValueError(f"letter {place} is {letter!a}: give P for Player, B for Banker and T for a tie")
    return text


def bead_plate(results: str) -> list[Bead]:
    """Return every round in order, column by column from the top."""
    return [Bead(*divmod(place, ROWS), result) for place, result in enumerate(results)]


def big_road(results: str) -> list[BigMark]:
    """Return the rounds that Player or Banker has won, in order. A tie marks the last of them.

    Ties before the first such round are carried to it; until it comes they are on the bead plate alone.
    """
    won, ties = "", Counter[int]()
    for result in results:
        if result == TIE:
            ties[max(len(won) - 1, 0)] += 1
        else:
            won += result
    return [
        BigMark(*place, result, ties[nth]) for nth, (place, result) in enumerate(zip(laid_out(won), won, strict=True))
    ]


def derived_road(results: str, k: int) -> str:
    """Return the marks of a derived road in order, R and B for red and blue.

    It compares the runs of the big road, tails included, and begins with the second round of run k, or else with the
    first of run k + 1, runs counted from 0. The first round of a run is red if the run before it is as long as the one
    k runs before that. Any other is blue if it is the first to go beyond the length of the run k runs back.

    Args:
        results: letters P, B and T; ties change nothing.
        k: how many runs back it looks, 1 to 3 (`DERIVED`).
    """
    lengths = [len(list(run)) for _, run in groupby(results.replace(TIE, ""))]
    marks = ""
    for column in range(k, len(lengths)):
        if column > k:
            marks += RED if lengths[column - 1] == lengths[column - 1 - k] else BLUE
        marks += "".join(BLUE if row == lengths[column - k] else RED for row in range(1, lengths[column]))
    return marks


def derived_roads(results: str) -> dict[str, str]:
    """Return the marks of each derived road, by its name in `DERIVED`."""
    return {name: derived_road(results, k) for name, k in DERIVED.items()}


def next_marks(results: str, winner: Literal["P", "B"]) -> dict[str, str]:
    """Return what each derived road would mark if `winner` won the next round; no text where it would mark nothing."""
    after = derived_roads(results + winner)
    return {name: after[name][len(marks) :] for name, marks in derived_roads(results).items()}


def laid_out(marks: str) -> list[tuple[int, int]]:
    """Return column and row of every mark on a board where a change of mark begins a new run.

    A run goes down while the place below is free. Once that is taken, or the board ends, it turns right and stays in
    its row: its tail. The next run begins at the first free head of a column after its predecessor's. Nothing ever
    lies in a tail's way: runs begin to the right of all earlier heads, and stop above every earlier tail.
    """
    places: list[tuple[int, int]] = []
    taken: set[tuple[int, int]] = set()
    head = -1
    for _, run in groupby(marks):
        head = next(column for column in count(head + 1) if (column, 0) not in taken)
        column, row, falls = head, 0, True
        for nth, _ in enumerate(run):
            falls = falls and row + 1 < ROWS and (column, row + 1) not in taken
            if nth:
                column, row = (column, row + 1) if falls else (column + 1, row)
            places.append((column, row))
            taken.add((column, row))
    return places
