"""A step of Anthropic's messages as it streams."""

from collections.abc import Iterator

from overlay.core.errors import ProviderRefusedError
from overlay.core.model import Finish, ModelEvent, Opaque, TextDelta, ToolCall, Usage, was_cut
from overlay.providers.calls import CallPieces, spare_id
from overlay.providers.failures import failure_in_stream
from overlay.providers.json_values import Json, as_count, as_object, as_text, to_json

COUNTS = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")


class MessageReader:
    """Reads the events of one step."""

    def __init__(self, who: str, origin: str, step: int) -> None:
        """Begin; the arguments are those of `ChatReader`."""
        self.finished = False
        self.over = False
        self._who = who
        self._origin = origin
        self._step = step
        self._reason = ""
        self._blocks: dict[int, dict[str, object]] = {}
        self._calls: dict[int, CallPieces] = {}
        self._counts: dict[str, int] = {}
        self._thinking_tokens = 0

    def read(self, value: Json, kind: str) -> Iterator[ModelEvent]:
        """Take one event; its `type` is in the JSON, and some gateways leave it to the event's own."""
        index = as_count(value.get("index"))
        match as_text(value.get("type")) or kind:
            case "error":
                raise failure_in_stream(value.get("error") or value, self._who)
            case "message_start":
                self._count(as_object(as_object(value.get("message")).get("usage")))
            case "content_block_start":
                yield from self._begin(index, as_object(value.get("content_block")))
            case "content_block_delta":
                yield from self._grow(index, as_object(value.get("delta")))
            case "message_delta":
                self._count(as_object(value.get("usage")))
                self._finish(as_text(as_object(value.get("delta")).get("stop_reason")))
            case "message_stop":
                self._finish(self._reason or "end_turn")
                self.over = True
            case _:
                pass

    def end(self) -> Iterator[ModelEvent]:
        """Return the calls and what else only the end shows."""
        cut = was_cut(self._reason)
        calls = [c.call(spare_id(self._step, n), cut=cut) for n, c in self._calls.items()]
        yield from calls
        if any(as_text(b.get("type")).endswith("thinking") for b in self._blocks.values()):
            yield Opaque(self._origin, to_json(self._kept(calls)))
        yield self._usage()
        yield Finish(self._reason)
        if self._reason == "refusal":
            raise ProviderRefusedError(f"{self._who} declined to answer.")

    def _begin(self, index: int, block: Json) -> Iterator[ModelEvent]:
        self._blocks[index] = dict(block)
        if block.get("type") == "tool_use":
            self._calls[index] = CallPieces(as_text(block.get("id")), as_text(block.get("name")))
            self._calls[index].add(block.get("input"))
        elif block.get("type") == "text" and as_text(block.get("text")):
            yield TextDelta(as_text(block["text"]))

    def _grow(self, index: int, delta: Json) -> Iterator[ModelEvent]:
        block = self._blocks.setdefault(index, {"type": "text", "text": ""})
        match delta.get("type"):
            case "text_delta":
                _append(block, "text", delta)
                yield TextDelta(as_text(delta.get("text")))
            case "thinking_delta":
                _append(block, "thinking", delta)
            case "signature_delta":
                _append(block, "signature", delta)
            case "input_json_delta" if index in self._calls:
                self._calls[index].add(delta.get("partial_json"))
            case _:
                pass

    def _finish(self, reason: str) -> None:
        if reason:
            self._reason, self.finished = reason, True

    def _kept(self, calls: list[ToolCall]) -> list[Json]:
        """Return the step's blocks in their order, with the calls' arguments put together."""
        by_index = dict(zip(self._calls, calls, strict=True))
        for index, call in by_index.items():
            self._blocks[index] |= {"id": call.id, "input": dict(call.args)}
        return [self._blocks[index] for index in sorted(self._blocks)]

    def _count(self, usage: Json) -> None:
        """Note counts; a later event repeats them grown, not on top."""
        self._counts |= {name: as_count(usage[name]) for name in COUNTS if usage.get(name) is not None}
        details = as_object(usage.get("output_tokens_details"))
        self._thinking_tokens = as_count(details.get("thinking_tokens")) or self._thinking_tokens

    def _usage(self) -> Usage:
        fresh, cached, written, output = (self._counts.get(name, 0) for name in COUNTS)
        return Usage(fresh + cached + written, cached, output, self._thinking_tokens, written)


def _append(block: dict[str, object], key: str, delta: Json) -> None:
    block[key] = as_text(block.get(key)) + as_text(delta.get(key))
