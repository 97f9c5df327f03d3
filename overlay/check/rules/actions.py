"""Actions and data tools of pack.toml."""

from collections.abc import Iterator

from overlay.check.report import Problem
from overlay.check.subject import PACK_FILE, Subject, fault
from overlay.core.manual import PartKind, Section
from overlay.core.pack import ActionSpec
from overlay.schema.validate import SchemaProblem, check_schema, check_value
from overlay.tools import offer_sections, prepare_action, read_manual


def actions_work(subject: Subject) -> Iterator[Problem]:
    """An action has its screen's module, a schema that is one, and an example that passes it."""
    pack = subject.loaded.pack
    for action in pack.actions:
        line = subject.table_line("actions", action.id)
        screen = pack.screen(action.screen)
        if screen and screen.module != action.module:
            message = f"the action '{action.id}' has the module '{action.module}', its screen '{screen.module}'."
            yield fault(PACK_FILE, line, "action", message, "Write the screen's module.")
        yield from _schema(action, line)


def _schema(action: ActionSpec, line: int | None) -> Iterator[Problem]:
    try:
        check_schema(action.schema)
    except SchemaProblem as problem:
        message = f"the fields of '{action.id}' are not a JSON Schema: {problem}."
        yield fault(PACK_FILE, line, "schema", message, "Correct [actions.fields].")
        return
    if action.schema.get("properties") and not action.example:
        message = f"the action '{action.id}' has fields and no example."
        yield fault(PACK_FILE, line, "example", message, "Add example = {...} with values as they stand in a link.")
    try:
        check_value(dict(action.example), action.schema)
    except SchemaProblem as problem:
        message = f"the example of '{action.id}' does not pass its own schema: {problem}."
        yield fault(PACK_FILE, line, "example", message, "Correct the example or the fields.")


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
            yield fault(PACK_FILE, subject.table_line("actions", action.id), "action", message, fix)
        elif not any(_explains(section, action) for section in listing):
            section = listing[0]
            line = subject.key_line(section, "actions", action.id)
            message = f"the action '{action.id}' has no procedure '{action.title}'."
            yield fault(section.file, line, "action", message, f"Add '### {action.title}' under '## How to'.")


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
                yield fault(section.file, line, "action", f"the pack has no action '{action}'.", fix)


def data_tools_work(subject: Subject) -> Iterator[Problem]:
    """A data tool has a name of its own, parameters that are a schema, and columns."""
    taken = {read_manual.NAME, offer_sections.NAME, prepare_action.NAME}
    for data in subject.loaded.pack.data:
        line = subject.table_line("data", data.name)
        if data.name in taken:
            message = f"the name '{data.name}' belongs to another tool."
            yield fault(PACK_FILE, line, "id", message, "Give each data tool its own name.")
        taken.add(data.name)
        try:
            check_schema(data.parameters)
        except SchemaProblem as problem:
            message = f"the parameters of '{data.name}' are not a JSON Schema: {problem}."
            yield fault(PACK_FILE, line, "schema", message, "Correct [data.parameters].")
