"""Contrast of every pair of colours that is used together."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette

from overlay.ui.theme import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Contrast, Theme, theme_for

THEMES = [LIGHT, DARK, HIGH_LIGHT, HIGH_DARK]
TEXT_PAIRS = [
    ("ink", "bg"),
    ("ink", "card"),
    ("ink", "soft"),
    ("ink", "label"),
    ("ink", "accent_soft"),
    ("muted", "bg"),
    ("muted", "card"),
    ("muted", "soft"),
    ("accent", "bg"),
    ("accent", "card"),
    ("accent_ink", "accent"),
    ("warn", "warn_soft"),
    ("error", "error_soft"),
    ("error", "bg"),
]


def contrast_ratio(one: str, other: str) -> float:
    # WCAG 2
    light, dark = sorted((_luminance(QColor(one)), _luminance(QColor(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_text_can_be_read(theme: Theme, text: str, ground: str) -> None:
    least = 7 if theme.high_contrast else 4.5
    assert contrast_ratio(getattr(theme, text), getattr(theme, ground)) >= least


@pytest.mark.parametrize("theme", THEMES)
def test_edges_of_controls_can_be_seen(theme: Theme) -> None:
    assert contrast_ratio(theme.edge, theme.bg) >= 3
    assert contrast_ratio(theme.accent, theme.bg) >= 3


def test_the_theme_follows_scheme_palette_and_contrast(qapp: object) -> None:
    assert theme_for(Qt.ColorScheme.Dark) == DARK
    assert theme_for(Qt.ColorScheme.Unknown) == LIGHT
    assert theme_for(QPalette(QColor("#202020"))) == DARK
    assert theme_for(Qt.ColorScheme.Light, Contrast.HIGH) == HIGH_LIGHT
    assert theme_for(Qt.ColorScheme.Light, text_scale=9).text_scale == 2
    assert theme_for(Qt.ColorScheme.Light, text_scale=1.5).font().pixelSize() == 21


def test_a_colour_is_found_by_its_role() -> None:
    assert LIGHT.colour("accent").name() == "#0f6e5c"
    with pytest.raises(AttributeError):
        LIGHT.colour("nothing")
