"""What can go wrong with hardware. Each message is one line that says what to do."""


class HalError(Exception):
    """The hardware cannot be used as configured."""


class PortBusy(HalError):
    """Another process holds the serial port or the pins."""


class LinkLost(HalError):
    """The serial port is gone, or was never there; it is tried again."""


class LampError(HalError):
    """A lamp driver could not do what it was told."""


class PanelError(HalError):
    """A button or the key switch cannot be right, e.g. it has been down for too long."""
