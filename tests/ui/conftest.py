"""Leaves nothing of Python's in Qt's hands when the tests end."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication


@pytest.fixture(scope="session", autouse=True)
def _empty_clipboard() -> Iterator[None]:
    """The off-screen clipboard outlives the interpreter, and would then free what a test copied."""
    yield
    if QGuiApplication.instance() is not None:
        QGuiApplication.clipboard().clear()
