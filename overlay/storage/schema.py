"""The tables of the log, and how an older file gets what it lacks. Columns are only ever added.

A newer file therefore stays good for an older Fescue, which may be put back at any time.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

VERSION = 4
COLUMNS = {
    "uid": "TEXT",
    "at": "TEXT NOT NULL",
    "counted": "REAL NOT NULL DEFAULT 0",
    "thread": "TEXT NOT NULL",
    "person": "TEXT NOT NULL",
    "role": "TEXT NOT NULL",
    "question": "TEXT NOT NULL",
    "entry_point": "TEXT NOT NULL",
    "screen": "TEXT",
    "provider": "TEXT NOT NULL",
    "model": "TEXT NOT NULL",
    "asked": "TEXT NOT NULL DEFAULT ''",
    "outcome": "TEXT NOT NULL",
    "answer": "TEXT NOT NULL",
    "sections": "TEXT NOT NULL",
    "tools": "TEXT NOT NULL DEFAULT '[]'",
    "input_tokens": "INTEGER NOT NULL",
    "cached_tokens": "INTEGER NOT NULL",
    "written_tokens": "INTEGER NOT NULL",
    "output_tokens": "INTEGER NOT NULL",
    "reasoning_tokens": "INTEGER NOT NULL",
    "cost": "REAL",
    "currency": "TEXT NOT NULL DEFAULT ''",
    "finish": "TEXT NOT NULL",
    "error": "TEXT NOT NULL",
    "cause": "TEXT NOT NULL DEFAULT ''",
    "first_ms": "REAL",
    "total_ms": "REAL NOT NULL",
    "detail": "TEXT NOT NULL",
}
"""What a turn's row holds. `counted` is the moment it counts from towards the limits, in seconds since 1970."""

_KEPT = ("uid", "counted")
UPSERT = (
    f"INSERT INTO turns ({', '.join(COLUMNS)}) VALUES ({', '.join(f':{c}' for c in COLUMNS)}) "  # noqa: S608  our names
    f"ON CONFLICT (uid) DO UPDATE SET {', '.join(f'{c} = excluded.{c}' for c in COLUMNS if c not in _KEPT)}"
)
"""Writes a turn's row once, whether its beginning is there already or not."""

_TABLES = (
    f"CREATE TABLE IF NOT EXISTS turns (id INTEGER PRIMARY KEY, {', '.join(f'{c} {t}' for c, t in COLUMNS.items())})",
    """CREATE TABLE IF NOT EXISTS notices (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, at TEXT NOT NULL,
       counted REAL NOT NULL, text TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS ratings (id INTEGER PRIMARY KEY, turn TEXT NOT NULL UNIQUE, at TEXT NOT NULL,
       counted REAL NOT NULL, thumb TEXT NOT NULL, comment TEXT NOT NULL)""",
)
_INDEXES = (
    "CREATE INDEX IF NOT EXISTS turns_by_thread ON turns (person, thread, id)",
    "CREATE UNIQUE INDEX IF NOT EXISTS turns_by_uid ON turns (uid)",
    "CREATE INDEX IF NOT EXISTS turns_by_moment ON turns (counted)",
)


def prepare(db: "sqlite3.Connection") -> None:
    """Make the tables, or add to older ones what they lack."""
    if db.execute("PRAGMA user_version").fetchone()[0] >= VERSION:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        _run(db, _TABLES)
        there = {str(column["name"]) for column in db.execute("PRAGMA table_info(turns)")}
        _run(db, (f"ALTER TABLE turns ADD COLUMN {c} {t}" for c, t in COLUMNS.items() if c not in there))
        if "counted" not in there:
            db.execute("UPDATE turns SET counted = CAST(strftime('%s', at) AS REAL) WHERE at != ''")
        _run(db, _INDEXES)
        db.execute(f"PRAGMA user_version = {VERSION}")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _run(db: "sqlite3.Connection", statements: Iterable[str]) -> None:
    for statement in statements:
        db.execute(statement)
