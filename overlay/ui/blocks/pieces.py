"""Small questions about runs and blocks that the document builder asks."""

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter

from overlay.answer.document import Block, Picture, Run
from overlay.answer.inline import same_style

OBJECT = "\ufffc"
_LINE = "\u2028"
# Qt builds documents with these; a model's text must not.
UNSAFE: dict[int, str | None] = {
    **dict.fromkeys(map(ord, "\ufffc\ufdd0\ufdd1\ufdd2\x00")),
    **dict.fromkeys(map(ord, "\n\r\u2028\u2029\x0b\x0c"), " "),
}
UNSAFE_IN_CODE = {**UNSAFE, ord("\n"): "\n"}


def picture_key(picture: Picture) -> str:
    """Return what tells a screenshot from the others of an answer: each is shown once for a zone."""
    return f"{picture.screenshot.id}#{picture.zone.key if picture.zone else ''}"


def run_text(run: Run) -> str:
    """Return a run's text as it stands in a document."""
    return run.text.translate(UNSAFE) + (_LINE if run.line_break else "")


def pilled(run: Run) -> bool:
    """Say whether a run has a pill behind it."""
    return run.label or run.code


def units(text: str) -> int:
    """Return a text's length as Qt counts it."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def extends(old: Run, new: Run) -> bool:
    """Say whether a run is an older one with more text."""
    return not old.line_break and same_style(old, new) and new.text.startswith(old.text)


def looks_same(old: Block, new: Block, *aside: str) -> bool:
    """Say whether two blocks show the same, some fields aside; where their text came from does not show."""
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    shown = _shown(type(old), aside)
    return shown(old) == shown(new)


@lru_cache(maxsize=64)
def _shown(kind: type[Block], aside: tuple[str, ...]) -> Callable[[Block], object]:
    names = [name for name in kind.__slots__ if name != "source" and name not in aside]
    return attrgetter(*names)
