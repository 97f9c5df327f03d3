"""Markers and links in sections lead to something that is there."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from overlay.check.markdown import links_of, markers_of
from overlay.check.report import Problem
from overlay.check.subject import Subject, fault
from overlay.core.manual import Section
from overlay.core.pack import item_route


def markers_resolve(subject: Subject) -> Iterator[Problem]:
    """A marker names a screenshot of this section, and one of its zones."""
    manual = subject.loaded.manual
    for section in manual.sections:
        for use in markers_of(section):
            shot = manual.screenshot(use.marker.screenshot)
            if shot is None and subject.is_unread_picture(use.marker.screenshot):
                continue
            if shot is None:
                message = f"there is no screenshot '{use.marker.screenshot}'."
                yield fault(section.file, use.line, "marker", message, "Correct the id, or take it: fescue capture.")
            elif shot.section != section.id:
                message = f"the screenshot '{shot.id}' belongs to the section '{shot.section}'."
                yield fault(section.file, use.line, "marker", message, "Use one of this section, or move it there.")
            elif shot.zone(use.marker.zone) is None:
                known = ", ".join(shot.zones)
                message = f"the screenshot '{shot.id}' has no zone '{use.marker.zone}'."
                yield fault(section.file, use.line, "zone", message, f"Use one of: {known}.")


def links_resolve(subject: Subject) -> Iterator[Problem]:
    """A link leads to a screen of the pack, and never to the page of one item."""
    for section in subject.loaded.manual.sections:
        for link in links_of(section):
            yield from _link(subject, section, link.text, link.line)


def _link(subject: Subject, section: Section, target: str, line: int) -> Iterator[Problem]:
    parts = urlsplit(target)
    if parts.scheme or parts.netloc or not target.startswith("/"):
        message = f"the link '{target}' leaves the app."
        yield fault(section.file, line, "link", message, "Link a screen by its route, such as (/leave).")
        return
    if parts.query:
        message = f"the link '{target}' has a query: it may prefill or filter, and a manual's links only open screens."
        yield fault(section.file, line, "link", message, f"Write ({parts.path}).")
    screen = subject.loaded.pack.screen_at(parts.path)
    if screen is None:
        yield fault(section.file, line, "link", f"no screen has the route '{target}'.", "Correct the link.")
    elif item_route(screen.route):
        message = f"the link '{target}' leads to the page of one item."
        yield fault(section.file, line, "link", message, "Link the list instead.")
