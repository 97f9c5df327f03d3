"""`fescue capture`: the screenshots of a pack, taken of its running app."""

import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from overlay.app.capture_sheets import check_sheet_file, write_sheet
from overlay.app.capture_words import run_json, stale_json, stopped_words, summary
from overlay.app.demo_server import DemoServer
from overlay.app.live_demo import LiveDemo, check_demo_pack
from overlay.app.live_site import LiveSite, check_may_photograph, chosen_origin, is_embedded_demo
from overlay.app.photo_settings import photo_settings
from overlay.capture.live import LiveApp
from overlay.capture.problems import ShotProblem, Trouble
from overlay.capture.runner import Run, run_shots
from overlay.capture.shot_files import read_shot_files
from overlay.capture.shots import Shot
from overlay.capture.verify import find_stale
from overlay.capture.writing import Written, write_run
from overlay.content.catalogue import read_catalogue
from overlay.content.pack_file import read_pack_file
from overlay.core.errors import PackError, SettingsError
from overlay.core.manual import Screenshot
from overlay.core.pack import Pack

FINE, NO, WORDS = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of a pack's shots to take, and where."""

    area: str | None = None
    """Only the shots of `shots/<area>.toml`."""
    role: str | None = None
    """Only what this role sees."""
    origin: str | None = None
    """Where the app runs; the pack's own address, or the embedded demo, when left out."""


def capture_pack(
    root: Path,
    *,
    area: str | None = None,
    role: str | None = None,
    origin: str | None = None,
    out: Path | None = None,
    twice: bool = False,
    sheet: Path | None = None,
    as_json: bool = False,
) -> int:
    """Take a pack's screenshots of the embedded demo app, or of the app that the pack describes.

    Args:
        root: the pack's folder.
        area: only the shots of `shots/<area>.toml`.
        role: only what this role sees.
        origin: where the app runs; naming it says that what it shows may be photographed, redacted.
        out: where to write instead of the pack's `screenshots/`.
        twice: take everything a second time and compare the bytes.
        sheet: where to leave a contact sheet (HTML or PNG).
        as_json: whether stdout gets one JSON object; what people read stays on stderr.

    Returns:
        0 when every picture was taken and nothing was saved in the app, 1 when not, 2 when the shots are not right.

    Raises:
        FescueError: the words, the pack or something outside is off.
    """
    root = root.resolve()
    if sheet:
        check_sheet_file(sheet)
    pack = read_pack_file(root)
    shots = _checked_shots(pack, root)
    if shots is None:
        return WORDS
    wanted = _wanted(shots, Wanted(area, role, origin))
    with _live(pack, origin, wanted) as app:
        run = _run(app, wanted, pack)
        again = _run(app, wanted, pack) if twice else None
        build = app.build
        _say_problems(run.problems)
        _say_stopped(app, run)
    written: Written | None = None
    if _acceptable(run, again):
        folder = out or root / "screenshots"
        written = write_run(folder, run.taken, shots, _catalogue(root, folder), locale=pack.locale, build=build)
        _say_written(run, written, folder, sheet, f"Screenshots of {pack.name}")
    if as_json:
        sys.stdout.write(run_json(run, written))
    return NO if run.problems or written is None else FINE


def _say_written(run: Run, written: Written, folder: Path, sheet: Path | None, title: str) -> None:
    """Say what a run brought, once its contact sheet is written as well."""
    for file in write_sheet(sheet, run.taken, title) if sheet else ():
        _say(f"The contact sheet is in {file}.")
    for line in summary(run, written, folder):
        _say(line)


def verify_pack(
    root: Path,
    *,
    area: str | None = None,
    role: str | None = None,
    origin: str | None = None,
    as_json: bool = False,
) -> int:
    """Retake a pack's screenshots in memory and say which no longer show what the app shows; nothing is written.

    Args:
        root: the pack's folder.
        area: only the shots of `shots/<area>.toml`.
        role: only what this role sees.
        origin: where the app runs.
        as_json: whether to print one JSON object instead of lines.

    Returns:
        0 when every picture is true, 1 when not, 2 when the shots are not right.

    Raises:
        FescueError: the words, the pack or something outside is off.
    """
    root = root.resolve()
    pack = read_pack_file(root)
    shots = _checked_shots(pack, root)
    if shots is None:
        return WORDS
    wanted = _wanted(shots, Wanted(area, role, origin))
    with _live(pack, origin, wanted) as app:
        return verify_app(app, root, pack, wanted, as_json=as_json)


