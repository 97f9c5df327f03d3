"""Each rule finds its own broken pack, and says where."""

import json
from pathlib import Path

import pytest
from packs import PACK, SECTION, build, entry, webp

from overlay.app.checks import check_pack_folder
from overlay.check.checking import check_pack
from overlay.check.report import Problem, Report
from overlay.check.subject import LiveFacts
from overlay.content.pack_folder import load_pack
from overlay.core.resources import bundled_pack

MD = "manual/sections/orders.md"
TOML = "manual/pack.toml"
JSON = "screenshots/screenshots.json"


def only(report: Report) -> Problem:
    assert len(report.problems) == 1, report.as_text()
    return report.problems[0]


def line_of(text: str, needle: str) -> int:
    return text[: text.index(needle)].count("\n") + 1


def test_a_good_pack_has_no_problem(tmp_path: Path) -> None:
    report = check_pack_folder(build(tmp_path))
    assert report.problems == (), report.as_text()
    assert report.passes(strict=True)
    assert report.as_text() == "Shop: no problem (1 section, 1 screenshot)"


def test_the_demo_pack_has_no_problem() -> None:
    report = check_pack_folder(bundled_pack())
    assert report.passes(strict=True), report.as_text()


BROKEN_SECTIONS = [
    ("summary: See the orders of your customers and place new ones.", "summary: Orders, all.", "summary", "summary:"),
    ("## Who can use it\n\nClerks.\n\n", "", "part", "## What it is for"),
    ("Clerks.", "", "part", "## Who can use it"),
    ("module: orders", "module: stock", "module", "module: stock"),
    ("  - /orders/[id]\n", "  - /orders/[id]\n  - /shop\n", "route", "  - /shop"),
    ("A list,", "A list (src/list),", "code", "A list (src/list)"),
    ("A list,", "A list of `OrderRow.tsx`,", "code", "A list of"),
    ("-> Place an order", "-> Buy", "alias", "    - buy something"),
    ("captura:orders-list#new", "captura:orders-list#old", "zone", "[captura"),
    ("(/orders)", "(/nothing)", "link", "Open [Orders]"),
    ("(/orders)", "(/orders/12)", "link", "Open [Orders]"),
    ("(/orders)", "(https://evil.example/orders)", "link", "Open [Orders]"),
    ("  - new_order", "  - new_order\n  - old_order", "action", "  - old_order"),
    ("(/orders)", "(/orders?new=order)", "link", "Open [Orders]"),
    ("Wait.", "Wait: <https://evil.example/>", "link", "Wait:"),
    ("Wait.", "Wait [here].\n\n[here]: https://evil.example/", "link", "[here]: "),
    ("**Shop › Orders**", "**Store › Orders**", "path", "Open [Orders]"),
    ("Wait.", "![A list](https://evil.example/list.png)", "picture", "![A list]"),
    ("Wait.", "Look: ![A list](file:///etc/passwd)", "picture", "Look:"),
    ("Wait.", "![A list][list]", "picture", "![A list]"),
    ("Wait.", "Look: <IMG src='https://evil.example/list.png'>", "picture", "Look:"),
    (".\n\n[captura:orders-list#new]", ". [captura:orders-list#new] It opens.", "marker", "1. Press"),
    ("Clerks.", "Clerks\0.", "unreadable", "Clerks"),
]


@pytest.mark.parametrize(("old", "new", "kind", "where"), BROKEN_SECTIONS)
def test_a_broken_section(tmp_path: Path, old: str, new: str, kind: str, where: str) -> None:
    assert old in SECTION
    text = SECTION.replace(old, new, 1)
    report = check_pack_folder(build(tmp_path, sections={"orders.md": text}))
    found = [p for p in report.problems if p.kind == kind]
    assert [(p.file, p.line) for p in found][:1] == [(MD, line_of(text, where))], report.as_text()
    assert not report.passes()


