"""The inner tables of a shot (targets, zones, steps), read with the place named when something does not fit."""

import re
from collections.abc import Mapping
from typing import cast

from overlay.capture.shots import ROLES, Choose, Click, Fill, Press, Step, Target, Wait, ZoneSpec, kind_of
from overlay.content.toml_tables import TomlTable
from overlay.core.errors import PackError
from overlay.core.manual import ZoneKind

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
"""What ids and zone keys look like."""
TARGET_KEYS = frozenset({"role", "name", "begins", "text", "level", "nth", "within"})
VERBS = ("click", "fill", "choose", "press", "wait")


class Place:
    """A key of a shot's table: what is read from it, and how errors there are told."""

    def __init__(self, table: TomlTable, key: str) -> None:
        self._table = table
        self._key = key

    def fail(self, problem: str, fix: str) -> PackError:
        """Make an error at this key's line."""
        return self._table.fail(problem, fix, self._key)

    def fields(self, value: object, known: frozenset[str] | None = None) -> Mapping[str, object]:
        """Return a table's entries; only the known keys when they are given."""
        if not isinstance(value, dict):
            raise self.fail(f"an entry of '{self._key}' is not a table.", "Write { ... }.")
        fields = cast("dict[str, object]", value)
        unknown = [key for key in fields if known is not None and key not in known]
        if unknown:
            names = ", ".join(sorted(known or ()))
            raise self.fail(f"the key '{unknown[0]}' is not known in '{self._key}'.", f"Use one of: {names}.")
        return fields

    def items(self) -> list[object]:
        """Return a list's entries; a table alone counts as a list of one."""
        value = self._table.value(self._key)
        if value is None:
            return []
        return cast("list[object]", value) if isinstance(value, list) else [value]

    def redacted(self, value: object) -> Target:
        """Read what is painted over: an element as everywhere, or text that a pattern finds."""
        fields = self.fields(value)
        pattern = self._word(fields, "pattern")
        if not pattern:
            return self.target(value)
        self.fields(value, frozenset({"pattern", "within", "nth"}))
        try:
            found = re.compile(pattern)
        except re.error as error:
            raise self.fail(f"the pattern '{pattern}' cannot be read: {error}.", "Correct it.") from None
        if found.search(""):
            raise self.fail(f"the pattern '{pattern}' matches nothing at all as well.", "Make it match one character.")
        inner = fields.get("within")
        within = self.target(inner) if inner is not None else None
        return Target(pattern=pattern, nth=self._number(fields, "nth"), within=within)

    def target(self, value: object, scope: Target | None = None) -> Target:
        """Read an element; `scope` is what it lies within when it does not say."""
        fields = self.fields(value, TARGET_KEYS)
        inner = fields.get("within")
        within = self.target(inner, scope) if inner is not None else scope
        role, text = self._word(fields, "role"), self._word(fields, "text")
        if bool(role) == bool(text):
            raise self.fail(
                f"an entry of '{self._key}' has not one of 'role' and 'text'.", 'Write { role = "...", name = "..." }.'
            )
        if role and role not in ROLES:
            raise self.fail(f"the role '{role}' is not known.", "Use an ARIA role, such as button.")
        return Target(
            *(role, self._word(fields, "name"), self._word(fields, "begins"), text),
            level=self._number(fields, "level"),
            nth=self._number(fields, "nth"),
            within=within,
        )

    def zone(self, key: str, value: object, scope: Target | None) -> ZoneSpec:
        """Read a zone."""
        if not ID.fullmatch(key):
            raise self.fail(f"the zone '{key}' is not lower-case letters, digits and hyphens.", "Rename it.")
        fields = self.fields(value, TARGET_KEYS | {"kind"})
        kinds = {kind.value: kind for kind in ZoneKind}
        said = fields.get("kind")
        if said is not None and said not in kinds:
            raise self.fail(f"zone '{key}' has the kind {said!r}.", "Use c (click), e (editable) or g (group).")
        target = self.target({k: v for k, v in fields.items() if k != "kind"}, scope)
        if not target.name:
            raise self.fail(f"zone '{key}' has no name.", 'Add name = "...": the label exactly as rendered.')
        return ZoneSpec(key, target, kinds[str(said)] if said else kind_of(target.role))

    def step(self, number: int, value: object) -> Step:
        """Read a step: a table with one verb."""
        fields = self.fields(value)
        verb = next(iter(fields), "")
        if len(fields) != 1 or verb not in VERBS:
            raise self.fail(f"step {number} is {', '.join(fields) or 'empty'}.", f"Use one of: {', '.join(VERBS)}.")
        what = fields[verb]
        match verb:
            case "click":
                return Click(self.target(what))
            case "fill":
                return Fill(*self._with_word(what, "text"))
            case "choose":
                return Choose(*self._with_word(what, "option"))
            case "press":
                return self._press(number, what)
            case _:
                return Wait(self.target(what))

    def _press(self, number: int, key: object) -> Press:
        if key != "Escape":
            raise self.fail(f"step {number} presses {key!r}.", 'Only "Escape" is allowed: nothing may be sent.')
        return Press()

    def _with_word(self, value: object, word: str) -> tuple[Target, str]:
        fields = self.fields(value, TARGET_KEYS | {word})
        text = fields.get(word)
        if not isinstance(text, str):
            raise self.fail(f"a step has no '{word}'.", f'Add {word} = "...".')
        return self.target({k: v for k, v in fields.items() if k != word}), text

    def _word(self, fields: Mapping[str, object], key: str) -> str:
        value = fields.get(key, "")
        if not isinstance(value, str) or (key in fields and not value.strip()):
            raise self.fail(f"'{key}' in '{self._key}' is not text.", f'Write {key} = "...".')
        return value

    def _number(self, fields: Mapping[str, object], key: str) -> int | None:
        value = fields.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.fail(f"'{key}' in '{self._key}' is not a whole number.", f"Write {key} = 0.")
        return value
