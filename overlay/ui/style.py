"""The one style sheet, written from the theme: every widget is named by what it is, not by how it looks."""

from dataclasses import fields
from functools import lru_cache
from string import Template

from overlay.core.resources import bundled
from overlay.ui.theme import Theme

_LENGTHS = ("border", "focus", "radius_small", "radius", "radius_card", "radius_panel")


@lru_cache(maxsize=4)
def style_sheet(theme: Theme) -> str:
    """Write the panel's style sheet in a theme's colours and lengths."""
    template = Template((bundled("resources") / "styles" / "panel.qss").read_text(encoding="utf-8"))
    values = {f.name: str(getattr(theme, f.name)) for f in fields(theme)}
    values |= {name: f"{getattr(theme, name)}px" for name in _LENGTHS}
    values["question_border"] = f"{theme.border}px solid {theme.edge}" if theme.high_contrast else "none"
    return template.substitute(values)
