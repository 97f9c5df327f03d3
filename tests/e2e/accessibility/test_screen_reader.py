"""The panel as a screen reader and a keyboard meet it, on a real desktop with its accessibility bus."""

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.accessibility.atspi import Role, ScreenReader, Thing
from tests.e2e.rig import Desktop

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]

TESTS = Path(__file__).parents[2]
ANSWER = """You can ask for days off from the [Leave](/leave) screen.

1. Open [Leave](/leave).
2. Press **«Request leave»**.

[captura:leave#request]

3. Look at [Orders](/pedidos).

| State | Days |
|---|--:|
| Waiting | 5 |

```sql
select 1
```
"""
TAB, RETURN, DOWN, SPACE = 0x01000001, 0x01000004, 0x01000015, 0x20


class DrivenPanel:
    """The panel's process."""

    def __init__(self, desktop: Desktop, pictures: Path) -> None:
        script = Path(__file__).with_name("panel_process.py")
        self.process = subprocess.Popen(
            [sys.executable, str(script), str(pictures)],
            env=desktop.env | {"PYTHONPATH": f"{TESTS.parent}:{TESTS / 'unit' / 'answer'}"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put("")

    def tell(self, line: str) -> dict:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        while True:
            answer = self.lines.get(timeout=40)
            assert answer, "the panel ended"
            facts = json.loads(answer)
            # That an answer has come to rest may be said again at any time.
            if ("settled" in facts) == (line == "finish"):
                return facts

    def press(self, key: int) -> dict:
        """Press a key and wait for what comes of it: while a screen reader listens, keys take a turn through it."""
        before = self.tell("facts")
        self.tell(f"key {key}")
        deadline = time.monotonic() + 20
        while (facts := self.tell("facts")) == before:
            assert time.monotonic() < deadline, f"nothing came of {key:#x}: {before}"
        return facts

    def quit(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        assert self.process.wait(20) == 0
        assert self.process.stdout
        self.process.stdout.close()


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    with Desktop(tmp_path_factory.mktemp("desktop")) as made:
        yield made


@pytest.fixture(scope="module")
def reader(desktop: Desktop) -> Iterator[ScreenReader]:
    made = ScreenReader(desktop.env["DBUS_SESSION_BUS_ADDRESS"])
    yield made
    made.close()


@pytest.fixture
def panel(desktop: Desktop, reader: ScreenReader, tmp_path: Path) -> Iterator[DrivenPanel]:
    from PIL import Image

    Image.new("RGB", (1344, 472), "#dde6f5").save(tmp_path / "leave.webp")
    reader.forget()
    made = DrivenPanel(desktop, tmp_path)
    try:
        deadline = time.monotonic() + 30
        while not made.tell("facts")["active"]:
            assert time.monotonic() < deadline, "the panel is not active"
        yield made
    finally:
        made.quit()


def everything(reader: ScreenReader) -> list[Thing]:
    applications = [thing for thing in reader.applications() if thing.name == "fescue"]
    assert len(applications) == 1, reader.applications()
    return list(reader.walk(applications[0]))


def stream(panel: DrivenPanel) -> None:
    panel.tell("begin How do I request leave?")
    for at in range(0, len(ANSWER), 16):
        panel.tell(f"text {json.dumps(ANSWER[at : at + 16])}")
    assert panel.tell("finish") == {"settled": True}


def test_names_and_roles_are_there(reader: ScreenReader, panel: DrivenPanel) -> None:
    stream(panel)
    things = everything(reader)
    (answer,) = [t for t in things if t.name == "Answer"]
    assert answer.role is Role.LABEL  # what Qt calls text that is only read
    assert answer.description == "3 steps, 1 screenshot, 2 links"
    text = reader.text(answer)
    assert "1\u00a0Open Leave." in text
    assert "2\u00a0Press «Request leave»." in text
    assert "Waiting" in text
    assert "captura" not in text
    assert any(t.name == "You asked: How do I request leave?" for t in things)
    (picture,) = [t for t in things if t.name.startswith("The leave screen with the button")]
    assert picture.role is Role.IMAGE
    assert picture.description == "«Request leave», top right"
    buttons = {t.name for t in things if t.role in {Role.PUSH_BUTTON, Role.BUTTON_MENU}}
    assert {"Retry", "Copy", "Copy the code", "2 links in this answer", "Show again where to press"} <= buttons
    assert not [t for t in things if t.focusable and not t.name and t.role is not Role.FILLER]


def test_what_stands_around_an_answer_has_names_and_roles(reader: ScreenReader, panel: DrivenPanel) -> None:
    stream(panel)
    panel.tell("offer")
    panel.tell("find leave")
    things = everything(reader)
    by_name = {t.name: t for t in things if t.name}
    for name in (
        "Not what I meant",
        "Section: Leave",
        "Calendar: Who is away.",
        "Copy question and answer for support",
    ):
        assert by_name[name].role is Role.PUSH_BUTTON, name
    for name in ("This helped", "This did not help", "Next (Enter)", "Previous (Shift+Enter)", "Close (Esc)"):
        assert by_name[name].focusable, name
    assert by_name["This helped"].role is Role.CHECK_BOX
    assert by_name["Find in this conversation"].description == "1 of 4"
    assert "1 of 4" in reader.hear(3)
    assert not [t for t in things if t.focusable and not t.name and t.role is not Role.FILLER]


def test_tab_goes_from_the_answer_through_its_foot_to_the_question(reader: ScreenReader, panel: DrivenPanel) -> None:
    stream(panel)
    names: list[str] = []
    while not names or names[-1] != "Your question":
        names.append(str(panel.press(TAB)["focus"]))
        assert len(names) < 40, names
    foot = names[names.index("Section: Leave") :]
    assert foot == [
        "Section: Leave", "Retry", "Copy", "2 links in this answer", "Not what I meant", "This helped", "This did not help",
        "Your question",
    ]  # fmt: skip


def test_beginning_and_end_are_announced_once(reader: ScreenReader, panel: DrivenPanel) -> None:
    panel.tell("begin How do I request leave?")
    assert reader.hear(1) == ["Fescue is answering."]
    for at in range(0, len(ANSWER), 16):
        panel.tell(f"text {json.dumps(ANSWER[at : at + 16])}")
    assert reader.hear(1) == ["Fescue is answering."]
    panel.tell("finish")
    assert reader.hear(2) == ["Fescue is answering.", "The answer is ready: 3 steps, 1 screenshot, 2 links."]


def test_links_are_reached_by_tab_and_can_be_seen(reader: ScreenReader, panel: DrivenPanel) -> None:
    stream(panel)
    pictures: list[int] = []
    links: list[str] = []
    while len(links) < 3:
        facts = panel.press(TAB)
        if facts["link"]:
            links.append(facts["link"])
            pictures.append(facts["picture"])
        assert facts["focus"] != "Your question", links
    assert links == ["Leave", "Leave", "Orders"]
    assert len(set(pictures)) == 3
    assert panel.press(RETURN)["followed"] == ["/pedidos"]


def test_the_list_of_links_opens_them_by_keyboard(reader: ScreenReader, panel: DrivenPanel) -> None:
    stream(panel)
    while (facts := panel.press(TAB))["focus"] != "2 links in this answer":
        assert facts["focus"] != "Your question"
    assert panel.press(SPACE)["popup"]
    for name in ("Leave", "Orders"):
        panel.tell(f"key {DOWN}")
        assert reader.await_focus(name).role is Role.MENU_ITEM
    panel.tell(f"key {RETURN}")
    deadline = time.monotonic() + 20
    while (facts := panel.tell("facts"))["popup"] or not facts["followed"]:
        assert time.monotonic() < deadline, facts
    assert facts["followed"] == ["/pedidos"]
