"""`coup money`: what a round pays, whether a wager on the Banker's Hand can be paid, and the edge of the house."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from firmware.cli.words import Edition, Json, copyable, edition_of, group, text_of
from firmware.errors import DONE, Refused

if TYPE_CHECKING:
    from firmware.money.amount import Cents

app = group(
    "Wagers: settled, accepted or not, and the edge of the house.",
    "coup money check --chips 0.50,2.50,5 --wager 125",
    "coup money settle wagers.csv --chips 0.50,2.50,5,25,100 --result 'banker 4 6'",
    "coup money edge --decks 8",
)

SEATS: Final = 15
"""Seats of the largest baccarat tables, by their numbers."""

ChipSet = Annotated[str, typer.Option("--chips", help="The table's chips, such as 0.50,2.50,5,25,100.")]
PairOdds = Annotated[
    int | None,
    typer.Option(min=1, max=1000, help="The house takes wagers on pairs and pays so much for 1."),
]
Limit = Annotated[str | None, typer.Option(help="Limit of a wager on a hand.")]
SideLimit = Annotated[str | None, typer.Option(help="Limit of a wager on the tie or a pair.")]


@app.command("check")
@copyable
def check(
    chips: ChipSet,
    wager: Annotated[str, typer.Option(help="The wager on the Banker's Hand.")],
    as_json: Json = False,
) -> int:
    """Say whether a Banker wager can be accepted.

    That is where it could be paid exactly in chips, less commission (rule 5.3). Of one accepted all the same, as much
    as could be paid is valid and the rest is void (rule 5.4).

    Example: coup money check --chips 0.50,2.50,5 --wager 125
    """
    from firmware.money.amount import read_amount, written
    from firmware.money.banker import commission, smallest_wager, valid_part
    from firmware.money.chips import read_chips
    from firmware.money.limits import Limits

    table, amount = read_chips(chips), read_amount(wager, "wager")
    Limits().check(table)
    valid = valid_part(table, amount)
    kept = commission(valid)
    said = {"valid": valid, "void": amount - valid, "pays": valid - kept, "commission": kept}
    texts = {what: written(cents) for what, cents in said.items()}
    accepted = valid == amount
    if as_json:
        _print_json({"wager": written(amount), "accepted": accepted, **texts})
        return DONE
    print(f"Banker {written(amount)}: {'can be accepted' if accepted else 'not to be accepted (rule 5.3)'}")
    if not accepted:
        print(f"if it was: {texts['valid']} is valid, {texts['void']} is void and goes back (rule 5.4)")
    if valid:
        print(f"if the Banker's Hand wins: pays {texts['pays']}, commission {texts['commission']}")
    print(f"multiples of {written(smallest_wager(table))} can always be paid")
    return DONE


@app.command("settle")
@copyable
def settle(
    slip: Annotated[
        Path, typer.Argument(metavar="FILE", readable=False, help="The wagers as JSON or CSV; - reads standard input.")
    ],
    chips: ChipSet,
    result: Annotated[
        str | None, typer.Option(help="Winner, Player's and Banker's count, such as 'banker 4 6'; or 'void'.")
    ] = None,
    seats: Annotated[int, typer.Option(min=1, max=99, help="Seats of the table.")] = SEATS,
    pair_odds: PairOdds = None,
    minimum: Limit = None,
    maximum: Limit = None,
    side_minimum: SideLimit = None,
    side_maximum: SideLimit = None,
    differential: Annotated[
        str | None, typer.Option(help="Limit of the difference between the wagers on the two hands.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Settle a round: losers first, then winners.

    CSV has a first line with seat,on,amount in any order; `on` is player, banker, tie, player_pair or banker_pair. JSON
    is an object with the same keys for each of its "wagers", and may have a "result": a text, or a round as `coup
    journal show --json` prints it. Words after the counts of a result: player_pair, banker_pair, void_hand. A breach of
    a limit is told and changes no payment; a maximum below the smallest Banker wager that can be paid is refused.

    Example: coup money settle wagers.csv --chips 0.50,2.50,5,25,100 --result 'banker 4 6'
    Example: coup money settle round.json --chips 1,5,25,100 --differential 5000 --json
    """
    from firmware.money.chips import read_chips
    from firmware.money.limits import Limits, notices
    from firmware.money.result import EXAMPLE, read_words
    from firmware.money.settlement import settle as settled
    from firmware.money.slip import read_slip
    from firmware.money.telling import document, lines
    from firmware.money.wagers import odds

    table = read_chips(chips)
    asked = {"minimum": minimum, "maximum": maximum, "side_minimum": side_minimum, "side_maximum": side_maximum}
    asked |= {"differential": differential}
    limits = Limits(**{name: _limit(name, text) for name, text in asked.items() if text is not None})
    limits.check(table)
    where, text = text_of(slip)
    try:
        told = read_slip(text, seats)
    except Refused as error:
        raise Refused("form", f"{where}: {error}") from error
    if told.result is None and result is None:
        raise Refused("form", f"result: give it once, as --result or in the JSON; {EXAMPLE}")
    if told.result is not None and result is not None:
        raise Refused("form", f"result: give it once: {where} has it, so leave --result out")
    done = settled(told.wagers, told.result or read_words(result or ""), table, odds(pair_odds))
    noted = notices(done, limits)
    if as_json:
        _print_json(document(done, noted))
    else:
        print(*lines(done, noted), sep="\n")
    return DONE


@app.command("edge")
@copyable
def edge(
    decks: Annotated[int, typer.Option(min=1, max=8, help="Decks of the shoe.")] = 8,
    edition: Edition = "nz-mini-1996",
    pair_odds: PairOdds = None,
    as_json: Json = False,
) -> int:
    """Print the house edge of each wager.

    That is what the house wins of the amount wagered, ties counted, by settling every deal there is.

    Example: coup money edge --decks 8
    """
    from firmware.money.edge import house_edge, rounded
    from firmware.money.wagers import odds

    edges = house_edge(edition_of(edition).tableau, decks, odds(pair_odds))
    if as_json:
        _print_json({str(bet): rounded(won) for bet, won in edges.items()})
    else:
        for bet, won in edges.items():
            print(f"{bet.says:<12} {rounded(100 * won)} %")
    return DONE


def _limit(name: str, text: str) -> "Cents":
    from firmware.money.amount import read_amount

    option = f"--{name.replace('_', '-')}"
    try:
        return read_amount(text, option)
    except Refused as error:
        raise Refused("form", f"{error}; where there is no limit, leave {option} out") from error


def _print_json(document: dict[str, Any]) -> None:
    print(json.dumps(document, separators=(",", ":")))
