"""Google's Gemini: streamGenerateContent."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import assert_never
from urllib.parse import quote

from overlay.core.errors import ProviderRequestError
from overlay.core.model import AssistantMessage, Message, ModelEvent, Prompt, ToolCall, ToolMessage, UserMessage
from overlay.core.tools import Ok
from overlay.providers.calls import wire_name
from overlay.providers.connection import Connection
from overlay.providers.failures import ToolsRejectedError
from overlay.providers.gemini_stream import ContentReader
from overlay.providers.json_values import Json, as_object, as_objects, read_object
from overlay.providers.reading import read_step

VERSION = "v1beta"
UNSIGNED = "skip_thought_signature_validator"
"""Google's word for a call whose signature there is none of: another provider's."""
BUDGETS = {"low": 512, "medium": 4096, "high": 16384}
"""Tokens of thinking for models that are told a number instead of a level."""


class Gemini:
    """A Gemini model."""

    def __init__(
        self, name: str, model: str, connection: Connection, *, version: str = "", effort: str = "low"
    ) -> None:
        """Make the provider; nothing is asked yet.

        Args:
            name: for the log.
            model: as the server knows it.
            connection: where to.
            version: the API's version in the path.
            effort: `low`, `medium` or `high`; empty leaves it to the model.
        """
        self.name = name
        self.model = model
        self.connection = connection
        self._path = f"/{version or VERSION}/models/{quote(model, safe='')}:streamGenerateContent?alt=sse"
        self._thinking: Json = _thinking(model, effort)
        self._origin = f"gemini:{model}"

    async def stream(self, prompt: Prompt) -> AsyncGenerator[ModelEvent, None]:
        """Stream one step.

        Raises:
            ProviderError: while iterating.
        """
        while True:
            reader = ContentReader(self.connection.endpoint.who, self._origin, len(prompt.messages))
            try:
                async with aclosing(read_step(reader, self.connection, self._path, self._body(prompt))) as events:
                    async for event in events:
                        yield event
            except ToolsRejectedError:
                raise
            except ProviderRequestError as refusal:
                if not self._thinking or "think" not in str(refusal).lower():
                    raise
                self._thinking = dict[str, object]()
            else:
                return

    def _body(self, prompt: Prompt) -> dict[str, object]:
        body: dict[str, object] = {
            "systemInstruction": {"parts": [{"text": prompt.stable}, {"text": prompt.fresh}]},
            "contents": self._contents(prompt),
        }
        if prompt.tools:
            functions = [
                {"name": s.name, "description": s.description, "parametersJsonSchema": dict(s.parameters)}
                for s in prompt.tools
            ]
            body["tools"] = [{"functionDeclarations": functions}]
            if prompt.closing:
                body["toolConfig"] = {"functionCallingConfig": {"mode": "NONE"}}
        if self._thinking:
            body["generationConfig"] = {"thinkingConfig": self._thinking}
        return body

    def _contents(self, prompt: Prompt) -> list[Json]:
        """Write the messages: roles alternate, results of one step stand together."""
        turns: list[tuple[str, list[Json]]] = []
        for role, parts in [*map(self._parts, prompt.messages), ("user", _text(prompt.note))]:
            if not parts:
                continue
            if turns and turns[-1][0] == role:
                turns[-1][1].extend(parts)
            else:
                turns.append((role, parts))
        return [{"role": role, "parts": parts} for role, parts in turns]

    def _parts(self, message: Message) -> tuple[str, list[Json]]:
        match message:
            case UserMessage(text=text):
                return "user", _text(text)
            case AssistantMessage():
                return "model", self._said(message)
            case ToolMessage(call=call, result=result):
                key = "result" if isinstance(result, Ok) else "error"
                response: Json = {"name": wire_name(call.name), "response": {key: result.text}, **_id(call)}
                return "user", [{"functionResponse": response}]
            case _:
                assert_never(message)

    def _said(self, message: AssistantMessage) -> list[Json]:
        kept = message.opaque
        if kept is None or kept.origin != self._origin:
            return [*_text(message.text), *self._foreign(message.calls)]
        # Signatures go back untouched and on their own parts; a call the turn did not keep has no result.
        parts = as_objects((read_object(f'{{"v":{kept.data}}}') or {}).get("v"))
        return [p for p in parts if message.calls or not as_object(p.get("functionCall"))]

    def _foreign(self, calls: Sequence[ToolCall]) -> list[Json]:
        """Write calls that another model asked for: from the third generation on the first of a step must be signed."""
        parts = [_call(call) for call in calls]
        if parts and not _older(self.model):
            parts[0] = {**parts[0], "thoughtSignature": UNSIGNED}
        return parts


def _text(text: str) -> list[Json]:
    return [{"text": text}] if text.strip() else []


def _call(call: ToolCall) -> Json:
    return {"functionCall": {"name": wire_name(call.name), "args": dict(call.args), **_id(call)}}


def _id(call: ToolCall) -> dict[str, str]:
    """Return the call's id when Google gave it one: results are matched by order and name otherwise."""
    return {} if call.id.startswith("call_") else {"id": call.id}


def _thinking(model: str, effort: str) -> Json:
    if effort not in BUDGETS:
        return {}
    if "gemini-2.5" in model:
        return {"thinkingBudget": BUDGETS[effort]}
    return {} if _older(model) else {"thinkingLevel": effort}


def _older(model: str) -> bool:
    """Say whether a model is of the first two generations, or none of Google's own."""
    return not model.startswith("gemini-") or model.startswith(("gemini-1", "gemini-2"))
