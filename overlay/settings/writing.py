"""Writes one setting into the person's own file, and leaves everything else in it as they wrote it."""

import os
import re
from pathlib import Path

from overlay.core.errors import SettingsError
from overlay.settings.table import SETTINGS


def save_setting(file: Path, name: str, value: str) -> None:
    """Set a setting at the top of `config.toml`, in its own line if it has one; comments and tables stay.

    Args:
        file: the person's `config.toml`; it is made when it is not there.
        name: a setting that is a text, a choice or a number.
        value: what it is to be.

    Raises:
        SettingsError: the file cannot be read or written; it is as it was.
    """
    import tomllib

    text = _read(file)
    line = f"{name} = {_written(SETTINGS[name].read(value))}"
    changed = _with_line(text, name, line)
    try:
        before, after = tomllib.loads(text), tomllib.loads(changed)
    except ValueError as problem:
        msg = f"{file} is not TOML, so that {name} cannot be saved in it: {problem}. Mend the file first."
        raise SettingsError(msg) from None
    before.pop(name, None)
    if {k: v for k, v in after.items() if k != name} != before:
        msg = f"{name} cannot be saved in {file}. Write it there yourself: {line}"
        raise SettingsError(msg)
    _write(file, changed)


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as problem:
        msg = f"{file} cannot be read, so that nothing can be saved in it: {problem}"
        raise SettingsError(msg) from None


def _with_line(text: str, name: str, line: str) -> str:
    """Replace a setting's line before the first table, or put it at the top."""
    table = re.search(r"^[ \t]*\[", text, re.MULTILINE)
    head, rest = (text[: table.start()], text[table.start() :]) if table else (text, "")
    # A number alone, or a text in quotes: nothing else is written here.
    own = re.compile(rf"^{re.escape(name)}[ \t]*=[ \t]*(?:\d+|\"[^\"\n]*\"|'[^'\n]*')", re.MULTILINE)
    if own.search(head):
        return own.sub(lambda _: line, head, count=1) + rest
    end = "\r\n" if "\r\n" in text else "\n"
    return f"{line}{end}{text}"


def _written(value: object) -> str:
    text = str(value)
    return text if text.isdigit() else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _write(file: Path, text: str) -> None:
    # A link to where somebody keeps their files stays one.
    file = file.resolve()
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(text.encode())
        if file.exists():
            part.chmod(file.stat().st_mode & 0o777)
        part.replace(file)
    except OSError as problem:
        part.unlink(missing_ok=True) if part.parent.is_dir() else None
        msg = f"{file} cannot be written: {problem.strerror}."
        raise SettingsError(msg) from None
