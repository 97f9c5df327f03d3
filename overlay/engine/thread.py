"""What of a thread the model still gets to read: whole turns, the latest ones, older results shortened."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from overlay.core.model import AssistantMessage, Message, ToolCall, ToolMessage, UserMessage
from overlay.core.tools import Failed, Ok, ToolResult

MESSAGES = 30
"""The most messages of earlier turns that are kept."""
TOKENS = 60_000
"""About the most tokens that earlier turns may take."""
TOKEN_CHARACTERS = 4
WHOLE_TURNS = 2
"""The latest turns keep their tool results as they were."""
INTERRUPTED = "This was interrupted and not looked up."
SHORT = 600
"""Characters an older tool result is shortened to."""


def recent(history: Sequence[Message], added: Sequence[Message]) -> tuple[Message, ...]:
    """Return the messages of a prompt.

    Args:
        history: the thread's earlier messages.
        added: this turn's; they stay as they are.
    """
    turns = [_complete(turn) for turn in _turns(history)]
    old = max(len(turns) - WHOLE_TURNS, 0)
    turns = [[_shortened(m) for m in turn] for turn in turns[:old]] + turns[old:]
    kept: list[list[Message]] = []
    messages = tokens = 0
    for turn in reversed(turns):
        messages += len(turn)
        tokens += sum(map(size, turn))
        if messages > MESSAGES or tokens > TOKENS:
            break
        kept.insert(0, turn)
    return tuple(_distinct([*(m for turn in kept for m in turn), *added]))


def size(message: Message) -> int:
    """Return about how many tokens a message takes."""
    match message:
        case UserMessage(text=text):
            count = len(text)
        case AssistantMessage(text=text, calls=calls):
            count = len(text) + sum(len(c.name) + len(str(dict(c.args))) for c in calls)
        case ToolMessage(result=result):
            count = len(result.text)
        case _:
            assert_never(message)
    return count // TOKEN_CHARACTERS + 4


def _turns(history: Iterable[Message]) -> list[list[Message]]:
    """Cut a thread at its questions; what stands before the first one has lost its question and is left out."""
    turns: list[list[Message]] = []
    for message in history:
        if isinstance(message, UserMessage):
            turns.append([message])
        elif turns:
            turns[-1].append(message)
    return turns


def _complete(turn: list[Message]) -> list[Message]:
    """Give calls that were cut off a result: no provider accepts one without."""
    answered = {m.call.id for m in turn if isinstance(m, ToolMessage)}
    complete: list[Message] = []
    waiting: list[ToolCall] = []
    for message in turn:
        if waiting and not isinstance(message, ToolMessage):
            complete += _interrupted(waiting)
            waiting = []
        complete.append(message)
        if isinstance(message, AssistantMessage):
            waiting = [c for c in message.calls if c.id not in answered]
    return complete + _interrupted(waiting)


def _interrupted(calls: list[ToolCall]) -> list[Message]:
    return [ToolMessage(call, Failed(INTERRUPTED)) for call in calls]


def _shortened(message: Message) -> Message:
    if not isinstance(message, ToolMessage):
        return message
    return replace(message, result=_shorter(message.result))


def _shorter(result: ToolResult) -> ToolResult:
    if not isinstance(result, Ok) or result.whole or len(result.text) <= SHORT + SHORT // 4:
        return result
    cut = result.text[:SHORT]
    cut = cut[: cut.rfind("\n")] if "\n" in cut[SHORT // 2 :] else cut
    pictures = f" Its screenshots: {', '.join(result.screenshots)}." if result.screenshots else ""
    return replace(
        result, text=f"{cut}\n(shortened, as it was read some turns ago; look it up again if needed.{pictures})"
    )


def _distinct(messages: list[Message]) -> list[Message]:
    """Give calls of one id, such as the offline answerer's in several turns, ids of their own."""
    seen: dict[str, int] = {}
    names: dict[str, str] = {}
    distinct: list[Message] = []
    for message in messages:
        match message:
            case AssistantMessage(calls=calls, opaque=None) if calls:
                names |= {c.id: _name(c.id, seen) for c in calls}
                distinct.append(replace(message, calls=tuple(replace(c, id=names[c.id]) for c in calls)))
            case ToolMessage(call=call) if call.id in names:
                distinct.append(replace(message, call=replace(call, id=names[call.id])))
            case _:
                distinct.append(message)
    return distinct


def _name(call_id: str, seen: dict[str, int]) -> str:
    seen[call_id] = seen.get(call_id, 0) + 1
    return call_id if seen[call_id] == 1 else f"{call_id}-{seen[call_id]}"