WARNED_SECTIONS = [
    ("1. Press **«New order»**.", "1. Press **«Order anew»**.", "pointing", "[captura"),
    ("[captura:orders-list#new]", "[captura:orders-list#new]\n\n2. Wait.\n7. Go on.", "step", "7. Go on."),
]


@pytest.mark.parametrize(("old", "new", "kind", "where"), WARNED_SECTIONS)
def test_a_doubtful_section(tmp_path: Path, old: str, new: str, kind: str, where: str) -> None:
    assert old in SECTION
    text = SECTION.replace(old, new, 1)
    report = check_pack_folder(build(tmp_path, sections={"orders.md": text}))
    problem = only(report)
    assert (problem.file, problem.line, problem.kind) == (MD, line_of(text, where), kind)
    assert report.passes()
    assert not report.passes(strict=True)


FINE_SECTIONS = [
    ("[captura:orders-list#new]", "[captura:orders-list#new]\n\n2. Wait.\n   1. First.\n   2. Then.\n3. Go on."),
    ("[captura:orders-list#new]", "[captura:orders-list#new]\n\n1. Wait.\n1. Go on."),
    ("1. Press **«New order»**.", "1. Look.\n2. Choose **«Type»**, then\n   press **«New order»**."),
    ("[captura:orders-list#new]", "  > [captura:orders-list#new] [captura:orders-list]"),
    ("**Shop › Orders**", "**Shop › Orders › Archive**"),
    ("Wait.", "Write `![x](y)` and `<img>`."),
    ("Wait.", "```\n7. Wait. ![x](y)\n2. More **Store › X** <img>\n```"),
]


@pytest.mark.parametrize(("old", "new"), FINE_SECTIONS)
def test_what_looks_doubtful_and_is_not(tmp_path: Path, old: str, new: str) -> None:
    assert old in SECTION
    report = check_pack_folder(build(tmp_path, sections={"orders.md": SECTION.replace(old, new, 1)}))
    assert report.passes(strict=True), report.as_text()


def test_an_alias_to_a_heading_and_an_action_need_the_same_heading(tmp_path: Path) -> None:
    text = SECTION.replace("### Place an order", "### Order")
    report = check_pack_folder(build(tmp_path, sections={"orders.md": text}))
    assert [(p.kind, p.line) for p in report.problems] == [("action", 10), ("alias", 13)]
    assert "Add '### Place an order'" in report.problems[0].fix


def test_an_unknown_screenshot_and_one_that_nobody_shows(tmp_path: Path) -> None:
    text = SECTION.replace("captura:orders-list", "captura:orders-table")
    report = check_pack_folder(build(tmp_path, sections={"orders.md": text}))
    assert [(p.file, p.line, p.kind) for p in report.problems] == [
        (MD, line_of(text, "[captura"), "marker"),
        (JSON, 3, "unused"),
    ]


def test_a_marker_in_code_shows_nothing(tmp_path: Path) -> None:
    text = SECTION.replace("[captura:orders-list#new]", "`[captura:orders-list#new]`")
    assert only(check_pack_folder(build(tmp_path, sections={"orders.md": text}))).kind == "unused"


BROKEN_PACKS = [
    ('id = "order"\nroute = "/orders/[id]"', 'id = "order"\nroute = "/parts"', "uncovered", 'id = "order"'),
    ('modules = ["orders"]', 'modules = ["orders", "stock"]', "module", 'id = "clerk"'),
    ('screen = "orders"', 'screen = "shop"', "unreadable", 'screen = "shop"'),
    ('value = "order"\nmodule = "orders"', 'value = "order"\nmodule = ""', "action", 'id = "new_order"'),
    ('type = "string"', 'type = "strung"', "schema", 'id = "new_order"'),
    ('quantity = "3"', 'quantity = "three"', "example", 'id = "new_order"'),
    ('id = "new_order"', 'id = "next_order"', "action", 'id = "next_order"'),
    ('modules = ["orders"]', "modules = []", "module", 'id = "orders"'),
]


