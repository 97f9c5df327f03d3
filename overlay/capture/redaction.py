"""What nobody may see: found on the page, painted over in the picture, and proved to be gone from picture and words."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from overlay.capture.elements import locate
from overlay.capture.framing import Area
from overlay.capture.images import Picture, is_painted
from overlay.capture.problems import ElementError, Trouble
from overlay.capture.shots import EDITED, Shot, Target

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

LEAST_SECRET = 2
"""Characters: a single letter or digit stands in too many words to be looked for."""

# Of each element: its box, and every text a person reads in it, what fields hold included.
_READ = """(elements) => elements.filter((e) => e.checkVisibility({visibilityProperty: true})).map((e) => {
  const box = e.getBoundingClientRect();
  const inner = [e, ...e.querySelectorAll("input, textarea, select")];
  const fields = inner.filter((f) => "value" in f && f.type !== "password");
  const held = fields.map((f) => f.selectedOptions ? [...f.selectedOptions].map((o) => o.label).join("\\n")
    : String(f.value || f.placeholder || ""));
  return {box: [box.x, box.y, box.width, box.height], texts: [e.innerText ?? e.textContent ?? "", ...held]};
})"""


@dataclass(frozen=True, slots=True)
class Redacted:
    """What is to be painted over in one picture."""

    areas: tuple[Area, ...] = ()
    """In CSS pixels of the picture."""
    secrets: frozenset[str] = frozenset()
    """The texts below them."""


def find_redacted(page: "Page", shot: Shot, clip: Area) -> Redacted:
    """Find everything that a shot redacts.

    Args:
        page: the page, as it will be photographed.
        shot: what is redacted.
        clip: what is photographed, in CSS pixels of the window.

    Raises:
        ElementError: something of it is not in the picture: then nobody knows where it has gone.
    """
    areas: list[Area] = []
    secrets: set[str] = set()
    for target in shot.redact or ():
        found = [(box.moved(-clip.x, -clip.y), texts) for box, texts in _seen(page, target) if not box.empty]
        inside = [(box, texts) for box, texts in found if box.right > 0 and box.bottom > 0]
        inside = [(box, texts) for box, texts in inside if box.x < clip.width and box.y < clip.height]
        if not inside:
            where = "is not in the picture" if found else "is not there"
            words = f"{target} is to be redacted and {where}. Correct 'redact', or remove what is no longer shown."
            raise ElementError(Trouble.REDACTION, words, target)
        areas += [box for box, _ in inside]
        secrets.update(line for _, texts in inside for line in _lines(texts))
        secrets.update(_declared(target))
    return Redacted(tuple(areas), frozenset(secrets))


def check_words(shot: Shot, redacted: Redacted) -> None:
    """Refuse words about a picture that tell what is painted over in it.

    Raises:
        ElementError: naming the words, not the secret.
    """
    told = {"shows": shot.shows, "when": shot.when, "id": shot.id.replace("-", " ")}
    told |= {f"zones.{zone.key}": zone.target.name for zone in shot.zones}
    patterns = [re.compile(target.pattern) for target in shot.redact or () if target.pattern]
    for key, words in told.items():
        if any(pattern.search(words) for pattern in patterns) or any(_tells(words, s) for s in redacted.secrets):
            said = f"'{key}' says what is redacted in the picture. Word it without, such as 'a colleague'."
            raise ElementError(Trouble.REDACTION, said)


def check_painted(picture: Picture, redacted: Redacted) -> None:
    """Make sure of the encoded picture itself: one solid colour wherever something is redacted.

    Raises:
        ElementError: some pixels are something else.
    """
    for area in redacted.areas:
        if not is_painted(picture.data, area):
            place = f"({area.x:.0f}, {area.y:.0f})"
            words = f"what is redacted at {place} is not one solid colour in the file; the picture was not kept."
            raise ElementError(Trouble.REDACTION, words)


def _seen(page: "Page", target: Target) -> Iterator[tuple[Area, list[str]]]:
    for locator in _locators(page, target):
        for one in cast("list[Mapping[str, object]]", locator.evaluate_all(_READ)):
            x, y, width, height = cast("list[float]", one["box"])
            texts = cast("list[str]", one["texts"])
            if not target.pattern or any(re.search(target.pattern, " ".join(text.split())) for text in texts):
                yield Area(x, y, width, height), texts


def _locators(page: "Page", target: Target) -> "Iterator[Locator]":
    # What assistive technology does not perceive may be seen all the same.
    yield locate(page, target, hidden=True)
    if target.pattern and target.nth is None:
        scope = locate(page, target.within, hidden=True) if target.within else page
        yield scope.locator("input, textarea, select")


def _lines(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for line in text.splitlines():
            folded = " ".join(line.split())
            if len(folded) >= LEAST_SECRET:
                yield folded


def _declared(target: Target) -> Iterator[str]:
    """Return the secret that a target itself holds: a field's name is no secret, a cell's is."""
    if target.role not in EDITED:
        yield from (word for word in (target.name, target.begins, target.text) if len(word) >= LEAST_SECRET)


def _tells(words: str, secret: str) -> bool:
    plain = " ".join(words.split()).casefold()
    return bool(re.search(rf"(?<!\w){re.escape(secret.casefold())}(?!\w)", plain))