def verify_app(app: LiveApp, root: Path, pack: Pack, shots: Sequence[Shot], *, as_json: bool = False) -> int:
    """Compare a pack's pictures of some shots with a running app."""
    run = _run(app, shots, pack)
    folder = root / "screenshots"
    known = read_catalogue(folder, root)
    pictures = {e.id: (folder / e.file).read_bytes() for e in known if (folder / e.file).is_file()}
    stale = find_stale(run, known, pictures)
    sys.stdout.write(stale_json(stale, len(shots)) if as_json else "".join(f"{difference}\n" for difference in stale))
    _say_stopped(app, run)
    count = len({difference.shot for difference in stale})
    _say(f"{len(shots) - count} of {len(shots)} pictures are true, {count} are stale.")
    return NO if stale else FINE


@contextmanager
def _live(pack: Pack, origin: str | None, shots: Sequence[Shot]) -> Generator[LiveApp]:
    """Give the app to photograph: the embedded demo while the block lasts, or one that runs already.

    Raises:
        SettingsError: it may not be photographed, or a role is not signed in.
    """
    if is_embedded_demo(pack, origin):
        check_demo_pack(pack)
        with DemoServer() as server:
            yield LiveDemo(server.address)
        return
    chosen = chosen_origin(pack, origin)
    check_may_photograph(pack, chosen, shots, named=origin is not None)
    site = LiveSite.of(pack, chosen)
    for role in sorted({shot.role for shot in shots}):
        site.sign_in(role)  # said now, not after ten minutes of another role's pictures
    yield site


def _run(app: LiveApp, shots: Sequence[Shot], pack: Pack) -> Run:
    return run_shots(app, shots, photo_settings(pack), lambda progress: _say(str(progress)))


def _checked_shots(pack: Pack, root: Path) -> tuple[Shot, ...] | None:
    """Return a pack's shots; None when anything is wrong with them, and all of it was said, before anything starts."""
    files = read_shot_files(root)
    problems = [*files.problems, *_unfitting(pack, files.shots)]
    for problem in sorted(problems, key=lambda p: (p.file, p.line or 0)):
        _say(f"fescue: {problem}")
    if problems:
        _say(f"{_counted(len(problems), 'problem')} in the shots; nothing was photographed.")
        return None
    return files.shots


def _unfitting(pack: Pack, shots: Iterable[Shot]) -> Iterator[PackError]:
    """Name shots of roles and screens that the pack does not have."""
    roles = [role.id for role in pack.roles]
    for shot in shots:
        if shot.role not in roles:
            problem = f"'{shot.id}': the pack has no role '{shot.role}'."
            yield PackError(shot.file, shot.line, problem, f"Use one of: {', '.join(roles)}.")
        if pack.screen_at(shot.path) is None:
            problem = f"'{shot.id}': the pack has no screen at '{shot.path}'."
            yield PackError(shot.file, shot.line, problem, "Correct the route, or add the screen to manual/pack.toml.")


def _wanted(shots: Sequence[Shot], only: Wanted) -> list[Shot]:
    wanted = [s for s in shots if only.area in (None, s.area) and only.role in (None, s.role)]
    if not wanted:
        areas = ", ".join(sorted({s.area for s in shots})) or "none"
        roles = ", ".join(sorted({s.role for s in shots})) or "none"
        msg = f"there is no such shot; the pack has the areas {areas} and the roles {roles}."
        if not shots:
            msg = "the pack describes no shots yet. Write the first in screenshots/shots/<area>.toml."
        raise SettingsError(msg)
    return wanted


def _catalogue(root: Path, folder: Path) -> tuple[Screenshot, ...]:
    try:
        return read_catalogue(folder, root)
    except PackError as error:
        _say(f"the catalogue is written anew: {error}")
        return ()


def _say_problems(problems: Iterable[ShotProblem]) -> None:
    """Say what could not be taken; that somebody is no longer signed in only once, whatever it costs."""
    over: dict[str, int] = {}
    for problem in problems:
        if problem.trouble is Trouble.SIGNED_OUT and problem.shot.role in over:
            over[problem.shot.role] += 1
        else:
            _say(str(problem))
            over |= {problem.shot.role: 0} if problem.trouble is Trouble.SIGNED_OUT else {}
    for role, count in over.items():
        if count:
            _say(f"{_counted(count, 'more picture')} of '{role}' could not be taken for the same reason.")


def _say_stopped(app: LiveApp, run: Run) -> None:
    if app.digest() is None or run.stopped:
        _say(stopped_words(run))


def _acceptable(run: Run, again: Run | None) -> bool:
    """Say whether to keep the pictures: not of a run that changed the app, or that cannot be repeated."""
    if not run.untouched or (again and not again.untouched):
        _say("something was saved in the app while it was photographed; no picture was kept. Look at the steps.")
        return False
    if again:
        second = {one.shot.id: one.picture.sha256 for one in again.taken}
        differing = [one.shot.id for one in run.taken if second.get(one.shot.id) != one.picture.sha256]
        if differing:
            _say(f"a second run gave other pictures of: {', '.join(differing)}. Something in them moves.")
            return False
        _say(f"{len(second)} pictures taken twice: no byte differs.")
    return True


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
