"""Markers and links in sections lead to something that is there, and labels are those of the app."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from overlay.check.markdown import labels_of, links_of, markers_of
from overlay.check.report import Problem
from overlay.check.subject import Subject, error, folded
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
                yield error(section.file, use.line, "marker", message, "Correct the id, or take it: fescue capture.")
            elif shot.section != section.id:
                message = f"the screenshot '{shot.id}' belongs to the section '{shot.section}'."
                yield error(section.file, use.line, "marker", message, "Use one of this section, or move it there.")
            elif shot.zone(use.marker.zone) is None:
                known = ", ".join(shot.zones)
                message = f"the screenshot '{shot.id}' has no zone '{use.marker.zone}'."
                yield error(section.file, use.line, "zone", message, f"Use one of: {known}.")


def links_resolve(subject: Subject) -> Iterator[Problem]:
    """A link leads to a screen of the pack, and never to the page of one item."""
    for section in subject.loaded.manual.sections:
        for link in links_of(section):
            yield from _link(subject, section, link.text, link.line)


def _link(subject: Subject, section: Section, target: str, line: int) -> Iterator[Problem]:
    parts = urlsplit(target)
    if parts.scheme or parts.netloc or not target.startswith("/"):
        message = f"the link '{target}' leaves the app."
        yield error(section.file, line, "link", message, "Link a screen by its route, such as (/leave).")
        return
    if parts.query:
        message = f"the link '{target}' has a query: it may prefill or filter, and a manual's links only open screens."
        yield error(section.file, line, "link", message, f"Write ({parts.path}).")
    screen = subject.loaded.pack.screen_at(parts.path)
    if screen is None:
        yield error(section.file, line, "link", f"no screen has the route '{target}'.", "Correct the link.")
    elif item_route(screen.route):
        message = f"the link '{target}' leads to the page of one item."
        yield error(section.file, line, "link", message, "Link the list instead.")


def labels_are_known(subject: Subject) -> Iterator[Problem]:
    """With the running app at hand, a quoted label is one that its screens, or those it links, show."""
    if subject.live is None or not subject.loaded.catalogue.whole:
        return
    for section in subject.loaded.manual.sections:
        known = {folded(label) for label in _known_labels(subject, section)}
        for label in labels_of(section):
            if folded(label.text) not in known:
                message = f"no screen of this section, and none it links, shows the label '{label.text}'."
                yield error(section.file, label.line, "label", message, "Write it exactly as it is rendered.")


def _known_labels(subject: Subject, section: Section) -> Iterator[str]:
    """Return the labels of the section's screens, and of the screens it links: it may say what to press there."""
    assert subject.live is not None
    manual = subject.loaded.manual
    linked = [urlsplit(link.text).path for link in links_of(section)]
    for one in (section, *(other for path in linked for other in manual.sections_at(path))):
        for shot in manual.pictures_of(one.id):
            yield from (zone.label for zone in shot.zones.values())
        for route in one.routes:
            yield from subject.live.labels.get(route, frozenset())
