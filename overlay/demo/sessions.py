"""Browser sessions, kept in memory so that viewing never touches the database."""

import secrets
from dataclasses import dataclass, field


def _secret() -> str:
    return secrets.token_urlsafe(24)


@dataclass(slots=True)
class Session:
    """One browser's sign-in: whoever is signed in now, and the API token that answers for them."""

    person_id: str | None
    key: str = field(default_factory=_secret)
    csrf: str = field(default_factory=_secret)
    token: str = field(default_factory=_secret)
    flash: list[str] = field(default_factory=list[str])

    def take_flash(self) -> list[str]:
        """The messages to show once."""
        messages, self.flash = self.flash, []
        return messages


class SessionStore:
    """All sessions of one server, found by cookie, token or one-time code."""

    def __init__(self) -> None:
        self._by_key: dict[str, Session] = {}
        self._by_token: dict[str, Session] = {}
        self._codes: dict[str, tuple[Session, str]] = {}

    def start(self, person_id: str) -> Session:
        """Open a new session for a person."""
        session = Session(person_id)
        self._by_key[session.key] = session
        self._by_token[session.token] = session
        return session

    def by_cookie(self, key: str | None) -> Session | None:
        """The session of a cookie, signed in or not."""
        return self._by_key.get(key or "")

    def by_token(self, token: str) -> Session | None:
        """The session that an API token is bound to."""
        return self._by_token.get(token)

    def switch(self, session: Session, person_id: str | None) -> None:
        """Sign somebody else in (or nobody); the token stays, cookie and form token are renewed."""
        del self._by_key[session.key]
        session.person_id = person_id
        session.key, session.csrf, session.flash = _secret(), _secret(), []
        self._by_key[session.key] = session

    def issue_code(self, session: Session) -> str:
        """A code that opens this session once, for the person who is in it now.

        Raises:
            ValueError: nobody is signed in.
        """
        if session.person_id is None:
            msg = "nobody is signed in"
            raise ValueError(msg)
        code = _secret()
        self._codes[code] = (session, session.person_id)
        return code

    def redeem(self, code: str) -> Session | None:
        """Use up a code; None when it is unknown or was used before."""
        entry = self._codes.pop(code, None)
        if entry is None:
            return None
        session, person_id = entry
        if session.person_id != person_id:
            self.switch(session, person_id)
        return session
