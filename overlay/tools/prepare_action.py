"""`prepare_action`: a link that opens a dialog of the target app prefilled. It never does anything by itself."""

import re
from collections.abc import Mapping
from typing import cast
from urllib.parse import quote

from overlay.core.access import actions_for
from overlay.core.errors import TargetError
from overlay.core.pack import ActionSpec, Pack
from overlay.core.person import Person
from overlay.core.ports import ActionStates
from overlay.core.tools import Ok, PreparedAction, Refused, Retry, ToolResult, ToolSpec
from overlay.schema.validate import SchemaProblem, check_value

NAME = "prepare_action"
_UNSENDABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Control characters, and halves of characters: servers refuse the whole address for them."""


class PrepareAction:
    """Prepares one of the actions this person may take."""

    def __init__(self, pack: Pack, person: Person, states: ActionStates | None) -> None:
        """Make the tool for one person.

        Args:
            pack: the target app.
            person: who will confirm.
            states: asks the app whether an action is available now; None when the app cannot be asked.
        """
        self._pack = pack
        self._actions = {a.id: a for a in actions_for(pack, person)}
        self._states = states
        self.spec = ToolSpec(NAME, _description(self._actions), _parameters(self._actions))

    @property
    def useful(self) -> bool:
        """Whether there is any action for this person."""
        return bool(self._actions)

    async def run(self, args: Mapping[str, object]) -> ToolResult:
        """Validate role, fields and state, and write the link."""
        action = self._actions[str(args["action"])]
        fields = cast("Mapping[str, object]", args.get("fields") or {})
        try:
            check_value(fields, action.schema)
        except SchemaProblem as problem:
            return Retry(f"The fields do not fit: {problem}. Leave out what you do not know.")
        odd = next((name for name, value in fields.items() if _UNSENDABLE.search(str(value))), None)
        if odd is not None:
            return Retry(f"The field '{odd}' holds a character that no link can carry. Write its words anew.")
        unavailable = await self._unavailable(action)
        if unavailable is not None:
            return Refused(f"'{action.title}' is not available now: {unavailable}")
        prepared = prepare(action, {k: str(v) for k, v in fields.items() if str(v)}, self._pack)
        if prepared is None:
            return Retry("The link would be too long. Prepare the action with fewer fields.")
        filled = ", ".join(prepared.fields) or "nothing"
        return Ok(
            f"Prepared: the person sees a button for '{action.title}' (prefilled: {filled}). Nothing has been sent.",
            f"Prepared «{action.title}»",
            action=prepared,
        )

    async def _unavailable(self, action: ActionSpec) -> str | None:
        if not action.state or self._states is None:
            return None
        try:
            state = await self._states.state(action.state)
        except TargetError:
            # The app says so itself when the dialog opens; a state that cannot be read is no reason to refuse.
            return None
        return None if state.available else state.reason or "the app says so."


def prepare(action: ActionSpec, fields: Mapping[str, str], pack: Pack) -> PreparedAction | None:
    """Write an action's link; while it is too long the longest fields are left to the person.

    Returns:
        The prepared action, or None when even the bare link is too long.
    """
    screen = pack.screen(action.screen)
    properties = _properties(action)
    labels = {name: str(schema.get("title", name)) for name, schema in properties.items()}
    kept = {name: fields[name] for name in properties if name in fields}
    while screen is not None:
        try:
            url = pack.link(screen.route, {action.parameter: action.value, **kept})
        except ValueError:
            if not kept:
                return None
            # By what it takes in the link, where a letter may be six characters.
            kept.pop(max(kept, key=lambda name: len(quote(kept[name]))))
            continue
        left = tuple(labels[name] for name in properties if name not in kept)
        return PreparedAction(action.id, action.title, kept, left, labels, url)
    return None


def _properties(action: ActionSpec) -> Mapping[str, Mapping[str, object]]:
    return cast("Mapping[str, Mapping[str, object]]", action.schema.get("properties", {}))


def _description(actions: Mapping[str, ActionSpec]) -> str:
    lines = [f"- {a.id}: {a.title}; fields: {', '.join(_properties(a)) or 'none'}" for a in actions.values()]
    return (
        "Prepare one action for the person to confirm in the app. Fill only what they said; never ask for the rest. "
        "At most once a turn.\n" + "\n".join(lines)
    )


def _parameters(actions: Mapping[str, ActionSpec]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": list(actions)},
            "fields": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "required": ["action"],
        "additionalProperties": False,
    }
