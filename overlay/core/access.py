"""Who may know and open what: the one place that joins a person with a pack and its manual."""

from overlay.core.manual import Manual, Section
from overlay.core.pack import ActionSpec, Pack, ScreenSpec
from overlay.core.person import Person
from overlay.core.tools import NoAccess


def screen_of(section: Section, pack: Pack) -> ScreenSpec | None:
    """Return the screen a section is about: the first of its routes that the pack lists."""
    return next((s for route in section.routes for s in pack.screens if s.route == route), None)


def no_access(section: Section, pack: Pack, person: Person) -> NoAccess | None:
    """Return what to tell a person who may not use a section's screen, or None when they may."""
    if person.sees(section.module):
        return None
    screen = screen_of(section, pack)
    return NoAccess(screen.title if screen else section.title, (screen.ask if screen else "") or pack.contact)


def knowable(manual: Manual, pack: Pack, person: Person) -> tuple[Section, ...]:
    """Return the sections a person may know of: those they can use, and those whose screen is announced to everyone."""

    def known(section: Section) -> bool:
        screen = screen_of(section, pack)
        return person.sees(section.module) or (screen is not None and screen.announced)

    return tuple(s for s in manual.sections if known(s))


def actions_for(pack: Pack, person: Person) -> tuple[ActionSpec, ...]:
    """Return the actions whose module and screen are this person's."""

    def allowed(action: ActionSpec) -> bool:
        screen = pack.screen(action.screen)
        return screen is not None and person.sees(action.module) and person.can_open(screen.route)

    return tuple(a for a in pack.actions if allowed(a))
