"""A person's own conversations: what the file holds, and what waits to be written."""

from collections.abc import Collection, Iterator

from overlay.core.turn import ThreadSummary, TurnRecord
from overlay.storage.database import Database, holds
from overlay.storage.rows import RUNNING_SECONDS, STARTED, Row, from_row

_THREADS = """
    SELECT own.thread, first.question AS title, own.at, own.turns
    FROM (SELECT thread, min(id) AS first, max(id) AS last, max(at) AS at, count(*) AS turns
          FROM turns WHERE person = :person AND thread != '' AND question != '' AND {ended} GROUP BY thread) AS own
    JOIN turns AS first ON first.id = own.first
    WHERE own.thread IN (SELECT thread FROM turns WHERE person = :person AND holds(question || ' ' || answer, :words))
    ORDER BY own.last DESC
"""
_TURNS = "SELECT * FROM turns WHERE person = :person AND thread = :thread AND question != '' AND {ended} ORDER BY id"


def find_threads(
    database: Database, person: str, words: str, waiting: Collection[Row], running: Collection[str], now: float
) -> tuple[ThreadSummary, ...]:
    """List conversations that hold some words, the latest first.

    Args:
        database: the file.
        person: whose.
        words: each must stand in the question or the answer of one turn.
        waiting: rows that are not in the file yet.
        running: this process's turns that have not ended; they are not listed yet.
        now: the time, in seconds since 1970.
    """
    values = {"person": person, "words": words, "ago": now - RUNNING_SECONDS, **_named(running)}
    rows = database.read(_THREADS.format(ended=_ended(running)), values)
    found = [ThreadSummary(str(r["thread"]), str(r["title"]), str(r["at"]), int(r["turns"])) for r in rows]
    new = _waiting_threads(_own(waiting, person, running), words, {t.id for t in found})
    return (*new, *found)


def thread_turns(
    database: Database, person: str, thread: str, waiting: Collection[Row], running: Collection[str], now: float
) -> tuple[TurnRecord, ...]:
    """Return the turns of a conversation in order; nothing for somebody else's."""
    values = {"person": person, "thread": thread, "ago": now - RUNNING_SECONDS, **_named(running)}
    rows = [dict(row) for row in database.read(_TURNS.format(ended=_ended(running)), values)]
    own = {str(row["uid"]): row for row in _own(waiting, person, running) if row["thread"] == thread}
    there = {str(row["uid"]) for row in rows}
    # A row in the file may have only begun where its end still waits to be written.
    merged = [own.get(str(row["uid"]), row) for row in rows] + [row for uid, row in own.items() if uid not in there]
    return tuple(map(from_row, merged))


def _ended(running: Collection[str]) -> str:
    """Leave out turns that run, here or elsewhere. One that began a while ago and never ended is broken off."""
    names = ", ".join(f":{name}" for name in _named(running))
    return f"(outcome != '{STARTED}' OR (counted < :ago AND uid NOT IN ({names})))"


def _named(running: Collection[str]) -> dict[str, str]:
    return {f"running{number}": uid for number, uid in enumerate(sorted(running))}


def _own(waiting: Collection[Row], person: str, running: Collection[str]) -> list[Row]:
    return [r for r in waiting if r["person"] == person and r["question"] and r["uid"] not in running]


def _waiting_threads(rows: list[Row], words: str, known: set[str]) -> Iterator[ThreadSummary]:
    for row in reversed(rows):
        thread = str(row["thread"])
        if thread and thread not in known and holds(f"{row['question']} {row['answer']}", words):
            known.add(thread)
            own = [r for r in rows if r["thread"] == thread]
            yield ThreadSummary(thread, str(own[0]["question"]), str(row["at"]), len(own))
