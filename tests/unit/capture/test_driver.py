"""Playwright's own program: one that cannot start is told in a sentence."""

from pathlib import Path

import pytest

from overlay.capture.driver import require_driver
from overlay.core.errors import OutsideError


def program(folder: Path, script: str) -> Path:
    made = folder / "node"
    made.write_text(f"#!/bin/sh\n{script}\n")
    made.chmod(0o755)
    return made


def test_the_one_that_is_installed_starts() -> None:
    require_driver()


def test_a_library_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(OutsideError, match=r"libatomic\.so\.1: cannot open.*apt-get install"):
        require_driver(program(tmp_path, "echo 'error: libatomic.so.1: cannot open' >&2; exit 127"))


@pytest.mark.parametrize("script", ["exit 3", "kill -9 $$"])
def test_one_that_ends_without_a_word(tmp_path: Path, script: str) -> None:
    with pytest.raises(OutsideError, match="it ends at once"):
        require_driver(program(tmp_path, script))


def test_one_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OutsideError, match="cannot start its own Node"):
        require_driver(tmp_path / "node")
