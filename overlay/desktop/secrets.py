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

        answer = self._ask(lambda: keyring.set_password(SERVICE, name, value))
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

    def _ask(self, call: Callable[[], str | None]) -> SecretAnswer:
        """Run a call in a thread; one that does not come back in time is left to its prompt."""
        from keyring.errors import KeyringError, KeyringLocked, NoKeyringError

        answers: list[SecretAnswer] = []

        def work() -> None:
            try:
                value = call()
            except NoKeyringError:
                answers.append(_UNAVAILABLE)
            except KeyringLocked:
                answers.append(_LOCKED)
            except KeyringError:
                # InitError and its kin: the keyring is there but does not open, which is what locked means to a person.
                answers.append(_LOCKED)
            except Exception as error:  # noqa: BLE001  one of three such places: a backend is anybody's code
                # Its words may hold what it was asked to keep.
                _log.warning("The keyring failed: %s", type(error).__name__)
                answers.append(_LOCKED)
            else:
                found = SecretAnswer(SecretState.FOUND, value) if value else SecretAnswer(SecretState.MISSING)
                answers.append(found)

        thread = threading.Thread(target=work, name="keyring", daemon=True)
        thread.start()
        thread.join(self._seconds)
        return answers[0] if answers else _LOCKED
