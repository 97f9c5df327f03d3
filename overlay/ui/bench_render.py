"""What a streamed answer costs the main thread, beside Qt's own Markdown."""

from pathlib import Path
from time import perf_counter, thread_time

from PySide6.QtCore import QSizeF
from PySide6.QtWidgets import QApplication, QScrollArea, QTextBrowser, QVBoxLayout, QWidget

from overlay.answer.policy import AnswerPolicy
from overlay.answer.stream import AnswerStream
from overlay.core.manual import Manual
from overlay.core.pack import Pack
from overlay.core.person import NOBODY
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.pointer.motion import Motion
from overlay.ui.theme import LIGHT

_PER_SECOND = 100
_FRAME_S = 0.016
_SAMPLES = 40
_SIZE = (420, 800)

_PASSAGE = """1. Open [Leave](/leave) under **People › Leave** and look at the days you have left this year.
2. Press **«Request leave»** in the upper right corner, beside the heading of the list.
3. Choose **«From»** and **«To»**; half days have their *own* switch, and only working days are counted.
4. Press **«Send request»**. Your manager gets it; its status is `Waiting` until then.

If a day is already taken, the form says so and names the person who can help you with it.

"""


def bench_render(tokens: int) -> dict[str, float]:
    """Stream an answer of about `tokens` tokens (100 a second, a flush every 16 ms) into both views.

    Returns:
        Seconds of the main thread's CPU for ours and for `setMarkdown` of the whole text at each token; how many times
        less ours takes; the 99th percentile and the most of our flushes in milliseconds; how much dearer the last tenth
        of the flushes is than the first; 1 as `naive_extrapolated` when the naive way was sampled.
    """
    app = QApplication.instance() or QApplication([])
    chunks = _chunks(tokens)
    ours, flushes = _ours(chunks, app)
    naive, sampled = _naive(chunks, app)
    tenth = max(1, len(flushes) // 10)
    ordered = sorted(flushes)
    return {
        "tokens": float(tokens),
        "ours_s": ours,
        "naive_s": naive,
        "times_less": naive / ours if ours else 0.0,
        "flush_p99_ms": ordered[int(len(ordered) * 0.99) - 1] * 1000,
        "flush_max_ms": ordered[-1] * 1000,
        "last_over_first": _median(flushes[-tenth:]) / max(1e-9, _median(flushes[:tenth])),
        "naive_extrapolated": float(sampled),
    }


def _chunks(tokens: int) -> list[str]:
    """Cut the sample into pieces of about a token: four characters."""
    text = _PASSAGE * (tokens * 4 // len(_PASSAGE) + 1)
    return [text[at : at + 4] for at in range(0, tokens * 4, 4)]


def _ours(chunks: list[str], app: object) -> tuple[float, list[float]]:
    assert isinstance(app, QApplication)
    policy = AnswerPolicy(Pack("Bench", ("https://bench.example",), ()), Manual(()), NOBODY)
    view = AnswerView(LIGHT, lambda shot: Path(shot.file), Motion(reduced=True))
    scroller = _scroller(view)
    view.begin()
    stream = AnswerStream(policy)
    per_flush = max(1, round(_PER_SECOND * _FRAME_S))
    flushes: list[float] = []
    for at in range(0, len(chunks), per_flush):
        begun, wall = thread_time(), perf_counter()
        view.apply(stream.feed("".join(chunks[at : at + per_flush])))
        app.processEvents()
        flushes.append(max(thread_time() - begun, min(1e-6, perf_counter() - wall)))
    begun = thread_time()
    view.apply(stream.finish())
    app.processEvents()
    total = sum(flushes) + thread_time() - begun
    scroller.close()
    return total, flushes


def _scroller(view: QTextBrowser) -> QScrollArea:
    """Show an answer as the panel does: in a column that scrolls and stays at its end."""
    inside = QWidget()
    column = QVBoxLayout(inside)
    column.addWidget(view)
    column.addStretch(1)
    scroller = QScrollArea()
    scroller.setWidgetResizable(True)
    scroller.setWidget(inside)
    scroller.resize(*_SIZE)
    bar = scroller.verticalScrollBar()

    def to_the_end(_least: int, most: int) -> None:
        bar.setValue(most)

    bar.rangeChanged.connect(to_the_end)
    scroller.show()
    return scroller


def _naive(chunks: list[str], app: object) -> tuple[float, bool]:
    assert isinstance(app, QApplication)
    browser = QTextBrowser()
    scroller = _scroller(browser)

    def fit(size: QSizeF) -> None:
        browser.setFixedHeight(max(1, round(size.height())))

    browser.document().documentLayout().documentSizeChanged.connect(fit)
    every = max(1, len(chunks) // _SAMPLES)
    spent = 0.0
    for at in range(every - 1, len(chunks), every):
        text = "".join(chunks[: at + 1])
        begun = thread_time()
        browser.setMarkdown(text)
        app.processEvents()
        spent += thread_time() - begun
    scroller.close()
    return spent * every, every > 1


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]