@pytest.mark.parametrize(("old", "new", "kind", "where"), BROKEN_PACKS)
def test_a_broken_pack_file(tmp_path: Path, old: str, new: str, kind: str, where: str) -> None:
    assert old in PACK
    text = PACK.replace(old, new, 1)
    report = check_pack_folder(build(tmp_path, pack=text))
    found = [p for p in report.problems if p.kind == kind and p.file == TOML]
    assert [p.line for p in found][:1] == [line_of(text, where)], report.as_text()


@pytest.mark.parametrize(
    ("changes", "kind", "words"),
    [
        ({"sha256": "0" * 64}, "image", "is not the one that was described"),
        ({"width": 401}, "image", "800 x 400 pixels, not twice 401 x 200"),
        ({"section": "stock"}, "section", "the section 'stock', which is not there"),
        ({"route": "/stock"}, "route", "which its section 'orders' does not cover"),
        ({"role": "boss"}, "role", "a role the pack does not have"),
        ({"shows": " "}, "words", "does not say what it shows"),
        ({"principal": ""}, "zone", "has no principal zone"),
    ],
)
def test_a_broken_catalogue(tmp_path: Path, changes: dict[str, object], kind: str, words: str) -> None:
    report = check_pack_folder(build(tmp_path, entries=[entry(webp(), **changes)]))
    found = [p for p in report.problems if p.kind == kind]
    assert [(p.file, p.line) for p in found] == [(JSON, 3)], report.as_text()
    assert words in found[0].message


@pytest.mark.parametrize(  # e09 and e03: boxes outside, empty, not numbers
    "box",
    [
        [-0.05, 0.1, 0.2, 0.1],
        [0.95, 0.9, 0.2, 0.2],
        [0.2, 0.2, 0.9, 0.1],
        [0.1, 0.1, "NaN", 0.1],
        ["0,5", 0.1, 0.1, 0.1],
        [0.1, 0.1, 0, 0.1],
        [0.1, 0.1, 0.1, 0],
        [0.1, 0.1, float("nan"), 0.1],
        [0.1, 0.1, 0.1],
    ],
)
def test_a_zone_that_points_nowhere_is_refused(tmp_path: Path, box: list[object]) -> None:
    zones = {"new": {"role": "button", "label": "New order", "kind": "c", "box": box}}
    report = check_pack_folder(build(tmp_path, entries=[entry(webp(), zones=zones)]))
    assert [p.file for p in report.problems if p.kind == "unreadable"] == [JSON]


def test_a_bad_screenshot_is_said_alone_and_first(tmp_path: Path) -> None:
    text = SECTION.replace("(/orders)", "(/nothing)")
    loaded = build(tmp_path, sections={"orders.md": text}, entries=[entry(webp(), width=-1)])
    report = check_pack_folder(loaded)
    assert [(p.file, p.line, p.kind) for p in report.problems] == [
        (JSON, 3, "unreadable"),
        (MD, line_of(text, "Open [Orders]"), "link"),
    ]
    (loaded / JSON).write_text("[{]", "utf-8")
    assert [(p.file, p.kind) for p in check_pack_folder(loaded).problems] == [(JSON, "unreadable"), (MD, "link")]


OTHER_PACK = (
    PACK
    + """
[[screens]]
id = "help"
route = "/help"
title = "Help"
module = "orders"

[[screens]]
id = "parts"
route = "/parts"
title = "Parts"
module = "orders"
"""
)


@pytest.mark.parametrize("broken", ["title: [a", "title: Or\0ders", "title: Orders\ntitle: Orders"])
def test_a_section_that_cannot_be_read_takes_nothing_along(tmp_path: Path, broken: str) -> None:
    helping = """---
id: help
title: Help
routes:
  - /help
module: orders
summary: Where to find help when something is not clear.
---
## What it is for

Help.

## How to get there

[Help](/help)

## Who can use it

Clerks.

## What is on the screen

Words.

## How to

Read.

## Common problems

None.
"""
    sections = {"orders.md": SECTION.replace("title: Orders", broken, 1), "help.md": helping}
    report = check_pack_folder(build(tmp_path, pack=OTHER_PACK, sections=sections))
    # Neither its routes, nor its action, nor its screenshot are missed; what has no section anywhere is.
    assert [(p.file, p.kind) for p in report.problems] == [(MD, "unreadable"), (TOML, "uncovered")]
    assert "'parts'" in report.problems[1].message


