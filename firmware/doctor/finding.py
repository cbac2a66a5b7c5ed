"""What the doctor says of one thing: whether it is as it should be, and if not, what to do.

Decides how grave a finding is. Must never know how it was found.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Grade: TypeAlias = Literal["ok", "note", "bad"]
"""As it should be; worth a look; or the table cannot be relied on before it is put right."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a report.

    Attributes:
        check: what was looked at.
        grade: how it was found.
        says: what was found, and unless it is ok what to do.
    """

    check: str
    grade: Grade
    says: str

    def __str__(self) -> str:
        return f"{self.grade:<4}  {self.check:<13}  {' '.join(self.says.splitlines())}"
