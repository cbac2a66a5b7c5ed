"""The roads drawn by another hand: a sheet of squares, filled round by round as a player with a pencil does it.

It measures no run. For every round it looks at the whole big road so far, one run below the other, and asks which
squares are filled: the way players are taught the derived roads. Where the road lies on its sheet is asked of the
sheet: how deep is it free under the head.
"""

import re
from functools import lru_cache
from itertools import groupby

ROWS = 6


def bead(results: str) -> list[tuple[int, int, str]]:
    sheet: list[list[str]] = []
    cells = []
    for result in results:
        if not sheet or len(sheet[-1]) == ROWS:
            sheet.append([])
        sheet[-1].append(result)
        cells.append((len(sheet) - 1, len(sheet[-1]) - 1, result))
    return cells


def sheet(marks: str) -> list[tuple[int, int]]:
    """Return the squares of a road: so many down as are free under the head, the rest to the right of the last."""
    width = len(marks) + 1
    filled = [[False] * width for _ in range(ROWS)]
    squares = []
    before = -1
    for run in ("".join(same) for _, same in groupby(marks)):
        head = filled[0].index(False, before + 1)
        depth = [*(filled[row][head] for row in range(ROWS)), True].index(True)
        down = [(head, row) for row in range(min(depth, len(run)))]
        tail = [(head + step, depth - 1) for step in range(1, len(run) - depth + 1)]
        for column, row in down + tail:
            assert not filled[row][column], "two rounds in one square"
            filled[row][column] = True
        squares += down + tail
        before = head
    return squares


def big(results: str) -> list[tuple[int, int, str, int]]:
    opening, *groups = re.findall(r"^T*|[PB]T*", results) if results else [""]
    won = "".join(group[0] for group in groups)
    ties = [len(group) - 1 for group in groups]
    if ties:
        ties[0] += len(opening)
    return [(*square, result, tied) for square, result, tied in zip(sheet(won), won, ties, strict=True)]


def derived(results: str, k: int) -> str:
    return "".join(mark_of_the_last(runs, k) for runs in round_by_round(results))


@lru_cache(maxsize=1)
def round_by_round(results: str) -> list[list[str]]:
    """Return the big road as it is after each round that is no tie."""
    return [runs_of(results[:n]) for n in range(1, len(results) + 1) if results[n - 1] != "T"]


def runs_of(results: str) -> list[str]:
    return re.findall(r"B+|P+", results.replace("T", ""))


def mark_of_the_last(runs: list[str], k: int) -> str:
    """Return what the last round adds to a derived road, or nothing.

    Under a head: red if the squares beside it and beside the one above it are alike, both filled or both free. A head
    is marked with the opposite of what the run before it would have got had it gone on.
    """
    column, row = len(runs) - 1, len(runs[-1]) - 1
    if row == 0:
        return {"R": "B", "B": "R", "": ""}[beside(runs, column - 1, len(runs[column - 1]), k)] if column > k else ""
    return beside(runs, column, row, k)


def beside(runs: list[str], column: int, row: int, k: int) -> str:
    if column < k:
        return ""
    neighbour = runs[column - k]
    return "R" if bool(neighbour[row:]) == bool(neighbour[row - 1 :]) else "B"