@pytest.mark.parametrize(
    ("shots", "line", "words"),
    [
        ('[[shots]]\nid = "a"\nroute = "/orders\n', 3, "not valid TOML"),
        ('[[shots]]\nid = "a"\nroute = [\n', 3, "not valid TOML"),
        ('[[shots]]\nid = "a"\nroute = "orders"\n', 3, "does not start with '/'"),
    ],
)
def test_a_broken_shots_file(tmp_path: Path, shots: str, line: int, words: str) -> None:
    report = check_pack_folder(build(tmp_path, files={"screenshots/shots/orders.toml": shots.encode()}))
    problem = next(p for p in report.problems if words in p.message)
    assert (problem.file, problem.line, problem.kind) == ("screenshots/shots/orders.toml", line, "unreadable")
    assert words in problem.message


def test_images_that_are_missing_or_something_else(tmp_path: Path) -> None:
    png = webp(form="PNG")
    assert "is not a WebP" in only(check_pack_folder(build(tmp_path / "a", image=png, entries=[entry(png)]))).message
    broken = build(tmp_path / "b")
    (broken / "screenshots" / "orders-list.webp").unlink()
    assert "is missing" in only(check_pack_folder(broken)).message


def test_an_image_larger_than_any_screen_is_told(tmp_path: Path) -> None:
    data = webp(13_500, 13_500)  # under a megabyte on the disk, half a gigabyte in memory
    folder = build(tmp_path, image=data, entries=[entry(data, width=6750, height=6750)])
    assert only(check_pack_folder(folder)).kind == "image"


def test_a_stray_file_is_found(tmp_path: Path) -> None:
    files = {"screenshots/old.png": b"", "screenshots/shots/orders.toml": b""}
    problem = only(check_pack_folder(build(tmp_path, files=files)))
    assert (problem.file, problem.line, problem.kind) == ("screenshots/old.png", None, "stray")


def test_a_hidden_copy_of_a_section_is_a_stray_file(tmp_path: Path) -> None:
    problem = only(check_pack_folder(build(tmp_path, files={"manual/sections/.orders.md": SECTION.encode()})))
    assert (problem.file, problem.kind) == ("manual/sections/.orders.md", "stray")


def test_ids_are_unique(tmp_path: Path) -> None:
    report = check_pack_folder(build(tmp_path / "a", entries=[entry(webp()), entry(webp())]))
    assert {p.kind for p in report.problems} == {"id"}
    two = check_pack_folder(build(tmp_path / "b", sections={"orders.md": SECTION, "second.md": SECTION}))
    assert only(two).file == "manual/sections/second.md"


def test_what_cannot_be_read_is_reported_and_not_raised(tmp_path: Path) -> None:
    text = SECTION.replace("title: Orders", "title: [a")
    good = SECTION.replace("id: orders", "id: second")
    report = check_pack_folder(build(tmp_path / "a", sections={"orders.md": text, "second.md": good}))
    assert ("manual/sections/orders.md", "unreadable") in [(p.file, p.kind) for p in report.problems]
    toml = check_pack_folder(build(tmp_path / "b", pack=PACK + "nonsense = [\n"))
    assert only(toml).file == TOML
    assert not check_pack_folder(tmp_path / "nowhere").passes()


def live(labels: set[str], menu: set[str]) -> LiveFacts:
    return LiveFacts({"clerk": frozenset(menu)}, {"/orders": frozenset(labels)})


def test_labels_are_compared_with_the_running_app(tmp_path: Path) -> None:
    text = SECTION.replace("A list, and the button", "A list, **«Total»**, **«Filter»** and the button")
    loaded = load_pack(build(tmp_path, sections={"orders.md": text}))
    report = check_pack(loaded, live({"Filter", "New order"}, {"/orders"}))
    assert [(p.line, p.kind, p.level.value) for p in report.problems] == [(line_of(text, "A list"), "label", "error")]
    assert "'Total'" in report.problems[0].message
    assert not report.passes()
    assert check_pack(loaded).passes(strict=True), "without the app nobody knows"


