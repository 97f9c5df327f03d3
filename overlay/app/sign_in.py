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
        OutsideError: the keyring is locked, or the token is none.
    """
    given = _bare(os.environ.get(TOKEN_VARIABLE, ""))
    if given:
        return _sendable(given, f"the token in {TOKEN_VARIABLE}", "set it")
    if pack.origins[0] not in _apps(data):
        return ""
    answer = Secrets().read(_name(pack))
    if answer.state is SecretState.LOCKED:
        raise OutsideError(answer.advice)
    return _sendable(_bare(answer.value), f"the token that is kept for {pack.name}", "run 'fescue sign-in'")


def sign_in(pack: Pack, data: Path) -> int:
    """Ask for a token and keep it.

    Raises:
        SettingsError: nothing was typed, or there is no terminal to type at.
        OutsideError: it is no token, or there is no keyring to keep it in.
    """
    if not sys.stdin.isatty():
        msg = f"sign-in asks for a token at a terminal; without one set {TOKEN_VARIABLE}."
        raise SettingsError(msg)
    import getpass

    token = _bare(getpass.getpass(f"Token of {pack.name} (it is not shown): "))
    if not token:
        msg = "no token was typed; nothing was changed."
        raise SettingsError(msg)
    _sendable(token, "what was typed", "copy the token")
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


def _bare(text: str) -> str:
    """Return a token without what is copied along: line ends, a byte-order mark, the word before it in a header."""
    token = text.strip("\ufeff \t\r\n")
    return token[7:].lstrip() if token[:7].lower() == "bearer " else token


def _sendable(token: str, which: str, mend: str) -> str:
    """Refuse what no header can carry; an app would only seem not to answer."""
    if token.isascii() and token.isprintable() and " " not in token:
        return token
    msg = f"{which} holds characters that no token has; {mend} again."
    raise OutsideError(msg)


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
