"""Who is asking, for the tray app on its own: the target app's word with a token, else the pack's first role."""

import asyncio
from collections.abc import Callable, Mapping

from overlay.core.errors import TargetError
from overlay.core.pack import Pack
from overlay.core.person import Person
from overlay.core.ports import ActionState
from overlay.target.client import PackPeople, TargetClient


class SignedPeople:
    """Asks the target app as whoever is signed in; until somebody is, it goes by the pack's roles."""

    def __init__(self, pack: Pack, token: Callable[[], str]) -> None:
        """Prepare.

        Args:
            pack: the target app.
            token: returns the token, or an empty text; it may block, and is called in a thread.
        """
        self._pack = pack
        self._read_token = token
        self._token = ""
        self._client = TargetClient(pack, lambda: self._token)

    async def current(self) -> Person:
        """Return the signed-in person, or a person of the pack's first role.

        Raises:
            TargetError: the app did not answer as it should.
            OutsideError: the keyring is locked.
        """
        if await self._signed_in():
            return await self._client.current()
        if not self._pack.roles:
            msg = f"You are not signed in to {self._pack.name}. Run: fescue sign-in"
            raise TargetError(msg)
        return await PackPeople(self._pack, self._pack.roles[0].id).current()

    async def state(self, path: str) -> ActionState:
        """Return whether an action is available now.

        Raises:
            TargetError: nobody is signed in, or the app did not answer as it should.
        """
        await self._must_be_signed_in()
        return await self._client.state(path)

    async def rows(self, path: str, params: Mapping[str, object]) -> tuple[int, list[Mapping[str, object]]]:
        """Return rows of data.

        Raises:
            TargetError: nobody is signed in, or the app did not answer as it should.
        """
        await self._must_be_signed_in()
        return await self._client.rows(path, params)

    async def _signed_in(self) -> bool:
        if not self._token and self._pack.person_path:
            self._token = await asyncio.to_thread(self._read_token)
        return bool(self._token)

    async def _must_be_signed_in(self) -> None:
        if not await self._signed_in():
            msg = f"nobody is signed in to {self._pack.name}."
            raise TargetError(msg)
