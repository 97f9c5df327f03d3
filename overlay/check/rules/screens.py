"""Screens and the sections about them: each has one, one comes first, and an index tells of all."""

import re
from collections.abc import Iterator

from overlay.check.report import Problem
from overlay.check.subject import PACK_FILE, Subject, fault
from overlay.core.pack import Pack
from overlay.core.person import Person
from overlay.core.routes import compile_route
from overlay.engine.prompt import PromptWriter


def routes_differ(subject: Subject) -> Iterator[Problem]:
    """No two screens have routes for the same addresses."""
    first: dict[str, str] = {}
    for screen in subject.loaded.pack.screens:
        other = first.setdefault(compile_route(screen.route).regex.pattern, screen.id)
        if other != screen.id:
            message = f"the screen '{screen.id}' has the addresses of '{other}': {screen.route}."
            line = subject.table_line("screens", screen.id)
            yield fault(PACK_FILE, line, "route", message, "Remove one of them, or correct its route.")


def screens_are_covered(subject: Subject) -> Iterator[Problem]:
    """Every screen has a section."""
    covered = {route for section in subject.loaded.manual.sections for route in section.routes}
    for screen in subject.loaded.pack.screens:
        if screen.route not in covered and not subject.may_be_unread(screen.route):
            message, fix = f"the screen '{screen.id}' has no section.", f"Write one with the route {screen.route}."
            yield fault(PACK_FILE, subject.table_line("screens", screen.id), "uncovered", message, fix)


def one_section_comes_first(subject: Subject) -> Iterator[Problem]:
    """On every screen one section is more specific than all others: it has the route, and the fewest beside it."""
    manual = subject.loaded.manual
    for screen in subject.loaded.pack.screens:
        here = [s for s in manual.sections_at(screen.route) if screen.route in s.routes]
        fewest = [s for s in here if len(s.routes) == len(here[0].routes)]
        for section in fewest[1:]:
            message = f"on {screen.route} this section and '{fewest[0].id}' are equally specific, so chance chooses."
            line = subject.key_line(section, "routes", screen.route)
            yield fault(section.file, line, "order", message, "Take the route out of one of them.")


def index_lists_every_section(subject: Subject) -> Iterator[Problem]:
    """Each section stands in the index of one role at least, as the prompt writes it."""
    pack, manual = subject.loaded.pack, subject.loaded.manual
    writer = PromptWriter("", pack, manual)
    listed: set[str] = set()
    for person in _everyone(pack):
        listed.update(re.findall(r"(?m)^- ([a-z0-9-]+): ", writer.stable(person)))
    for section in manual.sections:
        if section.id not in listed:
            message = f"no role finds this section in its index: none has the module '{section.module}'."
            line = subject.key_line(section, "module")
            yield fault(section.file, line, "index", message, "Give the module to a role, or correct it here.")


def _everyone(pack: Pack) -> list[Person]:
    """Return a person of each role; without roles, one who has everything."""
    modules = frozenset(screen.module for screen in pack.screens if screen.module)
    everything = Person("", "", "", modules, tuple(screen.route for screen in pack.screens))
    return [pack.person_for(role) for role in pack.roles] or [everything]
