"""Notices that files of a pack were saved, whichever way an editor saves."""

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

QUIET_MS = 150
"""How long nothing may happen before a change counts as over: editors save in several steps."""


class PackWatch(QObject):
    """Watches the folders of a pack and the files in them."""

    changed = Signal()

    def __init__(self, root: Path, parent: QObject | None = None) -> None:
        """Begin to watch.

        Args:
            root: the folder that holds `manual/` and `screenshots/`.
            parent: whose life it shares.
        """
        super().__init__(parent)
        self._root = root
        self._watcher = QFileSystemWatcher(self)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET_MS)
        self._quiet.timeout.connect(self._over)
        self._watcher.fileChanged.connect(self._noticed)
        self._watcher.directoryChanged.connect(self._noticed)
        self._watch()

    def _noticed(self) -> None:
        self._quiet.start()

    def _over(self) -> None:
        # A file that was replaced is another one now, and no longer watched.
        self._watch()
        self.changed.emit()

    def _watch(self) -> None:
        known = {*self._watcher.files(), *self._watcher.directories()}
        wanted = [str(path) for path in self._paths() if str(path) not in known]
        if wanted:
            self._watcher.addPaths(wanted)

    def _paths(self) -> list[Path]:
        folders = [self._root, *(self._root / name for name in _FOLDERS)]
        there = [folder for folder in folders if folder.is_dir()]
        files = [path for folder in there[1:] for path in folder.iterdir() if path.is_file()]
        return [*there, *files]


_FOLDERS = ("manual", "manual/sections", "screenshots", "screenshots/shots")
