"""What a streamed answer costs the main thread, beside Qt's own Markdown.

Both ways show the same answer at the end of the same column. Tokens come at 100 a second. Ours gathers them for 16 ms,
so two make a flush; the naive way sets the whole text as Markdown at each, its decoded screenshots cached at the size
shown. Flushes follow each other without waiting, and what is counted is the main thread's processor time: a machine
that is busy with something else changes it little.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import thread_time

from PySide6.QtCore import (
    QEventLoop,
    QMessageLogContext,
    QSizeF,
    Qt,
    QTimer,
    QtMsgType,
    QUrl,
    SignalInstance,
    qInstallMessageHandler,
)
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QTextBrowser, QWidget

from overlay.answer.stream import AnswerStream
from overlay.core.errors import OutsideError
from overlay.ui.bench_answers import BenchPack, bench_pack, chunks, mixed_answer, naive_text, shapes
from overlay.ui.blocks.answer_view import AnswerView
from overlay.ui.blocks.flush import FRAME_MS
from overlay.ui.blocks.loader import PictureLoader
from overlay.ui.conversation_view import ConversationView
from overlay.ui.pointer.motion import Motion
from overlay.ui.pointer.pointer import Pointer
from overlay.ui.runtime import make_application
from overlay.ui.style import style_sheet
from overlay.ui.theme import LIGHT

SIZES = (260, 2_000, 20_000)
"""Tokens of the answers compared: a usual one, a long one, a flood."""
_PER_SECOND = 100
_PER_FLUSH = -(-_PER_SECOND * FRAME_MS // 1000)
_WHOLE = 2_000
"""Tokens up to which the naive way is measured at every one; above, samples are extrapolated."""
_SAMPLES = 24
_PATIENCE_MS = 20_000
_PANEL = (400, 640)
Figures = dict[str, float]


def bench_render_all() -> Figures:
    """Measure answers of all sizes and shapes, the pointer and the memory; keys begin with `render_`."""
    figures: Figures = {}
    for tokens in SIZES:
        figures |= {f"render_{tokens}_{key}": value for key, value in bench_render(tokens).items()}
    for shape, found in bench_shapes().items():
        figures |= {f"render_{shape}_{key}": value for key, value in found.items()}
    return figures | {"render_pointer_cpu_ms": bench_pointer()} | bench_memory()


def bench_render(tokens: int) -> Figures:
    """Stream a mixed answer of about `tokens` tokens both ways.

    Returns:
        `cpu_s` and `naive_cpu_s`: the main thread's time; `times_less`: how many times less ours takes;
        `flush_p50_ms`, `flush_p99_ms`, `flush_p999_ms`, `flush_max_ms`: our flushes; `last_to_first_tenth`: how much
        dearer the last tenth of them is than the first; `naive_sampled`: 1 when the naive time is extrapolated.
    """
    with _bench() as pack:
        return _compare(mixed_answer(tokens), pack, samples=None if tokens <= _WHOLE else _SAMPLES)


def bench_shapes(tokens: int = 2_000) -> dict[str, Figures]:
    """Stream answers of a single thing both ways: a list, a code block, a table, a paragraph of 7 KB."""
    with _bench() as pack:
        return {name: _compare(text, pack, samples=_SAMPLES) for name, text in shapes(tokens).items()}


def bench_pointer() -> float:
    """Return the main thread's milliseconds while a pointer moves over a screenshot for 900 ms and presses."""
    with _bench() as pack:
        loader = PictureLoader()
        motion = Motion(reduced=True)
        view = AnswerView(LIGHT, pack.picture, motion, loader)
        column = _column(view)
        view.begin(pack.policy())
        view.feed("1. Press\n\n[captura:shot-000#send]\n\n2. Look")
        _wait_for(view.settled, view.finish)
        pointer = view.findChild(Pointer)
        assert pointer
        motion.reduced = False
        spent = _wait_for(pointer.finished, pointer.replay)
        column.close()
        loader.finish()
        return spent * 1000


def _wait_for(signal: SignalInstance, begin: Callable[[], None]) -> float:
    """Begin something, wait for its end, and return the seconds the main thread worked."""
    loop = QEventLoop()
    signal.connect(loop.quit)
    QTimer.singleShot(_PATIENCE_MS, loop, loop.quit)
    begun = thread_time()
    QTimer.singleShot(0, loop, begin)
    loop.exec()
    return thread_time() - begun


@dataclass(frozen=True, slots=True)
class _Measured:
    """Seconds by flush, or by chunk where only some were measured."""

    flushes: list[float]
    rest: float = 0.0

    @property
    def total(self) -> float:
        return sum(self.flushes) + self.rest


