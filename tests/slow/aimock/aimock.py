"""aimock, a server that imitates providers: scripted, read and broken over its own control interface."""

import json
import subprocess
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parents[3]
HOME = ROOT / ".venv" / "aimock"
LISTENING = "listening on "


class Aimock:
    """The running server."""

    def __init__(self, url: str) -> None:
        self.url = url

    def script(self, *fixtures: dict[str, Any]) -> None:
        """Forget everything and answer by these from now on, the first that matches."""
        self._post("reset", {})
        self._post("fixtures", {"fixtures": list(fixtures)})

    def fail_next(self, status: int, message: str, kind: str) -> None:
        """Answer the next request with an error."""
        self._post("error", {"status": status, "body": {"message": message, "type": kind}})

    def chaos(self, **rates: float) -> None:
        """Break what follows, at a rate from 0 to 1."""
        self._post("chaos", rates)

    def requests(self) -> Sequence[dict[str, Any]]:
        """What was asked since the script began: path, headers, body as aimock understood it, and status."""
        with urlopen(f"{self.url}/__aimock/journal", timeout=10) as answer:
            return json.load(answer)

    def _post(self, what: str, body: object) -> None:
        data = json.dumps(body).encode()
        request = Request(f"{self.url}/__aimock/{what}", data, {"Content-Type": "application/json"})
        with urlopen(request, timeout=10):
            pass


@contextmanager
def running(fixtures: Path) -> Generator[Aimock, None, None]:
    """Install and start it, and end it."""
    done = subprocess.run([ROOT / "packaging" / "prepare", "aimock"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    server = HOME / "node_modules" / "@copilotkit" / "aimock" / "dist" / "cli.js"
    words = [HOME / "node", server, "--port", "0", "--fixtures", fixtures]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout
        try:
            said = next((line for line in process.stdout if LISTENING in line), "")
            assert said, "aimock did not start"
            yield Aimock(said.partition(LISTENING)[2].strip())
        finally:
            process.terminate()
