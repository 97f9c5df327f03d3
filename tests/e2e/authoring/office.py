"""Starts and stops the office, and keeps what it was asked."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Office:
    origin: str
    cookie: str
    asked: list[str] = field(default_factory=list)

    @property
    def state(self) -> dict[str, object]:
        """The signed-in session as Playwright keeps it."""
        cookie = {"name": "sessionid", "value": self.cookie, "domain": "127.0.0.1", "path": "/"}
        cookie |= {"expires": -1, "httpOnly": True, "secure": False, "sameSite": "Lax"}
        return {"cookies": [cookie], "origins": []}


@contextmanager
def open_office(folder: Path) -> Iterator[Office]:
    command = [sys.executable, str(Path(__file__).with_name("django_office.py")), str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    origin, cookie = process.stdout.readline().split()
    office = Office(origin, cookie)

    def listen() -> None:
        for line in process.stdout or ():
            if line.startswith("asked "):
                office.asked.append(line.removeprefix("asked ").strip())

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    try:
        yield office
    finally:
        process.terminate()
        process.wait()
        thread.join()
        process.stdout.close()
