"""What is lit at a table where nothing goes wrong: style A, no burn, one cutting card, one button.

Decides it from the rules as people say them, the draw table typed in by hand. It shares no line with the program.
"""

DECKS = 8
FACES = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]

# What the Banker does with each count: first where the Player has no third card, then for its value 0 to 9.
BANKER = {
    0: "DDDDDDDDDDD",
    1: "DDDDDDDDDDD",
    2: "DDDDDDDDDDD",
    3: "DDDDDDDDDSD",
    4: "DSSDDDDDDSS",
    5: "DSSSSDDDDSS",
    6: "SSSSSSSDDSS",
    7: "SSSSSSSSSSS",
}


def value(card: str) -> int:
    return "_A23456789".find(card[0]) if card[0] in "A23456789" else 0


def count(*cards: str) -> int:
    return sum(map(value, cards)) % 10


class Oracle:
    """One table, told what happens in order: `LOADED`, `CARD,KH`, `CUT` by the shoe, `confirm` by the dealer."""

    def __init__(self) -> None:
        self.loaded = False
        self.cards: list[str] = []
        """Of the present round, in order."""
        self.out = 0
        """Cards that left this shoe."""
        self.announced = False
        self._cut_seen = self._final = False

    def take(self, what: str) -> None:
        match what:
            case "LOADED":
                self.__init__()  # type: ignore[misc]  # a fresh shoe has no past
                self.loaded = True
            case "CUT":
                self.announced |= not self._cut_seen and self.phase in ("ready", "result")
                self._cut_seen = True
            case "confirm":
                assert self.phase == "result"
                too_few = not self._cut_seen and DECKS * 52 - self.out < 6
                if self._final or too_few:
                    self.loaded = self.announced = False
                self.cards = []
            case _:
                if not self.cards:
                    self._final = self.announced
                self.cards.append(what.removeprefix("CARD,"))
                self.out += 1
        if self.phase == "result" and self._cut_seen:
            self.announced = True

    @property
    def phase(self) -> str:
        if not self.loaded:
            return "shuffle"
        if len(self.cards) < 4:
            return "dealing" if self.cards else "ready"
        player_draws, banker_draws = self._draws
        if player_draws and len(self.cards) == 4:
            return "player_draw"
        return "banker_draw" if banker_draws and len(self.cards) == 4 + player_draws else "result"

    @property
    def deal(self) -> bool:
        return self.phase in ("ready", "dealing", "player_draw", "banker_draw")

    @property
    def lamps(self) -> list[str]:
        phase = self.phase
        lit = {"deal" if self.deal else "stop"}
        if phase in ("player_draw", "banker_draw", "shuffle"):
            lit.add(phase)
        if self.announced:
            lit.add("last_hand")
        if len(self.cards) >= 4:
            player_draws, banker_draws = self._draws
            lit |= {"natural"} if self._natural else set()
            lit |= {"player_stand"} if not player_draws else set()
            lit |= {"banker_stand"} if phase != "player_draw" and not banker_draws else set()
        if phase == "result":
            player, banker = self._hands
            lit.add("player_wins" if player > banker else "banker_wins" if banker > player else "tie")
        return sorted(lit)

    @property
    def _first_two(self) -> tuple[int, int]:
        return count(*self.cards[0:4:2]), count(*self.cards[1:4:2])

    @property
    def _natural(self) -> bool:
        return max(self._first_two) >= 8

    @property
    def _draws(self) -> tuple[bool, bool]:
        """Whether Player and Banker draw. The Banker's is not known before the Player's third card is out."""
        player, banker = self._first_two
        if self._natural:
            return False, False
        if player > 5:
            return False, BANKER[banker][0] == "D"
        third = self.cards[4:5]
        return True, bool(third) and BANKER[banker][1 + value(third[0])] == "D"

    @property
    def _hands(self) -> tuple[int, int]:
        player, banker = self.cards[0:4:2], self.cards[1:4:2]
        thirds = self.cards[4:]
        if self._draws[0]:
            player, thirds = [*player, thirds[0]], thirds[1:]
        return count(*player), count(*banker, *thirds)
