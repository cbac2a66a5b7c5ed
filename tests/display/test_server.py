"""The pages' server, asked by whoever likes to: what it gives, what it refuses, and that it stays up."""

from __future__ import annotations

import http.client
import logging
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from firmware.display.connection import MOST_WAITING
from firmware.display.serve import TOLD_AGAIN_S, Sparing
from firmware.display.texts import texts
from firmware.errors import ConfigError
from tests.display.onlooker import world
from tests.display.pages import Pages, configured, pages_of, until
from tests.whole.room import ROOT

STATIC = ROOT / "firmware/display/static"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    with pages_of(tmp_path_factory.mktemp("table")) as served:
        yield served


def coup_display(config: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "firmware", "display", "--config", str(config)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=20, check=False)


# -- what is served --------------------------------------------------------------------------------------------------


def test_both_pages_and_every_file_of_theirs_are_served(server: Pages) -> None:
    assert b"display.js" in server.ask("GET", "/").body
    assert b"console.js" in server.ask("GET", "/console").body
    for file in STATIC.iterdir():
        answer = server.ask("GET", f"/static/{file.name}")
        assert (answer.status, answer.body) == (200, file.read_bytes())
    kinds = {name: server.ask("GET", f"/static/{name}").headers["Content-Type"] for name in ("live.js", "icon.svg")}
    assert "javascript" in kinds["live.js"]
    assert kinds["icon.svg"].startswith("image/svg+xml")


def test_every_text_is_served_by_its_key(server: Pages) -> None:
    assert server.ask("GET", "/texts.json").said == texts("en")


def test_nothing_in_a_page_is_from_another_host_or_within_the_page_itself() -> None:
    for file in STATIC.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|//[a-z]+\.[a-z]", text.replace("https://", "http://")), file.name
        if file.suffix == ".html":
            assert not re.search(r"<script(?! type=\"module\" src=)|<style|\son\w+=|\sstyle=", text), file.name


@pytest.mark.parametrize("path", ["/", "/console", "/static/live.js", "/nowhere", "/texts.json", "/console/session"])
def test_every_answer_lays_the_browser_under_the_same_rules(server: Pages, path: str) -> None:
    headers = server.ask("GET", path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] in ("no-cache", "no-store")
    assert "Server" not in headers


# -- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/static/../site.py",
        "/static/..%2fsite.py",
        "/static/%2e%2e/site.py",
        "/static/..%5csite.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/",
        "/../../etc/passwd",
        "/static/..%00/site.py",
    ],
)
def test_no_path_leads_out_of_the_folder(server: Pages, path: str) -> None:
    answer = server.ask("GET", path)
    assert answer.status in (400, 404)
    assert b"root:" not in answer.body
    assert b"Starlette" not in answer.body


@pytest.mark.parametrize(
    "name", ["casino.example", "127.0.0.1.casino.example", "", "localhost@casino.example", "[::2]"]
)
def test_a_page_under_another_name_gets_nothing(server: Pages, name: str) -> None:
    for path in ("/", "/events", "/console/session", "/texts.json"):
        answer = server.ask("GET", path, headers={"Host": name})
        assert (answer.status, b"display.hosts" in answer.body) == (400, True)


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080"])
def test_this_machine_may_call_itself_what_it_is(server: Pages, name: str) -> None:
    assert server.ask("GET", "/", headers={"Host": name}).status == 200


def test_the_names_of_the_houses_proxy_are_answered_and_a_display_alone_has_no_console(tmp_path: Path) -> None:
    with pages_of(tmp_path, 'hosts = ["BAC-07.casino.example"]\nconsole = false\n') as server:
        assert server.ask("GET", "/", headers={"Host": "bac-07.casino.example"}).status == 200
        assert server.ask("GET", "/", headers={"Host": "bac-08.casino.example"}).status == 400
        for path in ("/console", "/console/session", "/console/events"):
            assert server.ask("GET", path).status == 404


SIGN_IN = {"actor": "Ana", "pin": "1"}


