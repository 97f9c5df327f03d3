"""pack.toml -> `Pack`."""

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from overlay.content.toml_tables import TomlTable
from overlay.core.pack import (
    ActionSpec,
    CaptureSpec,
    CheckSpec,
    DataSpec,
    Pack,
    RoleSpec,
    ScreenSpec,
    TitleRule,
    item_route,
)
from overlay.core.routes import compile_route
from overlay.core.urls import parse_web_address


def read_pack_file(root: Path) -> Pack:
    """Read a pack's `manual/pack.toml`.

    Raises:
        PackError: naming file, line and what to do.
    """
    table = TomlTable.load(root / "manual" / "pack.toml", root)
    screens = tuple(_screen(t) for t in table.tables("screens"))
    if not screens:
        raise table.fail("no screens are listed.", "Add a [[screens]] table for each screen.")
    _unique(table, "screens")
    routes = {s.id: s.route for s in screens}
    _unique(table, "roles")
    _unique(table, "actions")
    pack = Pack(
        name=table.text("name"),
        origins=_origins(table),
        screens=screens,
        roles=tuple(_role(t) for t in table.tables("roles")),
        actions=tuple(_action(t, routes) for t in table.tables("actions")),
        data=tuple(_data(t) for t in table.tables("data")),
        base_path=_path(table, "base_path"),
        locale=table.text("locale", "en"),
        contact=table.text("contact", ""),
        person_path=_path(table, "person", query=True),
        queries=frozenset(table.texts("queries", ())),
        hash_routes=table.flag("hash_routes"),
        demo_data=table.flag("demo_data"),
        capture=_capture(table.table("capture")),
        check=_check(table.table("check")),
        titles=tuple(_title(t, routes) for t in table.tables("titles")),
    )
    table.done()
    return pack


def _origins(table: TomlTable) -> tuple[str, ...]:
    origins = table.texts("origins")
    if not origins:
        raise table.fail("'origins' is empty.", 'List the app\'s address, such as "https://erp.example".', "origins")
    for origin in origins:
        address = parse_web_address(origin)
        if address is None or address.path != "/" or address.query or address.fragment:
            raise table.fail(f"{origin!r} is not an origin.", _origin_fix(origin), "origins")
    return origins


def _origin_fix(origin: str) -> str:
    """Say how an origin is written; one in letters of its own as browsers send it."""
    scheme, _, host = origin.partition("://")
    try:
        sent = host.encode("idna").decode("ascii")
    except UnicodeError:
        sent = host
    if sent != host and parse_web_address(f"{scheme}://{sent}"):
        return f"Write it as browsers send it: {scheme}://{sent}"
    return "Write scheme and host alone: https://erp.example"


def _path(table: TomlTable, key: str, *, query: bool = False, default: str | None = "") -> str:
    """Read a path of the app; without its first slash it would become a part of the host's name."""
    path = table.text(key, default)
    if path and (
        not path.startswith("/") or path.startswith("//") or re.search(r"[\s#\\]" if query else r"[\s#?\\]", path)
    ):
        raise table.fail(f"'{key}' is '{path}', which is no path of the app.", f'Write it as {key} = "/app".', key)
    return path


def _screen(table: TomlTable) -> ScreenSpec:
    route = table.text("route")
    if re.search(r"[?#]", route):
        fix = "Write the path alone; for an app that keeps its route behind '#', hash_routes = true above the tables."
        raise table.fail(f"the route '{route}' holds a '?' or '#'.", fix, "route")
    try:
        compile_route(route)
    except ValueError as error:
        raise table.fail(str(error), "Correct the route.", "route") from None
    spec = ScreenSpec(
        id=table.text("id"),
        route=route,
        title=table.text("title"),
        module=table.text("module", ""),
        menu=table.text("menu", ""),
        announced=table.flag("announced"),
        ask=table.text("ask", ""),
        public=table.flag("public"),
    )
    table.done()
    return spec


def _role(table: TomlTable) -> RoleSpec:
    spec = RoleSpec(table.text("id"), table.text("title"), frozenset(table.texts("modules")), table.flag("visitor"))
    table.done()
    return spec


