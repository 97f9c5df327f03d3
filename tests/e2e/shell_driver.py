"""Runs the real tray app on a model that never comes to an end, and does one thing to it."""

import asyncio
import json
import logging
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication

from overlay.app.desk import open_desk
from overlay.app.run import run_shell
from overlay.app.shell import Shell
from overlay.core.errors import OutsideError
from overlay.core.model import Finish, ModelEvent, Prompt, TextDelta
from overlay.core.resources import bundled_pack
from overlay.desktop.paths import FescuePaths
from overlay.target.client import PackPeople


class Endless:
    """Says a word every few milliseconds, for ever."""

    name = "endless"
    model = "endless"

    def __init__(self) -> None:
        self.words = 0
        self.more = asyncio.Event()

    async def stream(self, prompt: Prompt) -> AsyncIterator[ModelEvent]:
        while True:
            self.words += 1
            self.more.set()
            yield TextDelta(f"word{self.words} ")
            await asyncio.sleep(0.005)
        yield Finish()

    async def next_words(self, count: int) -> None:
        """Return when so many more words were said."""
        goal = self.words + count
        while self.words < goal:
            self.more.clear()
            await self.more.wait()


def say(**facts: object) -> None:
    print(json.dumps(facts), flush=True)


async def quit_while_answering(shell: Shell, model: Endless) -> None:
    shell.presenter.ask("How do I request leave?")
    await model.next_words(20)
    say(words=model.words)
    shell.tray.quit_requested.emit()


async def session_ends_while_answering(shell: Shell, model: Endless) -> None:
    shell.presenter.ask("How do I request leave?")
    await model.next_words(20)
    say(words=model.words)
    QApplication.quit()


async def answer_for_ever(shell: Shell, model: Endless) -> None:
    shell.presenter.ask("How do I request leave?")
    await model.next_words(20)
    say(words=model.words)
    await asyncio.Event().wait()


async def dialog_while_answering(shell: Shell, model: Endless) -> None:
    shell.presenter.ask("How do I request leave?")
    await model.next_words(5)
    shell.panel.history_requested.emit()
    assert shell._dialog
    await model.next_words(20)
    say(open=shell._dialog.isVisible(), busy=shell.presenter.busy)
    shell._dialog.close()
    await model.next_words(20)
    say(stopped=shell.stop.is_set(), busy=shell.presenter.busy)


async def close_the_panel(shell: Shell, model: Endless) -> None:
    say(tray=shell.tray.available, visible=shell.panel.isVisible())
    shell.panel.close()
    await asyncio.sleep(0)
    say(stopped=shell.stop.is_set())


async def close_the_panel_when_told(shell: Shell, model: Endless) -> None:
    say(tray=shell.tray.available)
    await asyncio.to_thread(sys.stdin.readline)
    shell.panel.close()
    await asyncio.sleep(0)
    say(stopped=shell.stop.is_set())


async def wait_for_a_tray(shell: Shell, model: Endless) -> None:
    say(tray=shell.tray.available)
    changed = asyncio.Event()
    shell.tray.available_changed.connect(lambda _: changed.set())
    await changed.wait()
    say(tray=shell.tray.available)


DEEDS = {
    f.__name__: f
    for f in (
        quit_while_answering,
        session_ends_while_answering,
        answer_for_ever,
        dialog_while_answering,
        close_the_panel,
        close_the_panel_when_told,
        wait_for_a_tray,
    )
}


def main() -> int:
    deed, folder = DEEDS[sys.argv[1]], Path(sys.argv[2])
    # Qt says eight times that its connection broke: as the command line has it, that is for --debug.
    logging.basicConfig(level=logging.CRITICAL if deed is answer_for_ever else logging.WARNING)
    desk = open_desk(bundled_pack())
    model = Endless()
    desk = replace(desk, engine=replace(desk.engine, provider=model))

    async def drive(shell: Shell) -> None:
        await deed(shell, model)

    people, paths = PackPeople(desk.pack, "employee"), FescuePaths.under(folder)
    try:
        return run_shell(desk, people, paths, hidden=False, drive=drive)
    except OutsideError as error:
        print(f"fescue: {error}", file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
