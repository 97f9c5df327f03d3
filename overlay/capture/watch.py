"""Watching a page while a shot is taken: what failed to load, and that nothing is ever sent."""

from types import TracebackType
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from overlay.capture.problems import ElementError, Trouble

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response, Route

_LOADED = frozenset({"document", "stylesheet", "script", "image", "font"})
"""What a page is made of; what its scripts ask for later may well answer 404."""


class Watch:
    """Listens to a page for the time of a block; requests that could save something are stopped before they leave."""

    def __init__(self, page: "Page", origin: str) -> None:
        """Plan to watch a page of the app at an origin."""
        self._page = page
        self._origin = origin
        self._sent: list[str] = []
        self._failed: list[str] = []

    def __enter__(self) -> Self:
        self._page.on("response", self._answered)
        self._page.route("**/*", self._asked)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._page.remove_listener("response", self._answered)
        self._page.unroute("**/*", self._asked)

    def check(self) -> None:
        """Refuse to go on when something went wrong since the block began.

        Raises:
            ElementError: naming the request.
        """
        if self._sent:
            words = f"a step would have sent {self._sent[0]}; capture only looks. Remove the step."
            raise ElementError(Trouble.SENDING, words)
        if self._failed:
            raise ElementError(Trouble.STATUS, f"the app answers {self._failed[0]}.")

    def _asked(self, route: "Route") -> None:
        request = route.request
        if request.method in ("GET", "HEAD", "OPTIONS"):
            route.continue_()
            return
        self._sent.append(f"{request.method} {urlsplit(request.url).path}")
        route.abort("blockedbyclient")

    def _answered(self, response: "Response") -> None:
        ours = response.url.startswith(self._origin + "/")
        if ours and response.status >= 400 and response.request.resource_type in _LOADED:
            self._failed.append(f"{response.status} for {urlsplit(response.url).path}")
