"""A real model, its server, and a pack so small that it reads the prompt within seconds."""

import json
import subprocess
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[3]
START_SECONDS = 60
WIRES = {"compatible": "/v1", "anthropic": ""}
PACK = """name = "Shop"
origins = ["https://shop.example.com"]
contact = "the service desk"
[[screens]]
id = "leave"
route = "/leave"
title = "Leave"
module = "leave"
[[roles]]
id = "staff"
title = "Staff"
modules = ["leave"]
"""
SECTION = """---
id: leave
title: Leave
routes: [/leave]
module: leave
summary: Request days off and see how many are left.
---
## How to

### Request leave

1. Open [Leave](/leave).
2. Press **«Request leave»**.
"""


def prepare() -> Path:
    """Install the model where it is missing; fails, never skips, when its wheels cannot be had."""
    done = subprocess.run([ROOT / "packaging" / "prepare", "models"], capture_output=True, text=True)
    assert done.returncode == 0, f"there is no real model to test against:\n{done.stderr}"
    return ROOT / ".venv" / "models" / "bin" / "python"


@contextmanager
def serving_model(python: Path, mode: str, log: Path) -> Generator[str]:
    """Run the server and yield its address."""
    words = [python, Path(__file__).with_name("serve_model.py"), mode]
    with (
        log.open("wb") as errors,
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        assert process.stdin
        assert process.stdout
        try:
            url = _first_line(process.stdout)
            assert url.startswith("http://127.0.0.1:"), f"the server did not start:\n{log.read_text()[-2000:]}"
            yield url
        finally:
            process.stdin.close()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _first_line(stream: IO[str]) -> str:
    found: list[str] = []
    reading = threading.Thread(target=lambda: found.append(stream.readline().strip()), daemon=True)
    reading.start()
    reading.join(START_SECONDS)
    return found[0] if found else ""


def is_working(url: str) -> bool:
    """Ask the server whether it is generating for somebody."""
    with urlopen(f"{url}/slots", timeout=20) as answer:
        return any(slot["is_processing"] for slot in json.load(answer))


def idle_within(url: str, seconds: float) -> bool:
    """Wait until the server generates for nobody; it has no event for that and is asked."""
    until = time.monotonic() + seconds
    while is_working(url):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def write_pack(folder: Path) -> Path:
    """Write the small pack."""
    (folder / "manual" / "sections").mkdir(parents=True)
    (folder / "manual" / "pack.toml").write_text(PACK, "utf-8")
    (folder / "manual" / "sections" / "leave.md").write_text(SECTION, "utf-8")
    (folder / "screenshots").mkdir()
    (folder / "screenshots" / "screenshots.json").write_text("[]", "utf-8")
    return folder
