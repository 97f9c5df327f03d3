"""The bench measures both views, and says when it extrapolated."""

from pytestqt.qtbot import QtBot

from overlay.ui.bench_answers import chunks, mixed_answer, naive_text
from overlay.ui.bench_render import bench_pointer, bench_render


def test_the_bench_compares_both_views(qtbot: QtBot) -> None:
    figures = bench_render(120)
    assert figures["cpu_s"] > 0
    assert figures["times_less"] == figures["naive_cpu_s"] / figures["cpu_s"]
    assert figures["naive_sampled"] == 0
    assert 0 < figures["flush_p50_ms"] <= figures["flush_p99_ms"] <= figures["flush_p999_ms"] <= figures["flush_max_ms"]


def test_a_flood_is_extrapolated_and_says_so(qtbot: QtBot) -> None:
    assert bench_render(2_100)["naive_sampled"] == 1


def test_the_pointer_is_measured_while_it_moves(qtbot: QtBot) -> None:
    assert 0 < bench_pointer() < 900


def test_both_views_show_the_same_answer() -> None:
    text = mixed_answer(1_000)
    naive = naive_text(text)
    assert len(chunks(text)) == 1_000
    assert naive.count("![A screenshot](shot-") == 3
    assert "captura" not in naive
    assert naive.replace("![A screenshot](shot-", "")[:60] == text[:60]
