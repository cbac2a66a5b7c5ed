"""Which makes of shoe there are drivers for: those built in, and those that installed distributions bring."""

from importlib import metadata

from firmware.errors import CoupError
from firmware.shoe.registry import ENTRY_POINTS, Make, Registry


def makes() -> Registry:
    """Return the drivers by protocol. Raises `CoupError` for an entry point that is none or cannot be loaded."""
    registry = Registry()
    for entry in metadata.entry_points(group=ENTRY_POINTS):
        try:
            make = entry.load()
        except (Exception, SystemExit) as error:  # whatever the module of a stranger does as it is imported
            why = " ".join(f"{type(error).__name__}: {error}".split())
            cure = "mend or uninstall the distribution that brings it"
            raise CoupError(f"{entry.value}: this driver cannot be loaded ({why}); {cure}") from error
        if not isinstance(make, Make):
            raise CoupError(f"{entry.value}: this is no driver for a shoe; uninstall the distribution that brings it")
        registry.register(entry.name, make)
    return registry
