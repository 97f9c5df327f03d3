"""The toolbox: finds a tool, checks its arguments, and turns every ending into a ToolResult."""

import asyncio
import logging
from collections.abc import Iterable
from typing import assert_never

from overlay.core.model import ToolCall
from overlay.core.ports import Tool
from overlay.core.tools import Failed, Ok, Refused, Retry, ToolResult, ToolSpec, ToolStep
from overlay.schema.validate import SchemaProblem, check_value

_log = logging.getLogger(__name__)
RESULT_KEPT = 600
"""Characters of a tool's result that are kept for the person to look up."""


class Toolbox:
    """The tools of one person for one turn."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        """Take the tools whose module the person sees; the caller chose them."""
        self._tools = {tool.spec.name: tool for tool in tools}
        self._prepared = False

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """What the model sees, in a fixed order."""
        return tuple(self._tools[name].spec for name in sorted(self._tools))

    async def run(self, call: ToolCall) -> ToolResult:
        """Run one call. Never raises but for cancellation."""
        if call.problem:
            return Retry(call.problem)
        tool = self._tools.get(call.name)
        if tool is None:
            return Retry(f"There is no tool {call.name!r}. There are: {', '.join(sorted(self._tools))}.")
        try:
            check_value(dict(call.args), tool.spec.parameters)
        except SchemaProblem as problem:
            return Retry(f"The arguments of {call.name} do not fit: {problem}")
        try:
            result = await tool.run(call.args)
        except asyncio.CancelledError:
            raise
        except Exception:  # noqa: BLE001  one of three such places: a broken tool costs its result, never the answer
            _log.exception("tool %s failed", call.name)
            return Failed("This tool failed. Answer without it and say what could not be looked up.")
        if isinstance(result, Ok) and result.action is not None:
            if self._prepared:
                return Refused("One action a turn: another was prepared already.")
            self._prepared = True
        return result


def step_of(call: ToolCall, result: ToolResult) -> ToolStep:
    """Describe a finished call for the person."""
    match result:
        case Ok(text=text, summary=summary):
            return ToolStep(call.name, call.args, summary, "ok", text[:RESULT_KEPT])
        case Retry(text=text):
            return ToolStep(call.name, call.args, "Asked again", "retry", text[:RESULT_KEPT])
        case Refused(text=text, no_access=denied):
            summary = f"No access to {denied.screen}" if denied else "Not available now"
            return ToolStep(call.name, call.args, summary, "refused", text[:RESULT_KEPT])
        case Failed(text=text):
            return ToolStep(call.name, call.args, "Could not be looked up", "failed", text[:RESULT_KEPT])
        case _:
            assert_never(result)
