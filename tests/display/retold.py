"""A feed by another hand: true lines of a table, retold with rounds or words of one's own.

Decides what is told instead. For shoes as the simulated table would hardly ever deal them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

WINNER = {"P": "player", "B": "banker", "T": "tie"}


class Retold:
    """The newest line of the feed in `folder`/true, told in `folder`/feed as the first one of its shoe."""

    def __init__(self, folder: Path) -> None:
        source = max((folder / "true/feed").iterdir())
        lines = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
        self.line: dict[str, Any] = lines[-1]
        self.closed: list[dict[str, Any]] = [told for line in lines for told in line["closed"]]
        (folder / "feed").mkdir()
        self._file = folder / "feed" / source.name

    def tell(self, results: str | None = None, **more: Any) -> None:
        """Tell it, with rounds that came to `results`, or with those there were, and with `more`."""
        if results is not None:
            first = self.closed[0] | {"natural": False}
            self.closed = [first | {"round": n, "winner": WINNER[won]} for n, won in enumerate(results, 1)]
        told = self.line | {"n": 1, "round": len(self.closed), "closed": self.closed} | more
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps(told) + "\n", encoding="utf-8")
        fresh.replace(self._file)

    def live(self) -> None:
        """Show that somebody keeps it up."""
        self._file.touch()
