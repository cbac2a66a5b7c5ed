"""What a word on record is: one thing that happened or that is true since, with what there is to tell of it.

Inputs and facts are families of words (`firmware.core.inputs`, `firmware.core.facts`). A word never changes, and can be
written as JSON and read back exactly. Decides how a word is named there, and no more.
"""

import re
from functools import cache

from msgspec import Struct


def _kind(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Word(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag=_kind):
    """A word: its class says what kind it is, its fields what there is to tell.

    Read from JSON it has exactly these fields, each of exactly its type. Its kind is the name of its class in small
    letters, ``CardDealt`` as ``card_dealt``, unless the class gives another as ``tag``.
    """

    @property
    def kind(self) -> str:
        """What it is called on record."""
        return kind_of(type(self))


@cache
def kind_of(word: type[Word]) -> str:
    """Return what words of this class are called on record."""
    return str(word.__struct_config__.tag)
