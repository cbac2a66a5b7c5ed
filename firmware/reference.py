"""Words `config/REFERENCE.md` from the keys themselves: `make reference` writes it, a test keeps it true."""

from pathlib import Path
from typing import Any, Final, get_args, get_origin

from msgspec import NODEFAULT, structs

from firmware.sections import KEYS, SECTIONS, Key

_HEAD: Final = """\
# Every key of the configuration

Written by `make reference` from `firmware/sections.py`; edit that. `coup check --config FILE` tells every mistake in
a file at once. Relative paths are relative to the file; a key that is not listed here is a mistake.
"""
_TYPES: Final = {str: "text", Path: "text", int: "number", bool: "boolean", dict: "table", list: "list"}


def render() -> str:
    """Return the text of `config/REFERENCE.md`."""
    parts = [_HEAD]
    for name, section in SECTIONS.items():
        keys = {f"{name}.{field.name}": field for field in structs.fields(section)}
        rows = [_row(field, KEYS[key]) for key, field in keys.items() if key in KEYS]
        if rows:
            what = (section.__doc__ or "").partition(": ")[2]
            head = ["| key | type | allowed | default | meaning |", "| --- | --- | --- | --- | --- |"]
            parts.append("\n".join([f"## [{name}]", "", what[:1].upper() + what[1:], "", *head, *rows, ""]))
    return "\n".join(parts)


def _row(field: structs.FieldInfo, key: Key) -> str:
    must = field.required and not key.may_lack
    default = "must be given" if must else _written(field.default)
    cells = (f"`{field.name}`", _type(field.type.__origin__), key.allowed, default, key.meaning)
    return f"| {' | '.join(cells)} |"


def _written(default: object) -> str:
    if default in (None, "", NODEFAULT):  # an empty table or list is made anew each time
        return "none"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def _type(annotation: Any) -> str:
    """Return what TOML calls a value of this type."""
    if annotation in _TYPES:
        return _TYPES[annotation]
    if get_origin(annotation) in _TYPES:
        return _TYPES[get_origin(annotation)]
    first = get_args(annotation)[0]  # of a choice, or of something that may be left out
    return _type(first if isinstance(first, type) else type(first))


if __name__ == "__main__":
    print(render(), end="")
