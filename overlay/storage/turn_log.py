"""The turn log: one SQLite file for log, limits and history, which loses no answer when the disk does not play along.

A turn's row is written when it begins, so that one that was killed leaves a trace and counts, and again when it ends.
What cannot be written is kept in memory, shown in the history as usual, and written as soon as it can be.
"""

import logging
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from overlay.core.clock import SystemClock
from overlay.core.log_rules import LogRules
from overlay.core.ports import Clock
from overlay.core.turn import Rating, ThreadSummary, TurnRecord, TurnStart
from overlay.storage.database import Database, why
from overlay.storage.history import find_threads, thread_turns
from overlay.storage.rows import STARTED, Row, started_row, to_row, without_words
from overlay.storage.schema import UPSERT
from overlay.storage.tally import Tally

if TYPE_CHECKING:
    import sqlite3

    # Loaded with the first rating.
    from overlay.storage.ratings import RatingRow

_log = logging.getLogger(__name__)
T = TypeVar("T")
BUSY_MS = 5000
"""How long a write waits for another process, in milliseconds. Nobody waits with it."""
QUICK_MS = 1000
"""How long the beginning of an answer waits for it: other processes of one person take milliseconds."""
SHORT_MS = 50
"""How long it waits when the file could not be written just before."""
RETRY_SECONDS = 20.0
"""Pause before what could not be written is tried again."""