@pytest.mark.parametrize(
    "said",
    [
        {"Origin": "https://casino.example"},
        {"Origin": "http://127.0.0.1.casino.example"},
        {"Origin": "http://localhost"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:1"},
    ],
)
def test_no_page_of_another_site_changes_anything(server: Pages, said: dict[str, str]) -> None:
    for method, path in (("POST", "session"), ("DELETE", "session"), ("POST", "decide"), ("POST", "acknowledge")):
        answer = server.ask(method, f"/console/{path}", SIGN_IN, headers=said)
        assert (answer.status, answer.said["code"]) == (403, "origin")
    assert server.ask("GET", "/", headers=said).status == 200, "who comes by a link may look"


def test_the_own_page_may(server: Pages) -> None:
    own = {"Origin": f"http://127.0.0.1:{server.port}", "Sec-Fetch-Site": "same-origin"}
    answer = server.ask("POST", "/console/session", SIGN_IN, headers=own, source="127.0.0.9")
    assert (answer.status, answer.said["code"]) == (409, "unreachable"), "it is asked; there is no controller here"


def test_without_a_proxy_of_the_house_nobody_says_whom_they_speak_for(server: Pages) -> None:
    codes = [
        server.ask(
            "POST",
            "/console/session",
            SIGN_IN,
            headers={"X-Forwarded-For": f"10.1.2.{n}"},
            source="127.0.0.8",
        ).said["code"]
        for n in range(6)
    ]
    assert codes == ["unreachable"] * 5 + ["pace"], "the tries of one address, whatever it says"


@pytest.mark.parametrize(("method", "path"), [("POST", "/"), ("DELETE", "/events"), ("PUT", "/console/session")])
def test_other_methods_are_refused(server: Pages, method: str, path: str) -> None:
    assert server.ask(method, path, {}).status == 405


# -- how it starts and ends ------------------------------------------------------------------------------------------


def test_a_port_that_is_taken_is_told_in_a_line(server: Pages) -> None:
    done = coup_display(server.config)
    line = f"coup: 127.0.0.1:{server.port}: cannot listen there (Address already in use); stop what does, or set "
    assert (done.returncode, done.stderr) == (1, f"{line}display.listen\n")


def test_a_language_without_a_catalogue_is_told_in_a_line(tmp_path: Path) -> None:
    config = configured(tmp_path, 'language = "xx"\n')
    done = coup_display(config)
    assert (done.returncode, done.stderr) == (2, f'coup: {config}: display.language = "xx": allowed: en\n')


def test_a_catalogue_with_gaps_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    english = (ROOT / "firmware/display/texts/en.toml").read_text(encoding="utf-8")
    (tmp_path / "en.toml").write_text(english, encoding="utf-8")
    (tmp_path / "mi.toml").write_text(re.sub(r'^"notice" = .*\n', "", english, flags=re.MULTILINE), encoding="utf-8")
    (tmp_path / "sm.toml").write_text("notice = Taimi", encoding="utf-8")
    monkeypatch.setattr("firmware.values.TEXTS", tmp_path)
    with pytest.raises(ConfigError, match=r"^display\.language = 'mi': its catalogue lacks notice$"):
        texts("mi")
    with pytest.raises(ConfigError, match=r"^display\.language = 'sm': its catalogue cannot be read \(.*line 1"):
        texts("sm")


def test_without_a_feed_or_with_one_of_another_version_the_pages_wait_for_one(tmp_path: Path) -> None:
    with pages_of(tmp_path) as server, server.listening() as page:
        until(lambda: b"event: beat" in page.raw)
        assert f"coup: {tmp_path / 'feed'}: no feed can be read there yet; the pages wait for one\n" in server.said
        assert page.states == [{"stale": True}]
        (tmp_path / "feed").mkdir()
        feed = tmp_path / "feed/shoe-000001.jsonl"
        feed.write_text('{"n":1,"closed":[],"shoe":1}\n', encoding="utf-8")
        beats = page.raw.count(b"event: beat")
        until(lambda: page.raw.count(b"event: beat") > beats + 1, feed.touch)
        assert page.states == [{"stale": True}] * len(page.states)
        assert len(page.raw) < 700, "nothing is told over and over"
        feed.unlink()
        table = world(tmp_path)
        until(lambda: len(page.states) > 1, lambda: table.wait(1_000_000_000))
        until(lambda: not page.states[-1]["stale"], lambda: table.wait(1_000_000_000))
        assert page.states[-1]["phase"] == "shuffle"


def test_it_ends_when_it_is_told_to_and_leaves_the_streams(tmp_path: Path) -> None:
    (tmp_path / "feed").mkdir()
    with pages_of(tmp_path) as server, server.listening() as page:
        began = time.monotonic()
        assert server.end() == 0
        assert page.ended.wait(5)
        assert time.monotonic() - began < 4
        assert server.said == f"{server.address}\n"


# -- those who want it down ------------------------------------------------------------------------------------------


IMPATIENT = "import firmware.display.connection as connection; connection.PATIENCE_S = 0.3"


def test_who_sends_a_request_byte_by_byte_is_left_and_the_page_stays_up(tmp_path: Path) -> None:
    with pages_of(tmp_path, patched=IMPATIENT) as server, server.listening() as page, ExitStack() as lines:
        slow = [lines.enter_context(calling(server)) for _ in range(60)]
        for line in slow[:30]:
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        for line in slow[30:]:
            line.sendall(b"POST /console/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        assert server.ask("GET", "/").status == 200
        until(lambda: not any(map(is_open, slow)))
        until(lambda: page.raw.count(b"event: beat") > 1)
        assert not page.ended.is_set(), "who waits for an answer is not slow"


FEW_FILES = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))"
"""64 connections, 8 of them taken at once."""


