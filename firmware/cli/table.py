"""`coup run`, `check`, `status` and `identify`."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from firmware.cli import start
from firmware.cli.configuration import load
from firmware.cli.ctl import ask, print_status
from firmware.cli.words import Config, Json, copyable
from firmware.errors import DONE, FAULTY, ConfigError, CoupError

if TYPE_CHECKING:
    from firmware.identity import Identity


@copyable
def run(config: Config = None) -> int:
    """Run the controller of one table until SIGTERM or SIGINT.

    It stays in the foreground; what it has to tell people goes to standard error.

    Example: coup run --config config/bench.toml
    """
    return start.controller(config)


@copyable
def check(config: Config = None) -> int:
    """List every mistake in a configuration at once.

    Example: coup check --config /etc/coup/table.toml
    """
    from firmware.control import roles
    from firmware.journal import seal

    loaded = load(config)
    problems = [
        *_mistakes_of(roles.read, loaded.authority.roles_file),
        *_mistakes_of(seal.read_key, loaded.journal.key_file),
    ]
    if problems:
        raise ConfigError(problems)
    print(f"{loaded.table.id}: the configuration is in order")
    return DONE


def _mistakes_of(read: Callable[[Path], object], path: Path | None) -> Sequence[str]:
    """Return what is wrong with a file that the configuration names, if it names one."""
    try:
        if path:
            read(path)
    except ConfigError as error:
        return error.problems
    return ()


@copyable
def status(config: Config = None, as_json: Json = False) -> int:
    """Print what a running controller shows.

    Exit code 0: running without a fault; 3: anything else.

    Example: coup status --json
    """
    try:
        answer = ask(config, {"do": "status"})
    except CoupError as error:
        if isinstance(error, ConfigError):
            raise
        print(json.dumps({"ok": False, "error": str(error)}) if as_json else str(error))
        return FAULTY
    print_status(answer, as_json)
    return FAULTY if answer["faults"] else DONE


@copyable
def identify(
    as_json: Json = False,
    check: Annotated[
        bool, typer.Option("--check", help="Say only whether it is the program that was installed.")
    ] = False,
) -> int:
    """Say exactly which program and which rules are installed.

    Prints the version, the SHA-256 of every file of the program and of the rules, and one digest over them. With
    --check it compares them with what the installer wrote down. Exit code 1: they differ, or it wrote nothing down.

    Example: coup identify --json
    Example: coup identify --check
    """
    from platform import python_version

    from firmware.identity import libraries, program

    identity = program()
    if check:
        return _compared(identity)
    beside = {"python": python_version(), "libraries": libraries()}
    if as_json:
        print(json.dumps({"version": identity.version, "digest": identity.digest, "files": identity.files, **beside}))
        return DONE
    for file, digest in identity.files.items():
        print(f"{digest}  {file}")
    print(f"{identity.digest}  all of these: version {identity.version}")
    print(f"beside them: python {python_version()}, {', '.join(' '.join(item) for item in libraries().items())}")
    return DONE


def _compared(identity: "Identity") -> int:
    from firmware.self_test import MANIFEST, software_trouble

    if not MANIFEST.exists():
        raise CoupError(f"{MANIFEST}: not there, so nobody knows what was installed; install it again")
    trouble = software_trouble(identity, MANIFEST)
    if trouble:
        raise CoupError(trouble)
    print(f"version {identity.version}, {identity.digest}: as it was installed")
    return DONE
