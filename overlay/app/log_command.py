"""`fescue log`: what was asked, what it cost, and what went unanswered."""

import csv
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

from overlay.app.log_report import DayCost, LogReport, Use, report
from overlay.app.log_text import (
    cost_text,
    feedback_text,
    nothing,
    notices_text,
    summary_text,
    turns_text,
    unanswered_text,
    use_text,
)
from overlay.app.logs import LOG_FILE
from overlay.core.errors import SettingsError, StorageError
from overlay.core.model import Usage
from overlay.desktop.paths import find_paths
from overlay.storage.log_reader import LoggedTurn, read_notices, read_turns

_AGO = re.compile(r"(\d{1,5})([hdw])")
_UNITS = {"h": "hours", "d": "days", "w": "weeks"}
DEFAULT_SINCE = "30d"


@dataclass(frozen=True, slots=True)
class LogWishes:
    """What is to be shown of the log."""

    what: str = "summary"
    """`summary`, `cost`, `use`, `unanswered`, `feedback` or `turns`."""
    since: str = DEFAULT_SINCE
    person: str | None = None
    """Whose turns; everybody's when left out."""
    files: tuple[Path, ...] = ()
    """Logs to read together; this person's own when left out."""
    form: str = "text"
    """`text`, `json` or `csv`."""


def show_log(wishes: LogWishes) -> int:
    """Print a log.

    Returns:
        0.

    Raises:
        SettingsError: the beginning does not fit.
        StorageError: a log that was named is not there, or cannot be read.
    """
    now = datetime.now().astimezone()
    start = since_moment(wishes.since, now)
    for file in wishes.files:
        if not file.exists():
            msg = f"there is no log at {file}. A person's own is in their data folder, under fescue/{LOG_FILE}."
            raise StorageError(msg)
    files = wishes.files or (find_paths().data / LOG_FILE,)
    turns = sorted(
        (t for file in files for t in read_turns(file, since=start, person=wishes.person, now=now)),
        key=lambda t: datetime.fromisoformat(t.at).timestamp() if t.at else 0.0,
    )
    notices = [n for file in files for n in read_notices(file, since=start)]
    found = report(turns, notices)
    match wishes.form:
        case "json":
            sys.stdout.write(json.dumps(_json(wishes.what, found, turns), ensure_ascii=False, indent=1) + "\n")
        case "csv":
            _write_csv(_columns(wishes.what), _rows(wishes.what, found, turns))
        case _:
            sys.stdout.write(_text(wishes, found, turns) + "\n")
    return 0


def since_moment(text: str, now: datetime) -> float:
    """Return the moment that `7d`, `12h`, `2w` or a date means, in seconds since 1970.

    Raises:
        SettingsError: it is none of these.
    """
    ago = _AGO.fullmatch(text)
    try:
        if ago:
            return (now - timedelta(**{_UNITS[ago[2]]: int(ago[1])})).timestamp()
        moment = datetime.fromisoformat(text)
    except ValueError as problem:
        msg = f"--since takes 12h, 7d, 2w or a date such as 2026-11-01, not {text!r}."
        raise SettingsError(msg) from problem
    return (moment if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)).timestamp()


def _text(wishes: LogWishes, found: LogReport, turns: Sequence[LoggedTurn]) -> str:
    ago = _AGO.fullmatch(wishes.since)
    span = f"in the last {ago[1]} {_UNITS[ago[2]]}" if ago else f"since {wishes.since}"
    who = f" by {wishes.person}" if wishes.person is not None else ""
    if wishes.what == "summary":
        return summary_text(found, span, who=who)
    if not turns:
        return nothing(span, who)
    lines = {
        "cost": lambda: [*cost_text(found.cost), *notices_text(found.notices)],
        "use": lambda: use_text(found.use, "entry point"),
        "unanswered": lambda: unanswered_text(found.unanswered),
        "feedback": lambda: feedback_text(found.feedback),
        "turns": lambda: turns_text(turns),
    }
    return "\n".join(lines[wishes.what]())


def _json(what: str, found: LogReport, turns: Sequence[LoggedTurn]) -> Mapping[str, object]:
    if what == "summary":
        lists = {kind: _rows(kind, found, turns) for kind in ("unanswered", "feedback")}
        return {**asdict(found), **lists, "slow": [*map(_turn, found.slow)]}
    return {what: _rows(what, found, turns)}


def _rows(what: str, found: LogReport, turns: Sequence[LoggedTurn]) -> list[dict[str, object]]:
    match what:
        case "cost":
            return [asdict(day) for day in found.cost]
        case "use":
            return [asdict(use) for use in found.use]
        case "unanswered":
            return [_turn(turn) for turn in found.unanswered]
        case "feedback":
            return [_turn(turn) for turn in found.feedback]
        case _:
            return [_turn(turn) for turn in turns]


def _columns(what: str) -> list[str]:
    """Return a table's head, which is there even when no row is."""
    kind = {"cost": DayCost, "use": Use}.get(what)
    if kind:
        return [field.name for field in fields(kind)]
    names = [field.name for field in fields(LoggedTurn) if field.name != "usage"]
    return [*names, *(f"{field.name}_tokens" for field in fields(Usage)), "answered"]


def _turn(turn: LoggedTurn) -> dict[str, object]:
    usage = asdict(turn.usage)
    rest = {k: v for k, v in asdict(turn).items() if k != "usage"}
    return {**rest, **{f"{kind}_tokens": usage[kind] for kind in usage}, "answered": turn.answered}


def _write_csv(columns: Sequence[str], rows: Iterable[dict[str, object]]) -> None:
    """Write a table that a spreadsheet opens; what could be taken for a formula is written as text."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(_cell(row[column]) for column in columns)


def _cell(value: object) -> object:
    if isinstance(value, tuple | list):
        value = " ".join(map(str, cast("Sequence[object]", value)))
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
