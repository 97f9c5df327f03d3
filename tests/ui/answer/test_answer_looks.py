"""Pictures of an answer in every theme, width and scale, for people to look at."""

from pathlib import Path

import pytest
from answer_samples import policy
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.blocks.loader import PictureLoader
from overlay.ui.pointer.motion import still_motion
from overlay.ui.theme import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Theme

SAMPLE = """You can ask for days off from the [Leave](/leave) screen.

1. Open [Leave](/leave) (**People › Leave**).
2. Press **«Request leave»**.

   [captura:leave#request]

3. Choose **«From»** and **«To»**; half days have their own switch.
   - Only working days count
   - *Überstundenausgleichskontoabrechnung* and **«Donaudampfschifffahrtsgesellschaftskapitänsmütze»** are long words
4. Press **«Send request»**. Your manager, Ines Ortega, gets it; the status is `waiting` until then.

```sql
SELECT id, status FROM leave WHERE person = 'ada' ORDER BY begins DESC LIMIT 10;
-- the newest first
```

## What the states mean

| State | Means | Days |
|:------|-------|-----:|
| **Waiting** | your manager has not looked yet | 5 |
| Approved | it counts | 18.5 |

> Half days need a reason.

- [x] Read the policy
- [ ] Ask [Users](/admin/users) for help, not ~~Ines~~

10. שלח את הבקשה **«Request leave»** עכשיו
11. 打开 **«保存»** 然后确认。

---

Done 😄 <see the form>.
"""


def render(view: AnswerView, theme: Theme, scale: int) -> QImage:
    host = view.window()
    image = QImage(host.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    image.fill(QColor(theme.bg))
    painter = QPainter(image)
    host.render(painter, QPoint())
    painter.end()
    return image


@pytest.mark.qt_log_ignore("propagateSizeHints")
@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("width", [300, 360, 420, 600])
@pytest.mark.parametrize(
    "theme", [LIGHT, DARK, HIGH_LIGHT, HIGH_DARK], ids=["light", "dark", "high-light", "high-dark"]
)
def test_an_answer_is_drawn(qtbot: QtBot, pictures: Path, tmp_path: Path, theme: Theme, width: int, scale: int) -> None:
    loader = PictureLoader()
    view = AnswerView(theme, lambda shot: pictures / shot.file, still_motion(), loader)
    host = QWidget()
    host.setPalette(theme.palette())
    layout = QVBoxLayout(host)
    layout.setContentsMargins(16, 16, 16, 16)
    layout.addWidget(view)
    layout.addStretch(1)
    qtbot.addWidget(host)
    host.resize(width, 1600)
    host.show()
    with qtbot.waitSignal(view.settled, timeout=10_000):
        view.begin(policy())
        for character in SAMPLE:
            view.feed(character)
        view.finish()
    host.resize(width, view.height() + 32)
    image = render(view, theme, scale)
    target = tmp_path / f"answer-{width}-{scale}.png"
    image.save(str(target))
    assert image.height() == (view.height() + 32) * scale
    assert len({image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}) > 20
    loader.finish()
