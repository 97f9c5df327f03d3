"""`fescue history`: a person's own conversations, to look up, take along or delete."""

import json
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from overlay.answer.copies import markdown, plain_text
from overlay.app.desk import Desk
from overlay.app.log_text import count, table
from overlay.app.terminal import plain
from overlay.core.errors import OutsideError, SettingsError
from overlay.core.turn import Outcome, ThreadSummary, TurnRecord
from overlay.storage.turn_log import SqliteTurnLog

SHORT_ID = 8
"""Characters of a conversation's id that are shown; as many as tell it from the others are enough."""
_TITLE = 60


class History:
    """One person's conversations, and what the command line does with them."""

    def __init__(self, log: SqliteTurnLog, person: str, desk: Desk) -> None:
        """Open the history of whoever is signed in."""
        self._log = log
        self._person = person
        self._desk = desk

    def list(self, words: str, *, as_json: bool) -> int:
        """Print the conversations that hold some words, the latest first; 1 when none does."""
        threads = self._log.threads(self._person, words)
        if as_json:
            rows = [{"id": t.id, "title": t.title, "at": t.at, "turns": t.turns} for t in threads]
            _print(json.dumps({"conversations": rows}, ensure_ascii=False, indent=1))
        elif threads:
            rows = [[t.id[:SHORT_ID], _moment(t.at), str(t.turns), _short(t.title)] for t in threads]
            _print("\n".join(table(("id", "last asked", "questions", "began with"), rows, ("questions",))))
        else:
            _print(self._nothing(words))
        return 1 if words and not threads else 0

    def show(self, thread: str) -> int:
        """Print one conversation.

        Raises:
            SettingsError: the person has no such conversation.
        """
        _print(plain(to_markdown(self._desk, [self._records(self._one(thread))]).rstrip()))
        return 0

    def export(self, file: Path, thread: str | None, *, as_json: bool) -> int:
        """Write one conversation, or all, into a file that is not there yet.

        Raises:
            SettingsError: the person has no such conversation.
            OutsideError: the file is there already, or cannot be written.
        """
        threads = [self._one(thread)] if thread else list(reversed(self._log.threads(self._person)))
        if not threads:
            _print(self._nothing(""))
            return 1
        conversations = [self._records(t) for t in threads]
        text = to_json(self._desk, conversations) if as_json else to_markdown(self._desk, conversations)
        write_export(file, text)
        _print(f"{count(len(threads), 'conversation')} written to {file}")
        return 0

    def delete(self, thread: str | None, *, sure: Callable[[str], bool]) -> int:
        """Delete the words of one conversation, or of all.

        Args:
            thread: the conversation; all when left out.
            sure: asks whether it is meant.

        Returns:
            0; 1 when it was not meant, or there is nothing; 3 when the words are not gone from the disk yet.

        Raises:
            SettingsError: the person has no such conversation.
        """
        if thread is None:
            number = len(self._log.threads(self._person))
            what = "every question and answer of yours" + (f" ({count(number, 'conversation')})" if number else "")
        else:
            found = self._one(thread)
            thread, what = found.id, f"“{_short(found.title)}” ({count(found.turns, 'question')})"
        if not sure(f"Delete {what}? This cannot be undone. [y/N] "):
            _print("Nothing was deleted.")
            return 1
        gone = self._log.delete(self._person, thread or "")
        self._log.close()
        if not gone:
            sys.stderr.write(
                "fescue: the words are not gone from the disk yet: the log is in use or cannot be written. "
                "Close what reads it and run the command again.\n"
            )
            return 3
        _print("Deleted. That something was asked, when, and what it cost stays in the log; the words are gone.")
        for aside in sorted(self._log.path.parent.glob(f"{self._log.path.stem}.damaged-*")):
            _print(f"{aside} was set aside when it was damaged and may still hold words: delete it yourself.")
        return 0

    def _one(self, wanted: str) -> ThreadSummary:
        own = self._log.threads(self._person)
        found = [t for t in own if t.id.startswith(wanted)] if wanted else []
        if len(found) == 1:
            return found[0]
        many = "several conversations begin" if found else "you have no conversation that begins"
        msg = f"{many} with {wanted!r}. See: fescue history list"
        raise SettingsError(msg)

    def _records(self, thread: ThreadSummary) -> tuple[TurnRecord, ...]:
        return self._log.turns(self._person, thread.id)

    def _nothing(self, words: str) -> str:
        if not self._log.keeps_text:
            return "No conversations: your settings keep no questions and answers (log_text is off)."
        if words:
            return f"No conversation of yours holds {words!r}."
        return "No conversations yet. What you ask in the panel will be here."


