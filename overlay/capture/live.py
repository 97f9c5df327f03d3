"""The running app, as capture needs it, and how its pages are photographed."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol
from urllib.parse import urlsplit

from overlay.capture.sessions import Session


class LiveApp(Protocol):
    """A running app that may be photographed."""

    @property
    def origin(self) -> str:
        """Where it runs, such as `http://127.0.0.1:8765`."""
        ...

    @property
    def build(self) -> str:
        """Which build of the app this is; kept with every picture."""
        ...

    def sign_in(self, role: str) -> str | Session:
        """Return an address that signs a person of this role in when it is opened, or a session that was kept.

        Raises:
            FescueError: nobody has this role.
        """
        ...

    def digest(self) -> str | None:
        """Return a digest of everything the app has saved, or None when that cannot be known."""
        ...


@dataclass(frozen=True, slots=True)
class PhotoSettings:
    """What is held still so that two runs give the same pictures."""

    width: int = 880
    """Of the window, in CSS pixels."""
    height: int = 900
    locale: str = "en-GB"
    timezone: str = "Europe/Berlin"
    now: datetime = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
    """What the browser's clock says."""
    seconds: float = 10.0
    """How long a page, a step or an element may take."""
    base_path: str = ""
    """Where the app begins at its origin, such as `/erp`."""
    hash_routes: bool = False
    """Whether the app keeps its route behind `#`."""
    reads_by_post: frozenset[str] = frozenset()
    """Paths at the app's origin that may be asked by POST, because they only read."""

    def address(self, origin: str, route: str) -> str:
        """Write the address of a route of the app."""
        prefix = self.base_path.rstrip("/")
        return f"{origin}{prefix}/#{route}" if self.hash_routes else f"{origin}{prefix}{route}"

    def place(self, url: str) -> str:
        """Return the route that an address shows, without its query and a slash at its end."""
        parts = urlsplit(url)
        path = parts.path
        if self.hash_routes:
            path = parts.fragment.removeprefix("!").partition("?")[0]
        elif (prefix := self.base_path.rstrip("/")) and path.startswith(prefix + "/"):
            path = path[len(prefix) :]
        return path.rstrip("/") or "/"