class SqliteTurnLog:
    """Keeps turns in one file. Writing may wait for another process: call it off the UI's thread, but for `forget`."""

    def __init__(
        self,
        path: Path,
        warn: Callable[[str], None],
        *,
        rules: LogRules | None = None,
        clock: Clock | None = None,
        alert: Callable[[str], None] | None = None,
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        """Use a file; it is made with the first row.

        Args:
            path: the database.
            warn: tells the person, in one sentence, once a session; called in whichever thread writes.
            rules: what is kept and counted; everything is kept and nothing limited by default.
            clock: the clock; the machine's by default.
            alert: tells IT, in one sentence, once for each month's limit.
            retry_seconds: the pause before what could not be written is tried again.
        """
        self._database = Database(path)
        self._warn = warn
        self._warned = False
        self._rules = rules or LogRules()
        self._clock = clock or SystemClock()
        self._alert = alert
        self._tally = Tally(self._rules, self._clock)
        self._retry_seconds = retry_seconds
        self._retry: threading.Timer | None = None
        self._waiting: dict[str, Row] = {}
        self._ratings: dict[str, RatingRow] = {}
        self._running: set[str] = set()
        self._forgotten: list[tuple[str, str]] = []
        self._unpurged = False
        self._failed: tuple[str, str] | None = None
        self._changing = threading.RLock()
        self._writing = threading.Lock()

    @property
    def path(self) -> Path:
        """The file."""
        return self._database.path

    @property
    def keeps_text(self) -> bool:
        """Whether questions and answers are kept at all."""
        return self._rules.keep_text

    @property
    def waiting(self) -> int:
        """How many turns are not written yet."""
        with self._changing:
            return len(self._waiting)

    def enter(self, start: TurnStart) -> float:
        """Note that a turn begins, without writing it yet; returns the moment it counts from."""
        now = self._now()
        with self._changing:
            self._running.add(start.id)
            self._waiting[start.id] = started_row(start, self._rules, now)
        return now

    def begin(self, start: TurnStart) -> str:
        """Note that a turn that asks a model begins, and count it.

        Returns:
            Why the model may not be asked, as a sentence; an empty text when it may.
        """
        person = start.request.person.id
        now = self.enter(start)
        refusal = self._write(SHORT_MS if self._failed else QUICK_MS, lambda db: self._decide(start, now, db))
        if refusal is None:
            refusal = self._decide(start, now)
        if not refusal:
            with self._changing:
                self._tally.count(start.id, person, now)
        return refusal

    def append(self, record: TurnRecord) -> None:
        """Write how a turn ended, and what could not be written before."""
        uid = record.id or os.urandom(8).hex()
        row = {**to_row(record, self._rules), "uid": uid}
        if record.id:
            row["counted"] = self._now()
        with self._changing:
            self._waiting[uid] = row
            self._running.discard(uid)
            self._tally.spend(row["cost"] if isinstance(row["cost"], float) else None)
        self._write(BUSY_MS)

    def flush(self, wait_ms: float = BUSY_MS) -> bool:
        """Write what waits, in the time given; say whether nothing waits any more."""
        if self._waiting or self._ratings or self._forgotten or self._unpurged:
            self._write(wait_ms)
        return not self._waiting

    def close(self) -> None:
        """Try a last time to write what waits."""
        if self._retry:
            self._retry.cancel()
        self.flush(QUICK_MS if self._failed else BUSY_MS)
        if self._retry:
            self._retry.cancel()
        if self._waiting and self._failed:
            turns = "1 question" if len(self._waiting) == 1 else f"{len(self._waiting)} questions"
            self._warn(f"{turns} could not be saved, and Fescue ends: {self._failed[1]}. The log goes without.")

    def threads(self, person: str, matching: str = "") -> tuple[ThreadSummary, ...]:
        """List a person's own conversations that hold some words, the latest first."""
        gone, waiting, running = self._snapshot()
        found = find_threads(self._database, person, matching, waiting, running, self._now())
        return tuple(t for t in found if (person, t.id) not in gone and (person, "") not in gone)

    def turns(self, person: str, thread: str) -> tuple[TurnRecord, ...]:
        """Return the turns of one of a person's own conversations, in order."""
        gone, waiting, running = self._snapshot()
        if not thread or (person, thread) in gone or (person, "") in gone:
            return ()
        return thread_turns(self._database, person, thread, waiting, running, self._now())

    def rate(self, person: str, rating: Rating) -> None:
        """Keep, change or take back what a person says of an answer; its words only where words are kept."""
        from overlay.storage.ratings import RatingRow

        now = self._clock.now()
        kept = rating if self.keeps_text else replace(rating, comment="")
        with self._changing:
            row = RatingRow(person, kept, now.isoformat(timespec="seconds"), now.timestamp())
            self._ratings[rating.turn] = row
        self._write(BUSY_MS)

    def ratings(self, person: str, thread: str) -> Mapping[str, Rating]:
        """Return what a person said of the answers of one of their own conversations, by turn."""
        from overlay.storage.ratings import find_ratings

        gone, _, _ = self._snapshot()
        if not thread or (person, thread) in gone or (person, "") in gone:
            return {}
        with self._changing:
            waiting = dict(self._ratings)
        return find_ratings(self._database, person, thread, waiting)

    def forget(self, person: str, thread: str = "") -> None:
        """Hide a conversation at once, or all of a person's; `delete` takes them from the disk."""
        with self._changing:
            self._forgotten.append((person, thread))
            for uid, row in self._waiting.items():
                if row["person"] == person and (row["thread"] == thread or not thread):
                    self._waiting[uid] = without_words(row)

    def delete(self, person: str, thread: str = "") -> bool:
        """Delete the words of a conversation, or of all of a person's. That they were asked stays in the log.

        Returns:
            Whether the words are gone from the disk; when not, it is tried again.
        """
        if (person, thread) not in self._forgotten:
            self.forget(person, thread)
        self._write(BUSY_MS)
        return not self._forgotten and not self._unpurged

    def _now(self) -> float:
        return self._clock.now().timestamp()

    def _snapshot(self) -> "tuple[set[tuple[str, str]], list[Row], set[str]]":
        with self._changing:
            return set(self._forgotten), list(self._waiting.values()), set(self._running)

    def _decide(self, start: TurnStart, now: float, db: "sqlite3.Connection | None" = None) -> str:
        """Decide within the transaction that counts, so that two processes cannot both take the last question."""
        person = start.request.person.id
        with self._changing:
            if db:
                self._tally.learn(db, person)
            refusal = self._tally.refusal(person)
            if not db and not refusal and start.id in self._waiting:
                self._waiting[start.id] = {**self._waiting[start.id], "asked": start.asked}
        if db and not refusal:
            db.execute("UPDATE turns SET asked = ?, counted = ? WHERE uid = ?", (start.asked, now, start.id))
        return refusal

    def _watch_spending(self, db: "sqlite3.Connection", asked: set[str]) -> None:
        """Tell IT once when the month's limit comes near, when it is reached, and when it cannot be kept."""
        with self._changing:
            self._tally.learn_spent(db)
            notices = [*self._tally.alerts(asked - {""})]
        for key, sentence in notices:
            if self._note(db, key, sentence) and self._alert:
                self._alert(sentence)

    def _note(self, db: "sqlite3.Connection", key: str, sentence: str) -> bool:
        """Write a notice once; say whether it is new."""
        now = self._clock.now()
        values = (key, now.isoformat(timespec="seconds"), now.timestamp(), sentence)
        added = db.execute("INSERT OR IGNORE INTO notices (key, at, counted, text) VALUES (?, ?, ?, ?)", values)
        return added.rowcount == 1

    def _write(self, wait_ms: float, then: "Callable[[sqlite3.Connection], T] | None" = None) -> T | None:
        """Write all that waits, and do something more in the same transaction; None when it cannot be done."""
        import sqlite3

        if not self._writing.acquire(timeout=wait_ms / 1000):
            self._tried(TimeoutError("is locked"))
            return None
        try:
            return self._transaction(wait_ms, then)
        except sqlite3.DatabaseError as error:
            return self._began_anew(error, wait_ms, then)
        except OSError as error:
            self._tried(error)
            return None
        finally:
            self._writing.release()

    def _began_anew(
        self, error: Exception, wait_ms: float, then: "Callable[[sqlite3.Connection], T] | None"
    ) -> T | None:
        """Begin a new file when the old one is damaged, which is set aside."""
        import sqlite3

        try:
            aside = self._database.set_aside(error)
            if not aside:
                self._tried(error)
                return None
            self._say(f"The history file was damaged. It was set aside as {aside}, and a new one begun.")
            return self._transaction(wait_ms, then)
        except (sqlite3.Error, OSError) as again:
            self._tried(again)
            return None

    def _transaction(self, wait_ms: float, then: "Callable[[sqlite3.Connection], T] | None") -> T | None:
        with self._changing:
            rows, rated, gone = dict(self._waiting), dict(self._ratings), list(self._forgotten)
        with self._database.writing(wait_ms) as db:
            db.executemany(UPSERT, list(rows.values()))
            if rated:
                from overlay.storage.ratings import write_ratings

                write_ratings(db, rated.values())
            for person, thread in gone:
                _take_words(db, person, thread)
            self._note_late(db, sum(row["outcome"] != STARTED for row in rows.values()))
            result = then(db) if then else None
            self._watch_spending(db, {str(row["asked"]) for row in rows.values()})
        with self._changing:
            self._failed = None
            self._waiting = {uid: row for uid, row in self._waiting.items() if rows.get(uid) is not row}
            self._ratings = {turn: row for turn, row in self._ratings.items() if rated.get(turn) is not row}
            self._forgotten = [entry for entry in self._forgotten if entry not in gone]
        if gone or self._unpurged:
            self._unpurged = not self._database.purge()
        if self._unpurged:
            self._try_later()
        return result

    def _note_late(self, db: "sqlite3.Connection", turns: int) -> None:
        if self._failed and turns:
            since, reason = self._failed
            what = "One turn" if turns == 1 else f"{turns} turns"
            self._note(db, f"late {since}", f"{what} could not be written from {since} on ({reason}), and now are.")

    def _tried(self, error: Exception) -> None:
        _log.warning("the log cannot be written: %s", error)
        with self._changing:
            self._failed = self._failed or (self._clock.now().isoformat(timespec="seconds"), why(error))
        self._say(f"Conversations cannot be saved at the moment: {why(error)}. Fescue keeps them while it runs.")
        self._try_later()

    def _try_later(self) -> None:
        with self._changing:
            if self._retry is None or not self._retry.is_alive() or self._retry is threading.current_thread():
                self._retry = threading.Timer(self._retry_seconds, self.flush)
                self._retry.daemon = True
                self._retry.start()

    def _say(self, sentence: str) -> None:
        with self._changing:
            first, self._warned = not self._warned, True
        if first:
            self._warn(sentence)


def _take_words(db: "sqlite3.Connection", person: str, thread: str) -> None:
    from overlay.storage.ratings import take_comments

    take_comments(db, person, thread)
    words = "thread = '', question = '', answer = '', error = '', detail = '{}'"
    db.execute(
        f"UPDATE turns SET {words} WHERE person = ? AND (thread = ? OR ? = '')",  # noqa: S608  our own words
        (person, thread, thread),
    )
