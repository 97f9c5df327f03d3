"""`fescue sign-in` and `sign-out`: the target app's token, kept in the system's keyring."""

import getpass
import os
import sys

from overlay.core.errors import OutsideError, SettingsError
from overlay.core.pack import Pack
from overlay.desktop.secrets import Secrets, SecretState

TOKEN_VARIABLE = "FESCUE_TOKEN"  # noqa: S105  the variable's name, not a token


def token_for(pack: Pack, secrets: Secrets) -> str:
    """Return this person's token: what IT set in FESCUE_TOKEN, else the keyring's; empty when there is none.

    Raises:
        OutsideError: the keyring is locked.
    """
    given = os.environ.get(TOKEN_VARIABLE, "")
    if given or not pack.person_path:
        return given
    answer = secrets.read(_name(pack))
    if answer.state is SecretState.LOCKED:
        raise OutsideError(answer.advice)
    return answer.value


def sign_in(pack: Pack) -> int:
    """Ask for a token and keep it.

    Raises:
        SettingsError: nothing was typed, or there is no terminal to type at.
        OutsideError: there is no keyring to keep it in.
    """
    if not sys.stdin.isatty():
        msg = f"sign-in asks for a token at a terminal; without one set {TOKEN_VARIABLE}."
        raise SettingsError(msg)
    token = getpass.getpass(f"Token of {pack.name} (it is not shown): ").strip()
    if not token:
        msg = "no token was typed; nothing was changed."
        raise SettingsError(msg)
    answer = Secrets().write(_name(pack), token)
    if answer.state is not SecretState.FOUND:
        msg = f"the token could not be kept. {answer.advice} Without a keyring set {TOKEN_VARIABLE}."
        raise OutsideError(msg)
    sys.stdout.write(f"Signed in to {pack.name}.\n")
    return 0


def sign_out(pack: Pack) -> int:
    """Forget the token.

    Raises:
        OutsideError: the keyring is locked.
    """
    answer = Secrets().delete(_name(pack))
    if answer.state is SecretState.LOCKED:
        raise OutsideError(answer.advice)
    sys.stdout.write(f"Signed out of {pack.name}.\n")
    return 0


def _name(pack: Pack) -> str:
    return f"token {pack.origins[0]}"
