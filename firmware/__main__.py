"""`python -m firmware` is `coup`: runs a command and exits with its code."""

import os
import signal
import sys

_STARTS_A_TABLE = sys.argv[1:2] == ["run"]

# Until there is somebody to answer a signal it ends the process without a word: what it interrupts are imports, and
# the traceback of one helps nobody. A table that has shown nothing yet is stopped as it should be.
if _STARTS_A_TABLE:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: os._exit(0))
else:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from firmware import cli  # noqa: E402


def main() -> int:
    """Run the command that the process's arguments ask for and return its exit code."""
    if not _STARTS_A_TABLE:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
