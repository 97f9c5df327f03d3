"""Contact sheets as files: one HTML page, or PNG pages that the browser draws of it."""

from collections.abc import Sequence
from pathlib import Path

from overlay.app.pictures import check_picture_file, whole_picture
from overlay.capture.sheet import contact_sheet
from overlay.capture.sheet_drawing import draw_pages
from overlay.capture.taking import Taken
from overlay.core.errors import OutsideError, SettingsError

_HTML = frozenset({".html", ".htm"})


def check_sheet_file(file: Path) -> None:
    """Refuse a file that a contact sheet cannot be written to, before any picture is taken.

    Raises:
        SettingsError: it is neither HTML nor PNG, or its folder is not there.
        OutsideError: it cannot be written.
    """
    if file.suffix.lower() == ".png":
        check_picture_file(file)
    elif file.suffix.lower() not in _HTML:
        msg = f"{str(file)!r} names neither a page nor a picture. Write it like sheet.html or sheet.png."
        raise SettingsError(msg)
    elif not file.parent.is_dir():
        msg = f"the folder {file.parent} is not there. Make it first, or name another."
        raise SettingsError(msg)


def write_sheet(file: Path, taken: Sequence[Taken], title: str) -> list[Path]:
    """Write a contact sheet and return its files: several when one PNG could not hold all pictures.

    Args:
        file: where it goes; further pages are numbered beside it.
        taken: the pictures.
        title: heading of every page.

    Raises:
        OutsideError: a file cannot be written, or there is no browser to draw with.
    """
    if file.suffix.lower() in _HTML:
        try:
            file.write_text(contact_sheet(taken, title), encoding="utf-8")
        except OSError as error:
            msg = f"{file} cannot be written: {error.strerror}."
            raise OutsideError(msg) from None
        return [file]
    pages = draw_pages(taken, title)
    files = [
        file if len(pages) == 1 else file.with_stem(f"{file.stem}-{number}") for number in range(1, len(pages) + 1)
    ]
    for place, page in zip(files, pages, strict=True):
        with whole_picture(place) as part:
            part.write_bytes(page)
    return files
