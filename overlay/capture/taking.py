"""One shot, from its address to an encoded picture with zones."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from overlay.capture.elements import check_uncovered, locate, measure, only
from overlay.capture.framing import MOST_HEIGHT, MOST_WIDTH, Area, around, fractions, frame
from overlay.capture.images import Picture, encode
from overlay.capture.live import PhotoSettings
from overlay.capture.problems import ElementError, Trouble
from overlay.capture.redaction import Redacted, check_painted, check_words, find_redacted
from overlay.capture.shots import Choose, Click, Fill, Press, Shot, Step, Wait
from overlay.capture.watch import Watch
from overlay.core.manual import Zone

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Fonts and images are there, and nothing has the focus (a blinking caret, a half-marked date). Without
# geometricPrecision Chromium rounds lines of small text up in one run and down in the next: no two runs were alike.
# A dialog's backdrop is white, or its rounded corners would be dark in the picture.
# (A constructed style sheet is allowed by a strict content security policy.)
_SETTLE = """async () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { text-rendering: geometricPrecision !important; } ::backdrop { background: #fff !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
_TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_PAGE_SIZE = """() => [window.scrollX, window.scrollY, document.documentElement.scrollWidth,
  Math.max(document.documentElement.scrollHeight, window.innerHeight)]"""


@dataclass(frozen=True, slots=True)
class Taken:
    """A picture that was taken, and where the controls are in it."""

    shot: Shot
    picture: Picture
    zones: Mapping[str, Zone]


def take(page: "Page", origin: str, shot: Shot, settings: PhotoSettings) -> Taken:
    """Open a shot's screen, do its steps and photograph it.

    Raises:
        ElementError: something is not as it should be; nothing was saved in the app by this shot's own doing.
    """
    walk(page, origin, shot, settings)
    return _photograph(page, shot)


def walk(page: "Page", origin: str, shot: Shot, settings: PhotoSettings) -> None:
    """Open a shot's screen and do its steps; afterwards the page is at rest.

    Raises:
        ElementError: the app does not answer, or a step cannot be done or would send something.
    """
    page.set_viewport_size({"width": settings.width, "height": settings.height})
    with Watch(page, origin, settings) as watch:
        _open(page, origin, shot, settings)
        if shot.steps:
            page.evaluate(_TWO_FRAMES)  # what the app sends by itself as it loads is told before the first step
            watch.steps_begin()
        for step in shot.steps:
            _do_watched(page, step, watch)
        page.mouse.move(0, 0)
        page.evaluate(_SETTLE)
        watch.check()
        _check_still_there(page, origin)


def first_picture(page: "Page", origin: str, route: str, settings: PhotoSettings) -> Picture:
    """Photograph what the window shows of a page, at rest: a first look at a screen that nobody has described yet.

    Args:
        page: of a session that `Sessions` opened, so that nothing can be saved.
        origin: the app's.
        route: a path of the app; it may have a query.
        settings: window, locale and clock.

    Raises:
        ElementError: the app does not answer well, or leads elsewhere to sign in.
    """
    page.set_viewport_size({"width": settings.width, "height": settings.height})
    with Watch(page, origin, settings) as watch:
        response = page.goto(settings.address(origin, route))
        if response is None or response.status >= 400:
            status = response.status if response else "no answer"
            trouble = Trouble.SIGNED_OUT if status == 401 else Trouble.STATUS
            raise ElementError(trouble, f"the app answers {status} at {route}.")
        page.evaluate(_SETTLE)
        watch.check()
        _check_still_there(page, origin)
    return encode(page.screenshot(animations="disabled", caret="hide", scale="device"))


def _open(page: "Page", origin: str, shot: Shot, settings: PhotoSettings) -> None:
    response = page.goto(settings.address(origin, shot.route))
    if response is not None and response.status == 401:
        raise ElementError(Trouble.SIGNED_OUT, "the app answers 401: nobody is signed in.")
    if response is None or response.status >= 400:
        status = response.status if response else "no answer"
        raise ElementError(Trouble.STATUS, f"the app answers {status}. May the role '{shot.role}' open it?")
    _check_still_there(page, origin)
    landed = settings.place(page.url)
    if landed != (shot.path.rstrip("/") or "/"):
        raise ElementError(Trouble.ELSEWHERE, f"the app opens {landed} instead.")


def _check_still_there(page: "Page", origin: str) -> None:
    """Refuse a page of somebody else: most apps send people to another address to sign in."""
    parts = urlsplit(page.url)
    if f"{parts.scheme}://{parts.netloc}" != origin:
        raise ElementError(Trouble.SIGNED_OUT, f"the app leads to {parts.scheme}://{parts.netloc} instead.")


def _do_watched(page: "Page", step: Step, watch: Watch) -> None:
    from playwright.sync_api import TimeoutError as WaitedTooLong

    try:
        _do(page, step)
    except WaitedTooLong:
        # What was waited for may be the answer to something that was stopped.
        watch.check()
        raise
    watch.check()


def _do(page: "Page", step: Step) -> None:
    match step:
        case Click(target):
            only(page, target).click()
        case Fill(target, text):
            only(page, target).fill(text)
        case Choose(target, option):
            only(page, target).select_option(label=option)
        case Press(key):
            page.keyboard.press(key)
        case Wait(target):
            locate(page, target).first.wait_for()


def _photograph(page: "Page", shot: Shot) -> Taken:
    clip = _bring_into_view(page, shot)
    areas = {zone.key: measure(page, zone.target) for zone in shot.zones}
    for zone in shot.zones:
        if not clip.holds(areas[zone.key]):
            words = f"{zone.target} is cut off by the picture. Add it to 'crop'."
            raise ElementError(Trouble.CLIPPED, words, zone.target)
        check_uncovered(page, zone.target)
    redacted = find_redacted(page, shot, clip)
    check_words(shot, redacted)
    data = page.screenshot(
        clip={"x": clip.x, "y": clip.y, "width": clip.width, "height": clip.height},
        animations="disabled",
        caret="hide",
        scale="device",
    )
    _check_at_rest(page, shot, clip, areas, redacted)
    zones = {
        z.key: Zone(z.key, z.target.role, z.target.name, z.kind, fractions(areas[z.key], clip)) for z in shot.zones
    }
    picture = encode(data, redacted.areas)
    check_painted(picture, redacted)
    return Taken(shot, picture, zones)


def _check_at_rest(page: "Page", shot: Shot, clip: Area, areas: Mapping[str, Area], redacted: Redacted) -> None:
    """Refuse a picture of something that moved meanwhile: its zones would point, and its paint lie, elsewhere."""
    more = "moved while the picture was taken. Add a step that waits until the page is at rest."
    for zone in shot.zones:
        if measure(page, zone.target) != areas[zone.key]:
            raise ElementError(Trouble.MOVING, f"{zone.target} {more}", zone.target)
    if find_redacted(page, shot, clip) != redacted:
        raise ElementError(Trouble.MOVING, f"what is redacted {more}")


def _bring_into_view(page: "Page", shot: Shot) -> Area:
    """Scroll (or make the window higher) until the whole frame shows; return it in pixels of the window.

    Boxes are measured and the picture is taken in this one state, so that they cannot disagree about scrolling.
    """
    principal = next(zone for zone in shot.zones if zone.key == shot.principal)
    only(page, principal.target).scroll_into_view_if_needed()
    clip = _frame(page, shot)
    if clip.width > MOST_WIDTH or clip.height > MOST_HEIGHT:
        words = f"the picture would be {clip.width:g} x {clip.height:g} pixels, more than {MOST_WIDTH} x {MOST_HEIGHT}."
        raise ElementError(Trouble.TOO_LARGE, f"{words} Crop to less.")
    window = page.viewport_size
    assert window is not None
    if clip.height > window["height"]:
        page.set_viewport_size({"width": window["width"], "height": int(clip.height) + 80})
        clip, window = _frame(page, shot), page.viewport_size or window
    if clip.y < 0 or clip.bottom > window["height"]:
        page.evaluate(
            "(by) => window.scrollBy({top: by, behavior: 'instant'})", clip.y - (window["height"] - clip.height) / 2
        )
        clip = _frame(page, shot)
    if clip.y < 0 or clip.bottom > window["height"] or clip.x < 0 or clip.right > window["width"]:
        words = "what is cropped to does not fit into the window, even scrolled. Crop to less."
        raise ElementError(Trouble.CLIPPED, words)
    return clip


def _frame(page: "Page", shot: Shot) -> Area:
    left, top, width, height = page.evaluate(_PAGE_SIZE)
    whole = Area(-float(left), -float(top), float(width), float(height))
    return frame(around(measure(page, target) for target in shot.crop), shot.padding, whole)
