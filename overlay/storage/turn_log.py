"""The turn log: one SQLite file for log and history, which loses no answer when the disk does not play along.

WAL and a busy timeout make it safe with several processes. What cannot be written is kept in memory, shown in the
history as usual, and written with the next row that can be; the person is told once a session.
"""

import contextlib
import logging
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from overlay.core.turn import ThreadSummary, TurnRecord
from overlay.storage.rows import INSERT, SCHEMA, from_row, to_row

if TYPE_CHECKING:
    # Loaded with the first row: a panel that waits needs no database.
    import sqlite3

_log = logging.getLogger(__name__)
BUSY_MS = 5000
"""How long a write waits for another process, in milliseconds."""


class SqliteTurnLog:
    """Keeps turns in one file. Writing may wait for another process: call `append` off the UI's thread."""

    def __init__(self, path: Path, warn: Callable[[str], None]) -> None:
        """Use a file; it is made with the first row.

        Args:
            path: the database.
            warn: tells the person, in one sentence, once a session.
        """
        self._path = path
        self._warn = warn
        self._warned = False
        self._unwritten: list[TurnRecord] = []
        self._writing = threading.Lock()

    def append(self, record: TurnRecord) -> None:
        """Write a turn, and those that could not be written before."""
        import sqlite3

        with self._writing:
            self._unwritten.append(record)
            try:
                self._write_waiting()
            except sqlite3.DatabaseError as error:
                if self._set_aside(error):
                    self._retry()
                else:
                    self._tell(error)
            except OSError as error:
                self._tell(error)

    def threads(self, person: str, matching: str = "") -> tuple[ThreadSummary, ...]:
        """List a person's own conversations, the latest first."""
        query = """
            SELECT own.thread, first.question AS title, own.at, own.turns
            FROM (SELECT thread, min(id) AS first, max(id) AS last, max(at) AS at, count(*) AS turns
                  FROM turns WHERE person = ? AND thread != '' GROUP BY thread) AS own
            JOIN turns AS first ON first.id = own.first
            WHERE own.thread IN (SELECT thread FROM turns WHERE person = ?
                                 AND (question LIKE ? ESCAPE '\\' OR answer LIKE ? ESCAPE '\\'))
            ORDER BY own.last DESC
        """
        pattern = f"%{_literal(matching)}%"
        rows = self._read(query, (person, person, pattern, pattern))
        found = [ThreadSummary(str(r["thread"]), str(r["title"]), str(r["at"]), int(r["turns"])) for r in rows]
        return (*self._unwritten_threads(person, {t.id for t in found}, matching), *found)

    def turns(self, person: str, thread: str) -> tuple[TurnRecord, ...]:
        """Return the turns of one of a person's own conversations, in order."""
        rows = self._read("SELECT * FROM turns WHERE person = ? AND thread = ? ORDER BY id", (person, thread))
        waiting = [r for r in self._unwritten if r.request.person.id == person and r.request.thread == thread]
        return (*(from_row(dict(row)) for row in rows), *waiting)

    def delete(self, person: str, thread: str) -> None:
        """Delete one of a person's own conversations."""
        import sqlite3

        self._unwritten = [
            r for r in self._unwritten if not (r.request.person.id == person and r.request.thread == thread)
        ]
        try:
            with self._open() as db:
                db.execute("DELETE FROM turns WHERE person = ? AND thread = ?", (person, thread))
        except (sqlite3.Error, OSError) as error:
            self._tell(error)

    def _retry(self) -> None:
        import sqlite3

        try:
            self._write_waiting()
        except (sqlite3.Error, OSError) as error:
            self._tell(error)

    def _write_waiting(self) -> None:
        with self._open() as db:
            db.executemany(INSERT, [to_row(r) for r in self._unwritten])
        self._unwritten.clear()

    def _read(self, query: str, values: tuple[str, ...]) -> "list[sqlite3.Row]":
        import sqlite3

        if not self._path.exists():
            return []
        # Reading a WAL database needs room for its index. A full disk has none; what was checkpointed is still there.
        for how in ("mode=ro", "immutable=1"):
            try:
                with closing(
                    sqlite3.connect(f"{self._path.absolute().as_uri()}?{how}", BUSY_MS / 1000, uri=True)
                ) as db:
                    db.row_factory = sqlite3.Row
                    return list(db.execute(query, values))
            except sqlite3.Error as error:
                _log.warning("the history cannot be read: %s", error)
        return []

    @contextmanager
    def _open(self) -> "Generator[sqlite3.Connection]":
        """Open for one transaction: an open handle would outlive a folder that is removed, and lose rows."""
        import sqlite3

        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with closing(sqlite3.connect(self._path, timeout=BUSY_MS / 1000)) as db:
            db.row_factory = sqlite3.Row
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            db.executescript(SCHEMA)
            with contextlib.suppress(OSError):
                self._path.chmod(0o600)
            with db:
                yield db

    def _set_aside(self, error: "sqlite3.DatabaseError") -> bool:
        """Move a file that is no database out of the way, so that a new one can begin; nothing is deleted."""
        import sqlite3

        if isinstance(error, sqlite3.OperationalError) or "not a database" not in str(error):
            return False
        for number in range(1, 100):
            aside = self._path.with_suffix(f".damaged-{number}")
            if not aside.exists():
                self._path.rename(aside)
                _log.warning("the history was damaged and set aside")
                self._say(f"The history file was damaged. It was set aside as {aside.name}, and a new one begun.")
                return True
        return False

    def _tell(self, error: Exception) -> None:
        _log.warning("the history cannot be written: %s", error)
        self._say("This conversation cannot be saved at the moment; it stays here until you quit.")

    def _say(self, sentence: str) -> None:
        if not self._warned:
            self._warned = True
            self._warn(sentence)

    def _unwritten_threads(self, person: str, known: set[str], matching: str) -> Iterator[ThreadSummary]:
        seen = set(known)
        for record in reversed(self._unwritten):
            request = record.request
            text = f"{request.question.text}\n{record.text}".casefold()
            if request.person.id == person and request.thread not in seen and matching.casefold() in text:
                seen.add(request.thread)
                own = [r for r in self._unwritten if r.request.thread == request.thread]
                yield ThreadSummary(request.thread, own[0].request.question.text, record.at, len(own))


def _literal(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
