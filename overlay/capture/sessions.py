"""Sessions of an app's people, one an origin and role: kept in the system's keyring and nowhere else."""

import base64
import binascii
import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

from overlay.core.errors import OutsideError
from overlay.desktop.secrets import SecretAnswer, Secrets, SecretState

PART = 1100
"""Characters an entry: Windows' credential store ends at 2,560 bytes, and holds text as UTF-16."""
MOST_PARTS = 200
"""A session larger than this is not kept: some keyrings would take minutes."""


@dataclass(frozen=True, slots=True)
class Session:
    """What signs a browser in: cookies and local storage, as Playwright keeps them."""

    origin: str
    role: str
    state: Mapping[str, object]
    """Playwright's `storage_state`."""

    def __repr__(self) -> str:
        return f"Session({self.origin!r}, {self.role!r})"

    @property
    def empty(self) -> bool:
        """Whether it holds nothing that could sign anybody in."""
        return not (_dicts(self.state, "cookies") or _dicts(self.state, "origins"))


class SessionStore:
    """Keeps sessions in the keyring, each split into entries that every system's keyring takes.

    A head entry names the parts by their content. New parts are written before the head and old ones are removed
    after it, so that a run that is ended at any point leaves the former session or the new one, never half of each.
    """

    def __init__(self, secrets: Secrets | None = None) -> None:
        """Prepare; the keyring is first asked when something is wanted.

        Args:
            secrets: where entries are kept; the system's keyring when left out.
        """
        self._secrets = secrets or Secrets()

    def check(self) -> None:
        """Make sure that there is a keyring and that it is open, before anybody signs in for nothing.

        Raises:
            OutsideError: saying what to do.
        """
        self._read("session check")

    def load(self, origin: str, role: str) -> Session | None:
        """Return the session of a role at an origin; None when there is none, or not the whole of it.

        Raises:
            OutsideError: the keyring is locked or there is none.
        """
        name = _name(origin, role)
        head = _head(self._read(name))
        parts = [self._read(f"{name} {head.mark} {number}") for number in range(head.parts)] if head else []
        state = _unpack("".join(parts), head.mark) if head else None
        return Session(origin, role, state) if state is not None else None

    def save(self, session: Session) -> None:
        """Keep a session; the one before it is forgotten.

        Raises:
            OutsideError: the keyring does not take it; the session before it still stands.
        """
        text, mark = _pack(session.state)
        parts = [text[at : at + PART] for at in range(0, len(text), PART)]
        if len(parts) > MOST_PARTS:
            msg = f"the session at {session.origin} is too large to keep ({len(text) // 1000} kB)."
            raise OutsideError(msg)
        name = _name(session.origin, session.role)
        before = _head(self._read(name))
        for number, part in enumerate(parts):
            self._write(f"{name} {mark} {number}", part)
        self._write(name, json.dumps({"parts": len(parts), "mark": mark}))
        if before and before.mark != mark:
            self._delete_parts(name, before)

    def forget(self, origin: str, role: str) -> bool:
        """Remove a session and say whether there was one.

        Raises:
            OutsideError: the keyring is locked or there is none.
        """
        name = _name(origin, role)
        said = self._read(name)
        head = _head(said)
        if head:
            self._delete_parts(name, head)
        if said:
            _told(self._secrets.delete(name))
        return bool(said)

    def _read(self, name: str) -> str:
        return _told(self._secrets.read(name)).value

    def _write(self, name: str, value: str) -> None:
        answer = self._secrets.write(name, value)
        if answer.state is not SecretState.FOUND:
            # It was kept in memory instead, which is of no use to the next run.
            self._secrets.delete(name)
        _told(answer)

    def _delete_parts(self, name: str, head: "_Head") -> None:
        for number in range(head.parts):
            _told(self._secrets.delete(f"{name} {head.mark} {number}"))


def own_part(state: Mapping[str, object], origins: Iterable[str]) -> dict[str, object]:
    """Return what of a browser's state belongs to an app: whatever else the person signed in to is not ours to keep.

    Args:
        state: Playwright's `storage_state`.
        origins: the app's origins.
    """
    listed = list(origins)
    hosts = [urlsplit(origin).hostname or "" for origin in listed]
    cookies = [c for c in _dicts(state, "cookies") if any(_sent_to(host, str(c.get("domain", ""))) for host in hosts)]
    stores = [s for s in _dicts(state, "origins") if s.get("origin") in listed and s.get("localStorage")]
    return {"cookies": cookies, "origins": stores}


def _sent_to(host: str, domain: str) -> bool:
    """Say whether a browser sends a cookie of a domain to a host; a leading dot means the hosts below it too."""
    bare = domain.lower()
    return host == bare.lstrip(".") or (bare.startswith(".") and host.endswith(bare))


def _dicts(state: Mapping[str, object], key: str) -> list[dict[str, object]]:
    value = state.get(key)
    return cast("list[dict[str, object]]", value) if isinstance(value, list) else []


@dataclass(frozen=True, slots=True)
class _Head:
    """What the head entry says: how many parts there are, and the mark of what they hold."""

    parts: int
    mark: str


def _head(text: str) -> _Head | None:
    try:
        value: object = json.loads(text) if text else None
    except ValueError:
        return None
    fields = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    parts, mark = fields.get("parts"), fields.get("mark")
    if isinstance(parts, int) and 0 < parts <= MOST_PARTS and isinstance(mark, str):
        return _Head(parts, mark)
    return None


def _pack(state: Mapping[str, object]) -> tuple[str, str]:
    plain = json.dumps(state, separators=(",", ":")).encode("ascii")
    return base64.b64encode(zlib.compress(plain, 9)).decode("ascii"), _mark(plain)


def _unpack(text: str, mark: str) -> dict[str, object] | None:
    try:
        plain = zlib.decompress(base64.b64decode(text, validate=True))
        value: object = json.loads(plain) if _mark(plain) == mark else None
    except (binascii.Error, zlib.error, ValueError):
        return None
    return cast("dict[str, object]", value) if isinstance(value, dict) else None


def _mark(plain: bytes) -> str:
    return hashlib.sha256(plain).hexdigest()[:12]


def _name(origin: str, role: str) -> str:
    return f"session {origin} {role}"


def _told(answer: SecretAnswer) -> SecretAnswer:
    """Pass an answer on, unless the keyring could not be asked."""
    match answer.state:
        case SecretState.FOUND | SecretState.MISSING:
            return answer
        case SecretState.LOCKED | SecretState.REFUSED:
            raise OutsideError(answer.advice)
        case SecretState.UNAVAILABLE:
            msg = "this system has no keyring, and a session is kept nowhere else."
            msg += " Install one (on Debian: apt install gnome-keyring) and sign in to the desktop again."
            raise OutsideError(msg)
