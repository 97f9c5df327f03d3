"""One conversation across three formats and the text protocol: nothing that was said or looked up is lost."""

import json
from typing import Any

import pytest
from asking import WIRES, ask

from overlay.core.model import AssistantMessage, Message, ToolMessage
from overlay.core.tools import Ok
from overlay.core.turn import Outcome

CONVERSATION = ("openai", "anthropic", "gemini", "compatible")
SECTIONS = ("leave", "attendance", "expenses", "profile")


def converse(llmock: Any) -> list[Message]:
    """One question to each provider and the text protocol, with a tool in each."""
    history: list[Message] = []
    for provider, section in zip(CONVERSATION, SECTIONS, strict=True):
        llmock.reset()
        args = {"sections": [section]}
        more: dict[str, str] = {}
        if provider == "compatible":
            more = {"text_protocol": "on", "model": "local"}
            llmock.reply(f"@@TOOL@@ {json.dumps({'tool': 'read_manual', 'args': args})} @@END@@")
        else:
            llmock.call_tool("read_manual", args)
        llmock.reply(f"Answer about {section}.")
        record = ask(llmock, provider, f"Question about {section}?", history=history, **more)
        assert (record.outcome, record.sections) == (Outcome.ANSWERED, (section,))
        history += record.messages
    return history


def results(history: list[Message]) -> list[ToolMessage]:
    return [m for m in history if isinstance(m, ToolMessage)]


@pytest.mark.parametrize("provider", WIRES)
def test_one_conversation_crosses_all_formats(llmock: Any, provider: str) -> None:
    history = converse(llmock)
    assert len(results(history)) == len(CONVERSATION)

    def heard(thread: list[Message]) -> str:
        llmock.reset()
        llmock.reply("I know.")
        assert ask(llmock, provider, "And now?", history=thread).outcome is Outcome.ANSWERED
        return json.dumps(llmock.last_request.body, ensure_ascii=False)

    def knows(body: str) -> bool:
        begins = [json.dumps(m.result.text[:200], ensure_ascii=False)[1:-1] for m in results(history)]
        said = [f"Question about {s}?" for s in SECTIONS] + [f"Answer about {s}." for s in SECTIONS]
        return all(words in body for words in (*begins, *said))

    assert knows(heard(history))
    for result in results(history):
        assert isinstance(result.result, Ok)
        assert not knows(heard([m for m in history if m is not result]))
    asked = [m for m in history if isinstance(m, AssistantMessage) and m.calls]
    assert len({c.id for m in asked for c in m.calls}) == len(CONVERSATION)
