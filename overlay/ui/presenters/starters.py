"""Starter questions: what the manual can do for this person on this screen."""

from overlay.core.manual import Manual, PartKind, Section
from overlay.core.pack import Pack
from overlay.core.person import Person
from overlay.core.screens import Screen
from overlay.ui.presenters.views import Choice

MOST = 3


def starters_for(manual: Manual, pack: Pack, person: Person, screen: Screen) -> tuple[Choice, ...]:
    """Return up to three questions: the procedures of the current screen, else the first of each section."""
    readable = [s for s in manual.readable_by(person) if any(person.can_open(r) for r in s.routes)]
    spec = pack.screen(screen.screen_id) if screen.screen_id else None
    if spec is not None:
        here = [s for s in manual.sections_at(spec.route) if s in readable]
        found = [c for s in here for c in _procedures(s)]
        if found:
            return tuple(found[:MOST])
    return tuple(c for s in readable for c in _procedures(s)[:1])[:MOST]


def _procedures(section: Section) -> list[Choice]:
    headings = [p.heading for p in section.passages if p.kind is PartKind.HOW_TO and p.text and p.line]
    titled = [h for h in headings if h.casefold() != PartKind.HOW_TO.value]
    return [Choice(h, f"How do I {h[0].lower()}{h[1:]}?") for h in titled]
