"""Pictures as files: upright, WebP at twice the size, the same bytes for the same pixels."""

import hashlib
import io
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
_PAINT = (118, 126, 142)


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
        redacted: what to paint over, in CSS pixels of the picture. The pixels are replaced, not blurred.
        scale: pixels of the file per CSS pixel.

    Raises:
        ValueError: the picture is larger than WebP can hold.
    """
    image = upright(data)
    if max(image.size) > WEBP_LIMIT:
        msg = f"it is {image.width} x {image.height} pixels, and WebP ends at {WEBP_LIMIT} a side."
        raise ValueError(msg)
    for area in redacted:
        left, top, right, bottom = (round(edge * scale) for edge in (area.x, area.y, area.right, area.bottom))
        image.paste(_PAINT, (left, top, right, bottom))
    bare = image.copy()
    bare.info.clear()
    out = io.BytesIO()
    bare.save(out, "WEBP", quality=QUALITY, method=METHOD, exif=b"", icc_profile=b"")
    return Picture(out.getvalue(), image.width // scale, image.height // scale)
