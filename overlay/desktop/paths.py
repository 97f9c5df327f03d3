"""Where Fescue keeps its files: configuration, data, cache, sockets."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from overlay.core.errors import OutsideError
from overlay.desktop.runtime import make_private, runtime_folder

APP = "fescue"


@dataclass(frozen=True, slots=True)
class FescuePaths:
    """The four folders of one person's Fescue. None of them exists until somebody needs it."""

    config: Path
    data: Path
    cache: Path
    runtime: Path
    """Sockets and locks: this person's alone."""

    @classmethod
    def under(cls, folder: Path) -> Self:
        """Return folders inside one folder, for a demo or a test that must not meet the person's own."""
        return cls(folder / "config", folder / "data", folder / "cache", folder / "run")

    def private_runtime(self) -> Path:
        """Return the runtime folder, made and checked.

        Raises:
            OutsideError: it cannot be made, or it is not this person's alone.
        """
        try:
            make_private(str(self.runtime))
        except OSError as problem:
            msg = f"The folder for Fescue's sockets is not usable: {problem}"
            raise OutsideError(msg) from problem
        return self.runtime


def find_paths(environ: Mapping[str, str] = os.environ) -> FescuePaths:
    """Return the places this system has for a program's files; `XDG_*` variables decide on Linux."""
    import platformdirs

    return FescuePaths(
        platformdirs.user_config_path(APP, appauthor=False),
        platformdirs.user_data_path(APP, appauthor=False),
        platformdirs.user_cache_path(APP, appauthor=False),
        Path(runtime_folder(environ)),
    )
