"""Keys of models: from the environment, a command IT set, the system's keyring, or the app's own sign-in."""

import asyncio
import os
import shlex
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from overlay.core.errors import OutsideError, ProviderAuthError
from overlay.core.ports import Credential
from overlay.desktop.secrets import Secrets, SecretState

COMMAND_SECONDS = 20.0


class NoKey:
    """For servers that want none."""

    async def read(self) -> str:
        """Return nothing."""
        return ""

    async def renew(self) -> bool:
        """There is nothing else to try."""
        return False


class EnvironmentKey:
    """A key in an environment variable: the first of a few that is set."""

    def __init__(self, names: Sequence[str], environ: Mapping[str, str] = os.environ) -> None:
        """Name the variables."""
        self._names = names
        self._environ = environ

    async def read(self) -> str:
        """Return the first that is set."""
        return next((v for n in self._names if (v := self._environ.get(n, "").strip())), "")

    async def renew(self) -> bool:
        """A variable does not change while Fescue runs."""
        return False


class CommandKey:
    """A key that a command prints, kept until it is refused."""

    def __init__(self, command: str) -> None:
        """Keep the command; it is split as a shell would, and run without one."""
        self._command = command
        self._kept = ""

    async def read(self) -> str:
        """Return what the command prints.

        Raises:
            ProviderAuthError: it fails, hangs or prints nothing.
        """
        if not self._kept:
            self._kept = await asyncio.to_thread(self._run)
        return self._kept

    async def renew(self) -> bool:
        """Ask the command again next time: its key may have expired."""
        self._kept = ""
        return True

    def _run(self) -> str:
        try:
            words = shlex.split(self._command, posix=os.name == "posix")
            done = subprocess.run(  # noqa: S603  the command is IT's, and no shell reads it
                words, capture_output=True, timeout=COMMAND_SECONDS, check=True, stdin=subprocess.DEVNULL
            )
            key = done.stdout.decode("utf-8-sig").strip()
        except (OSError, ValueError, subprocess.SubprocessError) as problem:
            # Its output may hold half a key: only what kind of failure it was is told.
            msg = f"the command that prints the key failed ({type(problem).__name__}); tell IT."
            raise ProviderAuthError(msg) from None
        if not key:
            msg = "the command that prints the key printed nothing; tell IT."
            raise ProviderAuthError(msg)
        return key


class KeyringKey:
    """A key in the system's keyring."""

    def __init__(self, name: str, secrets: Secrets) -> None:
        """Name the entry."""
        self._name = name
        self._secrets = secrets
        self._kept = ""

    async def read(self) -> str:
        """Return the key.

        Raises:
            ProviderAuthError: the keyring is locked.
        """
        if not self._kept:
            answer = await asyncio.to_thread(self._secrets.read, self._name)
            if answer.state is SecretState.LOCKED:
                raise ProviderAuthError(answer.advice)
            self._kept = answer.value
        return self._kept

    async def renew(self) -> bool:
        """Look again: the person may have changed it."""
        before, self._kept = self._kept, ""
        return await self.read() != before


class SignInKey:
    """The token of the app's sign-in, at a gateway of the company that takes it."""

    def __init__(self, token: Callable[[], str]) -> None:
        """Take what reads the token; it may block."""
        self._token = token

    async def read(self) -> str:
        """Return the token.

        Raises:
            ProviderAuthError: it cannot be read.
        """
        try:
            return await asyncio.to_thread(self._token)
        except OutsideError as problem:
            raise ProviderAuthError(str(problem)) from problem

    async def renew(self) -> bool:
        """Only the person can sign in again."""
        return False


class FirstKey:
    """The first of several places that has a key."""

    def __init__(self, places: Sequence[Credential]) -> None:
        """Take the places, the preferred one first."""
        self._places = places

    async def read(self) -> str:
        """Return the first key there is."""
        for place in self._places:
            key = await place.read()
            if key:
                return key
        return ""

    async def renew(self) -> bool:
        """Let each place look again."""
        return any([await place.renew() for place in self._places])


def keyring_name(provider: str) -> str:
    """Return the keyring's entry for a provider's key."""
    return f"model {provider}"


def readable_file(path: str) -> str:
    """Return a path with `~` spelt out, empty when there is none."""
    return str(Path(path).expanduser()) if path else ""
