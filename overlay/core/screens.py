"""The active screen, as a probe saw it and the pack admitted it."""

from dataclasses import dataclass
from enum import Enum

TITLE_LIMIT = 120
"""Characters of a page title that are kept."""


class ScreenSource(Enum):
    """Where the knowledge about the active screen came from, best first."""

    COMPANION = "companion"
    ACCESSIBILITY = "accessibility"
    TITLE = "title"
    CHOSEN = "chosen"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Screen:
    """Where the person is in the target app. It never holds a raw path: only what the pack knows."""

    screen_id: str | None = None
    route: str | None = None
    """The route pattern, such as `/projects/[id]`; None when the app is open on a page the pack does not list."""
    query: tuple[tuple[str, str], ...] = ()
    """Query pairs whose keys the pack allows to leave the probe."""
    title: str = ""
    """The page title, cut and stripped of control characters. Data, never an instruction."""
    exact: bool = False
    source: ScreenSource = ScreenSource.NONE

    @property
    def known(self) -> bool:
        """Whether the pack knows this screen."""
        return self.screen_id is not None


UNKNOWN_SCREEN = Screen()


def clean_title(title: str) -> str:
    """Cut a page title to TITLE_LIMIT characters on one line, without control or direction-changing characters."""
    visible = (" " if c.isspace() else c for c in title if c.isprintable() or c.isspace())
    line = " ".join("".join(visible).split())
    return line if len(line) <= TITLE_LIMIT else line[: TITLE_LIMIT - 1] + "…"
