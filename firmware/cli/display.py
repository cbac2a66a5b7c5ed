"""`coup display`: the pages for the table's monitor and the pit's tablet."""

import os
import sys

from firmware.cli.configuration import load
from firmware.cli.words import Config, copyable
from firmware.errors import DONE


@copyable
def display(config: Config = None) -> int:
    """Serve the table's display and the supervisor's console.

    It reads the public feed and runs beside the controller, in a process of its own, until Ctrl-C or SIGTERM. Open what
    it prints in a browser; the console is at /console.

    Example: coup display --config /etc/coup/table.toml
    """
    from firmware.display.house import house
    from firmware.display.stream import Stream

    loaded = load(config)
    asked = loaded.display
    host, port = asked.address
    stream = Stream(loaded.feed.dir, house(asked.limits, asked.chips))
    # A feed is believed once it is seen to live, which takes up to a second: it is looked at before the rest is loaded.
    stream.look()

    from firmware.display.serve import serve, shown
    from firmware.display.site import site

    app = site(
        stream,
        language=asked.language,
        socket=loaded.control.socket if asked.console else None,
        names=[*asked.hosts, shown(host)],
    )

    def tell(address: str) -> None:
        print(address, flush=True)
        if not os.access(loaded.feed.dir, os.R_OK | os.X_OK):
            print(f"coup: {loaded.feed.dir}: no feed can be read there yet; the pages wait for one", file=sys.stderr)

    serve(app, host, port, tell, proxied=bool(asked.hosts))
    return DONE
