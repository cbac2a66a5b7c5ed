"""A memory card for a table: a whole Debian, made once and kept, and what the installer does to a copy of it.

Decides where a Debian and the libraries come from, and for how long they are kept. It must never look into the scripts.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "firmware", "hal", "config", "deploy")
CONFIG = Path("etc/coup/table.toml")
RELEASES = Path("opt/coup/releases")


class Card:
    """A root file system, and this version of the program beside it."""

    def __init__(self, root: Path, source: Path, wheels: Path) -> None:
        self.root, self.source, self.wheels = root, source, wheels

    def command(self, *words: str, source: Path | None = None) -> list[str]:
        script = (source or self.source) / "deploy/install.sh"
        return [str(script), "--root", str(self.root), "--wheels", str(self.wheels), *words]

    def install(self, *words: str, source: Path | None = None) -> subprocess.CompletedProcess[str]:
        return run(self.command(*words, source=source))

    def uninstall(self, *words: str) -> subprocess.CompletedProcess[str]:
        return run([str(self.source / "deploy/uninstall.sh"), "--root", str(self.root), *words])

    def inside(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the card; what it leaves in /run is gone afterwards, as when a table is switched off."""
        enter = 'mount -t tmpfs tmpfs "$0/run"; install -d -m 1777 "$0/run/lock"; exec chroot "$0" "$@"'
        path = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
        return run(["unshare", "--mount", "bash", "-euc", enter, str(self.root), *words], **path)

    def text(self, path: str | Path) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def write(self, path: str | Path, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    @property
    def in_use(self) -> str:
        return (self.root / "opt/coup/current").readlink().name

    @property
    def releases(self) -> set[str]:
        return {folder.name for folder in (self.root / RELEASES).iterdir()}

    def listing(self) -> dict[str, tuple[object, ...]]:
        """Return everything on the card: kind and rights, owner, time of the last change, and size or content."""
        return dict(sorted(_entries(self.root)))


def run(words: Sequence[str], **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, capture_output=True, text=True, check=False, env={**os.environ, **environment}, stdin=subprocess.DEVNULL
    )


def _entries(root: Path) -> Iterator[tuple[str, tuple[object, ...]]]:
    debians = tuple(f"{root}/{name}" for name in ("usr/bin", "usr/lib", "usr/sbin", "usr/share", "var/lib/dpkg"))
    for folder, folders, files in os.walk(root):
        for name in (*folders, *files):
            path = os.path.join(folder, name)
            status = os.lstat(path)
            content = str(status.st_size)
            if os.path.islink(path):
                content = os.readlink(path)
            elif os.path.isfile(path) and not folder.startswith(debians):
                with open(path, "rb") as file:
                    content = hashlib.file_digest(file, "sha256").hexdigest()
            yield (
                os.path.relpath(path, root),
                (oct(status.st_mode), status.st_uid, status.st_gid, status.st_mtime_ns, content),
            )


# -- what a card is made of ----------------------------------------------------------------------------------------


def missing() -> str:
    """Return why no card can be made here; empty: it can."""
    if os.geteuid() != 0:
        return "only root can make a Debian"
    if not shutil.which("debootstrap"):
        return "debootstrap is not installed"
    if run(["unshare", "--mount", "true"]).returncode != 0:
        return "nothing may be mounted here"
    return "" if _mirror() else "this machine's apt knows no Debian"


def copied(source: Path, folder: Path) -> Path:
    """Return a checkout in `folder` that nobody else changes."""
    folder.mkdir()
    for name in SOURCES:
        if (source / name).is_dir():
            shutil.copytree(source / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source / name, folder / name)
    return folder


def debian() -> Path:
    """Return the folder of a fresh Debian with Python and systemd, which must not be changed."""
    mirror, suite = _mirror() or pytest.fail("missing() has not been asked")
    words = ["debootstrap", "--variant=minbase", "--include=python3,python3-venv,systemd,udev,socat", suite]
    return _kept(f"debian-{suite}", lambda folder: _done([*words, str(folder), mirror]))


def wheels(root: Path, source: Path) -> Path:
    """Return a folder with the libraries of `source` for the Python of `root`."""
    version = _done(["chroot", str(root), "python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]).strip()
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = sorted([*project["project"]["dependencies"], *project["build-system"]["requires"]])
    digest = hashlib.sha256("\n".join([version, *wanted]).encode()).hexdigest()
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download", "--only-binary", ":all:"]
    return _kept(
        f"wheels-{digest[:8]}",
        lambda folder: _done([*pip, "--python-version", version, "--dest", str(folder), *wanted]),
    )


def _mirror() -> tuple[str, str] | None:
    """Return address and suite of the Debian that this machine itself is kept up from; None if it is another system."""
    form = "$(REPO_URI) $(CODENAME) $(COMPONENT) $(ORIGIN)"
    try:
        listed = run(["apt-get", "indextargets", "--format", form, "Created-By: Packages"]).stdout
    except OSError:
        return None
    for line in listed.splitlines():
        address, suite, component, origin = (line.split() + [""] * 4)[:4]
        if origin == "Debian" and component == "main" and "-" not in suite:
            return address, suite
    return None


def _kept(name: str, make: Callable[[Path], object]) -> Path:
    """Return the folder `name` of the cache, made now if it is not there."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "coup-tests"
    cache.mkdir(parents=True, exist_ok=True)
    with _alone(cache):
        if not (cache / name).exists():
            fresh = cache / f"{name}.made"
            shutil.rmtree(fresh, ignore_errors=True)
            make(fresh)
            fresh.rename(cache / name)
    return cache / name


@contextmanager
def _alone(cache: Path) -> Iterator[None]:
    with (cache / "lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _done(words: Sequence[str]) -> str:
    done = run(words)
    assert done.returncode == 0, f"{words[0]}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


def skip(reason: str) -> None:
    """Skip a test for `reason`; where the whole has to be proved that is a failure."""
    if os.environ.get("COUP_DEPLOY_REQUIRED") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
