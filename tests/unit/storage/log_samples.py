"""Turns for the tests of the log."""

from overlay.core.model import AssistantMessage, ToolCall, ToolMessage, Usage, UserMessage
from overlay.core.person import Person
from overlay.core.screens import Screen
from overlay.core.tools import Failed, NoAccess, Ok, PreparedAction, Refused, Retry, ToolStep
from overlay.core.turn import Outcome, Question, TurnRecord, TurnRequest, TurnStart

MARA = Person("mara", "Mara Lind", "employee", frozenset({"leave"}), ("/leave",))
ACTION = PreparedAction(
    "a", "Request leave", {"from": "2026-12-14"}, ("Note",), {"from": "From"}, "https://x.example/leave"
)
CALL = ToolCall("c", "read_manual", {"sections": ["leave"]})


def record(question: str = "How do I request leave?", thread: str = "t1", person: Person = MARA) -> TurnRecord:
    messages = (
        UserMessage(question),
        AssistantMessage("Let me look.", (CALL,)),
        ToolMessage(CALL, Ok("text", "Read 1 manual section", ("leave",), ("shot",), ACTION, ("a", "b"))),
        ToolMessage(CALL, Retry("again")),
        ToolMessage(CALL, Refused("no", NoAccess("Leave", "Nadia"))),
        ToolMessage(CALL, Refused("no")),
        ToolMessage(CALL, Failed("down")),
        AssistantMessage("Press «Request leave» — ñ 🙂."),
    )
    return TurnRecord(
        TurnRequest(Question(question, "pin"), Screen("leave", "/leave", title="My leave"), person, thread=thread),
        Outcome.ANSWERED,
        "offline",
        "manual",
        "Press «Request leave» — ñ 🙂.",
        (ToolStep("read_manual", {"sections": ["leave"]}, "Read 1 manual section", "ok", "text"),),
        ("leave",),
        ("shot",),
        ACTION,
        NoAccess("Leave", "Nadia"),
        ("a", "b"),
        messages,
        Usage(1, 2, 3, 4),
        "stop",
        "",
        12.5,
        40.0,
        "2026-11-30T09:00:00+00:00",
    )


def start(
    uid: str = "s1",
    *,
    question: str = "How do I request leave?",
    asked: str = "openai/gpt-5-mini",
    person: Person = MARA,
    thread: str = "t1",
) -> TurnStart:
    request = TurnRequest(Question(question), Screen("leave", "/leave"), person, thread=thread)
    return TurnStart(uid, "2026-11-30T09:00:00+00:00", request, asked)


def ended(begun: TurnStart, usage: Usage | None = None, outcome: Outcome = Outcome.ANSWERED) -> TurnRecord:
    """How a turn that began went on to end."""
    provider, _, model = begun.asked.partition("/")
    return TurnRecord(
        begun.request,
        outcome,
        provider,
        model,
        "Press it.",
        usage=usage or Usage(),
        at=begun.at,
        id=begun.id,
        asked=begun.asked,
    )
