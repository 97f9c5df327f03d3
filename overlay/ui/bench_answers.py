"""The answers that the render bench streams: a pack of its own, screenshots drawn on the spot, texts of any length."""

import re
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter

from overlay.answer.policy import MAX_PICTURES, AnswerPolicy
from overlay.core.manual import Box, Manual, Screenshot, Zone, ZoneKind
from overlay.core.pack import Pack, ScreenSpec
from overlay.core.person import Person

TOKEN = 4
"""Characters that count as a token."""
CATALOGUED = 200
"""Screenshots in the bench's catalogue."""
_WIDTH, _HEIGHT = 672, 420
_ZONE = Zone("send", "button", "Request leave", ZoneKind.CLICK, Box(0.68, 0.1, 0.27, 0.12))
_MARKER = re.compile(r"\[captura:(shot-\d+)#send\]")

_PASSAGE = """## Ask for leave

You do it on the [Leave](/leave) screen; *nothing* is sent yet.

1. Open **People › Leave** and look at the days you have left.
2. Press **«Request leave»** in the upper right corner.

[captura:shot-{n:03}#send]

3. Choose **«From»** and **«To»**; half days have their *own* switch, and only working days count.
4. Press **«Send request»**. Your manager gets it, see [Team](/team).

| State | What it means | Days |
|:------|:--------------|-----:|
| **Waiting** | your manager has not looked | 5 |
| Approved | it counts | 18.5 |

```sql
SELECT id, status FROM leave WHERE person = 'ada';
```

- Only *working* days are counted
- The status is `Waiting` until then

If a day is taken, the form says so and names the person who can help you with **«Taken days»** or but one half day.

"""


@dataclass(frozen=True, slots=True)
class BenchPack:
    """What the bench's answers are read under."""

    pack: Pack
    manual: Manual
    person: Person
    folder: Path

    def policy(self) -> AnswerPolicy:
        """Return the policy of a new answer: every screenshot may be shown."""
        made = AnswerPolicy(self.pack, self.manual, self.person)
        made.read((), (shot.id for shot in self.manual.screenshots))
        return made

    def picture(self, shot: Screenshot) -> Path:
        """Find a screenshot's file."""
        return self.folder / shot.file


def bench_pack(folder: Path, drawn: int = 12) -> BenchPack:
    """Make the pack; its first screenshots are drawn into a folder, twice as large as they are shown."""
    shots = tuple(_shot(number) for number in range(CATALOGUED))
    for shot in shots[:drawn]:
        _draw(shot).save(str(folder / shot.file), "WEBP", 82)  # pyright: ignore[reportCallIssue, reportArgumentType]
    screens = (ScreenSpec("leave", "/leave", "Leave"), ScreenSpec("team", "/team", "Team"))
    person = Person("1", "Ada", "employee", frozenset(), ("/leave", "/team"))
    return BenchPack(Pack("Bench", ("https://bench.example",), screens), Manual((), shots), person, folder)


def mixed_answer(tokens: int) -> str:
    """Return an answer of everything: headings, steps, labels, links, screenshots, tables, code, bullets."""
    count = tokens * TOKEN // len(_PASSAGE) + 1
    return "".join(_PASSAGE.format(n=n) for n in range(count))[: tokens * TOKEN]


def shapes(tokens: int) -> dict[str, str]:
    """Return answers of a single thing: a list, a code block, a table, and a paragraph of 7 KB."""
    step = "1. Press **«Save»** and look at the *list* of [Leave](/leave) again.\n"
    line = "SELECT id, status FROM leave WHERE person = 'ada' AND days > 3;\n"
    row = "| **Waiting** | your manager has not looked | 5 |\n"
    words = "Press **«Save»** and read the *list* of [Leave](/leave) with `Waiting` days again, "
    size = tokens * TOKEN
    return {
        "list": (step * (size // len(step) + 1))[:size],
        "code": ("```sql\n" + line * (size // len(line) + 1))[:size],
        "table": ("| State | Means | Days |\n|:--|:--|--:|\n" + row * (size // len(row) + 1))[:size],
        "paragraph": (words * (7000 // len(words) + 1))[:7000],
    }


def naive_text(text: str) -> str:
    """Return an answer for Qt's own Markdown: the markers of the screenshots shown are images, the others are gone."""
    shown = list(dict.fromkeys(_MARKER.findall(text)))[:MAX_PICTURES]
    return _MARKER.sub(lambda found: f"![A screenshot]({found[1]})" if found[1] in shown else "", text)


def chunks(text: str) -> list[str]:
    """Cut a text into pieces of a token."""
    return [text[at : at + TOKEN] for at in range(0, len(text), TOKEN)]


def _shot(number: int) -> Screenshot:
    key = f"shot-{number:03}"
    shows = "The leave screen with the button that starts a request."
    zones = {_ZONE.key: _ZONE}
    return Screenshot(
        key, f"{key}.webp", "", _WIDTH, _HEIGHT, shows, "", "leave", "/leave", "employee", "en", "1", zones, "send"
    )


def _draw(shot: Screenshot) -> QImage:
    image = QImage(shot.width * 2, shot.height * 2, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    ground = QLinearGradient(QPointF(0, 0), QPointF(image.width(), image.height()))
    ground.setColorAt(0, QColor("#ffffff"))
    ground.setColorAt(1, QColor("#dfe6f5"))
    painter.fillRect(image.rect(), ground)
    painter.setPen(QColor("#1c2024"))
    font = painter.font()
    font.setPixelSize(34)
    painter.setFont(font)
    for row in range(9):
        painter.drawText(QRectF(60, 60 + row * 80, 900, 60), Qt.AlignmentFlag.AlignLeft, f"{shot.id}, row {row}")
    box = _ZONE.box
    painter.fillRect(QRectF(box.x * image.width(), box.y * image.height(), 360, 100), QColor("#2447c9"))
    painter.end()
    return image
