"""Signing in by hand: a window in which a person does whatever their company asks for, and what it leaves behind."""

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO, cast
from urllib.parse import urlsplit

from overlay.capture.browser import Sessions, browser_flags, find_browser, first_line, open_page, wants_sign_in
from overlay.capture.driver import require_driver
from overlay.capture.live import PhotoSettings
from overlay.capture.sessions import Session
from overlay.core.errors import OutsideError

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext

CALM_SECONDS = 3.0
"""How long a page that builds itself in the browser may take to find out who is there."""


def sign_in_by_hand(
    address: str, settings: PhotoSettings, opened: Callable[[], None], terminal: TextIO | None = None
) -> dict[str, object]:
    """Open a window at an app and wait until the person says that they are in.

    Args:
        address: where the window begins.
        settings: the locale and time zone that the pictures will have: some apps keep them with the session.
        opened: called when the window is there.
        terminal: a line typed here, or the window closed, means that they are done; stdin when left out.

    Returns:
        The browser's cookies and local storage (Playwright's `storage_state`).

    Raises:
        OutsideError: there is no display or no browser, or the app does not answer.
    """
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        msg = "signing in needs a window, and there is no display. Run it in a desktop session."
        raise OutsideError(msg)
    return asyncio.run(_sign_in(address, settings, opened, terminal or sys.stdin))


async def _sign_in(
    address: str, settings: PhotoSettings, opened: Callable[[], None], terminal: TextIO
) -> dict[str, object]:
    try:
        from playwright.async_api import Error, async_playwright
    except ImportError:
        msg = "Playwright is not installed, and signing in needs it: pip install 'fescue[capture]'"
        raise OutsideError(msg) from None
    path = find_browser()
    require_driver()
    async with async_playwright() as playwright:
        try:
            flags = browser_flags(settings.locale)
            browser = await playwright.chromium.launch(executable_path=path, headless=False, args=flags)
        except Error as error:
            msg = f"{path} does not open a window: {first_line(error)}"
            raise OutsideError(msg) from None
        try:
            return await _watch_window(browser, address, settings, opened, terminal)
        finally:
            with contextlib.suppress(Error):
                await browser.close()


async def _watch_window(
    browser: "Browser", address: str, settings: PhotoSettings, opened: Callable[[], None], terminal: TextIO
) -> dict[str, object]:
    from playwright.async_api import Error

    context = await browser.new_context(locale=settings.locale, timezone_id=settings.timezone, no_viewport=True)
    window = _Window(context)
    browser.on("disconnected", lambda _: window.done.set())
    page = await context.new_page()
    try:
        await page.goto(address)
    except Error as error:
        if not window.done.is_set():
            msg = f"the app does not answer: {first_line(error)}"
            raise OutsideError(msg) from None
    with contextlib.suppress(Error):
        # A new tab leaves the keyboard with the address field, and a password typed there would go to a search engine.
        await page.bring_to_front()
    opened()
    _listen(terminal, asyncio.get_running_loop(), window.done)
    await window.done.wait()
    return await window.state()


class _Window:
    """The window that somebody signs in at, its further tabs included; what it held last stays known."""

    def __init__(self, context: "BrowserContext") -> None:
        self.done = asyncio.Event()
        self._context = context
        self._last: dict[str, object] = {}
        context.on("page", lambda page: page.on("close", lambda _: self._closed()))
        context.on("page", lambda page: page.on("load", lambda _: self._remember()))
        self._tasks: set[asyncio.Task[None]] = set()

    async def state(self) -> dict[str, object]:
        """Return cookies and local storage, the last that were seen if the browser has gone."""
        from playwright.async_api import Error

        with contextlib.suppress(Error):
            self._last = cast("dict[str, object]", await self._context.storage_state())
        return self._last

    def _closed(self) -> None:
        if not self._context.pages:
            self.done.set()

    def _remember(self) -> None:
        # The whole browser may be ended at once; then it cannot be asked any more.
        task = asyncio.get_running_loop().create_task(self._look())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self) -> None:
        await self.state()


def _listen(terminal: TextIO, loop: asyncio.AbstractEventLoop, done: asyncio.Event) -> None:
    """Wait for a line in a thread of its own: nothing else can read a terminal on every system and still be left."""

    def read() -> None:
        try:
            typed = terminal.readline()
        except (OSError, ValueError):
            return
        if typed:
            with contextlib.suppress(RuntimeError):  # the loop has ended: the window was closed first
                loop.call_soon_threadsafe(done.set)

    threading.Thread(target=read, name="terminal", daemon=True).start()


class _Returning:
    """An app as somebody with a session that is to be tried finds it."""

    build = ""

    def __init__(self, session: Session) -> None:
        self.origin = session.origin
        self._session = session

    def sign_in(self, role: str) -> Session:
        """Return the session, for whatever role."""
        return replace(self._session, role=role)

    def digest(self) -> str | None:
        """Return nothing: nobody asks."""
        return None


def landing(session: Session, route: str, settings: PhotoSettings) -> str:
    """Say why a session does not open a screen; nothing when it does.

    Args:
        session: what was kept of a sign-in.
        route: a screen that only opens for people who are signed in; `/` may lead to any screen.
        settings: as the pictures are taken.

    Raises:
        OutsideError: there is no browser, or the app does not answer.
    """
    from playwright.sync_api import TimeoutError as WaitedTooLong

    with Sessions(_Returning(session), settings) as sessions:
        page = sessions.page(session.role)
        status = open_page(page, settings.address(session.origin, route))
        with contextlib.suppress(WaitedTooLong):
            # An app that builds itself in the browser finds out only then, and leads elsewhere.
            page.wait_for_load_state("networkidle", timeout=CALM_SECONDS * 1000)
        if status >= 400:
            return f"the app answers {status} at {route}."
        if not page.url.startswith(session.origin + "/"):
            return f"the app leads to {urlsplit(page.url).netloc} instead of {route}."
        landed = settings.place(page.url)
        if wants_sign_in(page):
            return f"the app asks to sign in at {landed}."
        there = route == "/" or landed == (route.rstrip("/") or "/")
        return "" if there else f"the app opens {landed} instead of {route}."
