"""An app that runs somewhere, as capture and the live check see it: who is signed in, and what may be photographed."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from overlay.capture.sessions import Session, SessionStore
from overlay.capture.shots import Shot
from overlay.core.errors import OutsideError, PackError, SettingsError
from overlay.core.pack import Pack
from overlay.core.resources import bundled_pack
from overlay.core.urls import parse_web_address


@dataclass(frozen=True, slots=True)
class LiveSite:
    """An app that runs somewhere; people sign in by a session that was kept, or by an address IT set."""

    origin: str
    build: str = ""
    store: SessionStore = field(default_factory=SessionStore)
    visitors: frozenset[str] = frozenset()
    """Roles whose people need not sign in."""

    @classmethod
    def of(cls, pack: Pack, origin: str) -> "LiveSite":
        """Return the site of a pack's app."""
        return cls(origin, visitors=frozenset(role.id for role in pack.roles if role.visitor))

    def sign_in(self, role: str) -> str | Session:
        """Return the address in `FESCUE_SIGN_IN_<ROLE>`, else the session that `fescue capture login` kept.

        A visitor without either looks around as nobody, and needs no keyring for it.

        Raises:
            SettingsError: there is neither.
            OutsideError: the keyring is locked, or there is none.
        """
        name = f"FESCUE_SIGN_IN_{role.upper().replace('-', '_')}"
        link = os.environ.get(name, "")
        if link.startswith(self.origin + "/"):
            return link
        if link:
            msg = f"{name} is not an address at {self.origin}."
            raise SettingsError(msg)
        if role in self.visitors:
            return self._visitor(role)
        session = self.store.load(self.origin, role)
        if session is None:
            msg = f"nobody is signed in to {self.origin} as '{role}': run 'fescue capture login --role {role}'"
            msg += f" (or set {name} to an address there that signs the role in; if the app asks nobody to sign in,"
            msg += " write visitor = true for the role in manual/pack.toml)."
            raise SettingsError(msg)
        return session

    def _visitor(self, role: str) -> Session:
        with suppress(OutsideError):
            session = self.store.load(self.origin, role)
            if session is not None:
                return session
        return Session(self.origin, role, {"cookies": [], "origins": []})

    def digest(self) -> str | None:
        """Return nothing: what a site has saved cannot be seen from outside."""
        return None


def is_embedded_demo(pack: Pack, origin: str | None) -> bool:
    """Say whether a pack is of the demo app that Fescue starts itself; an origin that is named runs already."""
    from overlay.content.pack_file import read_pack_file

    return origin is None and pack.origins == read_pack_file(bundled_pack()).origins


def chosen_origin(pack: Pack, named: str | None) -> str:
    """Return the origin to visit: the named one, else the pack's first.

    Raises:
        SettingsError: what was named is no origin.
    """
    if named is None:
        return _origin(pack.origins[0])
    address = parse_web_address(named)
    if address is None or address.path != "/" or address.query or address.fragment:
        msg = f"{named!r} is not an origin. Write scheme and host alone: --origin https://erp.example.com"
        raise SettingsError(msg)
    return address.origin


def check_may_photograph(pack: Pack, origin: str, shots: Sequence[Shot], *, named: bool) -> None:
    """Refuse to photograph what may be real people's data, unless somebody says so and says what is painted over.

    Args:
        pack: it may say that its origins show invented data; that holds for no other origin.
        origin: the one to visit.
        shots: what is to be photographed there.
        named: whether the origin was named on the command line.

    Raises:
        SettingsError: the origin was not named.
        PackError: a shot does not say what is redacted.
    """
    if pack.demo_data and origin in {_origin(listed) for listed in pack.origins}:
        return
    if not named:
        msg = f"the pack '{pack.name}' does not say 'demo_data = true', so {origin} may show real people's data."
        msg += f" Only invented data may be photographed, or: name the app with --origin {origin}, and let every"
        msg += " shot say what is painted over (redact = [...])."
        raise SettingsError(msg)
    silent = [shot for shot in shots if shot.redact is None]
    if silent:
        first = silent[0]
        more = f" The same goes for {len(silent) - 1} more: {_listed(silent[1:])}." if len(silent) > 1 else ""
        problem = f"'{first.id}' does not say what is redacted, and {origin} may show real people's data."
        fix = f'Add redact = [{{ role = "cell", name = "..." }}], or redact = [] if nothing needs it.{more}'
        raise PackError(first.file, first.line, problem, fix)


def _listed(shots: Iterable[Shot], most: int = 5) -> str:
    names = [shot.id for shot in shots]
    return ", ".join(names[:most]) + (" and others" if len(names) > most else "")


def _origin(text: str) -> str:
    address = parse_web_address(text)
    return address.origin if address else text
