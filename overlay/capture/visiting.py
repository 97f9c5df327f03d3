"""Looking at somebody's app in a real browser: GET alone, nothing from elsewhere, and nothing is ever pressed."""

import contextlib
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Self, cast
from urllib.parse import urljoin, urlsplit

from overlay.capture.browser import browser_flags, find_browser, first_line
from overlay.capture.driver import require_driver
from overlay.capture.live import PhotoSettings
from overlay.capture.outline import Node, one_line, read_outline
from overlay.capture.page_reading import controls_of, links_of
from overlay.core.errors import OutsideError
from overlay.core.site import LinkPlace, NotSeen, SeenElement, SeenLink, SeenPage
from overlay.core.urls import parse_web_address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Response, Route, StorageState

WIDE = 1280
"""CSS pixels: a width at which apps show their whole menu."""
_CALM_MS = 1500
"""How long a page that builds itself may take after it was loaded."""
_NOWHERE = "http://127.0.0.1:9"
"""A proxy that is not there: what is not the app's own address leads to it, redirects too, and so to nothing."""

# Menus that are folded away are not in the accessibility tree. What they link is in the document all the same.
_FOLDED = """() => [...document.querySelectorAll(
  "nav a[href], [role=navigation] a[href], [role=menu] a[href], [role=menubar] a[href], header a[href], aside a[href]"
)].filter((link) => !link.checkVisibility()).map((link) => {
  const outer = link.parentElement?.closest("ul, ol, [role=menu], [role=list]")?.closest("li, [role=listitem]")
    ?? link.closest(".dropdown, details");
  const head = [...(outer?.children ?? [])].find((child) => !child.contains(link));
  return [link.href, link.textContent || "", head?.textContent || ""];
})"""
_FACTS = """() => [document.title, document.documentElement.lang, document.baseURI, document.contentType,
  [...document.querySelectorAll("input[type=password]")].some((field) => field.checkVisibility())]"""


