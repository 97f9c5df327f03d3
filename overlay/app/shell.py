"""The tray app, put together: panel, presenter, tray, companion, docking."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from overlay.answer.document import Link
from overlay.app.answerers import Answerers
from overlay.app.desk import Desk
from overlay.app.logs import LOG_FILE, LogAdmission, tell_it
from overlay.app.probes import NO_HINTS, HintChoice, ScreenHints, make_hints
from overlay.core.errors import OutsideError, SettingsError
from overlay.core.log_rules import LogRules
from overlay.core.ports import People, Rect
from overlay.core.screens import Screen
from overlay.core.tools import PreparedAction
from overlay.core.turn import TurnEvent, TurnRequest
from overlay.desktop.companion_probe import CompanionProbe
from overlay.desktop.docking import docking_available
from overlay.desktop.geometry import dock
from overlay.desktop.paths import FescuePaths
from overlay.desktop.single_instance import PrimaryInstance
from overlay.desktop.system_opener import SystemOpener
from overlay.storage.turn_log import SqliteTurnLog
from overlay.ui.docking import Dock, Watch
from overlay.ui.panel import Panel
from overlay.ui.pointer.motion import Motion
from overlay.ui.presenters.answering import answerer_title, who_answers
from overlay.ui.presenters.conversation import ConversationPresenter
from overlay.ui.runtime import TaskScope
from overlay.ui.theme import Theme, platform_theme
from overlay.ui.tray import Tray

if TYPE_CHECKING:
    from overlay.ui.history_dialog import HistoryDialog

PATIENCE = 1.5
"""Seconds that a running turn gets to finish when the person quits."""


class Shell:
    """The running tray app."""

    def __init__(
        self,
        desk: Desk,
        people: People,
        paths: FescuePaths,
        theme: Theme,
        motion: Motion,
        rules: LogRules,
        answerers: Answerers,
        hints: HintChoice = NO_HINTS,
    ) -> None:
        """Put everything together; nothing is shown yet."""
        self._config = paths.config / "config.toml"
        self._answerers = answerers
        self._text_size = 0
        self._saving = asyncio.Lock()
        self._motion = motion
        self.stop = asyncio.Event()
        self.screen_known = asyncio.Event()
        self._scope = TaskScope(self._say)
        self._loop = asyncio.get_running_loop()
        self._log = SqliteTurnLog(
            paths.data / LOG_FILE, self._say_from_anywhere, rules=rules, clock=desk.engine.clock, alert=tell_it
        )
        self._desk = desk = desk.counted(LogAdmission(self._log))
        self._dialog: HistoryDialog | None = None
        self._theme = theme
        self.panel = Panel(theme, desk.pack.name, desk.loaded.picture, motion, hint=_who_answers(desk))
        self.presenter = ConversationPresenter(
            pack=desk.pack,
            manual=desk.loaded.manual,
            people=people,
            log=self._log,
            search=desk.search,
            run=self._run_turn,
            spawn=self._scope.spawn,
        )
        self.tray = Tray()
        self._probe: CompanionProbe | None = None
        self.dock: Dock | None = None
        self._opener = SystemOpener(desk.pack, failed=lambda problem: self._say_from_anywhere(str(problem)))
        self._watches: list[Watch] = []
        self._connect()
        self._prepare_docking()
        self._hints = make_hints(desk.pack, hints, self._hinted, self._say)
        self._start_probe(paths)
        self.presenter.attach(self.panel)
        if self._hints:
            self._loop.call_soon(self._start_hints, self._hints)
        self._prepared = False
        self.panel.composer.field.textChanged.connect(self._prepare_search)
        self.warn([f"Part of the manual could not be read: {problem}" for problem in desk.loaded.problems])

    def warn(self, problems: Sequence[str]) -> None:
        """Say the first of some problems, and how many more there are; `fescue check` and stderr name them all."""
        if problems:
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            self._say(problems[0] + more)

    def show(self) -> None:
        """Show the panel beside the app, without taking the keyboard away from it."""
        self.panel.show()
        if self.dock:
            self.dock.place_again()

    def open(self) -> None:
        """Show the panel because the person asked for it: it comes to the front, ready to type."""
        self.show()
        if self.panel.isMinimized():
            # It was minimised along with the browser, which may be gone by now: nothing else would bring it back.
            self.panel.showNormal()
        self.panel.raise_()
        self.panel.activateWindow()
        self.panel.composer.field.setFocus()

    async def shown(self) -> None:
        """Return once the panel has been painted and what is left to do at start is done."""
        await asyncio.sleep(0)
        await self._scope.idle()

    def hear(self, instance: PrimaryInstance) -> None:
        """Come forward when Fescue is started again."""
        instance.start(lambda _: self.open(), lambda: self._probe.status().browsers if self._probe else ())
        self._watches.append(Watch(instance, self._fail, self.panel))

    async def serve(self) -> None:
        """Run until Quit, then let a running turn finish and be saved."""
        await self.stop.wait()
        self.presenter.stop()
        await self._scope.close(PATIENCE)
        for watch in self._watches:
            watch.stop()
        if self._probe:
            self._probe.close()
        self.tray.close()
        self.panel.hide()
        if self._hints:
            await asyncio.to_thread(self._hints.close)
        # Last, for a disk may keep it waiting, and nobody should look at a window that does nothing.
        await asyncio.to_thread(self._log.close)

    def _connect(self) -> None:
        panel, presenter, tray = self.panel, self.presenter, self.tray
        panel.asked.connect(presenter.ask)
        panel.chosen.connect(presenter.choose)
        panel.stopped.connect(presenter.stop)
        panel.retried.connect(presenter.retry)
        panel.new_requested.connect(presenter.new_conversation)
        panel.history_requested.connect(self._show_history)
        panel.quit_requested.connect(self.stop.set)
        panel.closed.connect(self._closed)
        panel.place_chosen.connect(presenter.choose_screen)
        panel.link_activated.connect(self._open_link)
        panel.action_activated.connect(self._open_action)
        panel.rated.connect(presenter.afterwards.rate)
        panel.misunderstood.connect(presenter.afterwards.misunderstood)
        panel.section_requested.connect(self._show_section)
        panel.answerer_chosen.connect(self._let_answer)
        panel.text_size_requested.connect(self._resize_text)
        panel.set_answerers(self._answerers.all)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(lambda: self._dress(self._theme.text_scale))
        hints.accessibility().contrastPreferenceChanged.connect(lambda: self._dress(self._theme.text_scale))
        tray.opened.connect(self.open)
        tray.new_requested.connect(presenter.new_conversation)
        tray.quit_requested.connect(self.stop.set)

    def _prepare_search(self) -> None:
        """Make the search index while the first question is being typed."""
        if not self._prepared:
            self._prepared = True
            self._scope.spawn(asyncio.to_thread(self._desk.search.prepare))

    def _closed(self) -> None:
        """Closing ends the conversation; without a tray to come back from, it ends the program."""
        self.presenter.new_conversation()
        if not self.tray.available:
            self.stop.set()

    async def _run_turn(self, request: TurnRequest, stop: asyncio.Event) -> AsyncIterator[TurnEvent]:
        async for event in self._desk.engine.run(request, self._desk.toolbox(request.person), stop):
            yield event

    def _start_probe(self, paths: FescuePaths) -> None:
        try:
            self._probe = CompanionProbe(self._desk.pack, paths.private_runtime(), self._opener, failed=self._fail)
        except OutsideError as error:
            self._fail(error)
            return
        self._probe.start(self._companion_said)
        probe = self._probe
        self.panel.header.advice = lambda: probe.status().advice
        self._watches.append(Watch(self._probe, self._fail, self.panel))

    def _start_hints(self, hints: ScreenHints) -> None:
        try:
            hints.start()
        except OutsideError as error:
            self._fail(error)
        self._watches += [Watch(probe, self._fail, self.panel) for probe in hints.probes]

    def _prepare_docking(self) -> None:
        status = docking_available(os.environ, sys.platform)
        self._can_dock = status.available
        if status.available:
            self.panel.set_frameless()
        else:
            self.panel.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)

    def _start_docking(self) -> None:
        """Connect to the X server, once there is a browser to dock beside: until then none of it is needed."""
        from overlay.desktop.x11_display import XDisplay
        from overlay.desktop.x11_stacking import set_transient
        from overlay.desktop.x11_tracker import X11Tracker

        self._can_dock = False
        with contextlib.suppress(OutsideError):
            # The tracker waits for its own connection's events: nobody else may read from it.
            tracker, other = X11Tracker(XDisplay(os.environ["DISPLAY"])), XDisplay(os.environ["DISPLAY"])
            self._tracker = tracker
            keep_with = partial(set_transient, other)
            self.dock = Dock(self.panel, tracker, _place, tracker.work_area, keep_with)
            self._watches.append(Watch(tracker, self._fail, self.panel))

    def _companion_said(self, screen: Screen | None) -> None:
        if self._hints:
            self._hints.companion_said(screen)
        if screen is None:
            return
        front = self._probe.front if self._probe else None
        self._screen_changed(screen, lambda: self._tracker.find(front) if front else None)

    def _hinted(self, screen: Screen) -> None:
        beside_another = self._screen_changed(screen, lambda: self._hints.window if self._hints else None)
        if beside_another and self.panel.isVisible():
            # That window came to the front before it was known, and so it may cover the panel.
            self.panel.raise_()

    def _screen_changed(self, screen: Screen, find: Callable[[], int | None]) -> bool:
        """Take note of a new screen, and dock beside the window that shows it; say whether that is another window."""
        self.presenter.set_screen(screen)
        self.screen_known.set()
        if self._can_dock:
            self._start_docking()
        window = find() if self.dock else None
        return bool(self.dock and window and self.dock.follow(window))

    def _open_link(self, link: Link) -> None:
        self._open(link.url)

    def _open_action(self, action: PreparedAction) -> None:
        self._open(action.url)

    def _open(self, url: str) -> None:
        try:
            (self._probe or self._opener).open(url)
        except OutsideError as error:
            self._fail(error)

    def _let_answer(self, key: str) -> None:
        """Let somebody else answer from the next question on; what runs goes on."""
        try:
            provider = self._answerers.choose(key)
        except SettingsError as problem:
            self._say(str(problem), "error")
            return
        engine = self._desk.engine
        self._desk = replace(self._desk, engine=replace(engine, provider=provider))
        self.panel.composer.set_hint(_who_answers(self._desk))
        asked = "" if provider is engine.offline else f"{provider.name}/{provider.model}"
        self.presenter.switched(answerer_title(asked))

    def _resize_text(self, direction: int) -> None:
        """Make the text larger (1), smaller (-1) or as the system's (0), now and from the next start on."""
        from overlay.ui.text_size import stepped, system_percent

        percent = stepped(round(self._theme.text_scale * 100), direction) if direction else system_percent()
        self._dress(percent / 100)
        self._text_size = percent if direction else 0
        self._scope.spawn(self._save_text_size())

    async def _save_text_size(self) -> None:
        from overlay.settings.writing import save_setting

        try:
            # One after the other, so that the last one wins.
            async with self._saving:
                await asyncio.to_thread(save_setting, self._config, "text_size", str(self._text_size))
        except SettingsError as problem:
            self._say(str(problem))

    def _dress(self, text_scale: float) -> None:
        """Let the panel look as the system does, at a size of text."""
        self._theme = platform_theme(text_scale)
        self.panel.set_theme(self._theme)

    def _show_section(self, section_id: str) -> None:
        # Rarely used, and loaded with its first use.
        from overlay.ui.section_dialog import SectionDialog

        section = self._desk.loaded.manual.section(section_id)
        if section and self.presenter.person.sees(section.module):
            policy = partial(self._desk.policy, self.presenter.person)
            dialog = SectionDialog(section, policy, self._theme, self._desk.loaded.picture, self._motion, self.panel)
            dialog.link_activated.connect(self._open_link)
            dialog.open()

    def _show_history(self) -> None:
        from overlay.app.history_window import HistoryWindow

        self._history = HistoryWindow(
            self._log, self._desk, self.presenter.person.id, self._theme, self.panel, self._scope.spawn, self._say
        )
        self._dialog = self._history.dialog
        self._dialog.chosen.connect(self.presenter.open_thread)
        self._history.open()

    def _fail(self, error: OutsideError) -> None:
        self._say(str(error), "error")

    def _say_from_anywhere(self, sentence: str) -> None:
        """Say something from another thread, such as the log's; widgets are touched by the UI's own alone."""
        self._loop.call_soon_threadsafe(self._say, sentence)

    def _say(self, sentence: str, tone: str = "warning") -> None:
        self.panel.say(sentence, tone)


def _who_answers(desk: Desk) -> str:
    provider = desk.engine.provider
    asked = "" if provider is desk.engine.offline else f"{provider.name}/{provider.model}"
    return who_answers(asked, desk.pack.name)


def _place(frame: Rect, work: Rect, width: int) -> Rect:
    return dock(frame, work, width).rect
