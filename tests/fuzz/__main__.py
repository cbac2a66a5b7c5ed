"""Tries what reads other people's bytes.

    python -m tests.fuzz TARGET FILE ...       what is in these files, as a failure is seen again
    python -m tests.fuzz TARGET --seconds 600  whatever atheris comes upon; `all` for one target after the other

Ends with 1 if something fails. What atheris found lies in the corpus from then on, and a line says how to see it again.
"""

import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from tests.fuzz.targets import CORPUS, TARGETS, seeds
from tests.fuzz.trial import how_to_see


def main(words: Sequence[str]) -> int:
    """Do what the command line asks for, and return the exit code."""
    parser = ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("target", choices=("all", *TARGETS))
    parser.add_argument("file", nargs="*", type=Path, help="inputs to try; by default the target's corpus")
    parser.add_argument("--seconds", type=int, help="let atheris look for so long")
    parser.add_argument("--finds", type=Path, help="folder for inputs that led to something new; by default forgotten")
    asked = parser.parse_args(words)
    names = list(TARGETS) if asked.target == "all" else [asked.target]
    if asked.seconds is None:
        for name in names:
            for file in asked.file or seeds(name):
                TARGETS[name].run(file.read_bytes())  # what it raises is shown with its place
        return 0
    if find_spec("atheris") is None:
        parser.error("atheris is not installed; there are wheels of it for Linux on x86-64, see pyproject.toml")
    with tempfile.TemporaryDirectory() as folder:
        finds = asked.finds.resolve() if asked.finds else Path(folder)
        return max([hammered(name, asked.seconds, finds) for name in names])


def hammered(name: str, seconds: int, finds: Path) -> int:
    """Let atheris hammer one target; print what fails and how to see it again. Returns 1 if anything did."""
    before = set(seeds(name))
    finds.mkdir(parents=True, exist_ok=True)
    told = ["-print_final_stats=1", f"-max_total_time={seconds}"]
    done = subprocess.run([sys.executable, "-m", "tests.fuzz.guided", name, str(finds), *told], cwd=CORPUS.parents[2])
    for file in sorted(set(seeds(name)) - before):
        print(how_to_see(name, file))
    return int(done.returncode != 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