class SiteVisit:
    """One browser session that looks at an app."""

    def __init__(self, origin: str, settings: PhotoSettings, state: Mapping[str, object] | None = None) -> None:
        """Plan a visit; the browser starts with the block.

        Args:
            origin: scheme, host and port of the app.
            settings: window, locale, and how long a page may take.
            state: cookies and local storage of a signed-in person.
        """
        self._origin = origin
        self._settings = settings
        self._state = state
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._page: Page | None = None
        self._answered = False

    def __enter__(self) -> Self:
        try:
            from playwright.sync_api import Error, sync_playwright
        except ImportError:
            msg = "Playwright is not installed, and looking at an app needs it: pip install 'fescue[capture]'"
            raise OutsideError(msg) from None
        path = find_browser()
        require_driver()
        self._playwright = sync_playwright().start()
        try:
            self._browser = self._playwright.chromium.launch(
                executable_path=path, args=browser_flags(self._settings.locale)
            )
            self._page = self._new_page(self._new_context(self._browser))
        except Error as error:
            self._close()
            msg = f"{path} does not start: {first_line(error)}"
            raise OutsideError(msg) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def open(self, path: str) -> SeenPage | NotSeen:
        """Open a path of the app and read it.

        Raises:
            OutsideError: nothing answers at that address.
        """
        from playwright.sync_api import Error
        from playwright.sync_api import TimeoutError as WaitedTooLong

        assert self._page is not None
        try:
            response = self._page.goto(self._origin + path, timeout=self._settings.seconds * 1000)
            self._answered = True
            reason = self._refusal(response)
            return NotSeen(path, reason) if reason else self._read(path)
        except WaitedTooLong:
            self._leave()
            return NotSeen(path, f"nothing within {self._settings.seconds:g} s")
        except Error as error:
            self._leave()
            return self._failed(path, error.message)

    def _leave(self) -> None:
        """Go on in a new tab: the browser's own page about a failure comes late, and would interrupt the next one."""
        assert self._page is not None
        context = self._page.context
        self._page.close()
        self._page = self._new_page(context)

    def _failed(self, path: str, message: str) -> NotSeen:
        words = message.strip().splitlines()[0]
        if "Download is starting" in words or "ERR_ABORTED" in words:
            return NotSeen(path, "it is a file, not a page")
        if "ERR_PROXY_CONNECTION_FAILED" in words or "ERR_BLOCKED_BY_CLIENT" in words:
            return NotSeen(path, "it leads to another site")
        code = words.partition("net::")[2].partition(" ")[0]
        if code and not self._answered:
            msg = f"the app does not answer at {self._origin} ({code}). Is the address right, and does it run?"
            raise OutsideError(msg)
        return NotSeen(path, f"it does not answer ({code})" if code else words)

    def _refusal(self, response: "Response | None") -> str:
        assert self._page is not None
        if response is not None and response.status >= 400:
            return f"the app answers {response.status}"
        landed = urlsplit(self._page.url)
        return "" if f"{landed.scheme}://{landed.netloc}" == self._origin else "it leads to another site"

    def _read(self, path: str) -> SeenPage | NotSeen:
        from playwright.sync_api import TimeoutError as WaitedTooLong

        page = self._page
        assert page is not None
        with contextlib.suppress(WaitedTooLong):
            page.wait_for_load_state("networkidle", timeout=_CALM_MS)
        title, language, base, kind, password = cast("tuple[str, str, str, str, bool]", tuple(page.evaluate(_FACTS)))
        if kind not in ("text/html", "application/xhtml+xml"):
            return NotSeen(path, f"it is {kind}, not a page")
        wide = links_of(self._nodes(WIDE), lambda href: self._path(base, href))
        folded = cast("list[tuple[str, str, str]]", page.evaluate(_FOLDED))
        nodes = self._nodes(self._settings.width)
        links = (*wide, *self._folded(folded), *links_of(nodes, lambda href: self._path(base, href)))
        return SeenPage(
            path,
            self._path(page.url, "") or path,
            one_line(title),
            language.strip().casefold(),
            tuple(dict.fromkeys(links)),
            controls_of(nodes, lambda href: self._path(base, href), self._settings.width),
            tuple(SeenElement(node.role, node.name, node.spot) for node in nodes),
            password,
        )

    def _nodes(self, width: int) -> list[Node]:
        assert self._page is not None
        self._page.set_viewport_size({"width": width, "height": self._settings.height})
        return read_outline(self._page.locator("body").aria_snapshot(boxes=True))

    def _folded(self, links: Iterable[tuple[str, str, str]]) -> list[SeenLink]:
        found = ((self._path(self._origin, href), one_line(name), one_line(head)) for href, name, head in links)
        return [SeenLink(name, path, LinkPlace.MENU, head) for path, name, head in found if path and name]

    def _path(self, base: str, href: str) -> str:
        """Return the path that an address leads to inside the app; empty for everything else."""
        try:
            address = parse_web_address(urljoin(base, href))
        except ValueError:
            return ""
        return address.path if address and address.whole and address.origin == self._origin else ""

    def _new_context(self, browser: "Browser") -> "BrowserContext":
        settings = self._settings
        context = browser.new_context(
            viewport={"width": settings.width, "height": settings.height},
            locale=settings.locale,
            timezone_id=settings.timezone,
            reduced_motion="reduce",
            color_scheme="light",
            service_workers="block",
            accept_downloads=False,
            storage_state=cast("StorageState | None", self._state),
            proxy={"server": _NOWHERE, "bypass": f"<-loopback>,{_host(self._origin)}"},
        )
        context.set_default_timeout(settings.seconds * 1000)
        context.route("**/*", self._asked)
        context.route_web_socket("**/*", lambda socket: socket.close())
        return context

    def _new_page(self, context: "BrowserContext") -> "Page":
        page = context.new_page()
        # A page that asks whether to stay is left; everything else that it asks is answered with no.
        page.on("dialog", lambda dialog: dialog.accept() if dialog.type == "beforeunload" else dialog.dismiss())
        return page

    def _asked(self, route: "Route") -> None:
        request = route.request
        if request.method in ("GET", "HEAD") and request.url.startswith((self._origin + "/", "data:", "blob:")):
            route.continue_()
        else:
            route.abort("blockedbyclient")

    def _close(self) -> None:
        if self._browser:
            self._browser.close()
        if self._playwright:
            self._playwright.stop()
        self._page = None


def _host(origin: str) -> str:
    """Return host and port as a list of addresses without proxy names them."""
    parts = urlsplit(origin)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{host}:{port}"
