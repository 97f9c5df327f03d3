"""A Linden in this process, with a browser for each person."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from overlay.demo.clock import Clock
from overlay.demo.database import database_digest
from overlay.demo.seed import create_database
from overlay.demo.server import create_app
from overlay.demo.sessions import SessionStore

RESOURCES = Path(__file__).parents[2] / "resources"
ORIGIN = "http://127.0.0.1:8000"


class Client:
    """A client that calls the app in this process, one request at a time."""

    def __init__(self, app, raises=True, cookies=None):
        transport = httpx.ASGITransport(app, raise_app_exceptions=raises)
        self._client = httpx.AsyncClient(
            transport=transport, base_url=ORIGIN, follow_redirects=True, cookies=cookies, trust_env=False
        )
        self.cookies = self._client.cookies

    def get(self, path, **options):
        return asyncio.run(self._client.get(path, **options))

    def post(self, path, **options):
        return asyncio.run(self._client.post(path, **options))

    def close(self):
        asyncio.run(self._client.aclose())


@dataclass
class Browser:
    """A browser with cookies that reads form tokens off the pages, as a person's browser would."""

    client: Client

    def get(self, path, **options):
        return self.client.get(path, **options)

    def send(self, path, form, **fields):
        page = self.client.get(path).text
        token = re.search(r'name="csrf" value="([^"]+)"', page)[1]
        return self.client.post(path, data={"csrf": token, "form": form, **fields})


@dataclass
class Linden:
    app: object
    database: Path
    sessions: SessionStore
    browse: Callable[..., Client]

    def sign_in(self, person) -> Browser:
        client = self.browse()
        answer = client.post("/sign-in", data={"person": person}, headers={"origin": ORIGIN})
        assert answer.status_code == 200
        return Browser(client)

    def digest(self):
        return database_digest(self.database)


@pytest.fixture(scope="session")
def seeded(tmp_path_factory):
    path = tmp_path_factory.mktemp("linden") / "seeded.db"
    create_database(path, Clock())
    return path


@pytest.fixture
def linden(seeded, tmp_path) -> Iterator[Linden]:
    database = tmp_path / "linden.db"
    database.write_bytes(seeded.read_bytes())
    sessions = SessionStore()
    app = create_app(RESOURCES, database, Clock(), sessions)
    with ExitStack() as stack:

        def browse(**options):
            client = Client(app, **options)
            stack.callback(client.close)
            return client

        yield Linden(app, database, sessions, browse)


@pytest.fixture
def mara(linden):
    return linden.sign_in("mara.lind")


@pytest.fixture
def ines(linden):
    return linden.sign_in("ines.ortega")


@pytest.fixture
def tom(linden):
    return linden.sign_in("tom.becker")


@pytest.fixture
def nadia(linden):
    return linden.sign_in("nadia.petrov")
