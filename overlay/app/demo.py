"""`fescue demo`: Linden, a Chromium with the companion, and Fescue docked beside it.

Without a display it brings up a virtual one, asks one question by itself and leaves a picture of the whole desktop.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Coroutine
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from overlay.app.ask import check_question
from overlay.app.demo_folder import demo_folder
from overlay.app.demo_server import DemoAddress, DemoServer
from overlay.app.desk import Desk, open_desk
from overlay.app.pictures import check_picture_file, whole_picture
from overlay.app.run import display, run_shell
from overlay.core.errors import OutsideError, SettingsError
from overlay.core.person import Person
from overlay.core.ports import Rect
from overlay.core.resources import bundled, bundled_pack
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.desktop.bound import bound_to_us
from overlay.desktop.browser import BrowserStart, chromium_command, find_chromium
from overlay.desktop.companion_build import build_companion
from overlay.desktop.companion_install import HostPaths, install_host, profile_place
from overlay.desktop.paths import FescuePaths
from overlay.desktop.runtime import COMPANION_SOCKET
from overlay.desktop.virtual import VirtualDesktop
from overlay.target.client import TargetClient

if TYPE_CHECKING:
    from overlay.app.shell import Shell

DESKTOP_SIZE = (1600, 1000)
BROWSER_FRAME = Rect(56, 40, 1040, 880)
FIRST_SCREENS = {"mara.lind": "/leave", "ines.ortega": "/leave/approvals", "tom.becker": "/stock"}
"""Where the browser opens, by person; others see the first screen of their menu."""
QUESTION = "How do I request leave?"
QUESTION_ROUTE = "/leave"
"""Who may open this is asked the question above."""
SECONDS = 40.0
"""How long each stage of the picture may take."""
END_SECONDS = 1.0
"""How long the browser gets to end, and its last files to go."""


@dataclass(frozen=True, slots=True)
class _Shot:
    """The picture that is taken without a person: where, of which question, into which file."""

    desktop: VirtualDesktop
    question: str | None
    target: Path


def run_demo(*, port: int, person: str, picture: Path | None, question: str | None) -> int:
    """Run the demo until Quit, or until its picture is taken.

    Args:
        port: the demo app's port; 0 for a free one.
        person: who signs in.
        picture: where to leave the picture; without a display one is left all the same.
        question: what is asked for the picture; one that fits the person when left out.

    Returns:
        0, or 130 when it was ended before its picture was taken.

    Raises:
        FescueError: something is missing; the words say what.
    """
    headless = picture is not None or not _has_display()
    target = picture or Path("fescue-demo.png")
    if question is not None:
        check_question(question)
    if headless:
        check_picture_file(target)
    # Until the tray app listens itself: whatever has been started so far is ended as well.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ExitStack() as stack:
        if not headless:
            stack.enter_context(display())
        folder = stack.enter_context(demo_folder())
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
        shot = _Shot(desktop, question, target) if desktop else None
        code = _run_tray(address, address.tokens[person], paths, shot)
    if headless:
        _say(f"The picture of the desktop is in {target.resolve()}" if code == 0 else "Ended before the picture.")
    return code


def _run_tray(address: DemoAddress, token: str, paths: FescuePaths, shot: _Shot | None) -> int:
    pack = open_desk(bundled_pack(), origin=address.origin).pack
    client = TargetClient(pack, lambda: token)
    desk = open_desk(bundled_pack(), origin=address.origin, states=client, source=client)
    drive = partial(_take_picture, shot=shot, desk=desk) if shot else None
    return run_shell(desk, client, paths, hidden=False, drive=drive)


def _start_browser(folder: Path, paths: FescuePaths, address: DemoAddress, person: str) -> "subprocess.Popen[bytes]":
    """Start Chromium in a profile of its own, with the companion and its host: the person's profile is not touched."""
    profile = folder / "browser"
    build = build_companion(bundled("resources"), [address.origin], folder / "companion")
    socket = paths.runtime / COMPANION_SOCKET
    install_host(HostPaths(folder / "companion-host", (profile_place(profile),), socket), (build.chromium_id,))
    url = f"{address.sign_in[person]}?next={FIRST_SCREENS.get(person, '/')}"
    start = BrowserStart(url, profile, build.folder, BROWSER_FRAME)
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    command = chromium_command(find_chromium(), start, as_root=as_root)
    # What it leaves in its temporary folder goes with ours.
    temporary = folder / "tmp"
    temporary.mkdir()
    return subprocess.Popen(  # noqa: S603  a fixed program, no shell
        [*bound_to_us(), *command],
        env=os.environ | {"TMPDIR": str(temporary)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


async def _take_picture(shell: "Shell", *, shot: _Shot, desk: Desk) -> None:
    """Wait for the app, ask, let the answer come to rest, and take the picture."""
    await _within(shell.screen_known.wait(), "the browser did not report Linden")
    await shell.shown()
    answered = asyncio.Event()
    shell.panel.settled.connect(answered.set)
    shell.presenter.ask(shot.question or _fitting_question(desk, shell.presenter.person))
    await _within(answered.wait(), "the answer did not come to rest")
    with whole_picture(shot.target) as file:
        shot.desktop.screenshot(file)


def _fitting_question(desk: Desk, person: Person) -> str:
    """Return the demo's question where it is the person's, else the first that the manual answers for them."""
    from overlay.ui.presenters.starters import starters_for

    if person.can_open(QUESTION_ROUTE):
        return QUESTION
    return next((c.question for c in starters_for(desk.loaded.manual, desk.pack, person, UNKNOWN_SCREEN)), QUESTION)


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
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(END_SECONDS)
    # Children outlive it, and would write into the folder that is to go.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _has_display() -> bool:
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _say(sentence: str) -> None:
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()
