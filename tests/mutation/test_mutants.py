"""What is changed and what is let be, and that the list of survivors speaks of code there is."""

import re
from collections import Counter
from functools import cache
from typing import Final

from firmware.core.cards import count
from tests.mutation.mutants import ROOT, Mutant, mutants_of
from tests.mutation.survivors import listed

_LISTED: Final = re.compile(r"`([\w.]+)`: `(.*)` → `.*`(?: \(\d+\))?")


@cache
def mutants(file: str) -> list[Mutant]:
    return list(mutants_of(file))


def test_a_mutant_says_what_it_changes() -> None:
    was = "return sum(POINTS[card] for card in cards) % 10"
    changes = {str(mutant) for mutant in mutants("firmware/core/cards.py")}
    assert {f"`count`: `{was}` → `{was[:-2]}11`", f"`count`: `{was}` → `{was.replace('%', '/')}`"} <= changes


def test_no_two_mutants_of_a_file_are_called_alike() -> None:
    assert max(Counter(map(str, mutants("firmware/core/settings.py"))).values()) == 1


def test_a_changed_function_is_called_as_before_and_does_something_else() -> None:
    mutant = next(mutant for mutant in mutants("firmware/core/cards.py") if mutant.becomes.endswith("% 11"))
    now, before = mutant.code(), count.__code__
    assert (now.co_name, now.co_varnames) == (before.co_name, before.co_varnames)
    assert now.co_consts != before.co_consts


def test_methods_properties_lambdas_and_what_says_super_are_changed() -> None:
    settings = {mutant.function: mutant for mutant in mutants("firmware/core/settings.py")}
    assert {"Burn.parse", "Burn.due", "build"} < settings.keys()
    assert settings["SettingsError.__init__"].code().co_freevars == ("__class__",)
    assert "Listener.mouth" in {mutant.function for mutant in mutants("firmware/shoe/listener.py")}
    new_shoe = (
        "`FREELY`: `lambda table: table.behind is Phase.SHUFFLE` → `lambda table: table.behind is not Phase.SHUFFLE`"
    )
    assert new_shoe in map(str, mutants("firmware/core/decisions.py"))


def test_how_an_error_is_put_is_let_be() -> None:
    texts = [mutant.becomes for mutant in mutants("firmware/shoe/listener.py") if "ValueError" in mutant.was]
    assert texts == ["raise ValueError(None)"]


def test_the_name_of_a_codec_is_let_be() -> None:
    assert not [mutant.becomes for mutant in mutants("firmware/shoe/frames.py") if "ASCII" in mutant.becomes]


def test_every_survivor_that_is_listed_is_one_of_code_there_is() -> None:
    """Whether it still survives is for `make mutate` to find."""
    for file, change in listed():
        found = _LISTED.fullmatch(change)
        assert found, change
        code = " ".join((ROOT / file).read_text(encoding="utf-8").split())
        assert found[2] in code, f"{file}: {change}"
