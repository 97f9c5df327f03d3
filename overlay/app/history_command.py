"""Opens the history of whoever is signed in, for the command line."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from overlay.app.desk import Desk, open_desk, role_of
from overlay.app.history import History, ask_at_terminal
from overlay.app.logs import open_log
from overlay.app.models import read_settings
from overlay.app.people import SignedPeople
from overlay.app.sign_in import token_for
from overlay.core.errors import SettingsError
from overlay.core.ports import People
from overlay.desktop.paths import find_paths
from overlay.target.client import PackPeople


@dataclass(frozen=True, slots=True)
class HistoryWishes:
    """What is to be done with the history."""

    what: str
    """`list`, `search`, `show`, `export` or `delete`."""
    words: tuple[str, ...] = ()
    """What to search for, the conversation's id, or the file."""
    as_json: bool = False
    everything: bool = False
    thread: str | None = None
    """The one conversation to export."""
    sure: bool = False
    """Whether not to ask before deleting."""


def who_asks(desk: Desk, role: str | None) -> str:
    """Return the id of whoever is signed in; without a sign-in, that of the pack's role.

    Raises:
        FescueError: it cannot be found out; the words say what to do.
    """
    people: People
    if role is not None:
        people = PackPeople(desk.pack, role_of(desk.pack, role))
    else:
        people = SignedPeople(desk.pack, lambda: token_for(desk.pack, find_paths().data))
    return asyncio.run(_id(people))


def run_history(folder: Path, origin: str | None, role: str | None, wishes: HistoryWishes) -> int:
    """Do something with the history.

    Args:
        folder: the pack.
        origin: where the app runs, when not at the pack's own address.
        role: who asks, for an app that does not say so itself.
        wishes: what to do.

    Returns:
        The exit code.

    Raises:
        FescueError: it cannot be done; the words say why.
    """
    _check(wishes)
    desk = open_desk(folder, origin=origin)
    log = open_log(read_settings(), warn=_no_warning)
    history = History(log, who_asks(desk, role), desk)
    first = " ".join(wishes.words)
    match wishes.what:
        case "show":
            return history.show(first)
        case "export":
            return history.export(Path(first), wishes.thread, as_json=wishes.as_json)
        case "delete":
            sure = ask_at_terminal if not wishes.sure else _always
            return history.delete(None if wishes.everything else first, sure=sure)
        case _:
            return history.list(first, as_json=wishes.as_json)


def _check(wishes: HistoryWishes) -> None:
    missing = {
        "search": "say what to search for: fescue history search leave",
        "show": "name a conversation: fescue history show ID. See: fescue history list",
        "export": "name a file: fescue history export conversations.md",
        "delete": "name a conversation, or give --all: fescue history delete ID",
    }
    if wishes.what in missing and not wishes.words and not (wishes.what == "delete" and wishes.everything):
        raise SettingsError(missing[wishes.what])
    if wishes.what == "delete" and wishes.words and wishes.everything:
        msg = "give either a conversation or --all, not both."
        raise SettingsError(msg)
    if wishes.what in ("show", "export", "delete") and len(wishes.words) > 1:
        msg = f"fescue history {wishes.what} takes one word, not {len(wishes.words)}."
        raise SettingsError(msg)


async def _id(people: People) -> str:
    return (await people.current()).id


def _always(_: str) -> bool:
    return True


def _no_warning(_: str) -> None:
    """Say nothing: what cannot be done is said by the command itself."""
