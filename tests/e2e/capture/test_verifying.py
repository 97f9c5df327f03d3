"""A changed app makes its pictures stale, each change by its kind."""

import pytest
from small_site import SmallSite, serve

from overlay.capture.live import PhotoSettings
from overlay.capture.runner import Run, run_shots
from overlay.capture.shots import Padding, Shot, Target, ZoneSpec, kind_of
from overlay.capture.verify import Change, Stale, find_stale
from overlay.capture.writing import describe

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]

PAGE = """<div role=region aria-label=All style='height:200px'><h1>Orders</h1>
<button style='position:absolute;left:300px;top:100px'>New order</button>
<button style='position:absolute;left:300px;top:150px'>Cancel</button><p style='color:#000'>Nothing waits for you.</p></div>"""


def shot() -> Shot:
    zones = tuple(ZoneSpec(n, Target("button", n), kind_of("button")) for n in ("New order", "Cancel"))
    return Shot(
        *("orders", "area", "section", "employee", "/orders", "shows", "when", "New order", zones),
        crop=(Target("region", "All"),),
        padding=Padding(0, 0, 0, 0),
        file="shots/area.toml",
    )


def photograph(site: SmallSite) -> Run:
    return run_shots(site, [shot()], PhotoSettings(seconds=3))


def stale_after(page: str) -> list[Stale]:
    pages = {"/orders": PAGE}
    with serve(pages) as site:
        (before,) = photograph(site).taken
        pages["/orders"] = page
        now = photograph(site)
    return find_stale(now, [describe(before, "en", "1")], {"orders": before.picture.data})


def test_what_did_not_change_is_true() -> None:
    assert stale_after(PAGE) == []


@pytest.mark.parametrize(
    ("old", "new", "changes", "words"),
    [
        (">New order<", ">Add order<", {Change.RENAMED}, "'New order' is probably 'Add order' now"),
        (">Cancel<", ">Back<", {Change.RENAMED}, "'Cancel' is probably 'Back' now"),
        (
            "<button style='position:absolute;left:300px;top:150px'>Cancel</button>",
            "<button>Back</button>",
            {Change.GONE},
            'button "Cancel"',
        ),
        (
            "left:300px;top:100px'>New order",
            "left:420px;top:100px'>New order",
            {Change.MOVED, Change.PICTURE},
            "120 pixels",
        ),
        (
            "<button style='position:absolute;left:300px;top:150px'>Cancel</button>",
            "",
            {Change.GONE},
            'button "Cancel"',
        ),
        (
            "Nothing waits for you.",
            "<b>Seven</b> orders wait for your decision today.",
            {Change.PICTURE},
            "of it, between",
        ),
        ("height:200px", "height:260px", {Change.PICTURE}, "it was 864 x 201 pixels and is 864 x 261"),
    ],
)
def test_each_change_is_named_by_its_kind(old: str, new: str, changes: set[Change], words: str) -> None:
    assert old in PAGE
    found = stale_after(PAGE.replace(old, new, 1))
    assert {stale.change for stale in found} == changes, found
    assert words in " ".join(map(str, found))


def test_a_pixel_more_at_an_edge_is_no_change() -> None:
    """What stands above may be half a pixel higher in another build: the frame then ends on the next whole pixel."""
    assert stale_after(f"<style>html {{ transform: translateY(.5px) }}</style>{PAGE}") == []


def test_a_picture_that_was_never_taken_is_said() -> None:
    with serve({"/orders": PAGE}) as site:
        (stale,) = find_stale(photograph(site), [], {})
    assert stale.change is Change.NEW
