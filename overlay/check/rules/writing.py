"""How sections are written: markers, menu paths, pictures and steps as the panel can show them."""

from collections.abc import Iterator

from overlay.check.markdown import MarkerReference, markers_of, paths_of, pictures_in, steps_of
from overlay.check.report import Problem
from overlay.check.subject import Subject, fault, folded
from overlay.core.manual import Section


def markers_stand_alone(subject: Subject) -> Iterator[Problem]:
    """A marker has a line of its own, after the step it illustrates."""
    for section in subject.loaded.manual.sections:
        for use in markers_of(section):
            if not use.alone:
                message = f"the marker of '{use.marker.screenshot}' stands among other words."
                yield fault(section.file, use.line, "marker", message, "Give it a line of its own below the step.")


def markers_point_at_what_is_said(subject: Subject) -> Iterator[Problem]:
    """The step before a marker names the control that the marker points at."""
    for section in subject.loaded.manual.sections:
        for use in markers_of(section):
            yield from _pointing(subject, section, use)


def _pointing(subject: Subject, section: Section, use: MarkerReference) -> Iterator[Problem]:
    shot = subject.loaded.manual.screenshot(use.marker.screenshot)
    zone = shot.zone(use.marker.zone) if shot else None
    if zone is None or not zone.label or not use.labels:
        return
    if folded(zone.label) not in map(folded, use.labels):
        message = f"the step names '{use.labels[-1]}', and its picture points at '{zone.label}'."
        fix = "Write the label exactly as it is rendered, or point at the control that the step names."
        yield fault(section.file, use.line, "pointing", message, fix)


def menu_paths_are_the_menus(subject: Subject) -> Iterator[Problem]:
    """A menu path is one of the pack's, or leads on from one."""
    pack = subject.loaded.pack
    menus = {folded(screen.menu): screen.menu for screen in pack.screens if screen.menu}
    for section in subject.loaded.manual.sections if menus else ():
        own = [s.menu for s in pack.screens if s.menu and s.route in section.routes]
        for path in paths_of(section):
            said = folded(path.text)
            if not any(said == menu or said.startswith(menu + " ›") for menu in menus):
                message = f"the menu has no '{path.text}'."
                fix = f"Write one as the pack has it: {', '.join(own or menus.values())}."
                yield fault(section.file, path.line, "path", message, fix)


def no_pictures_from_elsewhere(subject: Subject) -> Iterator[Problem]:
    """A section shows pictures of the catalogue alone: nothing is ever loaded from an address or a file."""
    for section in subject.loaded.manual.sections:
        for picture in pictures_in(section):
            message = f"'{picture.text[:60]}' would not be shown: only pictures of the catalogue are."
            yield fault(section.file, picture.line, "picture", message, "Take it: fescue capture; then [captura:id].")


def steps_count_on(subject: Subject) -> Iterator[Problem]:
    """The steps of a procedure are numbered one after the other."""
    for section in subject.loaded.manual.sections:
        for step in steps_of(section):
            # Some write `1.` before every step and leave the counting to whoever shows it.
            if step.before is None or step.number in (step.before + 1, 1):
                continue
            message = f"step {step.number} comes after step {step.before}."
            yield fault(section.file, step.line, "step", message, f"Number it {step.before + 1}.")
