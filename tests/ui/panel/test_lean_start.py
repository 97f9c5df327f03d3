"""The start without what nobody uses."""

import subprocess
import sys

SCRIPT = """
import linecache, sys
from overlay.ui.lean import begin_lean
begin_lean()
import overlay.ui.panel
from PySide6.QtCore import QObject, Signal
class Sender(QObject):
    sent = Signal(str)
heard = []
sender = Sender()
sender.sent.connect(heard.append)
sender.sent.emit("x")
assert heard == ["x"]
print(sum(len(entry[2]) for name, entry in linecache.cache.items() if "overlay" in name))
"""


def test_no_source_of_ours_is_read_while_qt_is_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "0"
