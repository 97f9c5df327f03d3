"""Between the browser and the network: nothing that could save something leaves, and what failed to load is noticed."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Self, cast
from urllib.parse import urlsplit

from overlay.capture.live import PhotoSettings
from overlay.capture.problems import ElementError, Trouble

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Request, Response, Route, WebSocketRoute

_LOADED = frozenset({"document", "stylesheet", "script", "image", "font"})
"""What a page is made of; what its scripts ask for later may well answer 404."""
_LOOKING = frozenset({"GET", "HEAD"})
_UNHEARD = frozenset({"ping", "beacon", "cspviolationreport"})
"""Kinds of requests whose answer no page waits for: counting visits, reporting errors."""
_MUTATION = re.compile(r"\bmutation\b")


def may_leave(method: str, url: str, body: str, origin: str, reads_by_post: frozenset[str]) -> bool:
    """Say whether a request only reads.

    Args:
        method: such as `GET`.
        url: where it goes.
        body: what it carries, if it is text.
        origin: the app's.
        reads_by_post: paths there that the pack says only read. A GraphQL mutation is stopped even so.
    """
    if method in _LOOKING:
        return True
    parts = urlsplit(url)
    ours = f"{parts.scheme}://{parts.netloc}" == origin
    return method == "POST" and ours and parts.path in reads_by_post and not _mutates(body)


def _mutates(body: str) -> bool:
    try:
        value: object = json.loads(body) if body else None
    except ValueError:
        return False
    calls = cast("list[object]", value) if isinstance(value, list) else [value]
    asked = [str(cast("dict[str, object]", call).get("query", "")) for call in calls if isinstance(call, dict)]
    return any(_MUTATION.search(query) for query in asked)


def named(request: "Request") -> str:
    """Name a request without its query, which may hold somebody's data."""
    return f"{request.method} {urlsplit(request.url).path}"


class Gate:
    """Stops what could save something, for every page of a browser session and as long as it lasts."""

    def __init__(self, origin: str, settings: PhotoSettings) -> None:
        """Plan a gate.

        Args:
            origin: the app's.
            settings: which paths read by POST.
        """
        self._origin = origin
        self._reads = settings.reads_by_post
        self._stopped: Counter[str] = Counter()

    def guard(self, context: "BrowserContext") -> None:
        """Stand before a browser session; its pages are opened afterwards."""
        context.route("**/*", self._asked)
        context.route_web_socket(re.compile(""), self._connected)

    @property
    def stopped(self) -> Mapping[str, int]:
        """What was stopped, and how often."""
        return dict(self._stopped)

    def lets(self, request: "Request") -> bool:
        """Say whether a request may leave."""
        return may_leave(request.method, request.url, request.post_data or "", self._origin, self._reads)

    def _asked(self, route: "Route") -> None:
        if self.lets(route.request):
            route.continue_()
            return
        self._stopped[named(route.request)] += 1
        route.abort("blockedbyclient")

    def _connected(self, socket: "WebSocketRoute") -> None:
        # Never connected on: to the page it is open and silent, so that it does not try again and again.
        self._stopped[f"WebSocket {urlsplit(socket.url).path}"] += 1


class Watch:
    """Listens to a page for the time of a block: what its steps would have sent, and what failed to load."""

    def __init__(self, page: "Page", origin: str, settings: PhotoSettings) -> None:
        """Plan to watch a page of the app at an origin, in a session that a gate guards."""
        self._page = page
        self._origin = origin
        self._gate = Gate(origin, settings)
        self._acting = False
        self._sent: list[str] = []
        self._failed: list[str] = []
        self._refused = ""

    def __enter__(self) -> Self:
        self._page.on("response", self._answered)
        self._page.on("request", self._asked)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._page.remove_listener("response", self._answered)
        self._page.remove_listener("request", self._asked)

    def steps_begin(self) -> None:
        """From now on, what the app sends is a step's doing, not its own way of loading."""
        self._acting = True

    def check(self) -> None:
        """Refuse to go on when something went wrong since the block began.

        Raises:
            ElementError: naming the request.
        """
        if self._sent:
            words = f"a step would have sent {self._sent[0]}; capture only looks. Remove the step, or, if that only"
            words += " reads, add its path to 'reads_by_post' in [capture] of manual/pack.toml."
            raise ElementError(Trouble.SENDING, words)
        if self._refused:
            raise ElementError(Trouble.SIGNED_OUT, f"the app answers 401 for {self._refused}: nobody is signed in.")
        if self._failed:
            raise ElementError(Trouble.STATUS, f"the app answers {self._failed[0]}.")

    def _asked(self, request: "Request") -> None:
        if self._gate.lets(request):
            return
        # What counts visits or reports errors elsewhere is stopped too, but says nothing about the step.
        ours = request.url.startswith(self._origin + "/")
        own_doing = self._acting and ours and request.resource_type not in _UNHEARD
        if own_doing or request.is_navigation_request():
            self._sent.append(named(request))

    def _answered(self, response: "Response") -> None:
        if not response.url.startswith(self._origin + "/"):
            return
        path = urlsplit(response.url).path
        if response.status == 401:
            self._refused = self._refused or path
        elif response.status >= 400 and response.request.resource_type in _LOADED:
            self._failed.append(f"{response.status} for {path}")
