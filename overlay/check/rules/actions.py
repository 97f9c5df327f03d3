"""Actions, roles and data endpoints of pack.toml."""

from collections.abc import Iterator

from overlay.check.report import Problem
from overlay.check.subject import PACK_FILE, Subject, error
from overlay.core.manual import PartKind, Section
from overlay.core.pack import ActionSpec, item_route
from overlay.schema.validate import SchemaProblem, check_schema, check_value


def actions_work(subject: Subject) -> Iterator[Problem]:
    """An action has its screen's module, a schema that is one, and an example that passes it."""
    pack = subject.loaded.pack
    for action in pack.actions:
        line = subject.table_line("actions", action.id)
        screen = pack.screen(action.screen)
        if screen and screen.module != action.module:
            message = f"the action '{action.id}' has the module '{action.module}', its screen '{screen.module}'."
            yield error(PACK_FILE, line, "action", message, "Write the screen's module.")
        yield from _schema(action, line)


def _schema(action: ActionSpec, line: int | None) -> Iterator[Problem]:
    try:
        check_schema(action.schema)
    except SchemaProblem as problem:
        message = f"the fields of '{action.id}' are not a JSON Schema: {problem}."
        yield error(PACK_FILE, line, "schema", message, "Correct [actions.fields].")
        return
    try:
        check_value(dict(action.example), action.schema)
    except SchemaProblem as problem:
        message = f"the example of '{action.id}' does not pass its own schema: {problem}."
        yield error(PACK_FILE, line, "example", message, "Correct the example or the fields.")


def actions_are_explained(subject: Subject) -> Iterator[Problem]:
    """Every action is listed by a section, where its title is the heading of a procedure."""
    sections = subject.loaded.manual.sections
    for action in subject.loaded.pack.actions:
        listing = [s for s in sections if action.id in s.actions]
        if not listing and subject.may_be_unread(action.id):
            continue
        if not listing:
            message = f"no section lists the action '{action.id}'."
            fix = f"Add '- {action.id}' to 'actions' of the section that explains it."
            yield error(PACK_FILE, subject.table_line("actions", action.id), "action", message, fix)
        elif not any(_explains(section, action) for section in listing):
            section = listing[0]
            line = subject.key_line(section, "actions", action.id)
            message = f"the action '{action.id}' has no procedure '{action.title}'."
            yield error(section.file, line, "action", message, f"Add '### {action.title}' under '## How to'.")


def _explains(section: Section, action: ActionSpec) -> bool:
    passage = section.passage(action.title)
    return passage is not None and passage.kind is PartKind.HOW_TO


def listed_actions_exist(subject: Subject) -> Iterator[Problem]:
    """The actions a section lists are those of the pack."""
    for section in subject.loaded.manual.sections:
        for action in section.actions:
            if subject.loaded.pack.action(action) is None:
                line = subject.key_line(section, "actions", action)
                fix = f"Correct the id, or describe it in {PACK_FILE}."
                yield error(section.file, line, "action", f"the pack has no action '{action}'.", fix)


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
            yield error(PACK_FILE, subject.table_line(table, owner), "module", message, fix)
    held = {module for role in pack.roles for module in role.modules}
    for screen in pack.screens:
        if pack.roles and screen.module and screen.module not in held:
            message = f"no role can open the screen '{screen.id}': none has the module '{screen.module}'."
            yield error(PACK_FILE, subject.table_line("screens", screen.id), "module", message, "Add it to a role.")


def menus_agree(subject: Subject) -> Iterator[Problem]:
    """With the running app at hand, each role's menu is what the pack says."""
    if subject.live is None:
        return
    pack = subject.loaded.pack
    for role in pack.roles:
        menu = subject.live.menus.get(role.id)
        if menu is None:
            continue
        openable = [s.route for s in pack.screens if not s.module or s.module in role.modules]
        said = {route for route in openable if not item_route(route)}
        line = subject.table_line("roles", role.id)
        for route in sorted(menu - said):
            message = f"the app shows '{role.id}' the screen {route}, and the pack does not."
            yield error(PACK_FILE, line, "menu", message, "Add the screen and its section, or the role's module.")
        for route in sorted(said - menu):
            message = f"the pack gives '{role.id}' the screen {route}, and the app does not show it."
            yield error(PACK_FILE, line, "menu", message, "Remove the module from the role.")
