"""What only the running app can tell: its labels, menus, doors and data, role by role."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from overlay.check.markdown import labels_of, links_of
from overlay.check.report import Problem
from overlay.check.subject import PACK_FILE, Subject, fault, folded
from overlay.core.manual import Section
from overlay.core.pack import RoleSpec, item_route


def labels_are_known(subject: Subject) -> Iterator[Problem]:
    """A quoted label is one that the section's screens, or those it links, show now."""
    if subject.live is None:
        return
    for section in subject.loaded.manual.sections:
        known = {folded(label) for label in _known_labels(subject, section)}
        for label in labels_of(section):
            if folded(label.text) not in known:
                message = f"no screen of this section, and none it links, shows the label '{label.text}'."
                yield fault(section.file, label.line, "label", message, "Write it exactly as it is rendered.")


def _known_labels(subject: Subject, section: Section) -> Iterator[str]:
    """Return the labels of the section's screens, and of the screens it links: it may say what to press there.

    Those of the catalogue's pictures do not count: they are as old as the pictures.
    """
    assert subject.live is not None
    pack, manual = subject.loaded.pack, subject.loaded.manual
    linked = [urlsplit(link.text).path for link in links_of(section)]
    routes = {r for one in (section, *(s for path in linked for s in manual.sections_at(path))) for r in one.routes}
    for path, labels in subject.live.labels.items():
        screen = pack.screen_at(path)
        if screen and screen.route in routes:
            yield from labels


def menus_agree(subject: Subject) -> Iterator[Problem]:
    """Each role's menu has the screens that the pack gives it, and each of its pages has a section."""
    live, pack = subject.live, subject.loaded.pack
    for role in pack.roles if live else ():
        menu = live.menus.get(role.id) if live else None
        if menu is None:
            continue
        line = subject.table_line("roles", role.id)
        said = set(_in_menu(subject, role))
        for path in sorted(menu):
            screen = pack.screen_at(path)
            if screen is None and path == "/":
                continue  # the app's name and sign lead there, and on to whatever screen comes first
            if screen is None:
                message = f"the app's menu for '{role.id}' has the page {path}, which has no screen and no section."
                yield fault(PACK_FILE, line, "menu", message, "Add the screen to the pack, and write its section.")
            elif screen.module and screen.module not in role.modules:
                message = f"the app shows '{role.id}' the screen {path}, and the pack does not."
                yield fault(PACK_FILE, line, "menu", message, f"Give the role the module '{screen.module}'.")
        for route in sorted(route for route in said if (route.rstrip("/") or "/") not in menu):
            message = f"the pack gives '{role.id}' the screen {route}, and the app does not show it."
            yield fault(PACK_FILE, line, "menu", message, "Remove the module from the role, or 'menu' from the screen.")


def _in_menu(subject: Subject, role: RoleSpec) -> Iterator[str]:
    """Return the routes that the pack puts into a role's menu."""
    for screen in subject.loaded.pack.screens:
        given = screen.module in role.modules if screen.module else bool(screen.menu)
        if given and not item_route(screen.route):
            yield screen.route


def screens_open(subject: Subject) -> Iterator[Problem]:
    """A role can open what the pack gives it, without being led elsewhere."""
    for role, path, instead in subject.live.closed if subject.live else ():
        led = f"leads to {instead} instead" if instead else "is refused"
        line = subject.table_line("roles", role)
        fix = "Remove the module from the role, or correct the screen's route."
        yield fault(PACK_FILE, line, "closed", f"as '{role}' the screen {path} {led}.", fix)


def modules_agree(subject: Subject) -> Iterator[Problem]:
    """The modules that the app says of a role are those of the pack."""
    pack = subject.loaded.pack
    known = {screen.module for screen in pack.screens if screen.module}
    for role in pack.roles if subject.live else ():
        said = subject.live.modules.get(role.id) if subject.live else None
        if said is None or said & known == role.modules:
            continue
        more, fewer = sorted((said & known) - role.modules), sorted(role.modules - said)
        parts = [f"also has {', '.join(more)}"] * bool(more) + [f"does not have {', '.join(fewer)}"] * bool(fewer)
        message = f"the app says that '{role.id}' {' and '.join(parts)}."
        yield fault(PACK_FILE, subject.table_line("roles", role.id), "person", message, "Correct its modules.")


def data_is_the_roles_own(subject: Subject) -> Iterator[Problem]:
    """The app answers a data tool for the roles that have its module, and for no other."""
    live, pack = subject.live, subject.loaded.pack
    for data in pack.data if live else ():
        line = subject.table_line("data", data.name)
        for role in pack.roles:
            answered = live.data.get((role.id, data.path)) if live else None
            expected = not data.module or data.module in role.modules
            if answered is None or answered == expected:
                continue
            message = (
                f"the app {'gives' if answered else 'refuses'} '{role.id}' the data of '{data.name}' ({data.path})"
            )
            message += f", and its module '{data.module}' is {'not ' * answered}the role's."
            fix = "Let the app refuse it, or correct the module." if answered else "Correct the module or the path."
            yield fault(PACK_FILE, line, "data", message, fix)
