"""Anthropic's messages."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import assert_never

from overlay.core.errors import ProviderRequestError
from overlay.core.model import AssistantMessage, Message, ModelEvent, Prompt, ToolCall, ToolMessage, UserMessage
from overlay.core.tools import Failed, Retry
from overlay.providers.anthropic_stream import MessageReader
from overlay.providers.calls import wire_id, wire_name
from overlay.providers.connection import Connection
from overlay.providers.failures import ToolsRejectedError
from overlay.providers.json_values import Json, as_objects, as_text, read_object
from overlay.providers.reading import read_step

VERSION = "2023-06-01"
ANSWER_TOKENS = 4096
THINKING_TOKENS = {"medium": 2048, "high": 8192}
CACHED: Json = {"type": "ephemeral"}


class AnthropicMessages:
    """A Claude model."""

    def __init__(
        self, name: str, model: str, connection: Connection, *, version: str = "", effort: str = "low"
    ) -> None:
        """Make the provider; nothing is asked yet.

        Args:
            name: for the log.
            model: as the server knows it.
            connection: where to.
            version: `anthropic-version`; the one this was written against by default.
            effort: `low` answers without thinking; `medium` and `high` think first.
        """
        self.name = name
        self.model = model
        self.connection = connection
        self._version = version or VERSION
        self._thinking = _ways_to_think(effort)
        self._origin = f"messages:{model}"

    async def stream(self, prompt: Prompt) -> AsyncGenerator[ModelEvent, None]:
        """Stream one step.

        Raises:
            ProviderError: while iterating.
        """
        while True:
            try:
                reader = MessageReader(self.connection.endpoint.who, self._origin, len(prompt.messages))
                headers = {"anthropic-version": self._version}
                step = read_step(reader, self.connection, "/v1/messages", self._body(prompt), headers)
                async with aclosing(step) as events:
                    async for event in events:
                        yield event
            except ToolsRejectedError:
                raise
            except ProviderRequestError as refusal:
                # Models differ in how they are told to think; one that takes none of the ways answers without.
                if len(self._thinking) == 1 or not any(
                    w in str(refusal) for w in ("thinking", "effort", "output_config")
                ):
                    raise
                self._thinking = self._thinking[1:]
            else:
                return

    def _body(self, prompt: Prompt) -> dict[str, object]:
        system = [
            {"type": "text", "text": prompt.stable, "cache_control": CACHED},
            {"type": "text", "text": prompt.fresh},
        ]
        body: dict[str, object] = {
            "model": self.model,
            "max_tokens": ANSWER_TOKENS,
            "system": system,
            "messages": self._messages(prompt),
            "stream": True,
        }
        if prompt.tools:
            body["tools"] = [
                {"name": s.name, "description": s.description, "input_schema": dict(s.parameters)} for s in prompt.tools
            ]
            if prompt.closing:
                # Left out they would have to be missing from the cached beginning too, and from earlier steps.
                body["tool_choice"] = {"type": "none"}
        extra = self._thinking[0]
        budget = extra.get("thinking")
        if isinstance(budget, dict) and "budget_tokens" in budget:
            body["max_tokens"] = ANSWER_TOKENS + THINKING_TOKENS["high"]
        return {**body, **extra}

    def _messages(self, prompt: Prompt) -> list[Json]:
        """Write the messages: roles alternate, a step's results stand together, the last block ends what is cached."""
        turns: list[tuple[str, list[dict[str, object]]]] = []
        for message in prompt.messages:
            role, blocks = self._blocks(message)
            if not blocks:
                continue
            if turns and turns[-1][0] == role:
                turns[-1][1].extend(blocks)
            else:
                turns.append((role, blocks))
        if turns:
            turns[-1][1][-1]["cache_control"] = CACHED
        if prompt.note:
            note: dict[str, object] = {"type": "text", "text": prompt.note}
            if turns and turns[-1][0] == "user":
                turns[-1][1].append(note)
            else:
                turns.append(("user", [note]))
        return [{"role": role, "content": blocks} for role, blocks in turns]

    def _blocks(self, message: Message) -> tuple[str, list[dict[str, object]]]:
        match message:
            case UserMessage(text=text):
                return "user", _text(text)
            case AssistantMessage():
                return "assistant", self._said(message)
            case ToolMessage(call=call, result=result):
                block: dict[str, object] = {
                    "type": "tool_result",
                    "tool_use_id": wire_id(call.id),
                    "content": result.text or "(nothing)",
                }
                if isinstance(result, Retry | Failed):
                    block["is_error"] = True
                return "user", [block]
            case _:
                assert_never(message)

    def _said(self, message: AssistantMessage) -> list[dict[str, object]]:
        kept = message.opaque
        if kept is None or kept.origin != self._origin:
            return [*_text(message.text), *map(_call, message.calls)]
        # Thinking and its signature go back untouched and in their place; a call the turn did not keep has no result.
        wanted = {call.id for call in message.calls}
        blocks = as_objects((read_object(f'{{"v":{kept.data}}}') or {}).get("v"))
        return [dict(b) for b in blocks if _goes_back(b, wanted)]


def _goes_back(block: Json, wanted: set[str]) -> bool:
    if block.get("type") == "text":
        return bool(as_text(block.get("text")).strip())
    return block.get("type") != "tool_use" or block.get("id") in wanted


def _text(text: str) -> list[dict[str, object]]:
    return [{"type": "text", "text": text}] if text.strip() else []


def _call(call: ToolCall) -> dict[str, object]:
    return {"type": "tool_use", "id": wire_id(call.id), "name": wire_name(call.name), "input": dict(call.args)}


def _ways_to_think(effort: str) -> list[Json]:
    """Return how to ask for an effort, the newest way first, and last how to ask for none."""
    if effort == "low":
        return [{"output_config": {"effort": "low"}}, {}]
    if effort not in THINKING_TOKENS:
        return [{}]
    return [
        {"thinking": {"type": "adaptive"}, "output_config": {"effort": effort}},
        {"thinking": {"type": "enabled", "budget_tokens": THINKING_TOKENS[effort]}},
        {},
    ]