def to_markdown(desk: Desk, conversations: Sequence[Sequence[TurnRecord]]) -> str:
    """Write conversations as Markdown, answers as they were shown."""
    return "\n".join(_markdown(desk, records) for records in conversations if records)


def to_json(desk: Desk, conversations: Sequence[Sequence[TurnRecord]]) -> str:
    """Write conversations as one JSON object, with everything that is kept of each turn."""
    found = [
        {"id": records[0].request.thread, "turns": [_turn(desk, record) for record in records]}
        for records in conversations
        if records
    ]
    return json.dumps({"app": desk.pack.name, "conversations": found}, ensure_ascii=False, indent=1) + "\n"


def write_export(file: Path, text: str, *, replace: bool = False) -> None:
    """Write an export, whole or not at all.

    Args:
        file: where.
        text: what.
        replace: whether a file that is there may be replaced.

    Raises:
        OutsideError: it is there already, or cannot be written.
    """
    if file.exists() and not replace:
        msg = f"{file} is there already. Name a file that is not."
        raise OutsideError(msg)
    part = file.with_name(f".{file.name}.part")
    try:
        part.write_text(text, "utf-8")
        part.replace(file)
    except OSError as problem:
        part.unlink(missing_ok=True) if part.parent.is_dir() else None
        msg = f"{file} cannot be written: {problem.strerror}."
        raise OutsideError(msg) from problem


def ask_at_terminal(question: str) -> bool:
    """Ask whether something is meant.

    Raises:
        SettingsError: there is no terminal to ask at.
    """
    if not sys.stdin.isatty():
        msg = "deleting asks first, and there is no terminal to ask at. Add --yes when you mean it."
        raise SettingsError(msg)
    return input(question).strip().casefold() in ("y", "yes")


def _markdown(desk: Desk, records: Sequence[TurnRecord]) -> str:
    lines = [f"# {_short(records[0].request.question.text)}", ""]
    for record in records:
        screen = desk.pack.screen(record.request.screen.screen_id or "")
        where = f" · {screen.title}" if screen else ""
        lines += [f"## {_moment(record.at)}{where}", ""]
        lines += [f"> {line}" for line in record.request.question.text.splitlines()]
        lines += ["", markdown(desk.document(record)).strip() or "(no answer)", ""]
        if record.outcome in (Outcome.FAILED, Outcome.TIMEOUT, Outcome.STOPPED):
            lines += [f"*Not whole: {record.error or record.outcome.value}*", ""]
        titles = [s.title for i in record.sections if (s := desk.loaded.manual.section(i))]
        lines += [f"*From: {', '.join(titles)}*", ""] if titles else []
    return "\n".join(lines)


def _turn(desk: Desk, record: TurnRecord) -> dict[str, object]:
    from overlay.app.ask import record_to_json

    request = record.request
    asked = {"at": record.at, "question": request.question.text, "entry_point": request.question.entry_point}
    document = desk.document(record)
    return {
        **asked,
        "screen": request.screen.screen_id,
        **record_to_json(record, document),
        "shown": plain_text(document),
    }


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")


def _moment(at: str) -> str:
    return f"{datetime.fromisoformat(at):%Y-%m-%d %H:%M}" if at else "-"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _TITLE else line[: _TITLE - 1] + "…"
