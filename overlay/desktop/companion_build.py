"""Builds the companion extension for a pack: one folder that Chromium and Firefox both load."""

import base64
import contextlib
import hashlib
import json
import shutil
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from overlay.core.errors import OutsideError
from overlay.core.urls import WebAddress, parse_web_address

SOURCE_FOLDER = "browser-extension"
HOST_NAME = "app.fescue.companion"
GECKO_ID = "companion@fescue"

_PACK_FILE = "pack.json"
_ID_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")


@dataclass(frozen=True, slots=True)
class CompanionBuild:
    """A built extension: its folder, and the ids under which browsers know it."""

    folder: Path
    chromium_id: str
    gecko_id: str
    files: tuple[str, ...]
    """The names of what was written."""


def build_companion(
    resources: Path, origins: Iterable[str], target: Path, public_key: str | None = None
) -> CompanionBuild:
    """Write the extension for a pack's origins into a folder of its own.

    The browser lets it see these origins and no other: it asks for no `tabs` permission.

    Args:
        resources: the program's resources folder.
        origins: the pack's origins, such as `https://erp.example:8443`.
        target: the folder to write; an earlier build in it is replaced.
        public_key: base64 of the DER key a company signs its own CRX with; it decides the Chromium id.

    Raises:
        OutsideError: an origin is none, or a file cannot be read or written.
    """
    addresses = [_address(origin) for origin in origins]
    if not addresses:
        msg = "The pack names no origin, so there is nothing the companion may see: add `origins` to pack.toml."
        raise OutsideError(msg)
    try:
        return _write(resources / SOURCE_FOLDER, addresses, target, public_key)
    except OSError as problem:
        msg = f"The companion extension could not be built in {target}: {problem.strerror or problem}."
        raise OutsideError(msg) from problem


def pack_xpi(build: CompanionBuild) -> Path:
    """Pack a built extension into one file beside its folder, as Firefox's policies install it.

    The same extension gives the same bytes, so a deployment sees whether anything changed.

    Raises:
        OutsideError: the file cannot be written.
    """
    target = xpi_of(build.folder)
    try:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in sorted(build.files):
                archive.writestr(zipfile.ZipInfo(name), (build.folder / name).read_bytes(), zipfile.ZIP_DEFLATED)
    except OSError as problem:
        msg = f"The companion could not be packed into {target}: {problem.strerror or problem}."
        raise OutsideError(msg) from problem
    return target


def xpi_of(folder: Path) -> Path:
    """Return where the packed extension of a folder lies."""
    whole = folder.absolute()
    return whole.with_name(whole.name + ".xpi")


def remove_companion(resources: Path, target: Path) -> None:
    """Remove what `build_companion` and `pack_xpi` wrote, and the folder when nothing else is in it.

    Raises:
        OutsideError: a file cannot be removed.
    """
    try:
        for name in (*(file.name for file in (resources / SOURCE_FOLDER).iterdir()), _PACK_FILE):
            (target / name).unlink(missing_ok=True)
        xpi_of(target).unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            target.rmdir()
    except OSError as problem:
        msg = f"The companion extension could not be removed from {target}: {problem.strerror or problem}."
        raise OutsideError(msg) from problem


def chromium_id(public_key: str) -> str:
    """Return the extension id Chromium derives from a base64 public key."""
    digest = hashlib.sha256(base64.b64decode(public_key)).hexdigest()
    return digest[:32].translate(_ID_LETTERS)


def match_pattern(address: WebAddress) -> str:
    """Write an origin as a match pattern. These know no ports; the extension compares the port itself."""
    return f"{address.scheme}://{address.host}/*"


def _address(origin: str) -> WebAddress:
    address = parse_web_address(origin)
    if address is None:
        msg = f"{origin!r} is not an origin: write it like https://erp.example in pack.toml."
        raise OutsideError(msg)
    return address


def _write(source: Path, addresses: list[WebAddress], target: Path, public_key: str | None) -> CompanionBuild:
    manifest = cast("dict[str, object]", json.loads((source / "manifest.json").read_text(encoding="utf-8")))
    key = public_key or str(manifest["key"])
    manifest["key"] = key
    manifest["host_permissions"] = sorted({match_pattern(address) for address in addresses})
    target.mkdir(parents=True, exist_ok=True)
    for file in source.iterdir():
        if file.name != "manifest.json":
            shutil.copyfile(file, target / file.name)
    _write_json(target / "manifest.json", manifest)
    _write_json(target / _PACK_FILE, {"origins": sorted({address.origin for address in addresses})})
    files = (*(file.name for file in source.iterdir()), _PACK_FILE)
    return CompanionBuild(target, chromium_id(key), GECKO_ID, files)


def _write_json(file: Path, value: object) -> None:
    file.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
