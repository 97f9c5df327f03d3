"""The tray icon and its menu; it appears when a tray does, and says when there is none."""

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from overlay.ui.icons import app_icon

LOOK_AGAIN_MS = 5000
"""How often a missing tray is looked for: desktops may start theirs after us, and none of them announces it."""


class Tray(QObject):
    """Fescue in the system tray."""

    opened = Signal()
    new_requested = Signal()
    quit_requested = Signal()
    available_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        """Show the icon if there is a tray, and look for one if there is not."""
        super().__init__(parent)
        self._icon: QSystemTrayIcon | None = None
        self._menu = QMenu()
        self._menu.addAction("Open Fescue", self.opened.emit)
        self._menu.addAction("New conversation", self.new_requested.emit)
        self._menu.addSeparator()
        self._menu.addAction("Quit Fescue", self.quit_requested.emit)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_AGAIN_MS)
        self._timer.timeout.connect(self.look)
        self.look()

    @property
    def available(self) -> bool:
        """Whether the icon is in a tray; one that has gone takes it along, and brings it back when it returns."""
        return self._icon is not None and QSystemTrayIcon.isSystemTrayAvailable()

    def look(self) -> None:
        """Look for a tray once."""
        there = QSystemTrayIcon.isSystemTrayAvailable()
        if there == (self._icon is not None):
            if not there and not self._timer.isActive():
                self._timer.start()
            return
        if there:
            self._show()
            self._timer.stop()
        self.available_changed.emit(self.available)

    def say(self, title: str, text: str) -> None:
        """Show a short message at the icon, where there is one."""
        if self._icon:
            self._icon.showMessage(title, text)

    def close(self) -> None:
        """Take the icon away."""
        self._timer.stop()
        if self._icon:
            self._icon.hide()
            self._icon = None

    def _show(self) -> None:
        self._icon = QSystemTrayIcon(app_icon(), self)
        self._icon.setToolTip("Fescue")
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._activated)
        self._icon.show()

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.opened.emit()
