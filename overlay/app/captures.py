"""`fescue capture`: the screenshots of a pack, taken of its running app."""

import sys
from collections.abc import Sequence
from pathlib import Path

from overlay.app.demo_server import DemoServer
from overlay.app.live_demo import LiveDemo, check_demo_pack
from overlay.capture.live import LiveApp, PhotoSettings
from overlay.capture.runner import Run, run_shots
from overlay.capture.sheet import contact_sheet
from overlay.capture.shot_files import read_shots
from overlay.capture.shots import Shot
from overlay.capture.verify import find_stale
from overlay.capture.writing import Written, write_run
from overlay.content.catalogue import read_catalogue
from overlay.content.pack_file import read_pack_file
from overlay.core.errors import OutsideError, PackError, SettingsError
from overlay.core.manual import Screenshot
from overlay.core.pack import Pack

FINE, NO = 0, 1


def capture_pack(
    root: Path,
    *,
    area: str | None = None,
    role: str | None = None,
    out: Path | None = None,
    twice: bool = False,
    sheet: Path | None = None,
) -> int:
    """Take a pack's screenshots of the embedded demo app.

    Args:
        root: the pack's folder.
        area: only the shots of `shots/<area>.toml`.
        role: only what this role sees.
        out: where to write instead of the pack's `screenshots/`.
        twice: take everything a second time and compare the bytes.
        sheet: where to leave a contact sheet (HTML).

    Returns:
        0 when every picture was taken and nothing was saved in the app, else 1.

    Raises:
        FescueError: the words, the pack or something outside is off.
    """
    root = root.resolve()
    pack = read_pack_file(root)
    check_demo_pack(pack)
    shots = read_shots(root)
    _check_shots(pack, shots)
    wanted = _wanted(shots, area, role)
    with DemoServer() as server:
        app = LiveDemo(server.address)
        run = _run(app, wanted, pack)
        again = _run(app, wanted, pack) if twice else None
    if not _acceptable(run, again):
        return NO
    folder = out or root / "screenshots"
    written = write_run(folder, run.taken, shots, _catalogue(root, folder), locale=pack.locale, build=app.build)
    if sheet:
        _write_sheet(sheet, run, pack)
    _say(_summary(run, written, folder))
    return NO if run.problems else FINE


def verify_pack(root: Path, *, area: str | None = None, role: str | None = None) -> int:
    """Retake a pack's screenshots in memory and say which no longer show what the app shows; nothing is written.

    Args:
        root: the pack's folder.
        area: only the shots of `shots/<area>.toml`.
        role: only what this role sees.

    Returns:
        0 when every picture is true, else 1.

    Raises:
        FescueError: the words, the pack or something outside is off.
    """
    root = root.resolve()
    pack = read_pack_file(root)
    check_demo_pack(pack)
    shots = read_shots(root)
    _check_shots(pack, shots)
    with DemoServer() as server:
        return verify_app(LiveDemo(server.address), root, pack, _wanted(shots, area, role))


def verify_app(app: LiveApp, root: Path, pack: Pack, shots: Sequence[Shot]) -> int:
    """Compare a pack's pictures of some shots with a running app."""
    run = _run(app, shots, pack)
    folder = root / "screenshots"
    known = read_catalogue(folder, root)
    pictures = {e.id: (folder / e.file).read_bytes() for e in known if (folder / e.file).is_file()}
    stale = find_stale(run, known, pictures)
    for difference in stale:
        sys.stdout.write(f"{difference}\n")
    count = len({difference.shot for difference in stale})
    _say(f"{len(shots) - count} of {len(shots)} pictures are true, {count} are stale.")
    return NO if stale else FINE


def _run(app: LiveApp, shots: Sequence[Shot], pack: Pack) -> Run:
    return run_shots(app, shots, photo_settings(pack), lambda progress: _say(str(progress)))


def photo_settings(pack: Pack) -> PhotoSettings:
    """Return the browser's settings for a pack: its own language, British where it only says English."""
    return PhotoSettings(locale="en-GB" if pack.locale == "en" else pack.locale)


def _check_shots(pack: Pack, shots: Sequence[Shot]) -> None:
    """Refuse shots of roles and screens that the pack does not have, before anything starts."""
    roles = [role.id for role in pack.roles]
    for shot in shots:
        if shot.role not in roles:
            problem = f"'{shot.id}': the pack has no role '{shot.role}'."
            raise PackError(shot.file, shot.line, problem, f"Use one of: {', '.join(roles)}.")
        if pack.screen_at(shot.path) is None:
            problem = f"'{shot.id}': the pack has no screen at '{shot.path}'."
            raise PackError(shot.file, shot.line, problem, "Correct the route, or add the screen to manual/pack.toml.")


def _wanted(shots: Sequence[Shot], area: str | None, role: str | None) -> list[Shot]:
    wanted = [s for s in shots if area in (None, s.area) and role in (None, s.role)]
    if not wanted:
        areas = ", ".join(sorted({s.area for s in shots})) or "none"
        roles = ", ".join(sorted({s.role for s in shots})) or "none"
        msg = f"there is no such shot; the pack has the areas {areas} and the roles {roles}."
        raise SettingsError(msg)
    return wanted


def _catalogue(root: Path, folder: Path) -> tuple[Screenshot, ...]:
    try:
        return read_catalogue(folder, root)
    except PackError as error:
        _say(f"the catalogue is written anew: {error}")
        return ()


def _acceptable(run: Run, again: Run | None) -> bool:
    """Say what went wrong; pictures of a run that changed the app, or that cannot be repeated, are not kept."""
    for problem in run.problems:
        _say(str(problem))
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


def _write_sheet(path: Path, run: Run, pack: Pack) -> None:
    try:
        path.write_text(contact_sheet(run.taken, f"Screenshots of {pack.name}"), encoding="utf-8")
    except OSError as error:
        msg = f"{path} cannot be written: {error.strerror}."
        raise OutsideError(msg) from None


def _summary(run: Run, written: Written, folder: Path) -> str:
    size = sum(len(one.picture.data) for one in run.taken)
    parts = [f"{len(run.taken)} pictures ({size / 1000:.0f} kB)", f"{written.same} as before"]
    parts += [f"{len(written.changed)} files written to {folder}"] if written.changed else []
    parts += [f"{len(written.removed)} removed"] if written.removed else []
    parts += [f"{len(run.problems)} failed"] if run.problems else []
    return ", ".join(parts) + "."


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
