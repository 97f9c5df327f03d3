"""A keyring in one file, for tests that start several processes; entries are as short as Windows has them."""

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend, properties
from keyring.errors import PasswordDeleteError, PasswordSetError

VARIABLE = "TEST_KEYRING_FILE"


class FileKeyring(KeyringBackend):
    """Stands in for the system's."""

    @properties.classproperty
    def priority(self) -> float:
        # A test that imports this module must not make it the keyring of all tests.
        if VARIABLE not in os.environ:
            raise RuntimeError(VARIABLE)
        return 1

    def _all(self) -> dict[str, str]:
        file = Path(os.environ[VARIABLE])
        return json.loads(file.read_text("utf-8")) if file.exists() else {}

    def get_password(self, service: str, username: str) -> str | None:
        return self._all().get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        if len(password.encode("utf-16-le")) > 2560:
            raise PasswordSetError("too long")
        Path(os.environ[VARIABLE]).write_text(json.dumps(self._all() | {username: password}), "utf-8")

    def delete_password(self, service: str, username: str) -> None:
        entries = self._all()
        if entries.pop(username, None) is None:
            raise PasswordDeleteError("not there")
        Path(os.environ[VARIABLE]).write_text(json.dumps(entries), "utf-8")
