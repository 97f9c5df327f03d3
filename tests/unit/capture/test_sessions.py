"""Sessions live in the keyring alone, whole or not at all, in entries that every system takes."""

import secrets as chance
from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.errors import KeyringLocked, PasswordDeleteError, PasswordSetError

from overlay.capture.sessions import Session, SessionStore, own_part
from overlay.core.errors import OutsideError

ORIGIN = "https://erp.example.com"


class SmallEntries(KeyringBackend):
    """A keyring as Windows has it: 2,560 bytes of UTF-16 an entry, and no more."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, str] = {}
        self.writes_left = 1_000

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        if len(password.encode("utf-16-le")) > 2560 or self.writes_left == 0:
            raise PasswordSetError("the stub received bad data")
        self.writes_left -= 1
        self.kept[username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop(username, None) is None:
            raise PasswordDeleteError("not there")


class Locked(SmallEntries):
    """A keyring that is not open."""

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("locked")


@pytest.fixture
def entries() -> Iterator[SmallEntries]:
    before = keyring.get_keyring()
    small = SmallEntries()
    keyring.set_keyring(small)
    yield small
    keyring.set_keyring(before)


def session(role: str = "employee", size: int = 6_000) -> Session:
    """A session whose cookie does not compress."""
    cookie = {"name": "sid", "value": chance.token_hex(size), "domain": "erp.example.com", "path": "/"}
    return Session(ORIGIN, role, {"cookies": [cookie], "origins": []})


def test_a_large_session_is_split_and_comes_back_whole(entries: SmallEntries) -> None:
    kept = session()
    SessionStore().save(kept)
    assert len(entries.kept) > 5
    assert SessionStore().load(ORIGIN, "employee") == kept
    assert SessionStore().load(ORIGIN, "manager") is None
    assert SessionStore().load("https://other.example.com", "employee") is None


def test_a_new_session_leaves_nothing_of_the_one_before(entries: SmallEntries) -> None:
    SessionStore().save(session(size=9_000))
    kept = session(size=100)
    SessionStore().save(kept)
    assert SessionStore().load(ORIGIN, "employee") == kept
    assert len(entries.kept) == 2, "the head and one part"


def test_forgetting_removes_every_entry_of_one_role(entries: SmallEntries) -> None:
    store = SessionStore()
    store.save(session())
    store.save(session("manager", size=10))
    assert store.forget(ORIGIN, "employee")
    assert not store.forget(ORIGIN, "employee")
    assert store.load(ORIGIN, "employee") is None
    assert store.load(ORIGIN, "manager") is not None
    assert len(entries.kept) == 2


def test_a_keyring_that_fails_midway_leaves_the_session_before(entries: SmallEntries) -> None:
    first = session()
    SessionStore().save(first)
    for writes in range(4):
        entries.writes_left = writes
        with pytest.raises(OutsideError):
            SessionStore().save(session())
        assert SessionStore().load(ORIGIN, "employee") == first


def test_half_a_session_is_none(entries: SmallEntries) -> None:
    SessionStore().save(session())
    del entries.kept[next(name for name in entries.kept if name.endswith(" 2"))]
    assert SessionStore().load(ORIGIN, "employee") is None
    entries.kept[f"session {ORIGIN} employee"] = "not ours"
    assert SessionStore().load(ORIGIN, "employee") is None
    assert SessionStore().forget(ORIGIN, "employee")


@pytest.mark.parametrize(("ring", "words"), [(NoKeyring(), "has no keyring"), (Locked(), "is locked")])
def test_without_an_open_keyring_it_is_said_at_once(ring: KeyringBackend, words: str, entries: SmallEntries) -> None:
    # i01, i02
    keyring.set_keyring(ring)
    for act in (SessionStore().check, lambda: SessionStore().load(ORIGIN, "employee")):
        with pytest.raises(OutsideError, match=words):
            act()
    with pytest.raises(OutsideError, match=words):
        SessionStore().save(session())


def test_only_what_the_app_itself_gets_is_kept() -> None:
    def cookie(domain: str) -> dict[str, object]:
        return {"name": "c", "value": "v", "domain": domain, "path": "/"}

    def store(origin: str, *items: str) -> dict[str, object]:
        return {"origin": origin, "localStorage": [{"name": name, "value": "v"} for name in items]}

    domains = ["erp.example.com", ".example.com", "example.com", "login.example.com", ".erp.example.org", ".com.evil"]
    stores = [store(ORIGIN, "token"), store("https://login.example.com", "token"), store(ORIGIN)]
    state = {"cookies": [cookie(d) for d in domains], "origins": stores}
    own = own_part(state, [ORIGIN])
    assert own == {"cookies": [cookie("erp.example.com"), cookie(".example.com")], "origins": [store(ORIGIN, "token")]}
    assert Session(ORIGIN, "employee", own_part(state, ["https://nothing.example.net"])).empty


def test_a_session_is_not_in_what_is_printed() -> None:
    assert "sid" not in repr(session())