def _compare(text: str, pack: BenchPack, samples: int | None) -> Figures:
    ours = _ours(chunks(text), pack)
    pieces = chunks(naive_text(text))
    naive = _naive(pieces, pack, samples or len(pieces))
    naive_s = statistics.fmean(naive.flushes) * len(pieces)
    ordered = sorted(ours.flushes)
    tenth = max(1, len(ordered) // 10)
    first, last = sum(ours.flushes[:tenth]), sum(ours.flushes[-tenth:])
    return {
        "cpu_s": ours.total,
        "naive_cpu_s": naive_s,
        "times_less": naive_s / ours.total,
        "flush_p50_ms": _share(ordered, 0.5),
        "flush_p99_ms": _share(ordered, 0.99),
        "flush_p999_ms": _share(ordered, 0.999),
        "flush_max_ms": ordered[-1] * 1000,
        "last_to_first_tenth": last / first,
        "naive_sampled": float(len(naive.flushes) < len(pieces)),
    }


def _share(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


def _ours(pieces: list[str], pack: BenchPack) -> _Measured:
    loader = PictureLoader()
    view = AnswerView(LIGHT, pack.picture, Motion(reduced=True), loader)
    column = _column(view)
    view.begin()
    stream = AnswerStream(pack.policy())
    flushes: list[float] = []
    for at in range(0, len(pieces), _PER_FLUSH):
        begun = thread_time()
        view.apply(stream.feed("".join(pieces[at : at + _PER_FLUSH])))
        QApplication.processEvents()
        flushes.append(thread_time() - begun)
    begun = thread_time()
    view.apply(stream.finish())
    QApplication.processEvents()
    measured = _Measured(flushes, thread_time() - begun)
    column.close()
    loader.finish()
    QApplication.processEvents()
    return measured


def _naive(pieces: list[str], pack: BenchPack, samples: int) -> _Measured:
    browser = _Naive(pack)
    column = _column(browser)
    flushes: list[float] = []
    for number in range(samples):
        text = "".join(pieces[: int((number + 0.5) * len(pieces) / samples) + 1])
        begun = thread_time()
        browser.setMarkdown(text)
        QApplication.processEvents()
        flushes.append(thread_time() - begun)
    column.close()
    return _Measured(flushes)


class _Naive(QTextBrowser):
    """Qt's own Markdown, as tall as its text."""

    def __init__(self, pack: BenchPack) -> None:
        super().__init__()
        self._pack = pack
        self._images: dict[str, QImage] = {}
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDefaultFont(LIGHT.font())
        self.document().documentLayout().documentSizeChanged.connect(self._fit)

    def loadResource(self, type: int, name: QUrl | str) -> object:  # noqa: A002, ARG002 the names are Qt's
        """Return a screenshot, decoded and scaled once; the document keeps it until its text is set again."""
        key = name.toString() if isinstance(name, QUrl) else name
        if key not in self._images:
            shot = self._pack.manual.screenshot(key)
            image = QImage(str(self._pack.picture(shot))) if shot else QImage()
            width = self.viewport().width() - 8
            self._images[key] = image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
        return self._images[key]

    def _fit(self, size: QSizeF) -> None:
        self.setFixedHeight(max(1, round(size.height())))


def _column(inside: QWidget) -> ConversationView:
    """Show an answer in the panel's column, scrolled to its end whatever comes."""
    column = ConversationView(LIGHT)
    column.setStyleSheet(style_sheet(LIGHT))
    column.setPalette(LIGHT.palette())
    column.resize(*_PANEL)
    column.add(inside)
    column.follow_end()
    column.show()
    QApplication.processEvents()
    return column


@contextmanager
def _bench() -> Generator[BenchPack]:
    """Prepare: an application, screenshots, and everything loaded that the first answer would load."""
    with bench_application(), tempfile.TemporaryDirectory(prefix="fescue-bench-") as folder:
        pack = bench_pack(Path(folder))
        _ours(chunks(mixed_answer(260)), pack)
        _naive(chunks(naive_text(mixed_answer(60))), pack, 60)
        yield pack


@contextmanager
def bench_application() -> Generator[None]:
    """Have an application, off screen where there is no screen, that does not speak of size hints."""
    app = QApplication.instance()
    if app is None:
        if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            os.environ["QT_QPA_PLATFORM"] = "offscreen"
        app = make_application(sys.argv[:1])
    before = qInstallMessageHandler(_but_size_hints)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


def bench_memory() -> Figures:
    """Measure, in a process of its own, what answers take of memory; Linux only, elsewhere there are no figures.

    Raises:
        OutsideError: the process failed.
    """
    if sys.platform != "linux":
        return {}
    command = [sys.executable, "-m", "overlay.ui.bench_memory"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)  # noqa: S603  our own module
    if done.returncode != 0:
        msg = f"Measuring memory failed: {done.stderr.strip()[-200:]}"
        raise OutsideError(msg)
    return {f"render_{key}": float(value) for key, value in json.loads(done.stdout).items()}


def _but_size_hints(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:  # noqa: ARG001  Qt's signature
    """Pass on what Qt says, but for the platform without windows that has no size hints."""
    if "propagateSizeHints" not in message:
        sys.stderr.write(f"{message}\n")
