"""The browser that takes the pictures: Debian's Chromium by Playwright, one session a role."""

import os
import re
import shutil
from collections import Counter
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Self, cast
from urllib.parse import urlsplit

from overlay.capture.driver import require_driver
from overlay.capture.images import SCALE
from overlay.capture.live import LiveApp, PhotoSettings
from overlay.capture.sessions import Session
from overlay.capture.watch import Gate
from overlay.core.errors import OutsideError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright, StorageState

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

_STILL = (
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--hide-scrollbars",
)
"""What would otherwise depend on the machine's screen or its fonts' settings."""

_SIGN_IN_PAGE = re.compile(r"/(sign[-_]?in|log[-_]?in|logon|auth|sso|session|anmeld|iniciar|entrar)", re.IGNORECASE)


def find_browser() -> str:
    """Return the path of an installed Chromium or Chrome.

    Raises:
        OutsideError: there is none.
    """
    for name in _NAMES:
        found = shutil.which(name)
        if found:
            return found
    msg = "no Chromium is installed, and screenshots need one: apt-get install chromium"
    raise OutsideError(msg)


def wants_sign_in(page: "Page") -> bool:
    """Say whether a page is where people sign in: by its address, or because it asks for a password."""
    asked = page.locator("input[type=password]:visible").count() > 0
    return asked or bool(_SIGN_IN_PAGE.search(urlsplit(page.url).path))


def browser_flags(locale: str) -> list[str]:
    """Return what every Chromium is started with: its language, and no question to the system's keyring."""
    flags = [f"--lang={locale}", "--password-store=basic"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")
    return flags


def open_page(page: "Page", address: str) -> int:
    """Open an address and return the status of the answer.

    Raises:
        OutsideError: nothing answers there.
    """
    from playwright.sync_api import Error

    try:
        response = page.goto(address)
    except Error as error:
        # The path may be a secret that signs somebody in.
        msg = f"the app does not answer: {first_line(error).replace(address, urlsplit(address).netloc)}"
        raise OutsideError(msg) from None
    return response.status if response else 200


def first_line(error: Exception) -> str:
    """Return the first line of what Playwright says; the rest is its log."""
    return str(error).strip().splitlines()[0]


class Sessions:
    """One signed-in browser context a role, opened when it is first needed and kept for the run."""

    def __init__(self, app: LiveApp, settings: PhotoSettings) -> None:
        """Plan the sessions; the browser starts with the block."""
        self._app = app
        self._settings = settings
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._pages: dict[str, Page] = {}
        self._gates: list[Gate] = []
        self._kept: set[str] = set()

    def __enter__(self) -> Self:
        try:
            from playwright.sync_api import Error, sync_playwright
        except ImportError:
            msg = "Playwright is not installed, and screenshots need it: pip install 'fescue[capture]'"
            raise OutsideError(msg) from None
        path = find_browser()
        require_driver()
        self._playwright = sync_playwright().start()
        try:
            # On Linux Chromium takes the language of its own controls (date fields) from here alone.
            language = {"LANGUAGE": self._settings.locale.replace("-", "_")}
            env: dict[str, str | float | bool] = {**os.environ, **language}
            flags = [*browser_flags(self._settings.locale), *_STILL]
            self._browser = self._playwright.chromium.launch(executable_path=path, args=flags, env=env)
        except Error as error:
            self._playwright.stop()
            msg = f"{path} does not start: {error.message.splitlines()[0]}"
            raise OutsideError(msg) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._browser:
            self._browser.close()
        if self._playwright:
            self._playwright.stop()
        self._pages.clear()

    @property
    def version(self) -> str:
        """The browser's version."""
        return self._browser.version if self._browser else ""

    def page(self, role: str) -> "Page":
        """Return the page of a role's session; it is signed in the first time.

        Raises:
            OutsideError: signing in did not work.
        """
        if role not in self._pages:
            match self._app.sign_in(role):
                case Session() as session:
                    if not session.empty:
                        self._kept.add(role)
                    self._pages[role] = self._context(session.state).new_page()
                case str(address):
                    page = self._pages[role] = self._context().new_page()
                    status = open_page(page, address)
                    if status >= 400:
                        msg = f"signing in as '{role}' gave {status}."
                        raise OutsideError(msg)
        return self._pages[role]

    def is_kept(self, role: str) -> bool:
        """Say whether a role's session was kept from an earlier sign-in, so that it may be over by now."""
        return role in self._kept

    @property
    def stopped(self) -> Mapping[str, int]:
        """Requests that were stopped because they could have saved something, and how often."""
        return sum((Counter(gate.stopped) for gate in self._gates), Counter[str]())

    def _context(self, state: Mapping[str, object] | None = None) -> "BrowserContext":
        assert self._browser is not None
        settings = self._settings
        context = self._browser.new_context(
            viewport={"width": settings.width, "height": settings.height},
            device_scale_factor=SCALE,
            reduced_motion="reduce",
            color_scheme="light",
            locale=settings.locale,
            timezone_id=settings.timezone,
            service_workers="block",
            storage_state=cast("StorageState | None", state),
        )
        context.set_default_timeout(settings.seconds * 1000)
        context.clock.set_fixed_time(settings.now)
        gate = Gate(self._app.origin, settings)
        gate.guard(context)
        self._gates.append(gate)
        return context
