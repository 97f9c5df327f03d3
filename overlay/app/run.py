"""`fescue run`: the tray app on its own."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import Awaitable, Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from overlay.app.answerers import Answerers
from overlay.app.desk import Desk, open_desk, role_of
from overlay.app.logs import log_rules
from overlay.app.models import Model, model_or_reason, read_settings
from overlay.app.people import SignedPeople
from overlay.app.probes import NO_HINTS, HintChoice, hint_choice
from overlay.app.sign_in import token_for
from overlay.core.errors import FescueError
from overlay.core.log_rules import LogRules
from overlay.core.ports import People
from overlay.desktop.display import open_display
from overlay.desktop.paths import FescuePaths, find_paths
from overlay.desktop.single_instance import PrimaryInstance, claim_instance
from overlay.target.client import PackPeople

if TYPE_CHECKING:
    from overlay.app.shell import Shell

    Drive = Callable[[Shell], Awaitable[None]]

ENDED_EARLY = 130
"""The exit code when somebody ended what would have gone on by itself, as shells have it for Ctrl+C."""


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
    paths = find_paths()
    settings = read_settings()
    sys.stderr.writelines(f"fescue: warning: {problem}\n" for problem in settings.problems)
    provider, model = model_or_reason(settings, token=lambda: token_for(desk.pack, paths.data))
    desk = open_desk(folder, origin=origin, provider=provider)
    people: People
    if role is not None:
        people = PackPeople(desk.pack, role_of(desk.pack, role))
    else:
        signed = SignedPeople(desk.pack, lambda: token_for(desk.pack, paths.data))
        people, desk = signed, replace(desk, states=signed, source=signed)
    instance = claim_instance(paths.private_runtime())
    if instance is None:
        sys.stdout.write("Fescue is running already; it was brought to the front.\n")
        return 0
    try:
        problems = tuple(map(str, settings.problems))
        answerers = Answerers(desk.engine, settings, lambda: token_for(desk.pack, paths.data))
        return run_shell(
            desk,
            people,
            paths,
            hidden=hidden,
            instance=instance,
            model=model,
            problems=problems,
            rules=log_rules(settings),
            answerers=answerers,
            text_size=int(settings.text("text_size")),
            hints=hint_choice(settings),
        )
    finally:
        instance.close()


def run_shell(
    desk: Desk,
    people: People,
    paths: FescuePaths,
    *,
    hidden: bool,
    instance: PrimaryInstance | None = None,
    drive: "Drive | None" = None,
    model: Model | None = None,
    problems: tuple[str, ...] = (),
    rules: LogRules | None = None,
    answerers: Answerers | None = None,
    text_size: int = 0,
    hints: HintChoice = NO_HINTS,
) -> int:
    """Run the tray app until Quit.

    Args:
        desk: the pack, ready to answer.
        people: says who is asking.
        paths: where files and sockets are.
        instance: hears of later starts, which bring the panel forward.
        hidden: whether to start without a window.
        problems: what the person should know of the settings.
        rules: what the log keeps and counts; everything, without a limit, by default.
        answerers: who else can answer; nobody but the desk's own by default.
        text_size: size of the text in percent; 0 for the system's.
        hints: what may be looked at beside the companion.
        drive: does something with the running app, such as taking its picture, and may stop it.
        model: the desk's model, closed at the end.

    Returns:
        0, or 130 when the app was ended before `drive` was done.

    Raises:
        OutsideError: there is no display that answers.
    """
    with display(), _signals_held():
        from overlay.ui.lean import begin_lean

        begin_lean()
        from overlay.app.shell import Shell
        from overlay.ui.pointer.motion import system_motion
        from overlay.ui.runtime import EndSignals, make_application, run_application
        from overlay.ui.text_size import system_percent
        from overlay.ui.theme import platform_theme

        app = make_application(sys.argv[:1])
    who = answerers or Answerers(desk.engine)
    failed: list[Exception] = []
    done: list[bool] = []

    async def main() -> None:
        asked_to_end = asyncio.Event()
        signals = EndSignals(asked_to_end.set)
        theme = platform_theme((text_size or system_percent()) / 100)
        shell = Shell(desk, people, paths, theme, system_motion(), rules or LogRules(), who, hints)
        # Whatever asks for the end while the shell is being made, it is made first.
        ending = asyncio.create_task(_end_when(asked_to_end, shell))
        shell.warn(problems)
        if instance:
            shell.hear(instance)
        if not hidden or not shell.tray.available:
            shell.show()
        done.append(await _served(drive, shell, failed))
        for one in (model, who):
            if one:
                await one.close()
        signals.close()
        ending.cancel()

    code = run_application(app, main)
    if failed:
        raise failed[0]
    return code if done and all(done) else ENDED_EARLY


@contextmanager
def _signals_held() -> Generator[None]:
    """Let a signal wait while Qt is loaded: raised inside an import, it would come out as another error."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


async def _end_when(asked: asyncio.Event, shell: "Shell") -> None:
    await asked.wait()
    shell.stop.set()


async def _served(drive: "Drive | None", shell: "Shell", failed: list[Exception]) -> bool:
    """Run the app until it is to end; returns whether what drives it was done by then."""
    driving = asyncio.create_task(_driven(drive, shell, failed)) if drive else None
    await shell.serve()
    return await driving if driving else True


async def _driven(drive: "Drive", shell: "Shell", failed: list[Exception]) -> bool:
    """Let something drive the app until it is done or the app is to end, which it then does.

    Returns:
        Whether it came to its own end.
    """
    work, stopped = asyncio.ensure_future(drive(shell)), asyncio.create_task(shell.stop.wait())
    await asyncio.wait({work, stopped}, return_when=asyncio.FIRST_COMPLETED)
    done = work.done()
    for task in (work, stopped):
        task.cancel()
    try:
        await work
    except (FescueError, TimeoutError) as error:
        failed.append(error)
    except asyncio.CancelledError:
        pass
    finally:
        shell.stop.set()
    return done


def display() -> AbstractContextManager[None]:
    """Hold a display that windows can be shown on; entering it raises OutsideError when there is none."""
    return open_display() if sys.platform == "linux" else contextlib.nullcontext()
