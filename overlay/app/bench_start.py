"""What tray and panel cost at start: processor time with imports, and memory before the first question.

Measured in a process of its own, as a person starts it: under X where one can be had, else offscreen (and said so).
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from overlay.core.errors import OutsideError
from overlay.desktop.virtual import VirtualDesktop

ROUNDS = 5


def bench_start() -> dict[str, float]:
    """Start Fescue a few times and return medians: `start_cpu_ms`, `start_wall_ms`, `start_rss_mb`, `start_pss_mb`.

    Raises:
        OutsideError: it does not start.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fescue-bench-")))
        env = dict(os.environ, XDG_DATA_HOME=str(folder), XDG_RUNTIME_DIR=str(folder))
        real = bool(shutil.which("Xvfb") and shutil.which("openbox") and shutil.which("trayer"))
        if real:
            desktop = stack.enter_context(VirtualDesktop(folder))
            env = dict(desktop.env, XDG_DATA_HOME=str(folder))
            env.pop("QT_QPA_PLATFORM", None)
        else:
            env["QT_QPA_PLATFORM"] = "offscreen"
        rounds = [_start(env) for _ in range(ROUNDS)]
    figures = {key: statistics.median(r[key] for r in rounds) for key in rounds[0]}
    return {**figures, "start_under_x": float(real)}


def _start(env: dict[str, str]) -> dict[str, float]:
    command = [sys.executable, "-m", "overlay.app.bench_start_child"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)  # noqa: S603  our own module
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        msg = f"Fescue did not start for the bench: {said[-1] if said else 'no word'}"
        raise OutsideError(msg)
    return json.loads(done.stdout)
