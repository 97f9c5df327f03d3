"""Sections: their parts, summaries, routes, modules and words."""

from collections.abc import Iterator

from overlay.check.report import Problem
from overlay.check.subject import PACK_FILE, Subject, fault, unreadable
from overlay.core.manual import PartKind, Section

SHORTEST_SUMMARY = 20
"""Characters: whoever picks a section (a person, a model) picks it by its summary."""
MOST_SECTIONS = 40
"""More than this and an index in every prompt costs more than it helps."""
_PARTS = tuple(kind for kind in PartKind if kind is not PartKind.OTHER)


def could_be_read(subject: Subject) -> Iterator[Problem]:
    """Report what the loader could not read."""
    for problem in subject.loaded.problems:
        yield unreadable(problem)


def summaries_say_enough(subject: Subject) -> Iterator[Problem]:
    """A summary has at least 20 characters."""
    for section in subject.loaded.manual.sections:
        if len(section.summary) < SHORTEST_SUMMARY:
            line = subject.key_line(section, "summary") if section.summary else 1
            message = f"the summary has {len(section.summary)} characters; {SHORTEST_SUMMARY} is the least."
            yield fault(section.file, line, "summary", message, "Say in a sentence what people do there.")


def parts_are_there(subject: Subject) -> Iterator[Problem]:
    """A section has its six parts, and each says something."""
    for section in subject.loaded.manual.sections:
        for kind in _PARTS:
            passages = [p for p in section.passages if p.kind is kind]
            if not passages:
                message, fix = (
                    f"the part '{kind.value}' is missing.",
                    f"Add '## {kind.value.capitalize()}' with its text.",
                )
                yield fault(section.file, section.body_line, "part", message, fix)
            elif not any(p.text.strip() for p in passages):
                message = f"the part '{kind.value}' is empty."
                yield fault(
                    section.file, passages[0].line, "part", message, "Write what it says, or that it is nothing."
                )


def routes_exist(subject: Subject) -> Iterator[Problem]:
    """A section's routes are screens of the pack, of the section's own module."""
    for section in subject.loaded.manual.sections:
        for route in section.routes:
            yield from _route(subject, section, route)


def _route(subject: Subject, section: Section, route: str) -> Iterator[Problem]:
    pack = subject.loaded.pack
    screen = next((s for s in pack.screens if s.route == route), None)
    line = subject.key_line(section, "routes", route)
    if screen is None:
        yield fault(section.file, line, "route", f"the pack has no screen '{route}'.", f"Add it to {PACK_FILE}.")
    elif screen.module != section.module:
        line = subject.key_line(section, "module")
        message = f"the module is '{section.module}', but that of its screen '{route}' is '{screen.module}'."
        yield fault(
            section.file, line, "module", message, "Write the screen's module, or whoever may open it sees nothing."
        )


def no_code_names(subject: Subject) -> Iterator[Problem]:
    """A manual says nothing about code."""
    for section in subject.loaded.manual.sections:
        for number, row in subject.rows(section.file):
            for word in subject.code_words:
                if word in row:
                    message, fix = f"'{word.strip()}' is a name from code.", "Write what people see instead."
                    yield fault(section.file, number, "code", message, fix)


def aliases_lead_somewhere(subject: Subject) -> Iterator[Problem]:
    """An alias that names a heading names one that is there."""
    for section in subject.loaded.manual.sections:
        for alias in (a for aliases in section.aliases.values() for a in aliases):
            if alias.passage and section.passage(alias.passage) is None:
                line = subject.line_of(section.file, f"{alias.text} -> {alias.passage}")
                message = f"the alias '{alias.text}' leads to '{alias.passage}', and no heading says so."
                yield fault(section.file, line, "alias", message, "Write a heading of this section after '->'.")


def not_too_many(subject: Subject) -> Iterator[Problem]:
    """An index of all sections still fits into a prompt."""
    count = len(subject.loaded.manual.sections)
    if count > MOST_SECTIONS:
        message = f"{count} sections: an index of more than {MOST_SECTIONS} no longer serves in a prompt."
        yield fault("manual/sections", None, "size", message, "Merge sections that people ask for together.")