def _action(table: TomlTable, screens: Mapping[str, str]) -> ActionSpec:
    spec = ActionSpec(
        id=table.text("id"),
        title=table.text("title"),
        screen=table.text("screen"),
        parameter=table.text("parameter"),
        value=table.text("value"),
        schema=_schema(table, "fields"),
        module=table.text("module", ""),
        state=_path(table, "state", query=True),
        example={key: str(value) for key, value in table.mapping("example").items()},
    )
    table.done()
    if spec.screen not in screens:
        raise table.fail(f"the screen '{spec.screen}' is not listed.", "Use the id of a [[screens]] table.", "screen")
    if item_route(screens[spec.screen]):
        problem = f"the screen '{spec.screen}' is one of many ({screens[spec.screen]}), and no link opens it."
        raise table.fail(problem, "Use the screen that lists them.", "screen")
    if spec.parameter in table.mapping("fields"):
        problem = f"the field '{spec.parameter}' is the action's own parameter, and would replace it in the link."
        raise table.fail(problem, "Give one of them another name.", "fields")
    return spec


def _title(table: TomlTable, screens: Mapping[str, str]) -> TitleRule:
    rule = TitleRule(table.text("title"), table.text("screen"), table.text("program", ""))
    table.done()
    if not rule.title.strip(" *"):
        raise table.fail(f"the title '{rule.title}' fits every window.", "Write what stands in its title.", "title")
    if rule.screen not in screens:
        raise table.fail(f"the screen '{rule.screen}' is not listed.", "Use the id of a [[screens]] table.", "screen")
    return rule


def _data(table: TomlTable) -> DataSpec:
    spec = DataSpec(
        name=table.text("name"),
        description=table.text("description"),
        module=table.text("module", ""),
        path=_path(table, "path", query=True, default=None),
        parameters=_schema(table, "parameters"),
        columns=table.texts("columns"),
        noun=table.text("noun"),
    )
    table.done()
    return spec


def _capture(table: TomlTable | None) -> CaptureSpec:
    if table is None:
        return CaptureSpec()
    paths, zone, now = table.texts("reads_by_post", ()), table.text("timezone", ""), table.value("now")
    table.done()
    for path in paths:
        if not path.startswith("/") or "?" in path:
            raise table.fail(f"{path!r} is not a path.", 'Write it as "/api/search".', "reads_by_post")
    if now is not None and not (isinstance(now, datetime) and now.tzinfo):
        fix = "Write now = 2026-11-30T09:00:00Z, without quotation marks."
        raise table.fail(f"'now' is {now!s}, not a day and time with its zone.", fix, "now")
    return CaptureSpec(frozenset(paths), zone, now)


def _check(table: TomlTable | None) -> CheckSpec:
    if table is None:
        return CheckSpec()
    levels, words = table.mapping("levels"), table.texts("code_words", ())
    table.done()
    for kind, level in levels.items():
        if not isinstance(level, str):
            raise table.fail(f"the level of '{kind}' is not text.", f'Write {kind} = "warning".', "levels")
    if not all(word.strip() for word in words):
        raise table.fail("'code_words' holds an empty word.", "Remove it.", "code_words")
    return CheckSpec({kind: str(level) for kind, level in levels.items()}, words)


def _schema(table: TomlTable, key: str) -> dict[str, object]:
    """Make an object schema from a table of property schemas; nothing else may be passed."""
    properties = table.mapping(key)
    for name, schema in properties.items():
        if not isinstance(schema, dict):
            raise table.fail(f"'{key}.{name}' is not a JSON Schema.", 'Write {type = "string"} or more.', key)
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _unique(table: TomlTable, kind: str) -> None:
    """Refuse an id that is there twice; what refers to them is looked at later, and would only tell what follows."""
    first: dict[str, int] = {}
    for inner in table.tables(kind):
        name = inner.text("id")
        if name in first:
            problem = f"the id '{name}' is already used by the {kind[:-1]} at line {first[name]}."
            error = inner.fail(problem, "Give each its own id.", "id")
            error.kind = "id"
            raise error
        first[name] = inner.line
