"""`fescue capture login` and `logout`: a person's session at an app, kept in the keyring for the screenshots."""

import sys
from pathlib import Path

from overlay.app.live_site import chosen_origin
from overlay.app.photo_settings import photo_settings
from overlay.capture.login import landing, sign_in_by_hand
from overlay.capture.sessions import Session, SessionStore, own_part
from overlay.content.pack_file import read_pack_file
from overlay.core.errors import SettingsError
from overlay.core.pack import Pack, item_route
from overlay.core.resources import bundled_pack


def log_in(root: Path, role: str | None, origin: str | None) -> int:
    """Let a person sign in at a window, and keep the session for a role.

    Args:
        root: the pack's folder.
        role: whose session it is.
        origin: where the app runs; the pack's first origin when left out.

    Returns:
        0 when the session is kept, 1 when nobody had signed in.

    Raises:
        FescueError: the words or the pack are off, or there is no display, browser or keyring.
    """
    pack, chosen, wanted = _meant(root, role, origin, "login")
    store, settings = SessionStore(), photo_settings(pack)
    # Nobody shall sign in first and hear then that it cannot be kept.
    store.check()
    state = sign_in_by_hand(settings.address(wanted, "/"), settings, lambda: _ask(wanted, chosen))
    origins = {wanted, *(chosen_origin(pack, listed) for listed in pack.origins)}
    session = Session(wanted, chosen, own_part(state, origins))
    if session.empty:
        _say(f"nothing was kept: {wanted} set no cookie, so nobody has signed in. Run it again, and sign in first.")
        return 1
    reason = landing(session, _first_route(pack, chosen), settings)
    if reason:
        _say(f"nothing was kept: with this session {reason} Run it again, and sign in first.")
        return 1
    store.save(session)
    _say(
        f"The session of '{chosen}' at {wanted} is in the keyring. 'fescue capture logout --role {chosen}' forgets it."
    )
    return 0


def log_out(root: Path, role: str | None, origin: str | None) -> int:
    """Forget the session that was kept for a role.

    Args:
        root: the pack's folder.
        role: whose session it is.
        origin: where the app runs; the pack's first origin when left out.

    Raises:
        FescueError: the words or the pack are off, or the keyring is locked.
    """
    _, chosen, wanted = _meant(root, role, origin, "logout")
    if SessionStore().forget(wanted, chosen):
        _say(f"The session of '{chosen}' at {wanted} is forgotten. To end it in the app as well, sign out there.")
    else:
        _say(f"No session of '{chosen}' at {wanted} was kept; nothing was changed.")
    return 0


def _meant(root: Path, role: str | None, origin: str | None, what: str) -> tuple[Pack, str, str]:
    """Return the pack, the role and the origin that the words mean.

    An app may have no pack yet: `fescue pack init` wants its session first. An origin that is named without a pack is
    not the demo's, which is the pack otherwise.

    Raises:
        FescueError: the words or the pack are off.
    """
    pack = read_pack_file(root.resolve())
    wanted = chosen_origin(pack, origin)
    known = {chosen_origin(pack, listed) for listed in pack.origins}
    if role and wanted not in known and root.resolve() == bundled_pack().resolve():
        return Pack(wanted, (wanted,), ()), role, wanted
    return pack, _role(pack, role, what), wanted


def _role(pack: Pack, role: str | None, what: str) -> str:
    """Return whose session is meant.

    Raises:
        SettingsError: nobody was named, or the pack has no such role.
    """
    roles = [spec.id for spec in pack.roles]
    if role is None:
        msg = f"say whose session it is: fescue capture {what} --role {roles[0] if roles else 'R'}"
        raise SettingsError(msg)
    if role not in roles:
        msg = f"the pack has no role '{role}'; it has: {', '.join(roles) or 'none'}."
        raise SettingsError(msg)
    return role


def _first_route(pack: Pack, role: str) -> str:
    """Return a screen that opens only for signed-in people of this role; the first page where none is known."""
    modules = next((spec.modules for spec in pack.roles if spec.id == role), frozenset[str]())
    own = (s for s in pack.screens if not s.public and (not s.module or s.module in modules))
    return next((s.route for s in own if not item_route(s.route)), "/")


def _ask(origin: str, role: str) -> None:
    _say(f"Sign in to {origin} as '{role}' in the window that has opened.")
    _say("When you are in, press Enter here or close the window. Ctrl+C keeps nothing.")


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
