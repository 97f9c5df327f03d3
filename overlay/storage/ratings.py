"""What people say of answers: one row a turn, beside the turn's own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from overlay.core.turn import Rating, Thumb
from overlay.storage.database import Database, storable

if TYPE_CHECKING:
    import sqlite3

_WRITE = """
    INSERT INTO ratings (turn, at, counted, thumb, comment)
    SELECT :turn, :at, :counted, :thumb, CASE WHEN question = '' THEN '' ELSE :comment END
    FROM turns WHERE uid = :turn AND person = :person
    ON CONFLICT (turn) DO UPDATE SET
        at = excluded.at, counted = excluded.counted, thumb = excluded.thumb, comment = excluded.comment
"""
_TAKE_BACK = "DELETE FROM ratings WHERE turn IN (SELECT uid FROM turns WHERE uid = :turn AND person = :person)"
_OF_THREAD = """
    SELECT ratings.turn, ratings.thumb, ratings.comment FROM ratings JOIN turns ON turns.uid = ratings.turn
    WHERE turns.person = :person AND turns.thread = :thread
"""
_TAKE_WORDS = """
    UPDATE ratings SET comment = ''
    WHERE turn IN (SELECT uid FROM turns WHERE person = :person AND (thread = :thread OR :thread = ''))
"""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A rating that waits to be written."""

    person: str
    rating: Rating
    at: str
    """ISO 8601 with the zone."""
    counted: float
    """The same moment in seconds since 1970."""


def write_ratings(db: "sqlite3.Connection", rows: Iterable[RatingRow]) -> None:
    """Write, change or take back ratings of people's own turns; of a turn whose words are gone, the thumb alone."""
    for row in rows:
        values = {"turn": row.rating.turn, "person": row.person}
        if row.rating.thumb is None:
            db.execute(_TAKE_BACK, values)
            continue
        values |= {"at": row.at, "thumb": row.rating.thumb.value, "comment": storable(row.rating.comment)}
        db.execute(_WRITE, {**values, "counted": row.counted})


def take_comments(db: "sqlite3.Connection", person: str, thread: str) -> None:
    """Delete the comments on a conversation, or on all of a person's; the thumbs stay, as the turns do."""
    db.execute(_TAKE_WORDS, {"person": person, "thread": thread})


def find_ratings(
    database: Database, person: str, thread: str, waiting: Mapping[str, RatingRow]
) -> Mapping[str, Rating]:
    """Return the ratings of a conversation by turn, as they are in the file or wait to be written."""
    rows = database.read(_OF_THREAD, {"person": person, "thread": thread})
    found = {str(r["turn"]): Rating(str(r["turn"]), Thumb(r["thumb"]), str(r["comment"])) for r in rows}
    found |= {turn: row.rating for turn, row in waiting.items() if row.person == person}
    return {turn: rating for turn, rating in found.items() if rating.thumb is not None}
