"""The target app over HTTP: who is asking, whether an action is available, and rows of data. It only ever reads."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from overlay.core.errors import SignedOutError, TargetError
from overlay.core.pack import Pack
from overlay.core.person import Person
from overlay.core.ports import ActionState

if TYPE_CHECKING:
    import httpx

SECONDS = 5.0
"""How long one answer of the app may take."""
MOST_ROWS = 10


class TargetClient:
    """Reads the target app as the signed-in person."""

    def __init__(self, pack: Pack, token: Callable[[], str]) -> None:
        """Prepare to read.

        Args:
            pack: says where the app is and which paths it has.
            token: returns the person's bearer token; asked anew each time and never kept.
        """
        self._pack = pack
        self._token = token
        self._client: httpx.AsyncClient | None = None

    async def current(self) -> Person:
        """Return the signed-in person.

        Raises:
            SignedOutError: the app does not know who asks.
            TargetError: it did not answer as it should.
        """
        data = await self._get(self._pack.person_path)
        try:
            screens = cast("list[Mapping[str, object]]", data["screens"])
            return Person(
                id=str(data["id"]),
                name=str(data["name"]),
                role=str(data["role"]),
                modules=frozenset(cast("list[str]", data["modules"])),
                routes=tuple(str(s["route"]) for s in screens),
                locale=str(data.get("locale", self._pack.locale)),
            )
        except (KeyError, TypeError) as error:
            msg = f"{self._pack.name} does not say who is signed in ({error})."
            raise TargetError(msg) from None

    async def state(self, path: str) -> ActionState:
        """Return whether an action is available now.

        Raises:
            TargetError: the app did not answer as it should.
        """
        data = await self._get(path)
        return ActionState(bool(data.get("available")), str(data.get("reason") or ""))

    async def rows(self, path: str, params: Mapping[str, object]) -> tuple[int, list[Mapping[str, object]]]:
        """Return a total and at most MOST_ROWS rows.

        Raises:
            TargetError: the app did not answer as it should.
        """
        data = await self._get(path, {**params, "limit": MOST_ROWS})
        rows = data.get("rows")
        if not isinstance(rows, list):
            msg = f"{self._pack.name} sent no rows."
            raise TargetError(msg)
        kept = cast("list[Mapping[str, object]]", rows)[:MOST_ROWS]
        total = data.get("total")
        return (total if isinstance(total, int) else len(kept)), kept

    async def close(self) -> None:
        """Give the connections back."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def _get(self, path: str, params: Mapping[str, object] | None = None) -> Mapping[str, object]:
        import httpx

        client = self._opened()
        query = {key: str(value) for key, value in (params or {}).items()}
        headers = {"Authorization": f"Bearer {self._token()}", "Accept": "application/json"}
        try:
            answer = await client.get(self._pack.data_address(path), params=query or None, headers=headers)
        except httpx.HTTPError:
            msg = f"{self._pack.name} does not answer at {self._pack.origins[0]}."
            raise TargetError(msg) from None
        return self._json(answer)

    def _opened(self) -> "httpx.AsyncClient":
        import httpx

        if self._client is None:
            # A proxy has no business between us and an app on this machine.
            local = self._pack.origins[0].startswith(("http://127.0.0.1", "http://localhost"))
            try:
                self._client = httpx.AsyncClient(timeout=SECONDS, trust_env=not local, follow_redirects=False)
            except (httpx.InvalidURL, ValueError, ImportError):
                msg = "the proxy in HTTP_PROXY, HTTPS_PROXY or ALL_PROXY cannot be used. Correct it, or tell IT."
                raise TargetError(msg) from None
        return self._client

    def _json(self, answer: "httpx.Response") -> Mapping[str, object]:
        if answer.status_code == 401:
            msg = f"You are signed out of {self._pack.name}. Sign in there and try again."
            raise SignedOutError(msg)
        if answer.status_code != 200:
            msg = f"{self._pack.name} answered with status {answer.status_code}."
            raise TargetError(msg)
        try:
            data = answer.json()
        except ValueError:
            data = None
        if not isinstance(data, dict):
            msg = f"{self._pack.name} answered with something other than JSON."
            raise TargetError(msg)
        return cast("Mapping[str, object]", data)


class PackPeople:
    """Says who is asking when the target app does not: a person of one of the pack's roles."""

    def __init__(self, pack: Pack, role: str) -> None:
        """Choose a role.

        Raises:
            TargetError: the pack has no such role.
        """
        spec = next((r for r in pack.roles if r.id == role), None)
        if spec is None:
            known = ", ".join(r.id for r in pack.roles) or "none"
            msg = f"the pack has no role {role!r}; it has: {known}."
            raise TargetError(msg)
        self._person = pack.person_for(spec)

    async def current(self) -> Person:
        """Return that person."""
        return self._person
