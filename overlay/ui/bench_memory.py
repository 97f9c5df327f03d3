"""What answers take of memory, in a process of its own: run with `python -m overlay.ui.bench_memory`.

Prints JSON, resident megabytes: with an empty panel, after answers that show twelve screenshots of two hundred
catalogued, and after 20 and 200 answers in conversations of ten.
"""

import json
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer

from overlay.ui.bench_answers import BenchPack, bench_pack, mixed_answer
from overlay.ui.bench_render import bench_application
from overlay.ui.panel import Panel
from overlay.ui.pointer.motion import still_motion
from overlay.ui.presenters.views import Closing, Source
from overlay.ui.theme import LIGHT

_PICTURES, _ANSWERS, _EARLY, _CONVERSATION = 12, 200, 20, 10
_TOKENS = 260
_PATIENCE_MS = 10_000


def main() -> int:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="fescue-bench-") as folder, bench_application():
        pack = bench_pack(Path(folder))
        panel = Panel(LIGHT, "Bench", pack.picture, still_motion())
        panel.show()
        figures = {"memory_start_mb": _resident()}
        for first in range(0, _PICTURES, 3):
            _answer(panel, pack, _three_pictures(first))
        figures["memory_12_pictures_mb"] = _resident()
        for number in range(1, _ANSWERS + 1):
            if number % _CONVERSATION == 0:
                panel.clear()
            _answer(panel, pack, mixed_answer(_TOKENS))
            if number == _EARLY:
                figures["memory_20_answers_mb"] = _resident()
        figures["memory_200_answers_mb"] = _resident()
        panel.close()
    sys.stdout.write(json.dumps(figures) + "\n")
    return 0


def _three_pictures(first: int) -> str:
    steps = (f"{n + 1}. Press\n\n[captura:shot-{first + n:03}#send]\n\n" for n in range(3))
    return "".join(steps)


def _answer(panel: Panel, pack: BenchPack, text: str) -> None:
    turn = panel.begin_turn("How do I ask for leave?", pack.policy())
    turn.add_text(text)
    loop = QEventLoop()
    turn.settled.connect(loop.quit)
    QTimer.singleShot(_PATIENCE_MS, loop, loop.quit)
    turn.finish(Closing(sources=(Source("Leave"),)))
    turn.look_everywhere()
    loop.exec()


def _resident() -> float:
    """Return the resident megabytes of this process."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * 4096 / 1e6
    return 0.0


if __name__ == "__main__":
    sys.exit(main())
