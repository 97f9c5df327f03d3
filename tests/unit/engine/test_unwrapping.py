"""An answer in a fence of Markdown is an answer; every other text is as it was."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_turn import run

from overlay.core.model import TextDelta
from overlay.engine.unwrapping import Unwrapping
from overlay.providers.scripted import ScriptedProvider, ScriptedStep

ANSWER = "1. Open [Leave](/leave).\n\n```text\nREF-1\n```\n\n2. Press **«Send»**.\n"


def shown(*pieces: str) -> str:
    """Return what shows, which must only ever grow."""
    text = Unwrapping()
    return "".join([text.feed(piece) for piece in pieces]) + text.end()


@pytest.mark.parametrize("fence", ["```", "````", "~~~"])
@pytest.mark.parametrize("word", ["markdown", "md", " Markdown "])
@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\nMore.", None])
def test_the_fence_around_an_answer_is_gone(fence: str, word: str, end: str | None) -> None:
    # Without an end: models forget the closing fence too.
    text = f"{fence}{word}\n{ANSWER}" + ("" if end is None else fence + end)
    after = end.removeprefix("\n") if end else ""
    assert shown(text) == shown(*text) == ANSWER + after


@pytest.mark.parametrize(
    "text",
    [
        "",
        "`",
        "```",
        "```m",
        "```markdown",
        "```mark\nx\n```\n",
        "```md x\ny\n```",
        "~~~\nx\n~~~",
        "Here:\n```md\nx\n```\n",
        ANSWER,
        "**a**",
    ],
)
def test_other_texts_stay(text: str) -> None:
    assert shown(text) == shown(*text) == text


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from(["```", "markdown", "md", "\n", "~~~", " ", "a", "`", "```text\n", "x\n"]), max_size=14)
)
def test_the_same_shows_however_it_is_cut(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert shown(text) == shown(*text) == shown(*pieces)


def test_a_turn_that_was_wrapped() -> None:
    _, record = run(ScriptedProvider(ScriptedStep([TextDelta(c) for c in f"```markdown\n{ANSWER}```"])))
    assert record.text == ANSWER