def test_labels_of_a_linked_screen_are_known_as_well(tmp_path: Path) -> None:
    helping = SECTION.replace("id: orders", "id: help").replace("  - /orders\n  - /orders/[id]", "  - /help")
    helping = helping.replace("actions:\n  - new_order\n", "").replace("[captura:orders-list#new]\n\n", "")
    sections = {"orders.md": SECTION, "help.md": helping.replace("Wait.", "Press **«Refund»** there.")}
    pack = PACK + '[[screens]]\nid = "help"\nroute = "/help"\ntitle = "Help"\nmodule = "orders"\n'
    loaded = load_pack(build(tmp_path, pack=pack, sections=sections))
    # Help links Orders, whose screen has «New order» and «Refund».
    assert check_pack(loaded, live({"Refund", "New order"}, {"/orders", "/help"})).problems == ()
    assert "'Refund'" in only(check_pack(loaded, live({"New order"}, {"/orders", "/help"}))).message


def test_a_label_that_only_the_old_picture_shows_is_gone(tmp_path: Path) -> None:
    loaded = load_pack(build(tmp_path))
    report = check_pack(loaded, live({"Order anew"}, {"/orders"}))
    assert [(p.kind, p.line) for p in report.problems] == [
        ("label", line_of(SECTION, "A list,")),
        ("label", line_of(SECTION, "1. Press")),
    ]


def test_labels_of_the_page_of_an_item_are_known(tmp_path: Path) -> None:
    text = SECTION.replace("A list, and the button", "A list, **«Refund»** and the button")
    loaded = load_pack(build(tmp_path, sections={"orders.md": text}))
    there = {"/orders": frozenset({"New order"}), "/orders/12": frozenset({"Refund"})}
    assert check_pack(loaded, LiveFacts({"clerk": frozenset({"/orders"})}, there)).problems == ()


def test_menus_are_compared_with_the_running_app(tmp_path: Path) -> None:
    loaded = load_pack(build(tmp_path))
    report = check_pack(loaded, live({"New order"}, {"/orders", "/reports"}))
    assert "menu for 'clerk' has the page /reports, which has no screen and no section" in only(report).message
    assert only(report).line == line_of(PACK, 'id = "clerk"')
    gone = check_pack(loaded, live({"New order"}, set()))
    assert "gives 'clerk' the screen /orders, and the app does not" in only(gone).message


def test_a_slash_at_the_end_and_the_first_page_are_no_difference(tmp_path: Path) -> None:
    pack = PACK.replace('route = "/orders"', 'route = "/orders/"')
    pack += '[[screens]]\nid = "start"\nroute = "/start"\ntitle = "Start"\n'
    text = SECTION.replace("  - /orders\n", "  - /orders/\n  - /start\n")
    loaded = load_pack(build(tmp_path, pack=pack, sections={"orders.md": text}))
    # The name of the app leads to its first page, and what no role's modules hold need not be in a menu.
    report = check_pack(loaded, live({"New order"}, {"/", "/orders"}))
    assert [p for p in report.problems if p.kind == "menu"] == []


def test_the_report_reads_well_and_as_json(tmp_path: Path) -> None:
    text = SECTION.replace("(/orders)", "(/nothing)")
    report = check_pack_folder(build(tmp_path, sections={"orders.md": text}))
    line = line_of(text, "Open [Orders]")
    assert report.as_text().splitlines() == [
        MD,
        f"  {line:>5} error   no screen has the route '/nothing'. Correct the link. (link)",
        "",
        "Shop: 1 error, 0 warnings (1 section, 1 screenshot)",
    ]
    said = json.loads(report.as_json())
    assert (said["errors"], said["problems"][0]["file"], said["problems"][0]["line"]) == (1, MD, line)
