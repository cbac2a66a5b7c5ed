"""The page of what was measured, RESULTS.md: each benchmark has a section, and writes no other.

Decides what a section says of the machine, and how a figure stands beside its target. Must never know what a figure
means, nor stop a benchmark that falls short: that is for people to judge.
"""

import os
import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles
from textwrap import fill

PAGE = Path(__file__).with_name("RESULTS.md")
WIDTH = 120
OWN_MS = 0.27
"""A tenth of the 2.7 ms that a card's frame takes on the wire at 115200 baud."""
HEAD = """\
# What was measured

`make measure` writes this page: each benchmark its own section, with the machine it ran on. What is compared was
measured in turn within one run. `held` and `short` say how a figure stands beside its target; a slow machine fails no
test.
"""


def write(title: str, told: str, columns: Sequence[str], rows: Iterable[Sequence[str]], folder: Path) -> None:
    """Print what was measured, and put it into the section `title`.

    Args:
        title: heading of the section.
        told: what was measured, and how; its lines are broken here.
        columns: headings of the table.
        rows: the table, a text for each column.
        folder: where the benchmark wrote, for the kind of its disk.
    """
    lines = [columns, ["---"] * len(columns), *rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    section = "\n\n".join((broken(told), broken(machine(folder)), table)) + "\n"
    print(f"\n{title}\n\n{section}")
    sections = read() | {title: section}
    page = "\n".join((HEAD, *(f"## {name}\n\n{section}" for name, section in sorted(sections.items()))))
    PAGE.write_text(page, encoding="utf-8")


def read() -> dict[str, str]:
    """Return the sections there are, by their titles."""
    if not PAGE.exists():
        return {}
    _, *sections = PAGE.read_text(encoding="utf-8").split("\n## ")
    parted = (section.partition("\n\n") for section in sections)
    return {title: section.rstrip() + "\n" for title, _, section in parted}


def broken(text: str) -> str:
    """Return `text` in lines; a word stays whole."""
    return fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def p99(took: Sequence[float]) -> float:
    return quantiles(took, n=100)[-1]


def verdict(target: str, met: bool) -> str:
    return f"{target}: {'held' if met else 'short'}"


def own_target(took: Sequence[float]) -> str:
    """Say how the controller's own part, in ms, stands beside a tenth of what a card's frame takes on the wire."""
    return verdict(f"≤ {OWN_MS:.2f} ms", p99(took) <= OWN_MS)


def machine(folder: Path) -> str:
    """Say what it was measured on, and when."""
    cores = len(os.sched_getaffinity(0))
    load = os.getloadavg()[0]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    kernel = f"{platform.system()} {platform.release()} {platform.machine()}"
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"{processor()}, {cores} cores; {kernel}; {python}; {disk(folder)}; load {load:.1f}; {when}."


def processor() -> str:
    """Name the board where it has a name, else the processor."""
    lines = (line.partition(":") for line in Path("/proc/cpuinfo").read_text().splitlines())
    told = {key.strip(): value.strip() for key, _, value in lines}
    return told.get("Model") or told.get("model name") or platform.processor() or "unknown processor"


def disk(folder: Path) -> str:
    """Say which file system a folder is on, and on what kind of disk."""
    number = os.stat(folder).st_dev
    name = f"{os.major(number)}:{os.minor(number)}"
    mounts = (line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines())
    kind = next((fields[fields.index("-") + 1] for fields in mounts if fields[2] == name), "unknown file system")
    device = Path("/sys/dev/block", name).resolve()
    for place in (device, device.parent):  # what is said of a partition stands with its disk
        if (place / "queue/rotational").exists():
            spins = (place / "queue/rotational").read_text().strip() == "1"
            return f"{kind} on {place.name} ({'said to spin' if spins else 'does not spin'})"
    return f"{kind}, no disk of its own"
