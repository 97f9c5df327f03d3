"""Every kind of problem there is: its name, how bad it is unless somebody says otherwise, and what it means."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """How bad a problem is."""

    ERROR = "error"
    WARNING = "warning"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem."""

    name: str
    level: Level
    about: str
    """What holds when there is no such problem, in one sentence."""
    live: bool = False
    """Whether it takes the running app to find it."""
    fixed: bool = False
    """Whether its level stands: nothing else can be trusted while there is one."""


_E, _W = Level.ERROR, Level.WARNING
KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("unreadable", _E, "Every file, section, screenshot and shot can be read, field by field.", fixed=True),
        Kind("setting", _E, "The [check] table names kinds and levels that there are.", fixed=True),
        Kind("id", _E, "Ids of sections, screens, roles, actions, data tools, shots and pictures are used once."),
        Kind("summary", _E, "A section's summary has 20 characters or more."),
        Kind("part", _E, "A section has its six parts, and each says something."),
        Kind("route", _E, "Routes of sections and pictures are screens of the pack, and no two screens share one."),
        Kind("module", _E, "Modules of sections, roles and endpoints are those of screens, and every one has a role."),
        Kind("uncovered", _E, "Every screen of the pack has a section."),
        Kind("code", _E, "A section has no names from code: paths, file endings, tables."),
        Kind("alias", _E, "An alias leads to a heading of its section."),
        Kind("size", _W, "There are 40 sections at most: an index of more no longer serves in a prompt."),
        Kind("index", _E, "The index that a model reads lists every section for one role at least."),
        Kind("order", _E, "On each screen one section is the most specific, and comes first."),
        Kind("title", _E, "Every title rule can be the first that fits a window."),
        Kind("marker", _E, "A marker stands alone on its line and names a picture of its own section."),
        Kind("zone", _E, "A picture has a principal zone, its controls have names, and markers name zones it has."),
        Kind("pointing", _W, "The step before a marker names the control that the marker points at."),
        Kind("link", _E, "A link opens a screen of the pack, without a query, and never one item."),
        Kind("path", _E, "A menu path is one of the pack's, or leads on from one."),
        Kind("picture", _E, "A section loads no picture from elsewhere."),
        Kind("step", _W, "The steps of a procedure are numbered one after the other."),
        Kind("image", _E, "Each entry of the catalogue has its image: a WebP, unchanged, of twice the size it says."),
        Kind("stray", _E, "Nothing lies in manual/sections or screenshots that the pack does not use."),
        Kind("section", _E, "Every picture belongs to a section that is there."),
        Kind("unused", _E, "Every picture is shown by a step of its section."),
        Kind("words", _E, "Every picture says what it shows and when it helps."),
        Kind("role", _E, "Every picture was taken as a role of the pack."),
        Kind("alike", _E, "At most 3 shots share route, state and role."),
        Kind("shot", _W, "Every picture has its shot, and shows the section, route and role that the shot says."),
        Kind("action", _E, "Every action has its screen's module, and a section with a procedure of its title."),
        Kind("schema", _E, "The fields of an action, and the parameters of a data tool, are JSON Schemas."),
        Kind("example", _E, "Every action with fields has an example that passes them."),
        Kind("access", _E, "A role reaches no screen, action or data of modules that it does not have."),
        Kind("label", _E, "Every quoted label is on the section's screens, or on one it links.", live=True),
        Kind("menu", _E, "The menu of each role has the screens that the pack gives it, and no others.", live=True),
        Kind("closed", _E, "Each role can open the screens that the pack gives it.", live=True),
        Kind("person", _E, "The app says of each role the modules that the pack gives it.", live=True),
        Kind("data", _E, "The app gives each role the data of its own modules, and refuses the rest.", live=True),
    )
}


def listed(kinds: Iterable[Kind]) -> str:
    """Write kinds for a terminal, one a line."""
    rows = [f"{k.name:<11} {k.level.value:<8} {k.about}{' (--live)' if k.live else ''}" for k in kinds]
    return "\n".join(rows)


def level_problem(kind: str, level: str) -> str:
    """Return what is wrong with giving a kind a level; empty when nothing is."""
    if kind not in KINDS:
        return f"there is no kind '{kind}'. 'fescue check --rules' lists them."
    if level not in {one.value for one in Level}:
        return f"the level '{level}' of '{kind}' is not error, warning or ignore."
    return f"'{kind}' is always an error: while there is one, nothing else can be trusted." if KINDS[kind].fixed else ""
