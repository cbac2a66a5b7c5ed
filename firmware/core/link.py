"""What is remembered of the line to the shoe, in the journal and out of it. Data that link and journal share."""

from msgspec import Struct


class LinkMemory(Struct, frozen=True, forbid_unknown_fields=True):
    """What the header of a journal file carries of the link, so that no file needs an older one."""

    present: str = ""
    """The present BOOT; empty: no shoe has named itself yet."""
    boots: tuple[tuple[str, int], ...] = ()
    """The last 64 BOOTs of which an event was taken or lost, with the last such SEQ, oldest first."""
    distrusted: tuple[str, ...] = ()
    """BOOTs that repeated."""
    faults: tuple[str, ...] = ()
    """Which of the link's faults, `link` and `gate`, are on record as active."""
