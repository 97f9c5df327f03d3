"""The panel's history: reads, exports and deletes off the UI's thread."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from overlay.app.desk import Desk
from overlay.app.history import to_json, to_markdown, write_export
from overlay.core.errors import OutsideError
from overlay.storage.turn_log import SqliteTurnLog
from overlay.ui.history_dialog import NONE_YET, HistoryDialog
from overlay.ui.theme import Theme

NOT_KEPT = "Conversations are not kept here: your organisation or you have switched it off (log_text)."
Spawn = Callable[[Coroutine[object, object, None]], None]


class HistoryWindow:
    """One person's history, in a dialog."""

    def __init__(
        self,
        log: SqliteTurnLog,
        desk: Desk,
        person: str,
        theme: Theme,
        parent: QWidget,
        spawn: Spawn,
        say: Callable[[str, str], None],
    ) -> None:
        """Make the dialog.

        Args:
            log: the log.
            desk: the pack, which names screens and sections in an export.
            person: whose conversations.
            theme: colours and type.
            parent: the panel.
            spawn: starts a task.
            say: tells the person, in one sentence and a tone.
        """
        self._log = log
        self._desk = desk
        self._person = person
        self._spawn = spawn
        self._say = say
        self._there = True
        self.dialog = HistoryDialog(theme, parent, NONE_YET if log.keeps_text else NOT_KEPT)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.searched.connect(self._searched)
        self.dialog.deleted.connect(self._delete)
        self.dialog.exported.connect(self._exported)
        self.dialog.finished.connect(self._closed)

    def open(self) -> None:
        """Show the dialog; the list comes as soon as it is read."""
        self.dialog.open()
        self.dialog.search()

    def _closed(self) -> None:
        self._there = False

    def _searched(self, words: str) -> None:
        self._spawn(self._search(words))

    def _exported(self, thread: str, file: str) -> None:
        self._spawn(self._export(thread, Path(file)))

    async def _search(self, words: str) -> None:
        threads = await asyncio.to_thread(self._log.threads, self._person, words)
        if self._there:
            self.dialog.show_threads(words, threads)

    def _delete(self, thread: str) -> None:
        """Hide the conversation at once; taking it from the disk may wait for another program."""
        self._log.forget(self._person, thread)
        self._spawn(self._deleted(thread))

    async def _deleted(self, thread: str) -> None:
        if not await asyncio.to_thread(self._log.delete, self._person, thread):
            self._say("It is gone from your history, and leaves the disk as soon as the file is free.", "warning")

    async def _export(self, thread: str, file: Path) -> None:
        try:
            await asyncio.to_thread(self._write, thread, file)
        except OutsideError as problem:
            self._say(str(problem), "error")
        else:
            self._say(f"The conversation is saved in {file}", "info")

    def _write(self, thread: str, file: Path) -> None:
        write = to_json if file.suffix.casefold() == ".json" else to_markdown
        records = self._log.turns(self._person, thread)
        write_export(file, write(self._desk, [records]), replace=True)
