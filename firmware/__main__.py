"""`python -m firmware` is `coup`: runs a command and turns what it raises into one line and an exit code."""

import sys

from firmware.cli import main

if __name__ == "__main__":
    sys.exit(main())
