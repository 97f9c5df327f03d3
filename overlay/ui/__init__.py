"""The window, the tray and the answer: the only package that imports PySide6."""
