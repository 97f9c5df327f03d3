"""The running app, as capture needs it, and how its pages are photographed."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol


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

    def sign_in(self, role: str) -> str:
        """Return an address that signs a person of this role in when it is opened.

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
