"""`fescue run`: the tray app on its own."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from overlay.app.desk import Desk, open_desk
from overlay.core.errors import FescueError, OutsideError
from overlay.core.pack import Pack
from overlay.core.ports import People
from overlay.desktop.runtime import runtime_folder
from overlay.target.client import PackPeople, TargetClient

if TYPE_CHECKING:
    from overlay.app.shell import Shell

    Drive = Callable[[Shell], Awaitable[None]]

TOKEN_VARIABLE = "FESCUE_TOKEN"  # noqa: S105  the variable's name, not a token


def run_tray(folder: Path, *, origin: str | None, role: str | None, hidden: bool) -> int:
    """Start the tray app for a pack and run until Quit.

    Args:
        folder: the pack.
        origin: where the app runs, when not at the pack's own address.
        role: who asks, for an app that does not say so itself.
        hidden: whether to start in the tray without a window.

    Raises:
        FescueError: it cannot start; the words say why.
    """
    token = os.environ.get(TOKEN_VARIABLE, "")
    pack = open_desk(folder, origin=origin).pack
    client = TargetClient(pack, lambda: token) if token and pack.person_path and not role else None
    desk = open_desk(folder, origin=origin, states=client, source=client)
    people: People = client or PackPeople(desk.pack, role or _first_role(desk.pack))
    return run_shell(desk, people, hidden=hidden)


def run_shell(desk: Desk, people: People, *, hidden: bool, drive: "Drive | None" = None) -> int:
    """Run the tray app until Quit.

    Args:
        desk: the pack, ready to answer.
        people: says who is asking.
        hidden: whether to start without a window.
        drive: does something with the running app, such as taking its picture, and may stop it.

    Raises:
        OutsideError: there is no display.
    """
    check_display()
    from overlay.app.shell import Places, Shell
    from overlay.ui.pointer.motion import system_motion
    from overlay.ui.runtime import make_application, run_application
    from overlay.ui.theme import platform_theme

    app = make_application(sys.argv[:1])
    failed: list[Exception] = []

    async def main() -> None:
        places = Places(Path(runtime_folder()), data_folder())
        shell = Shell(desk, people, places, platform_theme(), system_motion())
        if not hidden or not shell.tray.available:
            shell.show()
        driving = asyncio.create_task(_driven(drive, shell, failed)) if drive else None
        await shell.serve()
        if driving:
            await driving

    code = run_application(app, main)
    if failed:
        raise failed[0]
    return code


async def _driven(drive: "Drive", shell: "Shell", failed: list[Exception]) -> None:
    """Let something drive the app; when it is done, or cannot go on, the app ends."""
    try:
        await drive(shell)
    except (FescueError, TimeoutError) as error:
        failed.append(error)
    finally:
        shell.stop.set()


def check_display() -> None:
    """Make sure that windows can be shown.

    Raises:
        OutsideError: there is no display.
    """
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        msg = (
            "there is no display to show a window on. Try: fescue demo --headless-shot picture.png, or fescue ask TEXT"
        )
        raise OutsideError(msg)


def data_folder() -> Path:
    """Return the folder of the turn log: `$FESCUE_DATA`, else this person's data folder."""
    named = os.environ.get("FESCUE_DATA")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("fescue", appauthor=False))


def _first_role(pack: Pack) -> str:
    return pack.roles[0].id if pack.roles else ""
