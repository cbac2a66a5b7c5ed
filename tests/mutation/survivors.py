"""Reads the list of the mutants that may survive, each with the reason why. It must never add to it by itself."""

from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).with_name("SURVIVORS.md")


def listed() -> dict[tuple[str, str], str]:
    """Return the reason for each survivor, by its file and its change in the words of `Mutant`.

    A file is a heading, a reason the paragraph above the changes it is for.

    Raises:
        ValueError: a change without a file or without a reason, or one that is listed twice.
    """
    reasons: dict[tuple[str, str], str] = {}
    file = reason = ""
    above = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            file, reason = line.removeprefix("## "), ""
        elif line.startswith("- "):
            change = line.removeprefix("- ")
            if not file or not reason or (file, change) in reasons:
                raise ValueError(f"without a file, without a reason, or listed twice: {change}")
            reasons[file, change] = reason
        elif line and above:
            reason += f" {line}"
        elif line:
            reason = line
        above = line if not line.startswith(("#", "- ")) else ""
    return reasons
