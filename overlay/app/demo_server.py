"""Linden as a process of its own: started, asked where it is, and ended."""

import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from overlay.core.errors import OutsideError
from overlay.core.resources import bundled

START_SECONDS = 20.0
"""How long Linden may take to say where it is."""


@dataclass(frozen=True, slots=True)
class DemoAddress:
    """Where Linden runs, and the ways in for its main people."""

    origin: str
    sign_in: Mapping[str, str]
    """Person -> a link that signs them in once."""
    tokens: Mapping[str, str]
    """Person -> the bearer token of the session that their link opens."""
    database: Path


class DemoServer:
    """Runs Linden while the block lasts."""

    def __init__(self, port: int = 0, database: Path | None = None) -> None:
        """Plan a server.

        Args:
            port: 0 for a free one.
            database: a file to keep; a temporary one when left out.
        """
        self._port = port
        self._database = database
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "overlay.demo", "--resources", str(bundled("resources"))]
        command += ["--port", str(self._port), "--parent-pid", str(os.getpid())]
        if self._database:
            command += ["--database", str(self._database)]
        self._process = subprocess.Popen(  # noqa: S603  our own module, no shell
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            self.address = self._read_address(self._process)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _read_address(self, process: "subprocess.Popen[str]") -> DemoAddress:
        assert process.stdout is not None
        assert process.stderr is not None
        ready, _, _ = select.select([process.stdout], [], [], START_SECONDS)
        line = process.stdout.readline() if ready else ""
        if not line:
            process.terminate()
            said = process.stderr.read().strip().splitlines()
            if said and "No module named" in said[-1]:
                msg = "the demo's libraries are not installed: pip install 'fescue[demo]'"
            else:
                msg = said[-1] if said else f"the demo app said nothing within {START_SECONDS:.0f} s."
            raise OutsideError(msg)
        found = cast("dict[str, object]", json.loads(line))
        return DemoAddress(
            str(found["origin"]),
            cast("dict[str, str]", found["sign_in"]),
            cast("dict[str, str]", found["tokens"]),
            Path(str(found["database"])),
        )

    def _end(self) -> None:
        process = self._process
        if process is None:
            return
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe:
                pipe.close()
        self._process = None
