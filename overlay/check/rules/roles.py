"""Roles: their modules are real, and what they reach is theirs."""

from collections.abc import Iterator

from overlay.check.report import Problem
from overlay.check.subject import PACK_FILE, Subject, fault
from overlay.core.access import actions_for
from overlay.core.pack import Pack, RoleSpec


def modules_exist(subject: Subject) -> Iterator[Problem]:
    """The modules of roles and endpoints are modules of screens."""
    pack = subject.loaded.pack
    known = {screen.module for screen in pack.screens if screen.module}
    owners = [("roles", role.id, module) for role in pack.roles for module in sorted(role.modules)]
    owners += [("data", data.name, data.module) for data in pack.data if data.module]
    for table, owner, module in owners:
        if module not in known:
            message = f"'{owner}' has the module '{module}', and no screen does."
            fix = f"Use one of: {', '.join(sorted(known))}."
            yield fault(PACK_FILE, subject.table_line(table, owner), "module", message, fix)
    held = {module for role in pack.roles for module in role.modules}
    for screen in pack.screens:
        if pack.roles and screen.module and screen.module not in held:
            message = f"no role can open the screen '{screen.id}': none has the module '{screen.module}'."
            yield fault(PACK_FILE, subject.table_line("screens", screen.id), "module", message, "Add it to a role.")


def roles_stay_inside(subject: Subject) -> Iterator[Problem]:
    """What a role reaches, as links, actions and data tools ask for it, belongs to its modules."""
    pack = subject.loaded.pack
    for role in pack.roles:
        line = subject.table_line("roles", role.id)
        for what, module in _reached(pack, role):
            message = f"'{role.id}' reaches {what} of the module '{module}', which it does not have."
            yield fault(PACK_FILE, line, "access", message, "Add the module to the role, or correct the route.")
    for data in pack.data if pack.roles else ():
        if not data.module:
            message = f"every role gets the data of '{data.name}': it has no module."
            fix = "Write the module of the screen that shows these data."
            yield fault(PACK_FILE, subject.table_line("data", data.name), "access", message, fix)


def _reached(pack: Pack, role: RoleSpec) -> Iterator[tuple[str, str]]:
    """Return what a role reaches although its module is another's, and that module."""
    person = pack.person_for(role)
    for screen in pack.screens:
        # A route such as /orders/[id] lets in /orders/approvals as well.
        if not person.sees(screen.module) and person.can_open(screen.route):
            yield f"the screen {screen.route}", screen.module
    for action in actions_for(pack, person):
        screen = pack.screen(action.screen)
        if screen and not person.sees(screen.module):
            yield f"the action '{action.id}' on a screen", screen.module
