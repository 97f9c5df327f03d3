"""Pictures of small, difficult pages in a real Chromium."""

import dataclasses
import io
import math
from collections.abc import Iterator

import pytest
from PIL import Image
from small_site import SmallSite, serve

from overlay.capture.live import PhotoSettings
from overlay.capture.problems import ShotProblem, Trouble
from overlay.capture.runner import Run, run_shots
from overlay.capture.shots import Click, Padding, Shot, Step, Target, ZoneSpec, kind_of
from overlay.capture.taking import Taken

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]

RED = "background:#e00000;border:0;width:160px;height:40px"
HEADER = "<div id=bar style='position:sticky;top:0;height:{}px;background:#333;z-index:2'>Bar</div>"
PAGES = {
    "/hidden": "<button id=a style='display:none'>A</button><button id=b style='width:0;height:0;padding:0;border:0;"
    "overflow:hidden'>B</button><button id=c style='visibility:hidden'>C</button>",  # e03
    "/high": HEADER.format(60) + f"<div style='height:3000px'></div><button style='position:absolute;top:2400px;{RED}'>"
    "Save</button><script>addEventListener('load', () => scrollTo(0, 2200))</script>",  # e06
    "/under": "<div id=veil style='position:fixed;inset:0;background:#333;z-index:2'>Bar</div>"
    f"<div style='height:3000px'></div><button style='position:absolute;top:2400px;{RED}'>Save</button>",
    "/far": "<div style='height:5000px'><div role=region aria-label=All style='position:absolute;top:2000px;width:500px;"
    f"height:800px'><button style='position:absolute;bottom:0;{RED}'>Save</button></div></div>",
    "/component": "<x-bar><span>Words</span></x-bar><script>customElements.define('x-bar', class extends HTMLElement {"
    " connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML = `<p><slot></slot></p><x-in></x-in>`; } });"
    " customElements.define('x-in', class extends HTMLElement { connectedCallback() {"
    f" this.attachShadow({{mode: 'open'}}).innerHTML = `<button style='{RED}'>Save</button>`; }} }});</script>",
    "/zoomed": f"<style>body{{zoom:1.5}}</style><p>x</p><div style='transform:scale(0.5);transform-origin:0 0'><button"
    f" style='{RED}'>Save</button></div>",
    "/clear": f"<div style='opacity:0'><button style='{RED}'>Save</button></div>",
    "/ticked": f"<label style='display:block;{RED}'><input type=checkbox style='opacity:0'>Save</label>",
    "/cut": f"<div style='overflow:hidden;width:80px;height:60px'><button style='{RED}'>Save</button></div>",
    "/list": f"<div style='height:120px;width:400px;overflow:auto'><button style='{RED}'>First</button><div style="
    f"'height:900px'></div><button style='{RED}'>Last</button></div><div style='height:1200px'></div>",
    "/two": "<button>Save</button><button>Save</button>",
    "/send": "<form method=post><button>Approve</button></form>",
    "/script": "<button onclick=\"fetch('/api', {method: 'POST'})\">Approve</button>",
    "/style": "<link rel=stylesheet href=/nothing.css><button>Save</button>",
    "/apart": f"<button style='{RED}'>Left</button><button style='position:absolute;left:700px;top:8px;{RED}'>Right</button>",
    "/renamed": "<button>Store</button>",
    "/endless": "<div role=region aria-label=All style='height:5000px'><button>Save</button></div>",
    "/runs": f"<div role=region aria-label=All style='height:200px'><button>Stay</button><button style='position:absolute;{RED}'>"
    "Save</button></div><script>let x = 100; setInterval(() => {"
    " document.querySelectorAll('button')[1].style.left = `${100 + (x++ % 300)}px`; }, 1);</script>",
}


@pytest.fixture(scope="module")
def site() -> Iterator[SmallSite]:
    with serve(PAGES) as running:
        yield running


def shot(route: str, *names: str, steps: tuple[Step, ...] = (), crop: tuple[Target, ...] = ()) -> Shot:
    zones = tuple(ZoneSpec(n.lower(), Target("button", n), kind_of("button")) for n in names)
    return Shot(
        *(route.strip("/"), "area", "section", "employee", route, "shows", "when", zones[0].key, zones),
        steps=steps,
        crop=crop or tuple(zone.target for zone in zones),
        padding=Padding(16, 16, 16, 16),
        file="shots/area.toml",
        line=7,
    )


def photograph(site: SmallSite, *shots: Shot) -> Run:
    return run_shots(site, shots, PhotoSettings(seconds=3))


def problem(site: SmallSite, one: Shot) -> ShotProblem:
    run = photograph(site, one)
    assert run.taken == ()
    (found,) = run.problems
    return found


@pytest.mark.parametrize(("name", "trouble"), [("A", Trouble.HIDDEN), ("B", Trouble.EMPTY), ("C", Trouble.HIDDEN)])
def test_what_nobody_can_see_is_no_zone(site: SmallSite, name: str, trouble: Trouble) -> None:  # e03
    found = problem(site, shot("/hidden", name))
    assert found.trouble is trouble
    assert "/hidden" in str(found), "the screen is named"
    assert f'button "{name}"' in str(found), "the element is named"
    assert str(found).startswith("shots/area.toml:7: ")


