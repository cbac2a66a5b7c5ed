"""What the journal's tools have found, in lines for people. Plain text: it knows no terminal."""

from collections.abc import Iterator

from firmware.journal.audit import Verdict
from firmware.journal.history import Shoe, cards, rounds
from firmware.journal.report import Report


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """Yield what `coup journal verify` prints of a journal that is sound."""
    yield f"sound: {_many(verdict.files, 'shoe')}, {_many(verdict.records, 'record')}"
    if verdict.torn:
        yield f"an unfinished last line of {_many(verdict.torn, 'byte')} is no record; the next start cuts it off"
    if verdict.closed:
        file, head = verdict.closed
        yield f"{file} is closed; its head, to note down for --head: {head}"


def round_rows(shoe: Shoe) -> Iterator[tuple[str, ...]]:
    """Yield the rounds of a shoe as rows of a table, the first of them its columns."""
    yield "round", "Player", "Banker", "winner", "points", ""
    for row in rounds(shoe):
        marks = {"natural": row["natural"], "void hand": row["void_hand"], "last hand": row["final"]}
        marks["corrected since"] = row["corrected"]
        points = "" if row["winner"] == "void" else f"{row['player_count']}:{row['banker_count']}"
        noted = ", ".join(mark for mark, on in marks.items() if on)
        yield str(row["round"]), " ".join(row["player"]), " ".join(row["banker"]), row["winner"], points, noted


def card_rows(shoe: Shoe) -> Iterator[tuple[str, ...]]:
    """Yield the cards of a shoe as rows of a table, the first of them its columns."""
    yield "n", "card", "event", "source"
    for row in cards(shoe):
        yield str(row["n"]), row["card"], f"{row['boot']} {row['seq']}" if row["boot"] else "", row["source"]


def report_lines(report: Report) -> Iterator[str]:
    """Yield a shoe report, line by line."""
    yield f"Shoe {report['shoe']} of table {report['table']}, {report['edition']}, begun {report['began']}" + (
        "" if report["closed"] else " (open: what lies face down is not counted)"
    )
    kinds = f"of rounds {report['dealt']}, burned {report['burned']}, set aside {report['set_aside']}"
    yield f"  cards          {report['cards']}: {kinds}"
    yield f"                 unread {report['unread']}, corrected {report['corrected']}, named {report['named']}"
    yield f"                 never seen {'not counted' if report['never_seen'] is None else report['never_seen']}"
    yield f"  rounds         {report['rounds']}: voided {report['voided']}, void hands {report['void_hands']}"
    yield f"  results        {_counted(report['results'])}, naturals {report['naturals']}"
    yield f"  irregularities {_counted(report['irregularities'])}"
    yield from map(_incident, report["incidents"])
    for decision in report["decisions"]:
        about = f" ({decision['irregularity']})" if decision["irregularity"] else ""
        second = f" and {decision['second']}" if decision["second"] else ""
        by = f"{decision['actor'] or 'nobody named'}, {decision['role']}{second}"
        yield f"  decided        {decision['times']} x {decision['decision']}{about} by {by}"
    yield f"  faults         {_counted(report['faults'])}"
    yield f"  counters       {_counted(report['counters'])}"


def _incident(incident: dict[str, str | int]) -> str:
    rule = str(incident["rule"])
    under = f"rule {rule}" if rule[:1].isdigit() else rule
    what = f"{incident['irregularity']} ({under})" if incident["irregularity"] else "no irregularity"
    second = f" and {incident['second']}" if incident["second"] else ""
    by = f"{incident['actor'] or 'nobody named'}, {incident['role']}{second}"
    decided = f"{incident['decision']} by {by}" if incident["decision"] else "not decided"
    reason = f' "{incident["reason"]}"' if incident["reason"] else ""
    return f"    round {incident['round']:<3}    {what}: {decided}{reason}; {incident['effect']}"


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{what} {count}" for what, count in counts.items()) or "none"
