"""The bench measures both views and says when it guessed."""

import pytest
from pytestqt.qtbot import QtBot

from overlay.ui.bench_render import bench_render


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_the_bench_compares_both_views(qtbot: QtBot) -> None:
    figures = bench_render(120)
    assert figures["tokens"] == 120
    assert figures["ours_s"] > 0
    assert figures["naive_s"] > 0
    assert figures["naive_extrapolated"] == 1
    assert figures["flush_p99_ms"] <= figures["flush_max_ms"]