def test_a_crowd_that_never_finishes_asking_makes_room_for_those_who_do(server: Pages) -> None:
    with ExitStack() as lines:
        crowd = [lines.enter_context(calling(server)) for _ in range(300)]
        for line in crowd:
            with suppress(OSError):
                line.sendall(b"GET /events HT")
        until(lambda: sum(map(is_open, crowd)) <= MOST_WAITING)
        assert any(map(is_open, crowd[-10:])), "the oldest go"
        assert server.ask("GET", "/").status == 200


def test_more_connections_than_there_are_files_for_are_refused_and_told_once(tmp_path: Path) -> None:
    with pages_of(tmp_path, patched=FEW_FILES) as server, ExitStack() as lines:
        streams = []
        for n in range(300):
            streams.append(lines.enter_context(calling(server)))
            with suppress(OSError):
                streams[-1].sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            if n % 4 == 0:
                time.sleep(0.01)  # so few at once that the system itself turns none away
        until(lambda: sum(map(is_open, streams)) <= 64)
        until(lambda: "refused" in server.said)
        lines.close()
        until(lambda: answers(server))
        told = server.said.splitlines()[1:]
        assert [line for line in told if "no feed" not in line] == [
            "WARNING:  too many connections at once: new ones are refused"
        ]


def test_a_trouble_is_told_once_in_a_while_and_in_a_line() -> None:
    now = 100.0
    spares = Sparing(lambda: now)
    gone = logging.makeLogRecord({"msg": "accept failed\nsocket: %s", "args": (3,)})
    gone.exc_info = (OSError, OSError(24, "Too many open files"), None)
    assert [spares.filter(gone), gone.getMessage(), gone.exc_info] == [
        True,
        "coup: accept failed (Too many open files)",
        None,
    ]
    told = [spares.filter(logging.makeLogRecord({"msg": msg})) for msg in ("other", "other", "another", "other")]
    assert told == [True, False, True, False]
    now += TOLD_AGAIN_S
    assert spares.filter(logging.makeLogRecord({"msg": "other"}))


def calling(server: Pages) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=10)


def is_open(line: socket.socket) -> bool:
    """Whether the server has not closed a line."""
    line.setblocking(False)
    try:
        while line.recv(65536):
            pass
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def answers(server: Pages) -> bool:
    try:
        return server.ask("GET", "/").status == 200
    except (OSError, http.client.HTTPException):
        return False


@pytest.mark.parametrize(
    "raw",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        b"POST /console/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 1_000_000 + b"\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused(server: Pages, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        try:
            line.sendall(raw)
            answer = line.recv(65536)
        except (BrokenPipeError, ConnectionResetError):
            answer = b""
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400")
    assert server.ask("GET", "/").status == 200
