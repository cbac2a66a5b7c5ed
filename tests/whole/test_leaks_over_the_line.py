"""The true controller twice, with other cards face down: its trace, feed, answers, output and frames are the same.

Times are taken out, and frames that say again what was said: how often those come is for the clock to say.
"""

import json
from pathlib import Path
from typing import Any

from firmware.feed.page import timeless
from tests.whole.room import Room, room
from tests.whole.someone_elses_shoe import Shoe

# `?` differs from run to run and is never turned in it: such rounds are voided, and of the last one no hand is turned.
STORY = """
LOADED ? ? ? ? ? !continue ? !void_round :confirm
2S ? UV 5D ? :reveal ? !void_round :confirm
9S KH KD KC :reveal :reveal ? !undisclosed ? !undisclosed :confirm
? CUT ? !correct/1/KH
"""
HIDDEN = {
    "naturals": "KS 9H KD KC 5S 6S 9C 9D 4S 4H 9S KH KD",
    "third cards": "2S 2H 2D 2C AS AH 2C 3D 6S TH 2S AH 3D",
    "cards that cannot be read": "?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??",
}


class Listener(Shoe):
    """A shoe that writes down what it hears."""

    def __init__(self) -> None:
        super().__init__()
        self.heard_all = b""

    def hear(self, data: bytes, now: int) -> None:
        self.heard_all += data
        super().hear(data, now)

    def news(self) -> list[bytes]:
        """Every frame of the host that says something else than the last of its kind."""
        last: dict[bytes, bytes] = {}
        news = []
        for frame in self.heard_all.splitlines():
            kind = frame.partition(b",")[0]
            if last.get(kind) != frame:
                news.append(frame)
            last[kind] = frame
        return news


class Heard:
    """All that was public of one evening, as it came."""

    def __init__(self, table: Room, listener: Listener) -> None:
        self.answers: list[dict[str, Any]] = []
        self._table, self._listener = table, listener

    def word(self, word: str, cards: list[str]) -> None:
        table = self._table
        if word.startswith(":"):
            self.answers.append(table.ask(do="press", button=word[1:]))
        elif word.startswith("!"):
            decision, *more = word[1:].split("/")
            words = {"n": int(more[0]), "card": more[1]} if more else {}
            self.answers.append(table.ask(do="decide", decision=decision, actor="Kim", reason="seen", **words))
        elif word in ("LOADED", "CUT"):
            table.happen(word)
        else:
            table.happen("SPOIL,UV" if word == "UV" else f"CARD,{cards.pop(0) if word == '?' else word}")
        status = table.ask(do="status")
        assert status.pop("counters")["good"] > 0  # heartbeats among them: as many as time has let pass
        self.answers.append(status)

    def public(self) -> dict[str, Any]:
        feed = sorted((self._table.folder / "feed").glob("*.jsonl"))
        return {
            "lamps": [{key: shown[key] for key in shown if key != "t_ns"} for shown in self._table.shown()],
            "feed": {file.name: [timeless(line) for line in file.read_bytes().splitlines()] for file in feed},
            "answers": json.dumps(self.answers),
            "output": self._table.log,
            "frames": self._listener.news(),
        }


def told(folder: Path, hidden: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is public of the whole story, and of it with the last hand turned."""
    folder.mkdir()
    cards, listener = hidden.split(), Listener()
    with room(folder, listener) as table:
        config = table.config.read_text(encoding="utf-8")
        table.config.write_text(config.replace('"nz-mini-1996"', '"nz-midi-1996"\nstyle = "B"'), encoding="utf-8")
        table.start()
        table.ask(do="key", on=True)
        heard = Heard(table, listener)
        for word in STORY.split():
            heard.word(word, cards)
        assert not cards, "the story has fewer cards"
        refused = [answer for answer in heard.answers if not answer["ok"] or answer.get("ignored")]
        assert refused == []
        table.wait(0.3)  # frames that the last of it has led to
        before = heard.public()
        heard.word(":reveal", cards)
        after = heard.public()
        assert table.end() == 0
        assert table.log == ""
        return before, after


def test_nothing_that_leaves_the_controller_tells_hidden_cards_apart(tmp_path: Path) -> None:
    evenings = [told(tmp_path / name.replace(" ", "-"), hidden) for name, hidden in HIDDEN.items()]
    (before, turned), *others = evenings
    assert len(before["lamps"]) > 20
    assert len(before["frames"]) > 30
    for other, _ in others:
        for channel, said in before.items():
            assert other[channel] == said, channel
    assert all(other["feed"] != turned["feed"] for _, other in others), "nothing was turned"
