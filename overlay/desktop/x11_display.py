"""One connection to an X server: properties, windows, frames, monitors."""

import struct
from dataclasses import dataclass
from typing import cast

import xcffib
import xcffib.randr
import xcffib.xproto

from overlay.core.errors import OutsideError
from overlay.core.ports import Rect
from overlay.desktop.geometry import best_monitor, intersection
from overlay.desktop.x11_types import Connection, Randr

_LONGEST_PROPERTY = 1024
"""In 32-bit words."""
_ICONIC = 3
_ANY_TYPE = 0
_CARDINAL = 6
_Z_PIXMAP = 2
_ALL_PLANES = 0xFFFFFFFF
_BACK_PIXEL = 1 << 1
_EVENT_MASK = 1 << 11
"""Window attributes of the core protocol: CWBackPixel and CWEventMask."""

NO_EVENTS = 0
STRUCTURE = 1 << 17
PROPERTIES = 1 << 22
"""Event masks of the core protocol: StructureNotify and PropertyChange."""


@dataclass(frozen=True, slots=True)
class XWindow:
    """A window of some program, as the window manager lists it."""

    id: int
    pid: int
    wm_class: str
    """Instance and class, folded, joined by a dot."""
    title: str
    frame: Rect
    minimised: bool


class XDisplay:
    """An X connection and the questions Fescue asks over it."""

    def __init__(self, name: str | None = None) -> None:
        """Connect.

        Args:
            name: a display such as `:0`; None takes `$DISPLAY`.

        Raises:
            OutsideError: there is no such display.
        """
        try:
            connected = xcffib.connect(display=name)
        except xcffib.ConnectionException as problem:
            msg = f"No X display answers at {name or '$DISPLAY'}: start a desktop session, or run `fescue demo`."
            raise OutsideError(msg) from problem
        self._randr = cast("Randr", connected(xcffib.randr.key))
        self.connection = cast("Connection", connected)
        self._screen = self.connection.get_setup().roots[self.connection.pref_screen]
        self.root: int = self._screen.root
        self._atoms: dict[str, int] = {}

    def fileno(self) -> int:
        """Return the connection's descriptor."""
        return self.connection.get_file_descriptor()

    def close(self) -> None:
        """Disconnect."""
        self.connection.disconnect()

    def atom(self, name: str) -> int:
        """Return an atom's number."""
        if name not in self._atoms:
            self._atoms[name] = self.connection.core.InternAtom(False, len(name), name).reply().atom
        return self._atoms[name]

    def listen(self, window: int, mask: int) -> bool:
        """Ask for a window's events; False when the window is gone."""
        cookie = self.connection.core.ChangeWindowAttributesChecked(window, _EVENT_MASK, [mask])
        try:
            cookie.check()
        except xcffib.xproto.WindowError:
            return False
        return True

    def numbers(self, window: int, name: str) -> tuple[int, ...]:
        """Return a property of 32-bit numbers, empty when it is not there."""
        raw = self._property(window, name)
        return struct.unpack(f"={len(raw) // 4}I", raw[: len(raw) // 4 * 4])

    def text(self, window: int, name: str) -> str:
        """Return a text property, empty when it is not there."""
        return self._property(window, name).decode("utf-8", "replace")

    def active_window(self) -> int:
        """Return the window that has the focus, 0 for none."""
        return next(iter(self.numbers(self.root, "_NET_ACTIVE_WINDOW")), 0)

    def windows(self) -> tuple[XWindow, ...]:
        """List the programs' windows, the topmost first."""
        stacked = self.numbers(self.root, "_NET_CLIENT_LIST_STACKING") or self.numbers(self.root, "_NET_CLIENT_LIST")
        found = (self.window(window) for window in reversed(stacked))
        return tuple(window for window in found if window)

    def window(self, window: int) -> XWindow | None:
        """Describe one window; None when it is gone."""
        frame = self.frame(window)
        if frame is None:
            return None
        title = self.text(window, "_NET_WM_NAME") or self.text(window, "WM_NAME")
        wm_class = ".".join(part for part in self.text(window, "WM_CLASS").casefold().split("\0") if part)
        pid = next(iter(self.numbers(window, "_NET_WM_PID")), 0)
        return XWindow(window, pid, wm_class, title, frame, self.minimised(window))

    def frame(self, window: int) -> Rect | None:
        """Return a window's visible frame in the desktop's pixels: decorations in, shadows out; None when gone."""
        core = self.connection.core
        asked, placed = core.GetGeometry(window), core.TranslateCoordinates(window, self.root, 0, 0)
        try:
            size, at = asked.reply(), placed.reply()
        except (xcffib.xproto.WindowError, xcffib.xproto.DrawableError):
            return None
        left, right, top, bottom = self._extents(window, "_NET_FRAME_EXTENTS")
        # Without a compositor nothing is transparent: what a program calls its shadow is painted as a border.
        composited = self.selection_owner("_NET_WM_CM_S0") != 0
        shadow = self._extents(window, "_GTK_FRAME_EXTENTS") if composited else (0, 0, 0, 0)
        inner_left, inner_right, inner_top, inner_bottom = shadow
        return Rect(
            at.dst_x - left + inner_left,
            at.dst_y - top + inner_top,
            size.width + left + right - inner_left - inner_right,
            size.height + top + bottom - inner_top - inner_bottom,
        )

    def minimised(self, window: int) -> bool:
        """Say whether a window is an icon or hidden by the window manager."""
        hidden = self.atom("_NET_WM_STATE_HIDDEN") in self.numbers(window, "_NET_WM_STATE")
        return hidden or self.numbers(window, "WM_STATE")[:1] == (_ICONIC,)

    def withdrawn(self, window: int) -> bool:
        """Say whether the window manager no longer manages a window."""
        return not self.numbers(window, "WM_STATE")[:1] > (0,)

    def monitors(self) -> tuple[Rect, ...]:
        """Return the monitors, or the whole screen where the server knows none."""
        whole = Rect(0, 0, self._screen.width_in_pixels, self._screen.height_in_pixels)
        version = self._randr.QueryVersion(1, 5).reply()
        if (version.major_version, version.minor_version) < (1, 5):
            return (whole,)
        found = self._randr.GetMonitors(self.root, True).reply().monitors
        return tuple(Rect(m.x, m.y, m.width, m.height) for m in found) or (whole,)

    def work_area(self, window: Rect) -> Rect:
        """Return the part of a window's monitor that the desktop's own panels leave free."""
        monitor = best_monitor(window, self.monitors())
        desktop = next(iter(self.numbers(self.root, "_NET_CURRENT_DESKTOP")), 0)
        areas = self.numbers(self.root, "_NET_WORKAREA")
        area = areas[desktop * 4 : desktop * 4 + 4] or areas[:4]
        if len(area) < 4:
            return monitor
        shared = intersection(monitor, Rect(*area))
        return shared if shared.width and shared.height else monitor

    def selection_owner(self, name: str) -> int:
        """Return the window that holds a selection such as `_NET_SYSTEM_TRAY_S0`, 0 for none."""
        return self.connection.core.GetSelectionOwner(self.atom(name)).reply().owner

    def paint_desktop(self, colour: int) -> None:
        """Give the desktop one colour, written 0xRRGGBB."""
        core = self.connection.core
        core.ChangeWindowAttributesChecked(self.root, _BACK_PIXEL, [colour]).check()
        core.ClearAreaChecked(False, self.root, 0, 0, 0, 0).check()

    def show_trial_window(self) -> int:
        """Show a window of one pixel and return its number, to see whether a window manager takes care of it."""
        window, core = self.connection.generate_id(), self.connection.core
        core.CreateWindowChecked(0, window, self.root, 0, 0, 1, 1, 0, 0, self._screen.root_visual, 0, []).check()
        core.MapWindowChecked(window).check()
        return window

    def destroy(self, window: int) -> None:
        """Remove a window of this connection's own."""
        self.connection.core.DestroyWindowChecked(window).check()

    def nudge(self) -> None:
        """Send every program that listens to the desktop an event."""
        name, core = self.atom("_FESCUE_NUDGE"), self.connection.core
        core.ChangePropertyChecked(0, self.root, name, _CARDINAL, 32, 1, [1]).check()

    def picture(self) -> tuple[tuple[int, int], bytes]:
        """Return the whole desktop's size and its pixels, four bytes each: blue, green, red, unused."""
        size = (self._screen.width_in_pixels, self._screen.height_in_pixels)
        asked = self.connection.core.GetImage(_Z_PIXMAP, self.root, 0, 0, *size, _ALL_PLANES)
        return size, bytes(asked.reply().data.buf())

    def _extents(self, window: int, name: str) -> tuple[int, int, int, int]:
        match self.numbers(window, name)[:4]:
            case (left, right, top, bottom):
                return left, right, top, bottom
            case _:
                return 0, 0, 0, 0

    def _property(self, window: int, name: str) -> bytes:
        asked = self.connection.core.GetProperty(False, window, self.atom(name), _ANY_TYPE, 0, _LONGEST_PROPERTY)
        try:
            found = asked.reply()
        except xcffib.xproto.WindowError:
            return b""
        return bytes(found.value.buf()) if found.format in {8, 32} else b""
