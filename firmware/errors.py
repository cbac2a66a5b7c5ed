"""What can go wrong, in one line that says what to do.

Each code has a sentence for the operator here and a heading in `deploy/RUNBOOK.md`. A message names what identifies
the case (a key, a file and line, BOOT and SEQ) and never a card's value, a PIN or a frame's body.
"""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

DONE: Final = 0
"""Exit code: all as asked for."""
REFUSED: Final = 1
"""Exit code: refused, not as expected, or not sound."""
CALLER: Final = 2
"""Exit code: a mistake by the caller: the command line or the configuration."""
FAULTY: Final = 3
"""Exit code of `coup status`: not running, or running with a fault."""
BROKEN: Final = 70
"""Exit code: a mistake in the program itself."""

RefusalCode: TypeAlias = Literal["role", "pin", "key", "second", "stale", "not_open", "form", "size"]

REFUSALS: Final[dict[RefusalCode, str]] = {
    "role": "this role may not decide that",
    "pin": "name or PIN is wrong",
    "key": "turn the supervisor's key on first",
    "second": "a second, different person of at least supervisor rank has to agree",
    "stale": "the table waits for something else by now: read it again",
    "not_open": "this is not open for decision now",
    "form": "the request cannot be read",
    "size": "the request is too long",
}
"""Why a decision or a request is refused, as the one who asked is told."""


class CoupError(Exception):
    """The base of everything this program raises on purpose: a code, and one line that says what to do."""

    code: str = "error"


class Refused(CoupError):
    """A decision or a request is refused, and nothing has changed."""

    def __init__(self, code: RefusalCode, why: str = "") -> None:
        """Refuse with `code`; `why` replaces the code's own sentence where more can be said."""
        super().__init__(why or REFUSALS[code])
        self.code: RefusalCode = code


class ConfigError(CoupError):
    """A configuration cannot be used. `problems` has a line for every mistake in it, in the order of the keys."""

    code = "config"

    def __init__(self, problems: Sequence[str]) -> None:
        """Take one line for each mistake; at least one."""
        # A name or a path in the file may hold anything, line ends too.
        self.problems = tuple(" ".join(problem.splitlines()) for problem in problems)
        super().__init__("\n".join(self.problems))


class ProgramFailed(CoupError):
    """The program failed on an input, which is on record. It ends with all dark, and is started again."""

    code = "program_failed"


class IllegalFact(CoupError):
    """A fact that cannot follow where it stands: a programming error, or a journal that was edited."""

    code = "illegal_fact"


class JournalUnsound(CoupError):
    """A journal does not verify: it was edited, or the disk lost part of it."""

    code = "journal_unsound"


class JournalError(CoupError):
    """The journal cannot be used: it is in use, or not to be written."""

    code = "journal"


def place_of(error: BaseException) -> str:
    """Return the kind of an error and where it arose. Its text is left out: it might hold a card."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f" at {place.tb_frame.f_code.co_name}, line {place.tb_lineno}" if place else ""
    return f"{type(error).__name__}{where}"
