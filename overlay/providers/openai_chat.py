"""OpenAI's chat completions: OpenAI, Azure, and every server and gateway that speaks the same."""

import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from hashlib import sha256
from typing import assert_never

from overlay.core.errors import ProviderRequestError
from overlay.core.model import AssistantMessage, Message, ModelEvent, Prompt, ToolCall, ToolMessage, UserMessage
from overlay.core.tools import ToolSpec
from overlay.providers.calls import wire_id, wire_name
from overlay.providers.connection import Connection
from overlay.providers.failures import ToolsRejectedError
from overlay.providers.json_values import Json, as_object, read_object, to_json
from overlay.providers.openai_stream import ChatReader
from overlay.providers.reading import read_step

OPTIONAL = ("reasoning_effort", "prompt_cache_key", "stream_options", "tool_choice")
"""What a server or model may not know; one that says so is asked again without."""
NO_EFFORT = re.compile(r"reasoning_effort\b.*'none'", re.DOTALL)
MOST_ID = 40
"""The longest call id OpenAI itself accepts; gateways that write longer ones need them back whole."""


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """What one server wants besides model, messages and tools."""

    path: str = "/chat/completions"
    effort: str = ""
    """`reasoning_effort`; empty leaves it to the model."""
    cache_key: bool = False
    """Whether the server routes by `prompt_cache_key`."""
    withholds: bool = True
    """Whether `tool_choice: none` keeps tools from being called; without it they are left out at the last step."""
    short_ids: bool = False
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    """More of the body: a gateway's pinned route."""


class OpenAIChat:
    """A model behind chat completions."""

    def __init__(self, name: str, model: str, connection: Connection, options: ChatOptions | None = None) -> None:
        """Make the provider; nothing is asked yet.

        Args:
            name: for the log.
            model: as the server knows it.
            connection: where to.
            options: what this server wants.
        """
        self.name = name
        self.model = model
        self.connection = connection
        self._options = options or ChatOptions()
        self._effort = self._options.effort
        self._unknown: set[str] = set()
        self._thinks = False
        self._origin = f"chat:{name}:{model}"

    async def stream(self, prompt: Prompt) -> AsyncGenerator[ModelEvent, None]:
        """Stream one step.

        Raises:
            ProviderError: while iterating.
        """
        while True:
            body = self.body(prompt)
            try:
                who = self.connection.endpoint.who
                reader = ChatReader(who, self._origin, len(prompt.messages), thinks=self._thinks)
                async with aclosing(read_step(reader, self.connection, self._options.path, body)) as events:
                    async for event in events:
                        yield event
            except ToolsRejectedError:
                raise
            except ProviderRequestError as refusal:
                if not self._learns(str(refusal), body):
                    raise
            else:
                self._thinks = self._thinks or reader.thinks
                return

    def _learns(self, refusal: str, body: Json) -> bool:
        """Take from a refusal what this model does not know; say whether asking again differently may help."""
        if NO_EFFORT.search(refusal) and self._effort != "none":
            # Newer models of OpenAI's take tools here only when they are told not to think.
            self._effort = "none"
            return True
        named = {name for name in OPTIONAL if name in body and name in refusal}
        self._unknown |= named
        return bool(named)

    def body(self, prompt: Prompt) -> dict[str, object]:
        """Write a step's request."""
        options = self._options
        wanted: dict[str, object] = {"stream_options": {"include_usage": True}}
        if self._effort:
            wanted["reasoning_effort"] = self._effort
        if options.cache_key:
            wanted["prompt_cache_key"] = sha256(prompt.stable.encode()).hexdigest()[:32]
        body: dict[str, object] = {"model": self.model, "messages": self._messages(prompt), "stream": True}
        withheld = prompt.closing and (not options.withholds or "tool_choice" in self._unknown)
        if prompt.tools and not withheld:
            body["tools"] = [_tool(spec) for spec in prompt.tools]
            if prompt.closing:
                wanted["tool_choice"] = "none"
        body |= {name: value for name, value in wanted.items() if name not in self._unknown}
        return {**body, **options.extra}

    def _messages(self, prompt: Prompt) -> list[Json]:
        # One system message: some chat templates take no second, and caches compare tokens, not messages.
        messages: list[Json] = [{"role": "system", "content": f"{prompt.stable}\n{prompt.fresh}"}]
        messages += [self._message(m) for m in prompt.messages]
        if prompt.note:
            messages.append({"role": "user", "content": prompt.note})
        return messages

    def _message(self, message: Message) -> Json:
        match message:
            case UserMessage(text=text):
                return {"role": "user", "content": text}
            case AssistantMessage():
                return self._assistant(message)
            case ToolMessage(call=call, result=result):
                return {"role": "tool", "tool_call_id": self._id(call.id), "content": result.text}
            case _:
                assert_never(message)

    def _assistant(self, message: AssistantMessage) -> Json:
        kept = dict(read_object(message.opaque.data) or {}) if self._wrote(message) and message.opaque else {}
        extras = as_object(kept.pop("extra_content", None))
        said: dict[str, object] = {"role": "assistant", "content": message.text or None, **kept}
        if message.calls:
            said["tool_calls"] = [self._call(c, extras.get(str(n))) for n, c in enumerate(message.calls)]
        elif not message.text:
            said["content"] = ""
        return said

    def _call(self, call: ToolCall, extra: object) -> Json:
        function = {"name": wire_name(call.name), "arguments": to_json(dict(call.args))}
        added = {"extra_content": extra} if extra else {}
        return {"id": self._id(call.id), "type": "function", "function": function, **added}

    def _wrote(self, message: AssistantMessage) -> bool:
        return message.opaque is not None and message.opaque.origin == self._origin

    def _id(self, call_id: str) -> str:
        return wire_id(call_id, MOST_ID) if self._options.short_ids else call_id


def _tool(spec: ToolSpec) -> Json:
    function = {"name": spec.name, "description": spec.description, "parameters": dict(spec.parameters)}
    return {"type": "function", "function": function}
