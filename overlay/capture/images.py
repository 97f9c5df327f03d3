"""Pictures as files: upright, WebP at twice the size, the same bytes for the same pixels."""

import hashlib
import io
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from overlay.capture.framing import Area

if TYPE_CHECKING:
    from PIL.Image import Image

SCALE = 2
"""Pixels of the file per CSS pixel."""
QUALITY, METHOD = 82, 6
WEBP_LIMIT = 16383
"""The most pixels a side that the format can hold."""
PAINT = (118, 126, 142)
"""What lies over redacted places."""
MARGIN = 2
"""CSS pixels that are painted around a redacted element: letters reach a little out of their boxes."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture."""

    data: bytes
    """WebP."""
    width: int
    """Pixels at 1x."""
    height: int

    @property
    def sha256(self) -> str:
        """The hash of the file, in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()


def upright(data: bytes) -> "Image":
    """Decode an image and apply its EXIF orientation, so that size and zones mean what a person sees.

    Args:
        data: any format that Pillow reads.
    """
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(data)) as image:
        turned = ImageOps.exif_transpose(image)
        return turned.convert("RGB")


def encode(data: bytes, redacted: Iterable[Area] = (), scale: int = SCALE) -> Picture:
    """Encode an image as the catalogue keeps it: upright, without metadata.

    Args:
        data: any format that Pillow reads, with `scale` pixels a CSS pixel.
        redacted: what to paint over, in CSS pixels of the picture. The pixels are replaced, not blurred, and such a
            picture is kept without loss: otherwise what lay beside them would bleed into the paint.
        scale: pixels of the file per CSS pixel.

    Raises:
        ValueError: the picture is larger than WebP can hold.
    """
    image = upright(data)
    if max(image.size) > WEBP_LIMIT:
        msg = f"it is {image.width} x {image.height} pixels, and WebP ends at {WEBP_LIMIT} a side."
        raise ValueError(msg)
    areas = list(redacted)
    for area in areas:
        image.paste(PAINT, _pixels(area, MARGIN, scale))
    bare = image.copy()
    bare.info.clear()
    out = io.BytesIO()
    bare.save(out, "WEBP", quality=QUALITY, method=METHOD, lossless=bool(areas), exif=b"", icc_profile=b"")
    return Picture(out.getvalue(), image.width // scale, image.height // scale)


def is_painted(data: bytes, area: Area, scale: int = SCALE) -> bool:
    """Say whether every pixel of a picture in an area is the paint.

    Args:
        data: the encoded picture.
        area: in CSS pixels; what of it lies outside the picture does not count.
        scale: pixels of the file per CSS pixel.
    """
    image = upright(data)
    left, top, right, bottom = _pixels(area, 0, scale)
    inside = (max(left, 0), max(top, 0), min(right, image.width), min(bottom, image.height))
    return image.crop(inside).getcolors(1) == [((inside[2] - inside[0]) * (inside[3] - inside[1]), PAINT)]


def _pixels(area: Area, margin: int, scale: int) -> tuple[int, int, int, int]:
    """Return the whole pixels that an area touches: left, top, right, bottom."""
    left, top = (math.floor((edge - margin) * scale) for edge in (area.x, area.y))
    right, bottom = (math.ceil((edge + margin) * scale) for edge in (area.right, area.bottom))
    return left, top, right, bottom
