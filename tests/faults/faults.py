"""What a controller asks of the system, and one of those calls made to fail.

Decides how a call is found again: by its name and how often it was made since the configuration was first looked at.
Must never know what a table does with it.
"""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.faults.ready import ROOT, Controller

SHORT = "short"
"""Half of what is to be written finds room."""

_CALL = re.compile(r"(?:\d+ +)?(\w+)\((.*)\) += (.*)")
_PATH = re.compile(r'[<"](/[^>"]*)[>"]')

ERRORS: dict[str, tuple[str, ...]] = {
    "accept4": ("EINTR", "EAGAIN", "EMFILE", "ENOMEM", "ECONNABORTED"),
    "bind": ("EIO", "EROFS", "ENOSPC"),
    "chmod": ("EIO", "EROFS"),
    "close": ("EIO", "ENOSPC"),
    "connect": ("EINTR", "ECONNREFUSED"),
    "epoll_create1": ("EMFILE", "ENOMEM"),
    "epoll_ctl": ("ENOMEM", "ENOSPC"),
    "epoll_wait": ("EINTR",),
    "fdatasync": ("EIO", "ENOSPC", "EINTR"),
    "flock": ("EINTR", "ENOLCK"),
    "fsync": ("EIO", "ENOSPC", "EINTR"),
    "ftruncate": ("EIO", "EINTR"),
    "getdents64": ("EIO",),
    "getsockopt": ("ENOMEM",),
    "ioctl": ("EIO",),
    "listen": ("ENOMEM",),
    "lseek": ("EIO",),
    "mkdir": ("EIO", "ENOSPC", "EROFS"),
    "newfstatat": ("EIO", "ENOMEM"),
    "openat": ("EIO", "EMFILE", "ENOMEM", "EROFS", "ENOSPC", "EINTR"),
    "pipe2": ("EMFILE", "ENFILE"),
    "pselect6": ("EINTR", "ENOMEM"),
    "read": ("EIO", "EINTR", "EAGAIN"),
    "recvfrom": ("EINTR", "EAGAIN", "ECONNRESET", "ENOMEM"),
    "rename": ("EIO", "ENOSPC", "EROFS"),
    "sendto": ("EINTR", "EAGAIN", "EPIPE", "ENOMEM", "ENOBUFS"),
    "socket": ("EMFILE", "ENOMEM"),
    "unlink": ("EIO", "EROFS"),
    "utimensat": ("EIO", "EROFS"),
    "write": ("EIO", "ENOSPC", "EINTR", "EAGAIN", SHORT),
}
"""How each call can fail."""
PASSING = frozenset(("EINTR", "EAGAIN"))
"""Nobody at the table ever hears of these."""
IN_MEMORY = ("<pipe:", "<anon_inode:")
"""There is no disk and no line behind these."""


def can_trace() -> bool:
    """Whether strace is there and may hold on to a process that is not its child."""
    strace = shutil.which("strace")
    if not strace:
        return False
    with subprocess.Popen(["sleep", "60"]) as sleeper:
        try:
            watcher = subprocess.Popen([strace, "-p", str(sleeper.pid)], stderr=subprocess.PIPE, text=True)
            assert watcher.stderr
            attached = "attached" in watcher.stderr.readline()
        finally:
            sleeper.kill()
        watcher.communicate()
    return attached


@dataclass(frozen=True)
class Call:
    """One call of the system."""

    name: str
    about: str
    """What it was for: a path below the table's folder, `line`, `program`, or nothing of these."""
    text: str
    result: str

    @property
    def done(self) -> bool:
        """Whether the system did it, and did not fail."""
        return not self.result.startswith("-1") and not self.hit

    @property
    def hit(self) -> bool:
        """Whether it failed because it was made to."""
        return "INJECTED" in self.result


@dataclass(frozen=True)
class Fault:
    """The `nth` call of this name fails, and so many after it."""

    name: str
    nth: int
    how: str
    """An error's name, or `SHORT`."""
    times: int = 1

    @property
    def words(self) -> Sequence[str]:
        """For strace, which cannot do a part of a call."""
        if self.how == SHORT:
            return ()
        return ("-e", f"inject={self.name}:error={self.how}:when={self.nth}..{self.nth + self.times - 1}")

    def __str__(self) -> str:
        return f"{self.name}-{self.nth}-{self.how}" + (f"-x{self.times}" if self.times > 1 else "")


def watch(controller: Controller, log: Path, faults: Iterable[Fault]) -> "subprocess.Popen[str]":
    """Write down what a controller that stands still asks of the system from now on, and let `faults` happen to it.

    What is returned ends with the controller.
    """
    words = ["strace", "-f", "-y", "-s", "4000", "-o", str(log), "-p", str(controller.pid)]
    for fault in faults:
        words += fault.words
    watcher = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    assert watcher.stderr
    told = watcher.stderr.readline()
    assert "attached" in told, told
    return watcher


def calls(log: Path, folder: Path) -> Iterator[Call]:
    """Yield every call in a log, in order."""
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        found = _CALL.fullmatch(line)
        if found:
            yield Call(found[1], _about(found[2], folder), found[2], found[3])


def _about(text: str, folder: Path) -> str:
    path = _PATH.search(text.replace("AT_FDCWD<", ""))
    if not path:
        return ""
    if path[1].startswith("/dev/pts/"):
        return "line"
    if path[1].startswith(f"{folder}/"):
        return path[1].removeprefix(f"{folder}/")
    return path[1]


def chances(done: Iterable[Call]) -> Iterator[tuple[Call, Fault]]:
    """Yield every fault that could have happened, with the call that it would have happened to."""
    made: Counter[str] = Counter()
    written, begun = 0, False
    for call in done:
        made[call.name] += 1
        begun = begun or call.about == "table.toml"
        by_itself = call.name == "write" and is_written_by_us(call)
        written += by_itself
        for how in ERRORS.get(call.name, ()) if begun else ():
            if can_fail(call, how):
                nth = written if how == SHORT else made[call.name]
                yield call, Fault(call.name, nth, how)
                if call.about.startswith("journal/") and how not in PASSING:
                    yield call, Fault(call.name, nth, how, times=2)


def is_written_by_us(call: Call) -> bool:
    """Whether it is one of ours, and not what Python writes to wake itself, or a line for people."""
    return call.about != "log" and "<pipe:" not in call.text


def can_fail(call: Call, how: str) -> bool:
    """Whether that call can fail like that."""
    if call.about == "log" or (
        any(mark in call.text for mark in IN_MEMORY) and call.name not in ("epoll_ctl", "pipe2")
    ):
        return False
    if how == "EAGAIN" and call.name in ("read", "write"):
        return call.about == "line"  # a file is always ready
    if call.about.startswith("/"):
        # The program reads each of its own files alike; what belongs to the machine is not its to explain.
        return call.about == str(ROOT / "firmware/__init__.py")
    # `opendir` is the C library's, and what it is told it hands on.
    return how != "EINTR" or "O_NONBLOCK|O_CLOEXEC|O_DIRECTORY" not in call.text
