"""What a refusal looks like, whatever was refused: it can be shown to a person, and is no copy of what was sent."""

from firmware.errors import ConfigError, CoupError

LONGEST = 32_768
"""Characters. A line for every mistake, of 4,096 bytes or less that were sent."""


def has_a_code(error: CoupError, code: str = "") -> None:
    """See that a refusal says something, with the code that is due, if one is, and in less than was sent."""
    assert error.code == (code or error.code)
    assert 0 < len(str(error)) < LONGEST


def in_one_line(error: CoupError, code: str = "") -> None:
    """See that a refusal is one line that can be printed."""
    has_a_code(error, code)
    assert str(error).isprintable()


def names_the_file(error: ConfigError, beginning: str) -> None:
    """See that a refusal has a line for every mistake, each with the file's name first."""
    assert error.problems
    for problem in error.problems:
        assert problem.startswith(beginning)
        assert len(problem.splitlines()) == 1
