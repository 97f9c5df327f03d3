"""Pictures as files: upright, painted over where they must be, the same bytes for the same pixels."""

import io

import pytest
from PIL import Image

from overlay.capture.framing import Area
from overlay.capture.images import encode

ORIENTATION = 0x0112


def sideways(form: str) -> bytes:
    """400 x 200 pixels that say they were taken on their side; red where the top left is once upright."""
    image = Image.new("RGB", (400, 200), "white")
    image.paste((255, 0, 0), (0, 150, 50, 200))
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    out = io.BytesIO()
    image.save(out, form, exif=exif, **({"lossless": True} if form == "WEBP" else {}))
    return out.getvalue()


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_a_sideways_picture_is_stored_upright(form: str) -> None:  # e01
    picture = encode(sideways(form), scale=1)
    assert (picture.width, picture.height) == (200, 400)
    with Image.open(io.BytesIO(picture.data)) as stored:
        assert stored.format == "WEBP"
        assert stored.size == (200, 400)
        assert ORIENTATION not in stored.getexif()
        red, green, _ = stored.convert("RGB").getpixel((10, 10))
        assert red > 200
        assert green < 80


def test_what_is_redacted_is_gone_whatever_it_was() -> None:
    pictures = []
    for secret in ("black", "lime"):
        image = Image.new("RGB", (400, 200), "white")
        image.paste(secret, (100, 60, 200, 100))
        out = io.BytesIO()
        image.save(out, "PNG")
        pictures.append(encode(out.getvalue(), [Area(50, 30, 50, 20)]))
    assert pictures[0].data == pictures[1].data, "no trace of the pixels below may be left"
    assert (pictures[0].width, pictures[0].height) == (200, 100)


def test_the_format_ends_somewhere() -> None:
    out = io.BytesIO()
    Image.new("1", (10, 16400)).save(out, "PNG")
    with pytest.raises(ValueError, match="16383"):
        encode(out.getvalue())
