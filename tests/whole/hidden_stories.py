"""Stories of cards that lie face down: which of them nobody may know yet, and what turns them.

Written from the rules of sight (8.13 to 8.20, 9.1, 9.9) and of what is asked of a card when; they know no table.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

STYLES: Final = {
    "A": {"edition": "nz-mini-1996", "style": "A"},
    "B": {"edition": "nz-midi-1996", "style": "B"},
    "C": {"edition": "nz-midi-1996", "style": "C"},
}
FEW: Final = {"edition": "nz-baccarat-2004", "decks": 4}

TELLING: Final = ("KS", "9H", "8D", "2C", "5S", "6H", "7D", "QH", "AS", "3C", "4D", "TH")
"""Of any two of these come naturals, third cards for either hand, and hands that stand."""


class Story(NamedTuple):
    """What happens, word by word, and what turns a card that differs.

    `?` is a card that differs, `P?`, `B?` and `U?` one that the shoe counts to a hand or to the burn; `:reveal` is
    pressed, `!decision` taken, `!correct/2/?` with N and a card. `=player` is a result that the shoe says,
    `again/player/1/9H` what it says again lies where, `overdraw` and `misread` are its alarms. Behind `|` stands what
    turns a card that differs: from there on the tables have to differ.
    """

    name: str
    styles: str  # letters
    text: str
    more: dict[str, Any] = {}  # noqa: RUF012  # settings; never written to
    faces: tuple[str, ...] = TELLING


FOUR_QUEENS = "loaded QH QH QH QH :reveal :reveal 5D"  # the fifth would be one too many; 5D is Player's third
DRY = "loaded 9S KH KD KC :reveal :reveal"  # a natural: nobody draws

SAID = "=player =banker =tie =void"
AGAIN = "again/player/1/9H again/banker/1/9H again/player/2/KS again/banker/2/2C again/player/3/4D"

STORIES = [
    Story("four initial cards", "BC", "loaded ? ? ? ? wait | :reveal :reveal"),
    Story("the Banker's Hand behind the Player's", "BC", "loaded 2S ? 5D ? :reveal wait | :reveal"),
    Story("the Banker's Hand behind a natural", "BC", "loaded 9S ? KD ? :reveal wait | :reveal"),
    Story("the Player's Hand behind the Banker's", "B", "loaded !banker_first ? 2H ? 5C :reveal wait | :reveal"),
    Story("an early card", "BC", "loaded ? ? ? ? ? wait !continue wait | :reveal :reveal"),
    Story("two early cards", "BC", "loaded 2S ? 5D ? ? !continue :reveal ? wait !continue wait | :reveal"),
    Story("early cards of a voided round", "BC", "loaded ? ? ? ? ? !void_round :confirm 4D 4H wait"),
    Story("an initial hand that is voided", "BC", "loaded ? ? ? ? !void_round wait :confirm 4D 4H 4S 4C :reveal"),
    Story("one too many of a card", "C", f"{FOUR_QUEENS} 6D :confirm ? ? ? ? wait | :reveal :reveal", FEW),
    Story("a Banker's one too many", "C", f"{FOUR_QUEENS} 6D :confirm 2S ? 5D ? :reveal wait | :reveal", FEW),
    Story(
        "hidden cards are not counted",
        "BC",
        f"{FOUR_QUEENS.replace('QH QH :', 'QH 2H :')} :reveal 6D :reveal :confirm QH ? KD ? :reveal wait | :reveal",
        FEW,
        ("QH", "KS", "9S"),
    ),
    Story("a third one too many", "B", f"{FOUR_QUEENS[:-2]} ? wait | :reveal", FEW),
    Story("a Player's third card", "B", "loaded 2S 2H 2D 2C :reveal :reveal ? wait | :reveal"),
    Story("third cards of both, one too early", "B", "loaded 2S 2H 2D 2C :reveal :reveal ? ? !continue | :reveal"),
    Story("a Banker's third card", "B", "loaded 2S 2H 2D 2C :reveal :reveal 2S :reveal ? wait | :reveal"),
    Story("a third card the reader doubts", "B", "loaded 2S 2H 2D 2C :reveal :reveal ? UV wait | :reveal !accept"),
    Story("a card the reader doubts", "BC", "loaded ? UV ? ? UV ? UV wait | :reveal !accept !accept"),
    Story("a Banker's card the reader doubts", "BC", "loaded 2S ? UV 5D ? UV :reveal wait | :reveal !accept !accept"),
    Story("a card pushed back", "BC", "loaded ? ? BACK wait !accept ? ? ? wait | :reveal :reveal"),
    Story("a card that left with another", "BC", "loaded ? DOUBLE wait !card/?  ? ? wait | :reveal :reveal"),
    Story("a card doubted for its own sake", "BC", "loaded ? SENSOR !accept ? DOUBLE !accept ? ? | :reveal :reveal"),
    Story("a hidden card put right", "BC", "loaded ? ? ? ? !correct/2/? wait !correct/1/? | :reveal :reveal"),
    Story("a Banker's card put right", "BC", "loaded 2S ? 5D ? :reveal !correct/4/? !correct/2/? wait | :reveal"),
    Story("an early card put right", "BC", "loaded ? ? ? ? ? !continue !correct/5/? !correct/2/? | :reveal :reveal"),
    Story(
        "kept cards put right",
        "BC",
        f"{DRY} ? ? ? !correct/6/? !correct/7/? !undisclosed !undisclosed !undisclosed"
        " wait :confirm ? wait | :reveal :reveal",
    ),
    Story("a third card put right", "B", "loaded 2S 2H 2D 2C :reveal :reveal ? !correct/5/? wait | :reveal"),
    Story("a carried card", "A", "loaded 9S KH KD KC ? wait !undisclosed wait :confirm wait !correct/5/? | KC"),
    Story("carried cards", "BC", f"{DRY} ? wait !undisclosed ? !undisclosed :confirm ? ? wait | :reveal :reveal"),
    Story(
        "a carried card and no more bets",
        "BC",
        "loaded ? !undisclosed wait :no_more_bets ? ? ? | :reveal :reveal",
        {"no_more_bets": "button"},
    ),
    Story("a carried card the reader doubts", "BC", f"{DRY} ? UV !undisclosed :confirm ? ? ? wait | :reveal !accept"),
    Story("a forgotten confirm", "BC", f"{DRY} ? wait !closed ? ? ? wait | :reveal :reveal"),
    Story("a card too many goes out", "ABC", "loaded 9S KH KD KC :reveal :reveal ? !void_round :confirm 4D"),
    Story("a fourth carried card", "BC", f"{DRY} ? !undisclosed ? !undisclosed ? !undisclosed ? wait !discard 4D"),
    Story("a card too many in the last round", "BC", f"loaded cut !accept {DRY[7:]} ? wait !discard :confirm wait"),
    Story("a card after the end", "ABC", "? wait !discard ? !discard wait"),
    Story("cards beside a void hand", "BC", f"{DRY} 4D !disclosed ? !undisclosed :confirm ? ? | :reveal :reveal"),
    Story("burn cards", "ABC", "loaded ? ? wait ? !correct/2/? wait 4D", {"burn": "fixed:3"}),
    Story("burn cards behind the first", "BC", "loaded 2D ? ? wait ? ? ? ? | :reveal :reveal", {"burn": "first-card"}),
    Story("cards named after a restart", "BC", "loaded ? ? restart wait !card/? !resume ? wait | :reveal :reveal"),
    Story("the cutting card", "BC", "loaded ? ? cut ? ? wait | :reveal :reveal"),
    Story("the cutting card behind four", "BC", "loaded ? ? ? ? cut wait | :reveal :reveal"),
    Story("an empty mouth", "BC", "loaded ? ? ? ? empty wait | :reveal :reveal"),
    Story("a jam, and a lid", "BC", "loaded ? ? jam ? clear ? lid wait !resume | :reveal :reveal"),
    Story(
        "refused", "BC", "loaded ? ? ? ? !closed !card/? !correct/9/? !accept :confirm :tie !burned | :reveal :reveal"
    ),
    Story("fresh cards within a round", "BC", "loaded ? ? ? ? loaded wait !void_round ? :confirm ? ? wait"),
    Story("reshuffled", "BC", "loaded 9S ? lid ? ? !reshuffle wait loaded 4D"),
    Story("reshuffled in style A", "A", "loaded 9S lid ? ? !reshuffle wait loaded 4D"),
    # What a shoe of another make says of the game, at every moment: true of some of the cards, untrue of others.
    Story("a shoe that counts along", "BC", "loaded P? B? P? B? wait | :reveal :reveal"),
    Story("a shoe that counts otherwise", "BC", "loaded P? P? wait !accept U? !accept wait B? | :reveal :reveal"),
    Story(
        "another's card, put right", "BC", "loaded P? P? wait !correct/2/? wait !accept B? wait | B? !accept :reveal"
    ),
    Story("another's card, voided", "BC", "loaded P? P? wait !void_round =player overdraw misread :confirm wait"),
    Story("a third card counted otherwise", "B", "loaded 2S 2H 2D 2C :reveal :reveal B? wait !accept wait | :reveal"),
    Story("burn cards counted otherwise", "ABC", "loaded P? wait !accept U? wait B? !accept 4D", {"burn": "fixed:3"}),
    Story("a result behind each card", "BC", f"loaded ? {SAID} ? {SAID} ? {SAID} ? {SAID} wait | :reveal :reveal"),
    Story("a result behind the first hand", "BC", f"loaded 2S ? 5D ? {SAID} :reveal {SAID} wait | :reveal"),
    Story("a result behind a natural", "BC", f"loaded 9S ? KD ? :reveal {SAID} wait | :reveal"),
    Story("an alarm behind each card", "BC", "loaded ? misread ? overdraw ? misread ? overdraw wait | :reveal :reveal"),
    Story("alarms behind the first hand", "BC", "loaded 2S ? 5D ? overdraw misread :reveal misread wait | :reveal"),
    Story(
        "alarms about an early card", "BC", "loaded ? ? ? ? ? overdraw misread wait !continue wait | :reveal :reveal"
    ),
    Story("alarms behind a hidden third", "B", "loaded 2S 2H 2D 2C :reveal :reveal ? overdraw misread wait | :reveal"),
    Story("alarms before a card", "BC", "loaded misread !accept ? overdraw ? ? misread ? wait | :reveal :reveal"),
    Story(
        "alarms about a burn card", "ABC", "loaded ? misread wait !accept ? overdraw !accept 4D", {"burn": "fixed:2"}
    ),
    Story("alarms about a carried card", "A", f"{DRY[:-16]} ? overdraw misread wait !undisclosed wait !accept wait"),
    Story(
        "alarms about a card carried face down", "BC", f"{DRY} ? misread !undisclosed overdraw !accept :confirm wait"
    ),
    Story("alarms of a voided round", "BC", "loaded ? ? ? ? misread overdraw !void_round misread :confirm 4D wait"),
    Story(
        "said again, card by card",
        "BC",
        f"loaded ? {AGAIN} ? {AGAIN} ? {AGAIN} ? {AGAIN} wait | :reveal :reveal",
        faces=("9H", "KS", "2C"),
    ),
    Story(
        "said again behind the first hand",
        "BC",
        f"loaded 2S ? 5D ? {AGAIN} :reveal {AGAIN} wait | :reveal",
        faces=("9H", "KS", "2C"),
    ),
    Story("a third card said again", "B", "loaded 2S 2H 2D 2C :reveal :reveal ? again/player/3/9H wait | :reveal"),
    Story(
        "a voided round said again",
        "BC",
        f"loaded ? ? ? ? !void_round {AGAIN} wait :confirm {AGAIN} wait 4D {AGAIN} wait",
        faces=("9H", "KS", "2C"),
    ),
    Story("a carried card said again", "BC", f"{DRY} ? !undisclosed again/player/1/9S wait :confirm wait"),
    Story(
        "all of it kept in a hold", "BC", f"loaded ? ? lid {SAID} misread ? {AGAIN} ? !resume wait | :reveal :reveal"
    ),
    Story("reshuffled with all of it", "BC", f"loaded ? ? ? ? {SAID} misread {AGAIN} !reshuffle wait loaded 4D"),
    Story("a card behind an alarm, named", "BC", "loaded misread ? !card/? wait", faces=("9H",)),
]
