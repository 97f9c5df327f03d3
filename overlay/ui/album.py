"""Where the panel finds a manual's pictures: what it needs of a loaded pack."""

from pathlib import Path
from typing import Protocol

from overlay.core.manual import Manual, Screenshot


class Album(Protocol):
    """A manual and its pictures."""

    @property
    def manual(self) -> Manual:
        """The sections and the catalogue."""
        ...

    def picture(self, screenshot: Screenshot) -> Path:
        """Return the path of a screenshot's image."""
        ...
