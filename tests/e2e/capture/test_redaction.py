"""What is redacted is gone from the file, from what is cut out of it, and from the words about it."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from small_site import SmallSite, serve

from overlay.capture.framing import Area
from overlay.capture.images import PAINT
from overlay.capture.live import PhotoSettings
from overlay.capture.problems import ShotProblem, Trouble
from overlay.capture.runner import Run, run_shots
from overlay.capture.sheet import contact_sheet
from overlay.capture.sheet_drawing import draw_pages
from overlay.capture.shots import Padding, Shot, Target, ZoneSpec, kind_of
from overlay.capture.taking import Taken

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]

STYLE = "<style>body{margin:0;font:16px sans-serif;background:#fff} .at{position:absolute}</style>"
FORM = """<button class=at style='left:8px;top:8px'>Save</button>
<p class=at style='left:40px;top:60px;margin:0;width:300px;height:40px;background:{colour};color:{colour}'>Vera Quist</p>
<input class=at style='left:40px;top:120px;width:200px' value='Vera Quist' aria-label=Buyer>
<p class=at style='left:400px;top:60px;margin:0;width:200px'>mail to vera@quist.example</p>
<div aria-hidden=true class=at style='left:400px;top:120px;width:200px'>Vera Quist</div>"""
PAGES = {
    "/form": STYLE + FORM.format(colour="#e00000"),
    "/other": STYLE + FORM.format(colour="#00a000"),
    "/below": STYLE + "<button>Save</button><p style='margin-top:700px'>Vera Quist</p>",
    "/invisible": STYLE + "<button>Save</button><p style='visibility:hidden'>Vera Quist</p>",
    "/link": STYLE + "<button>Save</button><a href=/>Vera Quist</a>",
    "/runs": STYLE + "<button>Save</button><p class=at id=p style='top:80px'>Vera Quist</p><script>let x = 0;"
    "setInterval(() => { p.style.left = `${x++ % 300}px`; }, 1);</script>",
}
NAME = Target(text="Vera Quist", nth=0)
PARAGRAPH = Area(40, 60, 300, 40)
"""Of the name on /form, in CSS pixels of the page."""


@pytest.fixture(scope="module")
def site() -> Iterator[SmallSite]:
    with serve(PAGES) as running:
        yield running


def shot(route: str, *redact: Target, shows: str = "The form.", zone: Target | None = None) -> Shot:
    save = ZoneSpec("save", Target("button", "Save"), kind_of("button"))
    zones = (save, ZoneSpec("more", zone, kind_of(zone.role))) if zone else (save,)
    return Shot(
        *("form", "area", "section", "employee", route, shows, "when", "save", zones),
        crop=(Target("button", "Save"),),
        padding=Padding(8, 600, 160, 8),
        redact=redact,
        file="shots/area.toml",
        line=7,
    )


def photograph(site: SmallSite, one: Shot) -> Run:
    return run_shots(site, [one], PhotoSettings(seconds=3))


def taken(site: SmallSite, one: Shot) -> Taken:
    run = photograph(site, one)
    assert run.problems == ()
    return run.taken[0]


def problem(site: SmallSite, one: Shot) -> ShotProblem:
    run = photograph(site, one)
    assert run.taken == ()
    (found,) = run.problems
    assert str(found).startswith("shots/area.toml:7: "), "the place is named"
    return found


def colours(image: Image.Image, area: Area, scale: float) -> set[tuple[int, ...]]:
    box = (area.x * scale, area.y * scale, area.right * scale, area.bottom * scale)
    inside = image.crop(tuple(round(edge) for edge in box)).convert("RGB")
    return {colour for _, colour in inside.getcolors(inside.width * inside.height) or []}


def test_every_pixel_below_is_one_colour_in_the_file_and_enlarged(site: SmallSite) -> None:
    picture = taken(site, shot("/form", NAME)).picture
    with Image.open(io.BytesIO(picture.data)) as image:
        assert colours(image, PARAGRAPH, 2) == {PAINT}
        edges = image.getpixel((40 * 2 - 6, 70 * 2)), image.getpixel((345 * 2, 70 * 2))
        assert edges == ((255, 255, 255), (255, 255, 255)), "and only that"
        close = image.crop((60, 100, 760, 240)).resize((2100, 420), Image.Resampling.LANCZOS)
        inner = Area((40 * 2 - 60) * 3, (60 * 2 - 100) * 3, 600 * 3, 80 * 3)
        assert colours(close, inner, 1) == {PAINT}


def test_no_trace_is_left_whatever_was_below(site: SmallSite) -> None:
    first, second = (taken(site, shot(route, NAME)).picture.data for route in ("/form", "/other"))
    assert first == second


def test_a_pattern_finds_text_fields_and_what_screen_readers_do_not_hear(site: SmallSite) -> None:
    picture = taken(site, shot("/form", Target(pattern=r"Vera\b"), Target(pattern=r"\w+@\w+"))).picture
    with Image.open(io.BytesIO(picture.data)) as image:
        for area in (PARAGRAPH, Area(42, 122, 190, 14), Area(402, 62, 190, 14), Area(402, 122, 190, 14)):
            assert colours(image, area, 2) == {PAINT}, area


def test_the_contact_sheet_shows_no_more(site: SmallSite, tmp_path: Path) -> None:
    one = taken(site, shot("/form", Target(pattern="Vera")))
    assert "Vera" not in contact_sheet([one], "Sheet")
    (page,) = draw_pages([one], "Sheet")
    with Image.open(io.BytesIO(page)) as image:
        seen = colours(image, Area(0, 0, image.width, image.height), 1)
        assert PAINT in seen
        assert not any(red > 180 and green < 40 and blue < 40 for red, green, blue in seen - {(209, 36, 47)})


@pytest.mark.parametrize(
    ("route", "target", "words"),
    [
        ("/form", Target(text="Vera Kvist"), 'text "Vera Kvist" is to be redacted and is not there'),
        ("/form", Target("cell", "Vera Quist"), 'cell "Vera Quist" is to be redacted and is not there'),
        ("/form", Target(pattern="[0-9]{4}"), 'text like "[0-9]{4}" is to be redacted and is not there'),
        ("/invisible", Target(text="Vera Quist"), "is not there"),
        ("/below", Target(text="Vera Quist"), 'text "Vera Quist" is to be redacted and is not in the picture'),
    ],
)
def test_what_is_not_found_fails_the_shot(site: SmallSite, route: str, target: Target, words: str) -> None:
    found = problem(site, shot(route, NAME, target) if route == "/form" else shot(route, target))
    assert found.trouble is Trouble.REDACTION
    assert words in found.words


@pytest.mark.parametrize(
    ("one", "key"),
    [
        (shot("/form", NAME, shows="The order of  vera quist, open."), "shows"),
        (shot("/form", Target("textbox", "Buyer"), shows="Vera Quist buys."), "shows"),
        (shot("/form", Target(pattern="Ver[ab]"), shows="What Vera buys."), "shows"),
        (shot("/link", Target("link", "Vera Quist"), zone=Target("link", "Vera Quist")), "zones.more"),
    ],
)
def test_words_do_not_tell_what_the_picture_hides(site: SmallSite, one: Shot, key: str) -> None:
    found = problem(site, one)
    assert found.trouble is Trouble.REDACTION
    assert f"'{key}' says what is redacted" in found.words
    assert "vera" not in found.words.casefold(), "nor does the message"


def test_a_fields_name_is_no_secret(site: SmallSite) -> None:
    assert taken(site, shot("/form", Target("textbox", "Buyer"), shows="The form with the field Buyer."))


def test_what_moves_below_the_paint_is_refused(site: SmallSite) -> None:
    found = problem(site, shot("/runs", Target(text="Vera Quist")))
    assert found.trouble is Trouble.MOVING
    assert "what is redacted moved" in found.words
