"""Messages and steps as plain JSON values and back: how a thread is stored."""

from collections.abc import Mapping
from typing import assert_never, cast

from overlay.core.model import AssistantMessage, Message, Opaque, ToolCall, ToolMessage, UserMessage
from overlay.core.tools import Failed, NoAccess, Ok, PreparedAction, Refused, Retry, ToolResult, ToolStep

Json = Mapping[str, object]


def message_to_json(message: Message) -> dict[str, object]:
    """Write a message."""
    match message:
        case UserMessage(text=text):
            return {"kind": "user", "text": text}
        case AssistantMessage(text=text, calls=calls, opaque=opaque):
            kept: dict[str, object] = {"opaque": [opaque.origin, opaque.data]} if opaque else {}
            return {"kind": "assistant", "text": text, "calls": [_call_to_json(c) for c in calls], **kept}
        case ToolMessage(call=call, result=result):
            return {"kind": "tool", "call": _call_to_json(call), "result": _result_to_json(result)}
        case _:
            assert_never(message)


def message_from_json(value: Json) -> Message:
    """Read a message.

    Raises:
        KeyError: it is not one that `message_to_json` wrote.
    """
    match value["kind"]:
        case "user":
            return UserMessage(str(value["text"]))
        case "assistant":
            calls = tuple(map(_call_from_json, cast("list[Json]", value["calls"])))
            opaque = cast("list[str] | None", value.get("opaque"))
            return AssistantMessage(str(value["text"]), calls, Opaque(*opaque) if opaque else None)
        case "tool":
            call = _call_from_json(cast("Json", value["call"]))
            return ToolMessage(call, _result_from_json(cast("Json", value["result"])))
        case kind:
            raise KeyError(kind)


def step_to_json(step: ToolStep) -> dict[str, object]:
    """Write a tool step as the person can look it up."""
    return {
        "tool": step.tool,
        "args": dict(step.args),
        "summary": step.summary,
        "status": step.status,
        "result": step.result,
    }


def step_from_json(value: Json) -> ToolStep:
    """Read a tool step."""
    args = cast("Json", value["args"])
    return ToolStep(str(value["tool"]), args, str(value["summary"]), str(value["status"]), str(value["result"]))


def action_to_json(action: PreparedAction | None) -> dict[str, object] | None:
    """Write a prepared action."""
    if action is None:
        return None
    return {
        "id": action.id,
        "title": action.title,
        "fields": dict(action.fields),
        "left": list(action.left),
        "labels": dict(action.labels),
        "url": action.url,
    }


def action_from_json(value: Json | None) -> PreparedAction | None:
    """Read a prepared action."""
    if value is None:
        return None
    return PreparedAction(
        str(value["id"]),
        str(value["title"]),
        cast("Mapping[str, str]", value["fields"]),
        tuple(cast("list[str]", value["left"])),
        cast("Mapping[str, str]", value["labels"]),
        str(value["url"]),
    )


def no_access_to_json(denied: NoAccess | None) -> dict[str, object] | None:
    """Write who can grant access to what."""
    return {"screen": denied.screen, "ask": denied.ask} if denied else None


def no_access_from_json(value: Json | None) -> NoAccess | None:
    """Read who can grant access to what."""
    return NoAccess(str(value["screen"]), str(value["ask"])) if value else None


def _call_to_json(call: ToolCall) -> dict[str, object]:
    kept: dict[str, object] = {"problem": call.problem} if call.problem else {}
    return {"id": call.id, "name": call.name, "args": dict(call.args), **kept}


def _call_from_json(value: Json) -> ToolCall:
    args = cast("Json", value["args"])
    return ToolCall(str(value["id"]), str(value["name"]), args, str(value.get("problem", "")))


def _result_to_json(result: ToolResult) -> dict[str, object]:
    match result:
        case Ok():
            return {
                "kind": "ok",
                "text": result.text,
                "summary": result.summary,
                "sections": list(result.sections),
                "screenshots": list(result.screenshots),
                "action": action_to_json(result.action),
                "choices": list(result.choices),
                "whole": result.whole,
            }
        case Retry(text=text):
            return {"kind": "retry", "text": text}
        case Refused(text=text, no_access=denied):
            return {"kind": "refused", "text": text, "no_access": no_access_to_json(denied)}
        case Failed(text=text):
            return {"kind": "failed", "text": text}
        case _:
            assert_never(result)


def _result_from_json(value: Json) -> ToolResult:
    text = str(value["text"])
    match value["kind"]:
        case "ok":
            return Ok(
                text,
                str(value["summary"]),
                tuple(cast("list[str]", value["sections"])),
                tuple(cast("list[str]", value["screenshots"])),
                action_from_json(cast("Json | None", value["action"])),
                tuple(cast("list[str]", value["choices"])),
                value.get("whole") is True,
            )
        case "retry":
            return Retry(text)
        case "refused":
            return Refused(text, no_access_from_json(cast("Json | None", value["no_access"])))
        case _:
            return Failed(text)
