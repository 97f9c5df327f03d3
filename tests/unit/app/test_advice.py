"""What messages advise can be done: the commands and extras they name are there."""

import re
import socket
import tomllib
from pathlib import Path

import pytest

from overlay.cli import _parser, main

ROOT = Path(__file__).parents[3]
SOURCES = [*(ROOT / "overlay").rglob("*.py"), *(ROOT / "resources").rglob("*.md"), ROOT / "README.md"]
_ADVICE = re.compile(r"(?<![./\w-])fescue ((?:[a-z-]+)(?: (?:build|install|status|uninstall|test|key|show))?)\b")
_NOT_COMMANDS = {"is"}


def advised() -> set[str]:
    text = "\n".join(file.read_text("utf-8") for file in SOURCES)
    return {found[1] for found in _ADVICE.finditer(text)} - _NOT_COMMANDS


@pytest.mark.parametrize("command", sorted(advised()))
def test_an_advised_command_is_there(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        _parser().parse_args([*command.split(), "--help"])
    assert ended.value.code == 0, capsys.readouterr().err


def test_advised_extras_are_there() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    text = "\n".join(file.read_text("utf-8") for file in SOURCES)
    assert set(re.findall(r"fescue\[(\w+)\]", text)) <= set(extras)


def test_an_address_where_nothing_answers(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        origin = f"http://127.0.0.1:{taken.getsockname()[1]}"
        assert main(["check", "--live", origin]) == 3
    assert capsys.readouterr().err.startswith(f"fescue: nothing answers at {origin} (")
