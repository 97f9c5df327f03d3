"""`fescue sign-in` and `sign-out`: the target app's token, kept in the system's keyring.

A file remembers for which apps a token was kept (never the token): merely asking some keyrings opens a prompt, and
nobody who never signed in should meet one.
"""

import os
import sys
from pathlib import Path

from overlay.core.errors import OutsideError, SettingsError
from overlay.core.pack import Pack
from overlay.desktop.secrets import Secrets, SecretState

TOKEN_VARIABLE = "FESCUE_TOKEN"  # noqa: S105  the variable's name, not a token
_SIGNED_IN = "signed-in"


def token_for(pack: Pack, data: Path) -> str:
    """Return this person's token: what IT set in FESCUE_TOKEN, else the keyring's; empty when there is none.

    May block while a keyring prompts: call it off the UI's thread.

    Args:
        pack: the target app.
        data: Fescue's data folder.

    Raises:
        OutsideError: the keyring is locked.
    """
    given = os.environ.get(TOKEN_VARIABLE, "")
    if given or pack.origins[0] not in _apps(data):
        return given
    answer = Secrets().read(_name(pack))
    if answer.state is SecretState.LOCKED:
        raise OutsideError(answer.advice)
    return answer.value


def sign_in(pack: Pack, data: Path) -> int:
    """Ask for a token and keep it.

    Raises:
        SettingsError: nothing was typed, or there is no terminal to type at.
        OutsideError: there is no keyring to keep it in.
    """
    if not sys.stdin.isatty():
        msg = f"sign-in asks for a token at a terminal; without one set {TOKEN_VARIABLE}."
        raise SettingsError(msg)
    import getpass

    token = getpass.getpass(f"Token of {pack.name} (it is not shown): ").strip()
    if not token:
        msg = "no token was typed; nothing was changed."
        raise SettingsError(msg)
    answer = Secrets().write(_name(pack), token)
    if answer.state is not SecretState.FOUND:
        msg = f"the token could not be kept. {answer.advice} Without a keyring set {TOKEN_VARIABLE}."
        raise OutsideError(msg)
    _remember(data, _apps(data) | {pack.origins[0]})
    sys.stdout.write(f"Signed in to {pack.name}.\n")
    return 0


def sign_out(pack: Pack, data: Path) -> int:
    """Forget the token.

    Raises:
        OutsideError: the keyring is locked.
    """
    if pack.origins[0] not in _apps(data):
        sys.stdout.write(f"Nobody was signed in to {pack.name}; nothing was changed.\n")
        return 0
    answer = Secrets().delete(_name(pack))
    if answer.state is SecretState.LOCKED:
        raise OutsideError(answer.advice)
    _remember(data, _apps(data) - {pack.origins[0]})
    sys.stdout.write(f"Signed out of {pack.name}.\n")
    return 0


def _name(pack: Pack) -> str:
    return f"token {pack.origins[0]}"


def _apps(data: Path) -> frozenset[str]:
    try:
        return frozenset((data / _SIGNED_IN).read_text(encoding="utf-8").split())
    except OSError:
        return frozenset()


def _remember(data: Path, apps: frozenset[str]) -> None:
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        (data / _SIGNED_IN).write_text("".join(f"{a}\n" for a in sorted(apps)), encoding="utf-8")
    except OSError as error:
        msg = f"{data} cannot be written ({error.strerror}). Check its permissions and the disk's free space."
        raise OutsideError(msg) from None
