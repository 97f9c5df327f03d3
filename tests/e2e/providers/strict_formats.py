"""The rules that the providers themselves hold requests to, and what a request tells a model that reads it.

Each reader raises AssertionError where the provider would answer with 400.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

Json = dict[str, Any]
IDS = re.compile(r"[A-Za-z0-9_-]{1,64}")
UNSIGNED = "skip_thought_signature_validator"
READ = re.compile(r'<section id="([a-z-]+)"')


@dataclass
class Heard:
    """What a request holds."""

    question: str = ""
    """The last thing the person said."""
    pending: bool = False
    """Whether it ends with tools' results, which wait for an answer."""
    results: list[str] = field(default_factory=list[str])
    said: list[str] = field(default_factory=list[str])
    """The model's own answers."""

    @property
    def sections(self) -> list[str]:
        """The sections that were read, by what the results hold."""
        return [name for text in self.results for name in READ.findall(text)]


def read_chat(body: Json, *, own_reasoning: Sequence[str] = ()) -> Heard:
    """Read chat completions, as OpenAI takes them.

    Args:
        body: the request.
        own_reasoning: what this server itself thought earlier; anything else may not come back.
    """
    heard = Heard()
    messages: list[Json] = body["messages"]
    assert [m["role"] for m in messages].index("system") == 0
    assert sum(m["role"] == "system" for m in messages) == 1
    waiting: list[str] = []
    for message in messages[1:]:
        match message["role"]:
            case "tool":
                assert set(message) == {"role", "tool_call_id", "content"}
                assert message["tool_call_id"] in waiting, "a result without its call right before it"
                waiting.remove(message["tool_call_id"])
                heard.results.append(message["content"])
            case "assistant":
                assert not waiting, "a call without its result"
                waiting = _chat_calls(message)
                assert message["content"] or waiting
                assert message.get("reasoning_content", own_reasoning[0] if own_reasoning else None) in (
                    own_reasoning or [None]
                )
                assert set(message) <= {
                    "role",
                    "content",
                    "tool_calls",
                    *(["reasoning_content"] if own_reasoning else []),
                }
                heard.said += [message["content"]] if message["content"] and not waiting else []
            case _:
                assert message["role"] == "user"
                assert not waiting, "a call without its result"
                heard.question = message["content"]
    assert not waiting, "a call without its result"
    heard.pending = messages[-1]["role"] == "tool"
    assert messages[-1]["role"] in ("tool", "user")
    return heard


def _chat_calls(message: Json) -> list[str]:
    calls = message.get("tool_calls", [])
    for call in calls:
        assert len(call["id"]) <= 40
        assert IDS.fullmatch(call["function"]["name"])
        assert isinstance(json.loads(call["function"]["arguments"]), dict)
    assert calls or "tool_calls" not in message, "an empty list of calls is refused"
    ids = [call["id"] for call in calls]
    assert len(set(ids)) == len(ids)
    return ids


def read_written(body: Json) -> Heard:
    """Read chat completions whose tools are written as text: nothing but turns of two that alternate."""
    assert "tools" not in body
    heard = Heard()
    messages: list[Json] = body["messages"]
    assert messages[0]["role"] == "system"
    assert [m["role"] for m in messages[1:]] == ["user", "assistant"] * (len(messages) // 2 - 1) + ["user"]
    for before, message in pairwise(messages):
        assert set(message) == {"role", "content"}
        found = re.findall(r"@@RESULT@@ \w+\n(.*?)\n@@END@@", message["content"], re.DOTALL)
        if message["role"] == "user":
            assert len(found) == (before["role"] == "assistant") * before["content"].count("@@TOOL@@ {")
            heard.results += found
            words = re.sub(r"@@RESULT@@.*?@@END@@", "", message["content"], flags=re.DOTALL).split("\n\n")
            heard.question = words[-1] or heard.question
            heard.pending = not words[-1]
        elif "@@TOOL@@" not in message["content"]:
            heard.said.append(message["content"])
    return heard


def read_anthropic(body: Json, *, signatures: Sequence[str] = ()) -> Heard:
    """Read Anthropic's messages.

    Args:
        body: the request.
        signatures: those this server gave out.
    """
    heard = Heard()
    messages: list[Json] = body["messages"]
    assert [m["role"] for m in messages] == ["user", "assistant"] * (len(messages) // 2) + ["user"]
    assert json.dumps(body).count('"cache_control"') <= 4
    waiting: list[str] = []
    for message in messages:
        blocks: list[Json] = message["content"]
        kinds = [b["type"] for b in blocks]
        assert blocks, "content may not be empty"
        assert all(b["text"].strip() for b in blocks if b["type"] == "text"), "text may not be blank"
        answered = [b["tool_use_id"] for b in blocks if b["type"] == "tool_result"]
        assert answered == waiting, "results must follow their calls at once, and all of them"
        assert "tool_result" not in kinds[len(answered) :], "results come before text"
        waiting = [b["id"] for b in blocks if b["type"] == "tool_use"]
        assert all(IDS.fullmatch(i) for i in waiting)
        assert all(isinstance(b["input"], dict) for b in blocks if b["type"] == "tool_use")
        for block in blocks:
            if block["type"] == "thinking":
                assert block["signature"] in signatures, "a signature that was never given out"
                assert kinds[0] == "thinking"
        heard.results += [b["content"] for b in blocks if b["type"] == "tool_result"]
        texts = [b["text"] for b in blocks if b["type"] == "text"]
        if message["role"] == "user":
            heard.question = texts[-1] if texts else heard.question
            heard.pending = kinds[-1] == "tool_result"
        elif not waiting:
            heard.said += texts
    if heard.pending and body.get("thinking"):
        assert messages[-2]["content"][0]["type"] == "thinking", "thinking is left out before its tool's result"
    return heard


def read_gemini(body: Json, *, signatures: Sequence[str] = ()) -> Heard:
    """Read Gemini's contents; the arguments are those of `read_anthropic`."""
    heard = Heard()
    contents: list[Json] = body["contents"]
    assert [c["role"] for c in contents] == ["user", "model"] * (len(contents) // 2) + ["user"]
    waiting: list[tuple[str, object]] = []
    for content in contents:
        parts: list[Json] = content["parts"]
        assert parts, "parts may not be empty"
        answers = [p["functionResponse"] for p in parts if "functionResponse" in p]
        assert [(a["name"], a.get("id")) for a in answers] == waiting, "as many responses as calls, in their order"
        calls = [p for p in parts if "functionCall" in p]
        waiting = [(p["functionCall"]["name"], p["functionCall"].get("id")) for p in calls]
        if calls:
            assert calls[0].get("thoughtSignature") in [*signatures, UNSIGNED], "the first call must be signed"
        assert all(p["thoughtSignature"] in [*signatures, UNSIGNED] for p in parts if "thoughtSignature" in p)
        heard.results += [next(iter(a["response"].values())) for a in answers]
        texts = [p["text"] for p in parts if p.get("text")]
        if content["role"] == "user":
            heard.question = texts[-1] if texts else heard.question
            heard.pending = "functionResponse" in parts[-1]
        elif not calls:
            heard.said += texts
    return heard
