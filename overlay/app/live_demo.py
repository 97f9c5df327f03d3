"""The embedded demo app as something that may be photographed and compared with."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from overlay import __version__
from overlay.app.demo_server import DemoAddress
from overlay.core.errors import OutsideError, SettingsError
from overlay.core.pack import Pack
from overlay.demo.access import ROLE_NAMES
from overlay.demo.database import database_digest, reading
from overlay.demo.records.people import find_person

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class LiveDemo:
    """Linden as it runs now."""

    address: DemoAddress

    @property
    def origin(self) -> str:
        """Where it runs."""
        return self.address.origin

    @property
    def build(self) -> str:
        """Which build it is."""
        return f"linden {__version__}"

    def sign_in(self, role: str) -> str:
        """Return a link that signs a person of this role in, once.

        Raises:
            SettingsError: the demo has no such role.
            OutsideError: the demo does not answer.
        """
        return self._ask_for_link(self._token(role))

    def digest(self) -> str | None:
        """Return the digest of the demo's database."""
        return database_digest(self.address.database)

    def _token(self, role: str) -> str:
        with reading(self.address.database) as db:
            for person_id, token in self.address.tokens.items():
                person = find_person(db, person_id)
                if person and person.role == role:
                    return token
        msg = f"the demo app has no role '{role}'; it has: {', '.join(ROLE_NAMES)}."
        raise SettingsError(msg)

    def _ask_for_link(self, token: str) -> str:
        import httpx

        try:
            answer = httpx.post(f"{self.origin}/api/once", headers={"Authorization": f"Bearer {token}"}, timeout=10)
            answer.raise_for_status()
        except httpx.HTTPError as error:
            msg = f"the demo app gives no sign-in link: {error}"
            raise OutsideError(msg) from None
        return str(answer.json()["url"])


def check_demo_pack(pack: Pack) -> None:
    """Refuse a pack whose app is not the embedded demo: its screens could show real people's data.

    Raises:
        SettingsError: saying what to do.
    """
    if not pack.demo_data:
        msg = f"the pack '{pack.name}' does not say 'demo_data = true'. Only invented data may be photographed,"
        msg += " unless you name the app (--origin URL) and every shot says what is redacted."
        raise SettingsError(msg)
    if not all(urlsplit(origin).hostname in _LOOPBACK for origin in pack.origins):
        msg = (
            f"the pack '{pack.name}' is of an app at {pack.origins[0]}, not of the demo. Write --live {pack.origins[0]}"
        )
        raise SettingsError(msg)
