"""Keeps one window with another on X11: the window manager then stacks and minimises them together."""

import contextlib

import xcffib
import xcffib.xproto

from overlay.desktop.x11_display import XDisplay

_REPLACE = 0
_WINDOW_TYPE = 33
"""The predefined atom WINDOW."""


def set_transient(display: XDisplay, window: int, parent: int) -> None:
    """Make a window transient for another; `parent` 0 (the root) frees it.

    Qt writes this property only while it maps a window, and the browser may be found long after that. A window that is
    gone by now needs no parent, and that is no error.
    """
    core = display.connection.core
    owner = parent or display.root
    with contextlib.suppress(xcffib.xproto.WindowError):
        name = display.atom("WM_TRANSIENT_FOR")
        core.ChangePropertyChecked(_REPLACE, window, name, _WINDOW_TYPE, 32, 1, [owner]).check()
