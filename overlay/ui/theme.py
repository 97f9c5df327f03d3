"""Colours by role, type scale, spacing and radii: one theme for the panel and the answers in it.

Every pair of text and ground that is used together reaches WCAG AA (4.5:1), high contrast AAA (7:1); a test holds it.
Sizes are logical pixels and grow with the person's text scale; Qt multiplies them by the screen's own scale.
"""

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette

FAMILIES = ("Inter", "Segoe UI", "SF Pro Text", "Cantarell", "Noto Sans", "DejaVu Sans")
"""Text faces, best first; the platform fills in scripts they lack."""
LINE_HEIGHT = 1.5
"""Line height as a multiple of the type size."""
MONO_FAMILIES = ("JetBrains Mono", "Cascadia Mono", "SF Mono", "Noto Sans Mono", "DejaVu Sans Mono")


class Contrast(Enum):
    """How strongly text stands out from its ground."""

    NORMAL = "normal"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Theme:
    """Everything that decides how Fescue looks; colours are `#rrggbb`, lengths logical pixels."""

    dark: bool
    high_contrast: bool

    bg: str
    """The panel's ground."""
    card: str
    """Cards, fields and pictures' captions, a shade nearer than the ground."""
    ink: str
    """Text."""
    muted: str
    """Secondary text: captions, hints, sources."""
    line: str
    """Hairlines and borders that only divide."""
    edge: str
    """Borders of what can be pressed or typed into: at least 3:1 against the ground."""
    soft: str
    """Quiet fills: code, chips, hovered buttons."""
    accent: str
    """Links, step numbers, primary buttons, focus."""
    accent_ink: str
    """Text on the accent."""
    accent_soft: str
    """The accent as a ground: the person's question, a selected row."""
    point: str
    """The pointer's ring and ripple, drawn over screenshots."""
    label: str
    """The pill behind a label of the target app."""
    warn: str
    warn_soft: str
    error: str
    error_soft: str

    text_scale: float = 1.0
    """The person's own text size, 0.8 to 2."""

    radius_small: int = 4
    """Label pills, code in a sentence."""
    radius: int = 9
    """Screenshots, buttons, code blocks."""
    radius_card: int = 10
    """Cards and the input."""
    radius_panel: int = 12
    """The panel and speech bubbles."""

    space_1: int = 4
    space_2: int = 8
    space_3: int = 12
    space_4: int = 16
    space_6: int = 24
    border: int = 1
    """Width of borders; 2 in high contrast."""
    focus: int = 2
    """Width of the focus ring."""

    @property
    def size_body(self) -> float:
        """Answers, questions, input."""
        return 14.0 * self.text_scale

    @property
    def size_title(self) -> float:
        """Headings in answers and dialogs."""
        return 16.0 * self.text_scale

    @property
    def size_ui(self) -> float:
        """Cards, buttons, starter questions."""
        return 13.0 * self.text_scale

    @property
    def size_small(self) -> float:
        """Captions, chips, sources."""
        return 12.0 * self.text_scale

    @property
    def size_fine(self) -> float:
        """The footer's last line."""
        return 11.0 * self.text_scale

    def colour(self, role: str) -> QColor:
        """Return a colour by the name of its role, such as `accent`.

        Raises:
            AttributeError: there is no such role.
        """
        return QColor(getattr(self, role))

    def font(self, size: float | None = None, *, weight: int = 400) -> QFont:
        """Return the text face.

        Args:
            size: logical pixels; the body's when left out.
            weight: 100 to 900 in hundreds; 600 is used for emphasis.
        """
        return _face(FAMILIES, size or self.size_body, weight)

    def mono(self, size: float | None = None) -> QFont:
        """Return the face for code, a little smaller than the text around it."""
        font = _face(MONO_FAMILIES, size or self.size_body * 0.92, 400)
        font.setStyleHint(QFont.StyleHint.Monospace)
        font.setFixedPitch(True)
        return font

    def palette(self) -> QPalette:
        """Return the Qt palette of this theme, for widgets that are not painted by hand."""
        palette = QPalette()
        roles = {
            QPalette.ColorRole.Window: self.bg,
            QPalette.ColorRole.Base: self.card,
            QPalette.ColorRole.AlternateBase: self.soft,
            QPalette.ColorRole.Button: self.card,
            QPalette.ColorRole.WindowText: self.ink,
            QPalette.ColorRole.Text: self.ink,
            QPalette.ColorRole.ButtonText: self.ink,
            QPalette.ColorRole.PlaceholderText: self.muted,
            QPalette.ColorRole.Highlight: self.accent,
            QPalette.ColorRole.HighlightedText: self.accent_ink,
            QPalette.ColorRole.Link: self.accent,
            QPalette.ColorRole.LinkVisited: self.accent,
            QPalette.ColorRole.ToolTipBase: self.card,
            QPalette.ColorRole.ToolTipText: self.ink,
        }
        for role, colour in roles.items():
            palette.setColor(role, QColor(colour))
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(self.muted))
        return palette

    def scaled(self, text_scale: float) -> "Theme":
        """Return the same theme at another text size, kept between 0.8 and 2."""
        return replace(self, text_scale=min(2.0, max(0.8, text_scale)))


