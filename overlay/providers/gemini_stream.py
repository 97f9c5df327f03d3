"""A step of Gemini's streamGenerateContent as it streams."""

from collections.abc import Iterator

from overlay.core.errors import ProviderProtocolError, ProviderRefusedError
from overlay.core.model import Finish, ModelEvent, Opaque, TextDelta, Usage
from overlay.providers.calls import CallPieces, spare_id
from overlay.providers.failures import failure_in_stream
from overlay.providers.json_values import Json, as_count, as_object, as_objects, as_text, to_json

REFUSALS = {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "LANGUAGE"}
FAULTS = {
    *("MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE", "MISSING_THOUGHT_SIGNATURE"),
    *("UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "OTHER"),
}


class ContentReader:
    """Reads the chunks of one step."""

    def __init__(self, who: str, origin: str, step: int) -> None:
        """Begin; the arguments are those of `ChatReader`."""
        self.finished = False
        self.over = False
        self._who = who
        self._origin = origin
        self._step = step
        self._reason = ""
        self._blocked = ""
        self._usage: Usage | None = None
        self._parts: list[dict[str, object]] = []

    def read(self, value: Json, kind: str) -> Iterator[ModelEvent]:
        """Take one chunk; `kind` is the event's type, which only errors use here."""
        if value.get("error") or kind == "error":
            raise failure_in_stream(value.get("error") or value, self._who)
        if as_object(value.get("usageMetadata")):
            self._usage = _usage(as_object(value["usageMetadata"]))
        self._blocked = as_text(as_object(value.get("promptFeedback")).get("blockReason"))
        if self._blocked:
            self._reason, self.finished, self.over = self._blocked, True, True
        for candidate in as_objects(value.get("candidates"))[:1]:
            for part in as_objects(as_object(candidate.get("content")).get("parts")):
                yield from self._part(part)
            reason = as_text(candidate.get("finishReason"))
            if reason and reason != "FINISH_REASON_UNSPECIFIED":
                self._reason, self.finished = reason, True

    def end(self) -> Iterator[ModelEvent]:
        """Return the calls and what else only the end shows."""
        calls = [p for p in self._parts if as_object(p.get("functionCall"))]
        for number, part in enumerate(calls):
            function = as_object(part["functionCall"])
            pieces = CallPieces(as_text(function.get("id")), as_text(function.get("name")))
            pieces.add(function.get("args"))
            yield pieces.call(spare_id(self._step, number), cut=False)
        if any("thoughtSignature" in p for p in self._parts) and self._reason not in FAULTS:
            yield Opaque(self._origin, to_json(self._parts))
        if self._usage:
            yield self._usage
        yield Finish(self._reason)
        if self._blocked or self._reason in REFUSALS:
            raise ProviderRefusedError(f"{self._who} declined to answer ({self._reason}).")
        if self._reason in FAULTS:
            raise ProviderProtocolError(f"{self._who} could not write its answer ({self._reason}).")

    def _part(self, part: Json) -> Iterator[ModelEvent]:
        text = as_text(part.get("text"))
        if part.get("thought") and "thoughtSignature" not in part:
            return
        function = as_object(part.get("functionCall"))
        if function and not function.get("name"):
            # Gateways that turn another format into this one send the pieces of a call that has been whole already.
            return
        if text and not part.get("thought"):
            yield TextDelta(text)
        self._keep(part)

    def _keep(self, part: Json) -> None:
        """Keep a part as it must go back; plain text after plain text is one part."""
        last = self._parts[-1] if self._parts else None
        if last is not None and set(part) == {"text"} == set(last):
            last["text"] = as_text(last["text"]) + as_text(part["text"])
        else:
            self._parts.append(dict(part))


def _usage(usage: Json) -> Usage:
    thoughts = as_count(usage.get("thoughtsTokenCount"))
    return Usage(
        as_count(usage.get("promptTokenCount")) + as_count(usage.get("toolUsePromptTokenCount")),
        as_count(usage.get("cachedContentTokenCount")),
        as_count(usage.get("candidatesTokenCount")) + thoughts,
        thoughts,
    )
