"""TOML tables read field by field, with the line of the table when something does not fit."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from overlay.content.text_files import read_text, shown
from overlay.core.errors import PackError

_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")


class TomlTable:
    """One table of a TOML file."""

    def __init__(self, values: Mapping[str, object], file: str, text: str, line: int, name: str) -> None:
        """Wrap a table; `line` is where it begins, `name` is how messages call it."""
        self._values = values
        self._file = file
        self._text = text
        self._read: set[str] = set()
        self.line = line
        self.name = name

    @classmethod
    def load(cls, path: Path, root: Path) -> "TomlTable":
        """Read a TOML file.

        Raises:
            PackError: it is missing, not UTF-8 or not TOML.
        """
        text, file = read_text(path, root), shown(path, root)
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = _AT_LINE.search(str(error))
            problem = _AT_LINE.sub("", str(error)).strip()
            # Without a place the text ends too soon.
            line = int(found[1]) if found else text.rstrip().count("\n") + 1
            raise PackError(file, line, f"is not valid TOML: {problem}.", "Correct it.") from None
        return cls(values, file, text, 1, "the file")

    def fail(self, problem: str, fix: str, key: str = "") -> PackError:
        """Make an error at this table, or at one of its keys."""
        return PackError(self._file, self._line_of(key), f"{self.name}: {problem}", fix)

    @property
    def file(self) -> str:
        """The file, as messages show it."""
        return self._file

    def value(self, key: str) -> object:
        """Return a value as it stands, for a reader of its own; None when absent."""
        self._read.add(key)
        return self._values.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; without a default it must be there and not be empty."""
        self._read.add(key)
        value = self._values.get(key, default)
        if value is None or (value == "" and default is None):
            raise self.fail(f"'{key}' is missing.", f'Add {key} = "...".')
        if not isinstance(value, str):
            raise self.fail(f"'{key}' is not text.", f'Write {key} = "...".', key)
        return value

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Return a true or false."""
        self._read.add(key)
        value = self._values.get(key, default)
        if not isinstance(value, bool):
            raise self.fail(f"'{key}' is not true or false.", f"Write {key} = true or {key} = false.", key)
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Return a list of texts."""
        self._read.add(key)
        value = self._values.get(key, default)
        if value is None:
            raise self.fail(f"'{key}' is missing.", f'Add {key} = ["..."].')
        items = list(cast("list[object]", value)) if isinstance(value, list | tuple) else None
        if items is None or not all(isinstance(item, str) for item in items):
            raise self.fail(f"'{key}' is not a list of texts.", f'Write {key} = ["..."].', key)
        return tuple(cast("list[str]", items))

    def mapping(self, key: str) -> dict[str, object]:
        """Return a table as it stands (a JSON Schema, say); empty when absent."""
        self._read.add(key)
        value = self._values.get(key, {})
        if not isinstance(value, dict):
            raise self.fail(f"'{key}' is not a table.", f"Write it as [{key}] or {{...}}.", key)
        return cast("dict[str, object]", value)

    def table(self, key: str) -> "TomlTable | None":
        """Return the table `[key]`; None when absent."""
        if key not in self._values:
            return None
        values = self.mapping(key)
        return TomlTable(values, self._file, self._text, self._line_of(key), f"[{key}]")

    def tables(self, key: str) -> Iterator["TomlTable"]:
        """Return the tables of `[[key]]` in order."""
        self._read.add(key)
        value = self._values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in cast("list[object]", value)):
            raise self.fail(f"'{key}' is not a list of tables.", f"Begin each with [[{key}]].", key)
        starts = [
            number
            for number, row in enumerate(self._text.split("\n"), 1)
            if re.match(rf"\s*\[\[\s*{re.escape(key)}\s*\]\]", row)
        ]
        for index, item in enumerate(cast("list[dict[str, object]]", value)):
            label = str(item.get("id") or item.get("name") or index + 1)
            line = starts[index] if index < len(starts) else self.line
            yield TomlTable(item, self._file, self._text, line, f"[[{key}]] '{label}'")

    def done(self) -> None:
        """Refuse keys that nobody read: a typing error would otherwise be without effect and without a word."""
        unknown = [key for key in self._values if key not in self._read]
        if unknown:
            known = ", ".join(sorted(self._read))
            raise self.fail(f"the key '{unknown[0]}' is not known.", f"Use one of: {known}.", unknown[0])

    def _line_of(self, key: str) -> int:
        if not key:
            return self.line
        for number, row in enumerate(self._text.split("\n")[self.line - 1 :], self.line):
            if re.match(rf"\s*{re.escape(key)}\s*[=.]", row) or re.match(rf"\s*\[+{re.escape(key)}\b", row):
                return number
        return self.line
