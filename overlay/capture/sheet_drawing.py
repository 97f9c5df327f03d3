"""The contact sheet as PNG: the HTML page, drawn by the browser that takes the pictures."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from overlay.capture.browser import browser_flags, find_browser, first_line
from overlay.capture.sheet import contact_sheet
from overlay.capture.taking import Taken
from overlay.core.errors import OutsideError

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WIDTH = 1560
"""CSS pixels: four columns."""
A_PAGE = 24
"""Pictures a page: small enough to be read, and far from what a PNG drawn by Chromium can hold (16,384 a side)."""


def draw_pages(taken: Sequence[Taken], title: str) -> list[bytes]:
    """Draw contact sheets of at most 24 pictures each.

    Args:
        taken: the pictures, which are shown in the order of their ids.
        title: heading of every page.

    Returns:
        PNG files; one page that says so when there is no picture.

    Raises:
        OutsideError: there is no browser.
    """
    from playwright.sync_api import Error, sync_playwright

    ordered = sorted(taken, key=lambda one: one.shot.id)
    parts = [ordered[at : at + A_PAGE] for at in range(0, len(ordered), A_PAGE)] or [[]]
    with sync_playwright() as playwright:
        path = find_browser()
        try:
            browser = playwright.chromium.launch(executable_path=path, args=browser_flags("en-GB"))
        except Error as error:
            msg = f"{path} does not start: {first_line(error)}"
            raise OutsideError(msg) from None
        names = [title if len(parts) == 1 else f"{title}, page {n} of {len(parts)}" for n in range(1, len(parts) + 1)]
        pages = [_draw(browser, contact_sheet(part, name)) for part, name in zip(parts, names, strict=True)]
        browser.close()
    return pages


def _draw(browser: "Browser", html: str) -> bytes:
    context = browser.new_context(
        viewport={"width": WIDTH, "height": 400}, java_script_enabled=False, offline=True, color_scheme="light"
    )
    page = context.new_page()
    page.set_content(html)
    picture = page.screenshot(full_page=True, animations="disabled")
    context.close()
    return picture
