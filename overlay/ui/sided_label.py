"""A label that keeps to the panel's side."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel


class SidedLabel(QLabel):
    """Begins at the side where the panel's lines begin: Qt's own goes by the script of its words."""

    def changeEvent(self, event: QEvent) -> None:
        """Change sides with the panel."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LayoutDirectionChange:
            mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
            side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
            upright = self.alignment() & Qt.AlignmentFlag.AlignVertical_Mask
            self.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute | upright)
