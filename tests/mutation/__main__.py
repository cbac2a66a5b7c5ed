"""Tries the mutants of the core and the shoe: small changes, each of which some test should notice.

    python -m tests.mutation             all of them, some twenty minutes of two processors
    python -m tests.mutation FILE ...    those of these files

Ends with 1 if a mutant survives that `SURVIVORS.md` does not list, or one is listed there that does not survive.
"""

import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from typing import Final

import pytest

from tests.mutation.mutants import ROOT, Mutant, mutants_of
from tests.mutation.survivors import listed
from tests.mutation.trial import Trial

MUTATED: Final = ("firmware/core", "firmware/shoe")

TESTS: Final = (
    "tests/core",
    "tests/shoe",
    "tests/model",
    "tests/rules",
    "tests/bench/test_scenarios.py",
    "tests/feed/test_page.py",
)
"""Tests of the core and the shoe alone and of what is shown of them, not those that take processes, disks or a line."""

# Nothing is written, no failure is explained; `trial` has imported hypothesis before pytest could rewrite it.
QUIETLY: Final = ("-q", "-s", "--assert=plain", "--tb=line", "-p", "no:cacheprovider", "-W", "ignore:Module already")


def main(words: Sequence[str]) -> int:
    """Do what the command line asks for, and return the exit code."""
    parser = ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("file", nargs="*", help="named from the root of the project; by default all")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="mutants at a time; by default processors")
    asked = parser.parse_args(words)
    known = [str(path.relative_to(ROOT)) for folder in MUTATED for path in sorted((ROOT / folder).glob("*.py"))]
    files = asked.file or known
    if unknown := sorted(set(files) - set(known)):
        parser.error(f"no mutants are made of {', '.join(unknown)}")
    mutants = [mutant for file in files for mutant in mutants_of(file)]
    trial = Trial(mutants, asked.workers)
    code = pytest.main([*QUIETLY, *(str(ROOT / test) for test in TESTS)], plugins=[trial])
    if code != pytest.ExitCode.OK or trial.tried < len(mutants):
        return int(code) or 1
    return told(files, mutants, trial.survivors)


def told(files: Sequence[str], mutants: Sequence[Mutant], survivors: Sequence[Mutant]) -> int:
    """Print the score of each file, and what `SURVIVORS.md` has too few or too many. Returns 1 if it has."""
    made, left = Counter(mutant.file for mutant in mutants), Counter(mutant.file for mutant in survivors)
    print(f"\n{'file':<36}{'mutants':>8}{'killed':>8}{'score':>8}")
    for file in files:
        if made[file]:
            print(_score(file, made[file], left[file]))
    print(_score("all", len(mutants), len(survivors)))
    allowed = {key for key in listed() if key[0] in files}
    alive = {(mutant.file, str(mutant)) for mutant in survivors}
    for file, change in sorted(alive - allowed):
        print(f"survives, and no reason is listed: {file}: {change}")
    for file, change in sorted(allowed - alive):
        print(f"listed, and does not survive: {file}: {change}")
    return int(alive != allowed)


def _score(what: str, made: int, left: int) -> str:
    return f"{what:<36}{made:>8}{made - left:>8}{(made - left) / made:>8.1%}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
