"""`coup display`: the pages for the table's monitor and the pit's tablet."""

from firmware.cli.words import Config, copyable, load
from firmware.errors import DONE


@copyable
def display(config: Config = None) -> int:
    """Serve the table's display and the supervisor's console.

    It reads the public feed and runs beside the controller, in a process of its own, until Ctrl-C or SIGTERM. Open what
    it prints in a browser; the console is at /console.

    Example: coup display --config /etc/coup/table.toml
    """
    from firmware.display.serve import serve, shown
    from firmware.display.site import site

    loaded = load(config)
    asked = loaded.display
    host, port = asked.address
    app = site(
        feed=loaded.feed.dir,
        limits=asked.limits,
        language=asked.language,
        socket=loaded.control.socket if asked.console else None,
        names=[*asked.hosts, shown(host)],
    )
    serve(app, host, port, lambda line: print(line, flush=True))
    return DONE