LIGHT = Theme(
    dark=False,
    high_contrast=False,
    bg="#fbfbfa",
    card="#ffffff",
    ink="#1c2024",
    muted="#5d636a",
    line="#e4e5e3",
    edge="#8a9096",
    soft="#f1f2f0",
    accent="#0f6e5c",
    accent_ink="#ffffff",
    accent_soft="#e3f2ee",
    point="#f59e0b",
    label="#eaeeec",
    warn="#7d5200",
    warn_soft="#fdf3dc",
    error="#a3261b",
    error_soft="#fce9e6",
)

DARK = Theme(
    dark=True,
    high_contrast=False,
    bg="#15181b",
    card="#1c2024",
    ink="#e8eaec",
    muted="#9aa2aa",
    line="#2c3238",
    edge="#6b747d",
    soft="#22272c",
    accent="#4cc2a5",
    accent_ink="#06231c",
    accent_soft="#16332c",
    point="#fbbf24",
    label="#2a3036",
    warn="#f5c361",
    warn_soft="#33290f",
    error="#ff9d8f",
    error_soft="#3a1a16",
)

HIGH_LIGHT = Theme(
    dark=False,
    high_contrast=True,
    bg="#ffffff",
    card="#ffffff",
    ink="#000000",
    muted="#262626",
    line="#000000",
    edge="#000000",
    soft="#f0f0f0",
    accent="#00483b",
    accent_ink="#ffffff",
    accent_soft="#ddf3ec",
    point="#c2410c",
    label="#e6e6e6",
    warn="#5a3a00",
    warn_soft="#fff3d6",
    error="#8a0d04",
    error_soft="#ffe9e5",
    border=2,
    focus=3,
)

HIGH_DARK = Theme(
    dark=True,
    high_contrast=True,
    bg="#000000",
    card="#000000",
    ink="#ffffff",
    muted="#e6e6e6",
    line="#ffffff",
    edge="#ffffff",
    soft="#1a1a1a",
    accent="#6ff0d0",
    accent_ink="#000000",
    accent_soft="#06382d",
    point="#ffd400",
    label="#2b2b2b",
    warn="#ffd97a",
    warn_soft="#2b2100",
    error="#ffb4a8",
    error_soft="#3a0f09",
    border=2,
    focus=3,
)


def theme_for(
    scheme: Qt.ColorScheme | QPalette = Qt.ColorScheme.Unknown,
    contrast: Contrast = Contrast.NORMAL,
    text_scale: float = 1.0,
) -> Theme:
    """Choose the theme.

    Args:
        scheme: the platform's colour scheme, or a palette to tell it from; unknown counts as light.
        contrast: normal or high.
        text_scale: the person's own text size as a factor, kept between 0.8 and 2.
    """
    if isinstance(scheme, QPalette):
        dark = scheme.color(QPalette.ColorRole.Window).lightnessF() < 0.5
    else:
        dark = scheme is Qt.ColorScheme.Dark
    normal, high = (DARK, HIGH_DARK) if dark else (LIGHT, HIGH_LIGHT)
    return (high if contrast is Contrast.HIGH else normal).scaled(text_scale)


def platform_theme(text_scale: float = 1.0) -> Theme:
    """Return the theme that follows the platform as it is now: its scheme, else its palette, and its contrast.

    Follow changes with `QGuiApplication.styleHints().colorSchemeChanged` and `accessibility()`'s
    `contrastPreferenceChanged`.
    """
    hints = QGuiApplication.styleHints()
    scheme = hints.colorScheme()
    high = hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast
    return theme_for(
        QGuiApplication.palette() if scheme is Qt.ColorScheme.Unknown else scheme,
        Contrast.HIGH if high else Contrast.NORMAL,
        text_scale,
    )


def _face(families: tuple[str, ...], size: float, weight: int) -> QFont:
    font = QFont(_installed(families))
    font.setPixelSize(max(1, round(size)))
    font.setWeight(QFont.Weight(weight))
    return font


@lru_cache(maxsize=2)
def _installed(families: tuple[str, ...]) -> list[str]:
    # Asking Qt for a face that is not there makes it search every alias.
    return [name for name in families if QFontDatabase.hasFamily(name)]
