"""The log's file: opened for each use, one transaction at a time, and set aside when it is no database any more."""

import contextlib
import logging
import os
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from overlay.storage.schema import prepare

if TYPE_CHECKING:
    # Loaded with the first row: a panel that waits needs no database.
    import sqlite3

_log = logging.getLogger(__name__)
READ_MS = 100
"""How long reading waits for a lock, in milliseconds. Writers do not lock readers out; a backup might."""
AGAIN_SECONDS = 0.01
"""Pause before the file is asked again to keep a journal ahead of itself."""
_LARGEST = 2**63 - 1
"""The largest whole number that SQLite keeps."""
_WHYS = {
    "is full": "the disk is full",
    "is locked": "another program holds the file",
    "readonly": "the file is read-only",
    "read-only": "the disk is read-only",
    "unable to open": "the folder cannot be used",
    "File exists": "a file is where its folder should be",
    "No such file": "the folder cannot be used",
    "Permission denied": "its folder is read-only",
    "I/O": "the disk does not take it",
}


class Database:
    """One SQLite file."""

    def __init__(self, path: Path) -> None:
        """Name the file; it is made with the first row."""
        self.path = path

    @contextmanager
    def writing(self, wait_ms: float) -> "Generator[sqlite3.Connection]":
        """Open the file for one transaction: an open handle would outlive a folder that is removed, and lose rows.

        Args:
            wait_ms: how long to wait for another process, in milliseconds.

        Raises:
            sqlite3.Error: it cannot be written.
            OSError: its folder cannot be made.
        """
        with self._opened(wait_ms) as db:
            prepare(db)
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                with contextlib.suppress(_error()):
                    db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")

    def read(self, query: str, values: Sequence[object] | Mapping[str, object] = ()) -> "list[sqlite3.Row]":
        """Return the rows of a query; none from a file that is not there or cannot be read."""
        try:
            return self.must_read(query, values)
        except (_error(), OSError) as error:
            _log.warning("the log cannot be read: %s", error)
            return []

    def must_read(self, query: str, values: Sequence[object] | Mapping[str, object] = ()) -> "list[sqlite3.Row]":
        """Return the rows of a query; none from a file that is not there.

        Raises:
            sqlite3.Error: it cannot be read.
        """
        import sqlite3

        if not self.path.exists():
            return []
        # Reading a WAL database needs room for its index. A full disk has none; what was checkpointed is still there.
        for how in ("mode=ro", "immutable=1"):
            try:
                return self._read(how, query, values)
            except sqlite3.OperationalError as error:
                if "no such" in str(error):
                    return self._read_older(how, query, values)
                if how != "mode=ro":
                    raise
        return []

    def purge(self) -> bool:
        """Take what was deleted from the file and its journal, byte by byte; say whether nothing is left.

        A program that reads the file just now keeps some of it alive: then try again later.
        """
        import sqlite3

        if not self.path.exists():
            return True
        try:
            with self._opened(1000) as db:
                with contextlib.suppress(sqlite3.OperationalError):
                    # Rows are overwritten as they go; this is for what an older Fescue left between them.
                    db.execute("VACUUM")
                return db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        except (sqlite3.Error, OSError) as error:
            _log.warning("the log cannot be purged: %s", error)
            return False

    def set_aside(self, error: Exception) -> str:
        """Move a file that is no database out of the way, so that a new one can begin; nothing is deleted.

        Returns:
            Its new name; empty when the error is another one.
        """
        import sqlite3

        text = str(error)
        damaged = "not a database" in text or "malformed" in text
        if not damaged or isinstance(error, sqlite3.OperationalError) or not self.path.exists():
            return ""
        for number in range(1, 100):
            aside = self.path.with_suffix(f".damaged-{number}")
            if not aside.exists():
                self.path.rename(aside)
                # A journal that stayed behind would be played into the new file.
                for tail in ("-wal", "-shm"):
                    with contextlib.suppress(FileNotFoundError):
                        Path(f"{self.path}{tail}").rename(f"{aside}{tail}")
                _log.warning("the log was damaged and set aside")
                return aside.name
        return ""

    @contextmanager
    def _opened(self, wait_ms: float) -> "Generator[sqlite3.Connection]":
        import sqlite3

        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self.path.exists():
            # Made by hand, so that nobody else can read it for even a moment.
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        with closing(sqlite3.connect(self.path, timeout=wait_ms / 1000, isolation_level=None)) as db:
            db.row_factory = sqlite3.Row
            _write_ahead(db, wait_ms)
            db.execute("PRAGMA synchronous=NORMAL")
            db.execute("PRAGMA secure_delete=ON")
            yield db

    def _read(self, how: str, query: str, values: Sequence[object] | Mapping[str, object]) -> "list[sqlite3.Row]":
        import sqlite3

        address = f"{self.path.absolute().as_uri()}?{how}"
        with closing(sqlite3.connect(address, READ_MS / 1000, uri=True)) as db:
            db.row_factory = sqlite3.Row
            db.create_function("holds", 2, holds, deterministic=True)
            return list(db.execute(query, _storable(values)))

    def _read_older(self, how: str, query: str, values: Sequence[object] | Mapping[str, object]) -> "list[sqlite3.Row]":
        """Add to an older file what it lacks, then read it; what is not a log of ours is left as it is."""
        import sqlite3

        names = {str(row["name"]) for row in self._read(how, "SELECT name FROM pragma_table_info('turns')", ())}
        if not names and not self._read(how, "SELECT 1 FROM sqlite_master", ()):
            return []
        if not {"question", "outcome"} <= names:
            msg = "it is a database of another program"
            raise sqlite3.DatabaseError(msg)
        with self.writing(READ_MS):
            pass
        return self._read(how, query, values)


def _write_ahead(db: "sqlite3.Connection", wait_ms: float) -> None:
    """Let readers and a writer be at the file at once; for this alone SQLite does not wait for another who does it."""
    deadline = time.monotonic() + wait_ms / 1000
    while True:
        try:
            db.execute("PRAGMA journal_mode=WAL")
        except _error() as error:
            if "locked" not in str(error) or time.monotonic() >= deadline:
                raise
            time.sleep(AGAIN_SECONDS)
        else:
            return


def holds(text: str, words: str) -> bool:
    """Say whether a text holds every one of some words, in any case and order."""
    folded = text.casefold()
    return all(word in folded for word in words.casefold().split())


def storable(value: object) -> object:
    """Return what SQLite can keep of a value: a row that it refuses would keep every later one from being written.

    Halves of characters, which JSON can smuggle in, become the sign for what was lost; a number is cut to the largest.
    """
    match value:
        case str():
            return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        case int():
            return min(value, _LARGEST)
        case _:
            return value


def _storable(values: Sequence[object] | Mapping[str, object]) -> Sequence[object] | Mapping[str, object]:
    if isinstance(values, Mapping):
        return {name: storable(value) for name, value in values.items()}
    return [storable(value) for value in values]


def why(error: Exception) -> str:
    """Say in plain words why the file cannot be written."""
    return next((words for sign, words in _WHYS.items() if sign in str(error)), str(error))


def _error() -> "type[sqlite3.Error]":
    import sqlite3

    return sqlite3.Error