def colours(taken: Taken, key: str) -> tuple[int, int, int]:
    """The colour in the middle of a zone of the picture."""
    box = taken.zones[key].box
    with Image.open(io.BytesIO(taken.picture.data)) as image:
        place = (round((box.x + box.w / 2) * image.width), round((box.y + 0.85 * box.h) * image.height))
        return image.convert("RGB").getpixel(place)  # pyright: ignore[reportReturnType]


def test_a_scrolled_page_under_a_sticky_header(site: SmallSite) -> None:  # e06
    (taken,) = photograph(site, shot("/high", "Save")).taken
    red, green, _ = colours(taken, "save")
    assert red > 180, "the zone points at the button in this very picture"
    assert green < 60
    box = taken.zones["save"].box
    assert box.valid
    assert math.isclose(box.w * taken.picture.width, 160, abs_tol=0.5)
    assert math.isclose(box.h * taken.picture.height, 40, abs_tol=0.5)


def test_what_is_cropped_to_is_scrolled_into_the_window_whole(site: SmallSite) -> None:  # e06
    (taken,) = photograph(site, shot("/far", "Save", crop=(Target("region", "All"),))).taken
    assert taken.picture.height == 832
    assert colours(taken, "save")[0] > 180
    assert taken.zones["save"].box.y > 0.9


def test_a_covered_button_is_refused(site: SmallSite) -> None:  # e06
    found = problem(site, shot("/under", "Save"))
    assert found.trouble is Trouble.COVERED
    assert "div#veil" in found.words


@pytest.mark.parametrize("route", ["/component", "/zoomed"])
def test_web_components_and_zoomed_pages_are_measured_as_they_are_seen(site: SmallSite, route: str) -> None:
    run = photograph(site, shot(route, "Save"))
    assert run.problems == ()
    assert colours(run.taken[0], "save")[0] > 180
    assert colours(run.taken[0], "save")[1] < 60


def test_a_wholly_transparent_button_is_refused(site: SmallSite) -> None:  # e03
    found = problem(site, shot("/clear", "Save"))
    assert (found.trouble, found.words[:40]) == (Trouble.HIDDEN, 'button "Save" is there, but wholly trans')


def test_a_box_to_tick_below_its_own_picture_is_seen(site: SmallSite) -> None:
    one = shot("/ticked", "Save")
    zone = ZoneSpec("save", Target("checkbox", "Save"), kind_of("checkbox"))
    assert photograph(site, dataclasses.replace(one, zones=(zone,), crop=(zone.target,))).problems == ()


def test_what_is_cut_off_by_what_it_lies_in_is_refused(site: SmallSite) -> None:  # e09
    found = problem(site, shot("/cut", "Save"))
    assert found.trouble is Trouble.CLIPPED
    assert "cut off by what it lies in" in found.words
    assert problem(site, shot("/list", "First", "Last")).trouble is Trouble.CLIPPED
    (taken,) = photograph(site, shot("/list", "Last")).taken
    assert colours(taken, "last")[0] > 180


def test_a_zone_outside_the_crop_is_refused(site: SmallSite) -> None:  # e09
    found = problem(site, shot("/apart", "Left", "Right", crop=(Target("button", "Left"),)))
    assert found.trouble is Trouble.CLIPPED
    assert 'button "Right"' in found.words
    assert len(photograph(site, shot("/apart", "Left", "Right")).taken) == 1


@pytest.mark.parametrize(
    ("route", "name", "trouble", "words"),
    [
        ("/nowhere", "Save", Trouble.STATUS, "404"),
        ("/moved", "Save", Trouble.STATUS, "404"),
        ("/style", "Save", Trouble.STATUS, "404 for /nothing.css"),
        ("/two", "Save", Trouble.AMBIGUOUS, "2 elements match"),
        ("/renamed", "Save", Trouble.MISSING, 'button "Save" is not there'),
    ],
)
def test_what_else_goes_wrong_is_said(site: SmallSite, route: str, name: str, trouble: Trouble, words: str) -> None:
    found = problem(site, shot(route, name))
    assert found.trouble is trouble, found
    assert words in found.words


def test_what_moves_while_it_is_photographed_is_refused(site: SmallSite) -> None:
    found = problem(site, shot("/runs", "Stay", "Save", crop=(Target("region", "All"),)))
    assert found.trouble is Trouble.MOVING
    assert 'button "Save" moved while the picture was taken' in found.words


@pytest.mark.parametrize("route", ["/send", "/script"])
def test_nothing_is_ever_sent(site: SmallSite, route: str) -> None:
    found = problem(site, shot(route, "Approve", steps=(Click(Target("button", "Approve")),)))
    assert found.trouble is Trouble.SENDING
    assert "POST" in found.words
    assert site.sent == []


def test_too_high_a_picture_is_refused(site: SmallSite) -> None:
    found = problem(site, shot("/endless", "Save", crop=(Target("region", "All"),)))
    assert found.trouble is Trouble.TOO_LARGE


def test_an_app_that_saved_something_is_noticed() -> None:
    with serve({"/ok": "<button>Save</button>"}) as site:
        assert photograph(site, shot("/ok", "Save")).untouched
        site.save_on_get = True
        assert not photograph(site, shot("/ok", "Save")).untouched
