"""`fescue demo`: Linden, a Chromium with the companion, and Fescue docked beside it.

Without a display it brings up a virtual one, asks one question by itself and leaves a picture of the whole desktop.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Coroutine
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from overlay.app.demo_server import DemoAddress, DemoServer
from overlay.app.desk import open_desk
from overlay.app.run import display, run_shell
from overlay.core.errors import OutsideError, SettingsError
from overlay.core.ports import Rect
from overlay.core.resources import bundled, bundled_pack
from overlay.desktop.browser import BrowserStart, chromium_command, find_chromium
from overlay.desktop.companion_build import build_companion
from overlay.desktop.companion_install import HostPaths, install_host, profile_place
from overlay.desktop.paths import FescuePaths
from overlay.desktop.runtime import COMPANION_SOCKET
from overlay.desktop.virtual import VirtualDesktop
from overlay.target.client import TargetClient

if TYPE_CHECKING:
    from overlay.app.run import Drive
    from overlay.app.shell import Shell

DESKTOP_SIZE = (1600, 1000)
BROWSER_FRAME = Rect(56, 40, 1040, 880)
SECONDS = 40.0
"""How long each stage of the picture may take."""


def run_demo(*, port: int, person: str, picture: Path | None, question: str) -> int:
    """Run the demo until Quit, or until its picture is taken.

    Args:
        port: the demo app's port; 0 for a free one.
        person: who signs in.
        picture: where to leave the picture; without a display one is left all the same.
        question: what is asked for the picture.

    Raises:
        FescueError: something is missing; the words say what.
    """
    headless = picture is not None or not _has_display()
    target = picture or Path("fescue-demo.png")
    with ExitStack() as stack:
        if not headless:
            stack.enter_context(display())
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="fescue-demo-", ignore_cleanup_errors=True))
        )
        address = stack.enter_context(DemoServer(port)).address
        if person not in address.sign_in:
            msg = f"the demo has no person {person!r}; it has: {', '.join(address.sign_in)}."
            raise SettingsError(msg)
        paths = FescuePaths.under(folder)
        desktop = stack.enter_context(VirtualDesktop(folder, size=DESKTOP_SIZE)) if headless else None
        if desktop:
            os.environ.update(desktop.env)
        _say(f"Linden runs at {address.origin}.")
        stack.callback(_end, _start_browser(folder, paths, address, person))
        drive = partial(_take_picture, desktop=desktop, question=question, target=target) if desktop else None
        code = _run_tray(address, address.tokens[person], paths, drive)
    if headless:
        _say(f"The picture of the desktop is in {target.resolve()}")
    return code


def _run_tray(address: DemoAddress, token: str, paths: FescuePaths, drive: "Drive | None") -> int:
    pack = open_desk(bundled_pack(), origin=address.origin).pack
    client = TargetClient(pack, lambda: token)
    desk = open_desk(bundled_pack(), origin=address.origin, states=client, source=client)
    return run_shell(desk, client, paths, hidden=False, drive=drive)


def _start_browser(folder: Path, paths: FescuePaths, address: DemoAddress, person: str) -> "subprocess.Popen[bytes]":
    """Start Chromium in a profile of its own, with the companion and its host: the person's profile is not touched."""
    profile = folder / "browser"
    build = build_companion(bundled("resources"), [address.origin], folder / "companion")
    socket = paths.runtime / COMPANION_SOCKET
    install_host(HostPaths(folder / "companion-host", (profile_place(profile),), socket), (build.chromium_id,))
    url = f"{address.sign_in[person]}?next=/leave"
    start = BrowserStart(url, profile, build.folder, BROWSER_FRAME)
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    command = chromium_command(find_chromium(), start, as_root=as_root)
    return subprocess.Popen(  # noqa: S603  a fixed program, no shell
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


async def _take_picture(shell: "Shell", *, desktop: VirtualDesktop, question: str, target: Path) -> None:
    """Wait for the app, ask, let the answer come to rest, and take the picture."""
    await _within(shell.screen_known.wait(), "the browser did not report Linden")
    answered = asyncio.Event()
    shell.panel.settled.connect(answered.set)
    shell.presenter.ask(question)
    await _within(answered.wait(), "the answer did not come to rest")
    target.parent.mkdir(parents=True, exist_ok=True)
    desktop.screenshot(target)


async def _within(work: "Coroutine[object, object, object]", otherwise: str) -> None:
    try:
        await asyncio.wait_for(work, SECONDS)
    except TimeoutError:
        msg = f"{otherwise} within {SECONDS:.0f} s."
        raise OutsideError(msg) from None


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the browser with its children; it is the leader of a group of its own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _has_display() -> bool:
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _say(sentence: str) -> None:
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()
