"""In whose session an app is looked at: one that `fescue capture login` kept, if there is one."""

from contextlib import suppress
from dataclasses import dataclass

from overlay.capture.sessions import Session, SessionStore
from overlay.core.errors import OutsideError, SettingsError


@dataclass(frozen=True, slots=True)
class Who:
    """Whose session is meant."""

    origin: str
    role: str
    """The pack's role."""
    named: str | None = None
    """The role whose session was asked for by name."""

    def advice(self, session: Session | None) -> str:
        """Say what to do when the app asks to sign in."""
        state = f"the session of '{session.role}' is over" if session else "the app asks to sign in"
        return f"{state}. {self.sign_in}, then this again."

    @property
    def sign_in(self) -> str:
        """What to run first."""
        return f"Run 'fescue capture login --role {self.named or self.role} --origin {self.origin}'"


def saved_session(store: SessionStore, who: Who) -> Session | None:
    """Return the session that is kept: the one that was named must be there, the role's own may be.

    Raises:
        SettingsError: none is kept for the role that was named.
        OutsideError: it was named, and the keyring cannot be asked.
    """
    if who.named is not None:
        found = store.load(who.origin, who.named)
        if found is None:
            msg = f"no session of '{who.named}' is kept for {who.origin}. {who.sign_in} first."
            raise SettingsError(msg)
        return found
    with suppress(OutsideError):
        return store.load(who.origin, who.role)
    return None
