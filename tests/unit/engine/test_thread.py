"""What of a thread the model still reads."""

from overlay.core.model import AssistantMessage, Message, ToolCall, ToolMessage, UserMessage
from overlay.core.tools import Failed, Ok
from overlay.engine.thread import MESSAGES, SHORT, TOKENS, recent, size

LONG = "\n".join(f"{n}. Press **«Request leave»** and wait for the list." for n in range(100))


def turn(number: int, text: str = "short", *, whole: bool = False) -> list[Message]:
    call = ToolCall(f"c{number}", "read_manual", {"sections": ["leave"]})
    result = Ok(text, "Read", screenshots=("leave-overview",), whole=whole)
    return [
        UserMessage(f"Question {number}"),
        AssistantMessage("", (call,)),
        ToolMessage(call, result),
        AssistantMessage(f"Answer {number}"),
    ]


NOW: tuple[Message, ...] = (UserMessage("Now"),)


def texts(messages: tuple[Message, ...]) -> list[str]:
    return [m.result.text for m in messages if isinstance(m, ToolMessage)]


def test_a_short_thread_stays_as_it_was() -> None:
    history = [*turn(1, LONG), *turn(2, LONG)]
    assert recent(history, NOW) == (*history, *NOW)


def test_older_results_are_shortened_and_say_so() -> None:
    history = [m for n in range(4) for m in turn(n, LONG)]
    old, older, new, newest = texts(recent(history, NOW))
    assert old == older
    assert len(old) < SHORT + 200
    assert old.startswith("0. Press **«Request leave»**")
    assert "look it up again" in old
    assert "leave-overview" in old
    assert new == newest == LONG


def test_a_skill_and_a_short_result_stay_whole() -> None:
    history = [*turn(1, LONG, whole=True), *turn(2), *turn(3), *turn(4)]
    assert texts(recent(history, NOW)) == [LONG, "short", "short", "short"]


def test_whole_turns_are_dropped_at_thirty_messages() -> None:
    history = [m for n in range(20) for m in turn(n)]
    kept = recent(history, NOW)[:-1]
    assert len(kept) == MESSAGES - MESSAGES % 4
    assert kept[0] == UserMessage("Question 13")


def test_whole_turns_are_dropped_at_sixty_thousand_tokens() -> None:
    huge = "x" * TOKENS * 2
    history = [*turn(1, huge), *turn(2, huge), *turn(3, huge)]
    kept = recent(history, NOW)[:-1]
    assert kept[0] == UserMessage("Question 3")
    assert sum(map(size, kept)) <= TOKENS


def test_a_call_that_was_cut_off_gets_a_result() -> None:
    one, two = ToolCall("a", "read_manual", {}), ToolCall("b", "read_manual", {})
    history: list[Message] = [UserMessage("1"), AssistantMessage("", (one, two)), ToolMessage(one, Ok("text", "Read"))]
    kept = recent(history, NOW)
    assert kept[:3] == tuple(history)
    assert isinstance(kept[3], ToolMessage)
    assert (kept[3].call, type(kept[3].result)) == (two, Failed)
    history = [UserMessage("1"), AssistantMessage("", (one, two)), AssistantMessage("So.")]
    assert [type(m).__name__ for m in recent(history, NOW)][1:5] == [
        "AssistantMessage",
        "ToolMessage",
        "ToolMessage",
        "AssistantMessage",
    ]


def test_one_id_in_two_turns_becomes_two() -> None:
    history = [*turn(1), *turn(1), *turn(1)]
    kept = recent(history, NOW)
    calls = [c.id for m in kept if isinstance(m, AssistantMessage) for c in m.calls]
    results = [m.call.id for m in kept if isinstance(m, ToolMessage)]
    assert calls == results == ["c1", "c1-2", "c1-3"]


def test_what_lost_its_question_is_left_out() -> None:
    assert recent(turn(1)[1:] + turn(2), NOW) == (*turn(2), *NOW)
