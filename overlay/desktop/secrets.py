"""Secrets: in the system's keyring, else in this session's memory, and never in a file of ours.

A keyring may block behind a prompt for as long as it stays open, so every call runs in a thread with a limit.
"Nothing is stored", "it is locked" and "there is no keyring" are three different things: only the first may ask for a
new secret.
"""

import contextlib
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

_log = logging.getLogger(__name__)

SERVICE = "fescue"
SECONDS = 8.0
"""How long the keyring may take before it counts as locked."""


class SecretState(Enum):
    """What came of looking for a secret."""

    FOUND = "found"
    MISSING = "missing"
    LOCKED = "locked"
    UNAVAILABLE = "unavailable"
    REFUSED = "refused"
    """It could be asked, and did not take a secret."""


@dataclass(frozen=True, slots=True)
class SecretAnswer:
    """A secret, or why there is none; `advice` is for the person."""

    state: SecretState
    value: str = ""
    advice: str = ""

    def __repr__(self) -> str:
        return f"SecretAnswer({self.state})"


_UNAVAILABLE = SecretAnswer(
    SecretState.UNAVAILABLE,
    advice="This system has no keyring, so secrets are kept until Fescue ends. "
    "Install one (on Debian: apt install gnome-keyring), or let IT set the credential.",
)
_LOCKED = SecretAnswer(
    SecretState.LOCKED, advice="The keyring is locked. Unlock it and try again; nothing was changed in it."
)
_REFUSED = SecretAnswer(
    SecretState.REFUSED,
    advice="The keyring did not take it, so it is kept until Fescue ends. Either its prompt was closed, or the secret "
    "is longer than this system keeps (Windows: about 1,280 characters); then IT can set it in the environment.",
)
_UNSAFE = SecretAnswer(
    SecretState.UNAVAILABLE,
    advice="The keyring that is set up here does not load, keeps nothing, or keeps it where anybody can read it, so "
    "secrets are kept until Fescue ends. Remove PYTHON_KEYRING_BACKEND or correct keyringrc.cfg, install a keyring (on "
    "Debian: apt install gnome-keyring), or let IT set the credential.",
)
LEAST_PRIORITY = 1
"""Backends below it are those that their makers do not recommend: files in clear text, and ones that do nothing."""


class _UnsafeKeyringError(Exception):
    """The backend that is set up is not to be trusted with a secret."""


class Secrets:
    """Reads and writes secrets by name."""

    def __init__(self, seconds: float = SECONDS) -> None:
        """Prepare; the keyring's library is loaded with the first call.

        Args:
            seconds: how long one call may take.
        """
        self._seconds = seconds
        self._session: dict[str, str] = {}

    def read(self, name: str) -> SecretAnswer:
        """Look for a secret; blocks for the time limit at most, so call it off the UI's thread."""
        if name in self._session:
            return SecretAnswer(SecretState.FOUND, self._session[name])
        import keyring

        return self._ask(lambda: keyring.get_password(SERVICE, name))

    def write(self, name: str, value: str) -> SecretAnswer:
        """Keep a secret that the person just gave: in the keyring, or in memory where that is not to be had."""
        import keyring

        answer = self._ask(lambda: keyring.set_password(SERVICE, name, value), failing=_REFUSED)
        if answer.state is SecretState.MISSING:
            self._session.pop(name, None)
            return SecretAnswer(SecretState.FOUND, value)
        self._session[name] = value
        return SecretAnswer(answer.state, value, answer.advice)

    def delete(self, name: str) -> SecretAnswer:
        """Forget a secret; that there was none is no error."""
        import keyring
        from keyring.errors import PasswordDeleteError

        self._session.pop(name, None)

        def forget() -> None:
            with contextlib.suppress(PasswordDeleteError):
                keyring.delete_password(SERVICE, name)

        return self._ask(forget)

    def _ask(self, call: Callable[[], str | None], failing: SecretAnswer = _LOCKED) -> SecretAnswer:
        """Run a call in a thread; one that does not come back in time is left to its prompt.

        Args:
            call: asks the keyring.
            failing: what a failure means that is neither a lock nor a keyring that is not there.
        """
        from keyring.errors import InitError, KeyringError, KeyringLocked, NoKeyringError

        answers: list[SecretAnswer] = []
        loaded = False

        def work() -> None:
            nonlocal loaded
            try:
                _check_safe()
                loaded = True
                value = call()
            except NoKeyringError:
                answers.append(_UNAVAILABLE)
            except _UnsafeKeyringError:
                answers.append(_UNSAFE)
            except (KeyringLocked, InitError):
                answers.append(_LOCKED)
            except KeyringError:
                # A keyring that is there but does not open: to a person that means locked.
                answers.append(failing)
            except Exception as error:  # noqa: BLE001  one of three such places: a backend is anybody's code
                # Its words may hold what it was asked to keep.
                _log.warning("The keyring failed: %s", type(error).__name__)
                answers.append(failing if loaded else _UNSAFE)
            else:
                found = SecretAnswer(SecretState.FOUND, value) if value else SecretAnswer(SecretState.MISSING)
                answers.append(found)

        thread = threading.Thread(target=work, name="keyring", daemon=True)
        thread.start()
        thread.join(self._seconds)
        return answers[0] if answers else _LOCKED


def _check_safe() -> None:
    """Refuse a backend that keeps secrets in clear text, or only pretends to keep them.

    Raises:
        _UnsafeKeyringError: it is one.
    """
    import keyring
    from keyring.backends.fail import Keyring as NoKeyring

    backend = keyring.get_keyring()
    if not isinstance(backend, NoKeyring) and float(backend.priority) < LEAST_PRIORITY:
        raise _UnsafeKeyringError
