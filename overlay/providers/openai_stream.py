"""A step of OpenAI's chat completions, as OpenAI and everybody who imitates it stream it."""

from collections.abc import Iterator, Mapping

from overlay.core.errors import ProviderRefusedError
from overlay.core.model import Finish, ModelEvent, Opaque, TextDelta, Usage, was_cut
from overlay.providers.calls import CallPieces, spare_id
from overlay.providers.failures import failure_in_stream
from overlay.providers.json_values import Json, as_count, as_object, as_objects, as_text, to_json
from overlay.providers.thinking import EndMarks, ThinkingTags

REASONING = ("reasoning_content", "reasoning")
"""Where servers stream what the model thinks, as text."""


BROKE_OFF = ("error", "abort", "insufficient_system_resource")
"""Reasons to finish that are none: the model's server gave up."""


class ChatReader:
    """Reads the chunks of one step."""

    def __init__(self, who: str, origin: str, step: int, *, thinks: bool = False) -> None:
        """Begin.

        Args:
            who: the server's name, for errors.
            origin: marks the opaque part as this server's and model's.
            step: the step's place in the thread, for calls without an id.
            thinks: whether this model's text is known to begin within its thinking.
        """
        self.finished = False
        self.over = False
        self._who = who
        self._origin = origin
        self._step = step
        self._began = False
        self._reason = ""
        self._refusal = ""
        self._usage: Usage | None = None
        self._slots: list[tuple[object, CallPieces]] = []
        self._extras: dict[int, Json] = {}
        self._thought: dict[str, str] = {}
        self._details: list[Json] = []
        self._tags = ThinkingTags(begun=thinks)
        self._ends = EndMarks()

    @property
    def thinks(self) -> bool:
        """Whether the text began within thinking that nothing had opened."""
        return self._tags.unopened

    def read(self, value: Json, kind: str) -> Iterator[ModelEvent]:
        """Take one chunk; `kind` is the event's type, which only errors use here."""
        if value.get("error") or "error" in (kind, value.get("object"), value.get("type")):
            raise failure_in_stream(value.get("error") or value, self._who)
        if as_object(value.get("usage")):
            self._usage = _usage(as_object(value["usage"]))
        # One was asked for; some servers count chunks where its index belongs.
        for choice in as_objects(value.get("choices"))[:1]:
            yield from self._choice(choice)

    def end(self) -> Iterator[ModelEvent]:
        """Return the calls and what else only the end shows."""
        rest = self._ends.feed(self._tags.end()) + self._ends.end()
        if rest:
            yield TextDelta(rest)
        cut = was_cut(self._reason)
        for number, (_, pieces) in enumerate(self._slots):
            if pieces.name:
                yield pieces.call(spare_id(self._step, number), cut=cut)
        if self._thought or self._details or self._extras:
            yield Opaque(self._origin, to_json(self._kept()))
        if self._usage:
            yield self._usage
        yield Finish(self._reason)
        if self._refusal or self._reason == "content_filter":
            said = self._refusal or "its content filter stopped the answer"
            raise ProviderRefusedError(f"{self._who} declined to answer: {said}")

    def _choice(self, choice: Json) -> Iterator[ModelEvent]:
        if choice.get("error") or choice.get("finish_reason") in BROKE_OFF:
            # Gateways report an upstream that broke off as a reason to finish: the answer is not whole.
            raise failure_in_stream(choice.get("error") or "the model's server broke off", self._who)
        delta = self._delta(choice)
        self._think(delta)
        text = self._ends.feed(self._tags.feed(_content(delta.get("content"))))
        if text:
            yield TextDelta(text)
        self._refusal += as_text(delta.get("refusal"))
        for piece in as_objects(delta.get("tool_calls")):
            self._call_piece(piece)
        reason = as_text(choice.get("finish_reason"))
        if reason:
            self._reason, self.finished = reason, True

    def _delta(self, choice: Json) -> Json:
        """Return what a choice adds. Some servers send the whole message: at once, or again when all of it has come."""
        delta = as_object(choice.get("delta"))
        whole: Json = {} if self._began else as_object(choice.get("message"))
        self._began = self._began or bool(delta)
        return delta or whole

    def _think(self, delta: Json) -> None:
        """Keep reasoning unread: it goes back with the step and is never shown."""
        for key in REASONING:
            if as_text(delta.get(key)):
                self._thought[key] = self._thought.get(key, "") + as_text(delta.get(key))
        self._details += as_objects(delta.get("reasoning_details"))

    def _call_piece(self, piece: Json) -> None:
        function = as_object(piece.get("function"))
        name, call_id = as_text(function.get("name")), as_text(piece.get("id"))
        number = self._slot(piece.get("index"), call_id, name, filled=bool(function.get("arguments")))
        pieces = self._slots[number][1]
        pieces.id = pieces.id or call_id
        pieces.add_name(name)
        pieces.add(function.get("arguments"))
        if as_object(piece.get("extra_content")):
            self._extras[number] = as_object(piece["extra_content"])

    def _slot(self, index: object, call_id: str, name: str, *, filled: bool) -> int:
        """Find the call that a piece belongs to, or begin one."""
        here = [n for n, (known, _) in enumerate(self._slots) if index is None or known is None or known == index]
        named = [n for n in here if call_id and self._slots[n][1].id == call_id]
        last = [n for n in here[-1:] if not _another(self._slots[n][1], call_id, name, filled=filled)]
        if named or last:
            return (named or last)[-1]
        self._slots.append((index, CallPieces()))
        return len(self._slots) - 1

    def _kept(self) -> Mapping[str, object]:
        extras = {str(number): extra for number, extra in self._extras.items()}
        details = {"reasoning_details": self._details} if self._details else {}
        return {**self._thought, **details, **({"extra_content": extras} if extras else {})}


def _another(pieces: CallPieces, call_id: str, name: str, *, filled: bool) -> bool:
    """Say whether a piece begins a call of its own: one without a name never does, whatever id it bears."""
    if not name:
        return False
    if call_id and pieces.id:
        return call_id != pieces.id
    return not call_id and pieces.whole and (filled or name != pieces.name)


def _content(content: object) -> str:
    """Return the text of a piece; some servers send a list of parts, thinking among them."""
    if isinstance(content, str):
        return content
    return "".join(as_text(part.get("text")) for part in as_objects(content) if part.get("type") == "text")


def _usage(usage: Json) -> Usage:
    read = as_object(usage.get("prompt_tokens_details"))
    wrote = as_object(usage.get("completion_tokens_details"))
    return Usage(
        as_count(usage.get("prompt_tokens")),
        as_count(read.get("cached_tokens")) or as_count(usage.get("prompt_cache_hit_tokens")),
        as_count(usage.get("completion_tokens")),
        as_count(wrote.get("reasoning_tokens")),
        as_count(read.get("cache_write_tokens")),
    )
