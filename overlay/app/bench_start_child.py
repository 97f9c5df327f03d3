"""The process that `bench start` measures: the tray app as `fescue run` starts it, stopped once it is idle."""

import json
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from overlay.app.shell import Shell

BEGAN = time.perf_counter()


def main() -> int:
    """Start, settle, print what it cost, and stop."""
    from overlay.app.desk import open_desk
    from overlay.app.run import run_shell
    from overlay.core.resources import bundled_pack
    from overlay.desktop.paths import find_paths
    from overlay.target.client import PackPeople

    desk = open_desk(bundled_pack())

    async def measure(shell: "Shell") -> None:
        await shell.shown()
        usage = resource.getrusage(resource.RUSAGE_SELF)
        cpu = usage.ru_utime + usage.ru_stime
        figures = {"start_cpu_ms": cpu * 1000, "start_wall_ms": (time.perf_counter() - BEGAN) * 1000}
        sys.stdout.write(json.dumps(figures | _memory()) + "\n")

    return run_shell(desk, PackPeople(desk.pack, desk.pack.roles[0].id), find_paths(), hidden=False, drive=measure)


def _memory() -> dict[str, float]:
    """Return resident and proportional memory in MB; zero where the system does not tell."""
    rollup = Path("/proc/self/smaps_rollup")
    if not rollup.exists():
        return {"start_rss_mb": 0.0, "start_pss_mb": 0.0}
    lines = dict(line.split(":", 1) for line in rollup.read_text("ascii").splitlines()[1:])
    return {f"start_{key.lower()}_mb": int(lines[key].split()[0]) / 1024 for key in ("Rss", "Pss")}


if __name__ == "__main__":
    sys.exit(main())
