"""Secrets: locked, missing and unavailable are three things, and nothing is overwritten unasked."""

import threading
import time

import keyring
import pytest
from keyring.backend import KeyringBackend, properties
from keyring.backends.fail import Keyring as NoKeyring
from keyring.backends.null import Keyring as NullKeyring
from keyring.errors import InitError, KeyringLocked, PasswordDeleteError, PasswordSetError

from overlay.desktop.secrets import Secrets, SecretState


class Stub(KeyringBackend):
    """A keyring that behaves as told."""

    priority = 1

    def __init__(self, fault: Exception | None = None, wait: threading.Event | None = None) -> None:
        super().__init__()
        self.fault = fault
        self.wait = wait
        self.kept: dict[tuple[str, str], str] = {}

    def _misbehave(self) -> None:
        if self.wait:
            self.wait.wait()
        if self.fault:
            raise self.fault

    def get_password(self, service: str, username: str) -> str | None:
        self._misbehave()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._misbehave()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._misbehave()
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("not there")


@pytest.fixture(autouse=True)
def _keyring_back():
    before = keyring.get_keyring()
    yield
    keyring.set_keyring(before)


def test_a_secret_is_kept_and_forgotten() -> None:
    stub = Stub()
    keyring.set_keyring(stub)
    assert Secrets().read("key").state is SecretState.MISSING
    assert Secrets().write("key", "s3cret").state is SecretState.FOUND
    assert Secrets().read("key").value == "s3cret"
    assert Secrets().delete("key").state is SecretState.MISSING
    assert stub.kept == {}


def test_no_keyring_keeps_it_for_this_session_and_says_so() -> None:  # i01
    keyring.set_keyring(NoKeyring())
    secrets = Secrets()
    assert secrets.read("key").state is SecretState.UNAVAILABLE
    answer = secrets.write("key", "s3cret")
    assert answer.state is SecretState.UNAVAILABLE
    assert "until Fescue ends" in answer.advice
    assert secrets.read("key").value == "s3cret"
    assert Secrets().read("key").state is SecretState.UNAVAILABLE


@pytest.mark.parametrize("fault", [KeyringLocked("locked"), InitError("no collection"), OSError("bus"), KeyError("x")])
def test_locked_is_not_missing(fault: Exception) -> None:  # i02
    stub = Stub(fault)
    keyring.set_keyring(stub)
    answer = Secrets().read("key")
    assert answer.state is SecretState.LOCKED
    assert answer.advice
    assert stub.kept == {}


def test_a_prompt_that_stays_open_does_not_hold_us() -> None:  # i02
    released = threading.Event()
    keyring.set_keyring(Stub(wait=released))
    began = time.monotonic()
    assert Secrets(seconds=0.05).read("key").state is SecretState.LOCKED
    assert time.monotonic() - began < 5
    released.set()


def test_forgetting_what_is_not_there_is_no_error() -> None:  # i02
    keyring.set_keyring(Stub())
    assert Secrets().delete("key").state is SecretState.MISSING


def test_a_secret_is_not_in_what_is_printed() -> None:
    keyring.set_keyring(Stub())
    secrets = Secrets()
    assert "s3cret" not in repr(secrets.write("key", "s3cret"))


@pytest.mark.parametrize("fault", [OSError(1783, "stub"), PasswordSetError("too long"), ValueError("x")])
def test_a_secret_that_is_not_taken_is_not_called_a_lock(fault: Exception) -> None:
    keyring.set_keyring(Stub(fault))
    secrets = Secrets()
    answer = secrets.write("key", "s3cret" * 300)
    assert answer.state is SecretState.REFUSED
    assert "1,280 characters" in answer.advice
    assert secrets.read("key").value == "s3cret" * 300


class InClearText(Stub):
    """As `keyrings.alt.file.PlaintextKeyring` rates itself."""

    priority = 0.5


@pytest.mark.parametrize("backend", [InClearText(), NullKeyring()])
def test_a_keyring_that_keeps_nothing_or_in_clear_text_is_not_used(backend: KeyringBackend) -> None:  # i01
    keyring.set_keyring(backend)
    secrets = Secrets()
    answer = secrets.write("key", "s3cret")
    assert answer.state is SecretState.UNAVAILABLE
    assert "PYTHON_KEYRING_BACKEND" in answer.advice
    assert secrets.read("key").value == "s3cret"
    assert Secrets().read("key").state is SecretState.UNAVAILABLE
    assert secrets.delete("key").state is SecretState.UNAVAILABLE
    assert not getattr(backend, "kept", {})


class Unloadable(KeyringBackend):
    """As a backend whose service is not there: merely rating it fails."""

    @properties.classproperty
    def priority(self) -> float:
        raise RuntimeError("not here")

    def get_password(self, service: str, username: str) -> str | None:
        raise AssertionError

    set_password = delete_password = get_password  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]


def test_a_keyring_that_does_not_load_is_not_called_locked() -> None:
    keyring.set_keyring(Unloadable())
    answer = Secrets().read("key")
    assert answer.state is SecretState.UNAVAILABLE
    assert "does not load" in answer.advice
