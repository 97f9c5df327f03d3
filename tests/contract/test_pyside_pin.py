"""PySide6 6.12 drops a reference to None with every void call on Python 3.11; the pinned release must not."""

import gc
import sys

import pytest
from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

CALLS = 10_000


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from 3.12 on: its count says nothing there")
def test_void_calls_keep_none(qtbot) -> None:
    widget, thing = QWidget(), QObject()
    qtbot.addWidget(widget)
    gc.collect()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        thing.setObjectName("x")
        widget.move(QPoint(0, 0))
    lost = before - sys.getrefcount(None)
    assert lost < CALLS / 100
