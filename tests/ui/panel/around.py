"""A panel with one answer of the demo's, for the tests of what stands around it."""

from PySide6.QtWidgets import QApplication

from overlay.answer.policy import AnswerPolicy
from overlay.content.pack_folder import load_pack
from overlay.core.resources import bundled_pack
from overlay.core.tools import ToolStep
from overlay.ui.panel import Panel
from overlay.ui.pointer.motion import still_motion
from overlay.ui.presenters.views import Closing
from overlay.ui.theme import LIGHT, Theme
from overlay.ui.turn_widget import TurnWidget

LOADED = load_pack(bundled_pack())
PERSON = LOADED.pack.person_for(next(r for r in LOADED.pack.roles if r.id == "employee"))
ANSWER = """1. Open [Leave](/leave) (**People › Leave**).
2. Press **«Request leave»**.

[captura:leave-overview#request-leave]

3. Choose **«From»** and **«To»**.
"""
STEPS = (
    ToolStep("read_manual", {"sections": ["leave"]}, "Read 1 manual section", "ok", "The whole section"),
    ToolStep("leave_requests", {"status": "waiting"}, "Looked up 3 leave requests", "ok", '{"total": 3}'),
)


def make_panel(theme: Theme = LIGHT, width: int = 400, height: int = 820) -> Panel:
    panel = Panel(theme, "Linden", LOADED.picture, still_motion(), hint="Answers from the Linden manual · offline")
    panel.set_screen("Leave · Linden", known=True)
    panel.resize(width, height)
    return panel


def begin(panel: Panel, question: str = "How do I request leave?") -> TurnWidget:
    policy = AnswerPolicy(LOADED.pack, LOADED.manual, PERSON)
    policy.read(["leave"], [p.id for p in LOADED.manual.pictures_of("leave")])
    return panel.begin_turn(question, policy)


def answer(
    panel: Panel, text: str = ANSWER, question: str = "How do I request leave?", **closing: object
) -> TurnWidget:
    turn = begin(panel, question)
    for step in STEPS:
        turn.step_started(step.tool)
        turn.step_finished(step)
    turn.add_text(text)
    turn.finish(Closing(**{"turn": "t1", **closing}))
    QApplication.processEvents()  # what was added is shown in the next round
    return turn
