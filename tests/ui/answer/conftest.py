"""Qt without a screen, and the samples of the answer's unit tests."""

import os
import sys
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2] / "unit" / "answer"))


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A folder with the sample pictures, drawn now."""
    from PIL import Image, ImageDraw, ImageFont

    for key in ("leave", "ventas-lista", "third", "fourth"):
        image = Image.new("RGB", (1344, 472), "white")
        draw = ImageDraw.Draw(image)
        font = ImageFont.load_default(44)
        draw.text((64, 60), "My leave", fill="#1c2024", font=font)
        draw.text((64, 140), "18.5 of 28 days left", fill="#62686f", font=ImageFont.load_default(34))
        draw.rounded_rectangle((900, 52, 1276, 160), 24, fill="#2447c9")
        draw.text((946, 80), "Request leave", fill="white", font=font)
        draw.line((64, 250, 1280, 250), fill="#e4e5e3", width=4)
        for row, text in enumerate(("22 Dec - 2 Jan    Annual leave", "14 Nov    Half day")):
            draw.text((64, 290 + 80 * row), text, fill="#1c2024", font=ImageFont.load_default(34))
        image.save(tmp_path / f"{key}.webp", quality=82)
    return tmp_path
