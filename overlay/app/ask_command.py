"""`fescue ask` from its words to its exit code."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path

from overlay.app.ask import ask, check_question, draw_png, exit_code, notices, print_json, print_text
from overlay.app.desk import Desk, open_desk, role_of, screen_from_path
from overlay.app.logs import open_log
from overlay.app.models import Model, make_model, read_settings
from overlay.app.pictures import check_picture_file
from overlay.app.terminal import plain
from overlay.core.turn import TurnRecord
from overlay.storage.turn_log import SqliteTurnLog
from overlay.target.client import PackPeople


@dataclass(frozen=True, slots=True)
class AskWishes:
    """What is asked, of whom, and how the answer is to come."""

    text: str
    pack: Path
    origin: str | None = None
    role: str | None = None
    screen: str | None = None
    provider: str | None = None
    model: str | None = None
    as_json: bool = False
    png: Path | None = None


def run_ask(wishes: AskWishes) -> int:
    """Answer one question.

    Returns:
        The exit code.

    Raises:
        FescueError: it cannot be asked; the words say why.
    """
    check_question(wishes.text)
    if wishes.png:
        check_picture_file(wishes.png)
    settings = read_settings({"provider": wishes.provider, "model": wishes.model})
    model = make_model(settings)
    desk = open_desk(wishes.pack, origin=wishes.origin, provider=model.provider if model else None)
    for problem in (*settings.problems, *desk.loaded.problems):
        _warn(str(problem))
    if wishes.screen and not screen_from_path(desk.pack, wishes.screen).known:
        routes = ", ".join(s.route for s in desk.pack.screens)
        _warn(f"the pack has no screen at {wishes.screen!r}; it has {routes}. Answering without one.")
    log = open_log(settings, warn=_warn)
    record = asyncio.run(_answer(desk, wishes, role_of(desk.pack, wishes.role), model, log))
    try:
        _show(record, desk, wishes)
    finally:
        # Only now: nobody waits for the disk with their answer.
        log.append(record)
        log.close()
    return exit_code(record)


async def _answer(desk: Desk, wishes: AskWishes, role: str, model: Model | None, log: SqliteTurnLog) -> TurnRecord:
    person = await PackPeople(desk.pack, role).current()
    return await ask(desk, wishes.text, person, wishes.screen, model, log)


def _show(record: TurnRecord, desk: Desk, wishes: AskWishes) -> None:
    for notice in notices(record):
        _warn(notice)
    document = desk.document(record)
    if wishes.png:
        draw_png(desk, record, wishes.png)
        text = str(wishes.png)
    elif wishes.as_json:
        text = print_json(record, document)
    else:
        text = plain(print_text(record, document, desk))
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _warn(sentence: str) -> None:
    sys.stderr.write(f"fescue: warning: {plain(sentence)}\n")
