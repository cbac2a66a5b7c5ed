"""`python -m firmware` is `coup`: runs a command and exits with its code."""

import signal
import sys

# Until there is somebody to answer a Ctrl-C it ends the process without a word: what it interrupts are imports, and
# the traceback of one helps nobody.
signal.signal(signal.SIGINT, signal.SIG_DFL)

from firmware import cli  # noqa: E402


def main() -> int:
    """Run the command that the process's arguments ask for and return its exit code."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
