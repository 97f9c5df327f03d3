"""A pack's folder: what cannot be read is left out and said, never lost in silence."""

import json
from pathlib import Path

import pytest

from overlay.content.catalogue import read_catalogue, write_catalogue
from overlay.content.pack_folder import load_pack
from overlay.core.errors import PackError
from overlay.core.resources import bundled_pack

PACK = """name = "Shop"
origins = ["https://shop.example"]
[[screens]]
id = "orders"
route = "/orders"
title = "Orders"
"""
TWO = (
    PACK
    + """[[screens]]
id = "parts"
route = "/parts"
title = "Parts"
[[actions]]
id = "a"
title = "A"
screen = "parts"
parameter = "new"
value = "a"
"""
)
SECTION = "---\nid: orders\ntitle: Orders\nroutes: [/orders]\nsummary: All the orders of your customers.\n---\nText"
SHOT = {
    "id": "orders-list",
    "file": "orders-list.webp",
    "sha256": "0" * 64,
    "width": 400,
    "height": 200,
    "shows": "The list",
    "when": "looking for an order",
    "section": "orders",
    "route": "/orders",
    "role": "employee",
    "locale": "en",
    "app_build": "1",
    "zones": {"new": {"role": "button", "label": "New", "kind": "c", "box": [0.1, 0.1, 0.2, 0.1]}},
    "principal": "new",
}


def make(folder: Path, pack: str = PACK, sections: dict[str, str] | None = None, shots: object = None) -> Path:
    (folder / "manual" / "sections").mkdir(parents=True)
    (folder / "screenshots").mkdir()
    (folder / "manual" / "pack.toml").write_text(pack, "utf-8")
    for name, text in (sections or {"orders.md": SECTION}).items():
        (folder / "manual" / "sections" / name).write_text(text, "utf-8")
    if shots is not None:
        (folder / "screenshots" / "screenshots.json").write_text(json.dumps(shots, indent=1), "utf-8")
    return folder


def test_a_small_pack_loads(tmp_path: Path) -> None:
    loaded = load_pack(make(tmp_path, shots=[SHOT]))
    assert loaded.problems == ()
    assert loaded.pack.screens[0].route == "/orders"
    assert loaded.manual.screenshot("orders-list") is not None
    assert loaded.picture(loaded.manual.screenshots[0]).name == "orders-list.webp"


def test_the_demo_pack_loads() -> None:
    loaded = load_pack(bundled_pack())
    assert loaded.problems == ()
    assert loaded.pack.name == "Linden"


def test_no_pack_says_what_to_name(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="Name the folder that holds manual/"):
        load_pack(tmp_path)


def test_a_broken_section_leaves_the_others(tmp_path: Path) -> None:
    loaded = load_pack(make(tmp_path, sections={"orders.md": SECTION, "broken.md": "no front matter"}))
    assert [s.id for s in loaded.manual.sections] == ["orders"]
    assert [str(p) for p in loaded.problems] == [
        "manual/sections/broken.md:1: has no front matter. Begin the file with a line '---', its fields, and a line '---'."
    ]


def test_one_id_twice_names_both_files(tmp_path: Path) -> None:  # d08
    loaded = load_pack(make(tmp_path, sections={"a.md": SECTION, "b.md": SECTION}))
    assert "b.md" in loaded.problems[0].file
    assert "manual/sections/a.md" in loaded.problems[0].problem


def test_of_two_the_file_named_as_its_section_is_kept(tmp_path: Path) -> None:  # d08
    copy = SECTION.replace("Text", "Old text")
    loaded = load_pack(make(tmp_path, sections={"orders (copy).md": copy, "orders.md": SECTION, "zz.md": copy}))
    assert [(s.file, s.body) for s in loaded.manual.sections] == [("manual/sections/orders.md", "Text")]
    assert [p.file for p in loaded.problems] == ["manual/sections/orders (copy).md", "manual/sections/zz.md"]
    assert all("manual/sections/orders.md" in p.problem for p in loaded.problems)


def test_what_a_file_manager_left_is_no_section(tmp_path: Path) -> None:
    loaded = load_pack(make(tmp_path, sections={"orders.md": SECTION, "._orders.md": "\0\5", ".orders.md": SECTION}))
    assert [s.file for s in loaded.manual.sections] == ["manual/sections/orders.md"]
    assert loaded.problems == ()


@pytest.mark.parametrize(
    ("pack", "line", "words"),
    [
        (PACK.replace('name = "Shop"', "name = Shop"), 1, "not valid TOML"),
        (PACK.replace('title = "Orders"\n', ""), 3, "'title' is missing"),
        (PACK.replace("/orders", "orders"), 5, "starts with '/'"),
        (PACK.replace('["https://shop.example"]', '["shop.example"]'), 2, "is not an origin"),
        (PACK.replace("[[screens]]", 'colour = "red"\n[[screens]]'), 3, "'colour' is not known"),
        (PACK.replace('title = "Orders"', 'title = "Orders"\nrouts = "/x"'), 7, "'routs' is not known"),
        (PACK + '[[screens]]\nid = "orders"\nroute = "/b"\ntitle = "B"\n', 8, "used by the screen at line 3"),
        # The id that was changed is named, not what referred to the old one.
        (TWO.replace('id = "parts"', 'id = "orders"'), 8, "the id 'orders' is already used by the screen at line 3"),
        (TWO + TWO[TWO.index("[[actions]]") :], 18, "the id 'a' is already used by the action at line 11"),
        (PACK + '[[actions]]\nid="a"\ntitle="A"\nscreen="x"\nparameter="new"\nvalue="a"\n', 10, "'x' is not listed"),
        # Without the first slash the path would become a part of the host, which gets the person's token.
        (PACK.replace("[[screens]]", 'person = "api/me"\n[[screens]]'), 3, "no path of the app"),
        (PACK.replace("[[screens]]", 'person = "@evil.test/me"\n[[screens]]'), 3, "no path of the app"),
        (PACK.replace("[[screens]]", 'person = "//evil.test/me"\n[[screens]]'), 3, "no path of the app"),
        (PACK.replace("[[screens]]", 'base_path = "app"\n[[screens]]'), 3, "no path of the app"),
        (PACK.replace("[[screens]]", 'base_path = "/app?x=1"\n[[screens]]'), 3, "no path of the app"),
        (PACK.replace("[[screens]]", 'base_path = "https://shop.example/app"\n[[screens]]'), 3, "no path of the app"),
        (TWO + 'state = "api/state"\n', 17, "no path of the app"),
        (PACK.replace('"/orders"', '"/orders?tab=1"'), 5, "holds a '?' or '#'"),
        (PACK.replace('"/orders"', '"/#/orders"'), 5, "hash_routes = true"),
        (PACK.replace("shop.example", "shop.example/#/"), 2, "is not an origin"),
        # A link that could not work: to one of many, or with a field in the place of the action itself.
        (TWO.replace('"/parts"', '"/parts/[id]"'), 14, "is one of many (/parts/[id])"),
        (TWO + '[actions.fields]\nnew = { type = "string" }\n', 11, "is the action's own parameter"),
        (PACK.replace("shop.example", "büro.example"), 2, "as browsers send it: https://xn--bro-hoa.example"),
    ],
)
def test_pack_errors_name_the_line(tmp_path: Path, pack: str, line: int, words: str) -> None:
    with pytest.raises(PackError) as error:
        load_pack(make(tmp_path, pack))
    assert (error.value.file, error.value.line) == ("manual/pack.toml", line)
    assert words in str(error.value)


@pytest.mark.parametrize(
    "box",
    [
        [-0.05, 0.1, 0.2, 0.1],
        [0.95, 0.9, 0.2, 0.2],
        [0.2, 0.2, 0.9, 0.1],
        [0.1, 0.1, "NaN", 0.1],
        ["0,5", 0.1, 0.1, 0.1],
        [0.1, 0.1, 0, 0.1],
        [0.1, 0.1, 0.1],
        [True, 0.1, 0.1, 0.1],
        None,
    ],
)
def test_zones_outside_the_picture_are_refused(tmp_path: Path, box: object) -> None:  # e03, e09
    zones = {"new": {**SHOT["zones"]["new"], "box": box}}
    loaded = load_pack(make(tmp_path, shots=[{**SHOT, "zones": zones}]))
    assert loaded.manual.screenshots == ()
    assert "zone 'new'" in str(loaded.problems[0])
    assert loaded.problems[0].line == 3


def test_one_bad_screenshot_costs_no_other(tmp_path: Path) -> None:
    bad = SHOT | {"id": "orders-new", "file": "orders-new.webp", "width": -1}
    loaded = load_pack(make(tmp_path, shots=[SHOT | {"id": "a"}, bad, "nothing", SHOT | {"id": "b"}]))
    assert [shot.id for shot in loaded.manual.screenshots] == ["a", "b"]
    text = (tmp_path / "screenshots" / "screenshots.json").read_text("utf-8").split("\n")
    assert [(p.file, p.line) for p in loaded.problems] == [
        ("screenshots/screenshots.json", text.index('  "id": "orders-new",') + 1),
        ("screenshots/screenshots.json", text.index(' "nothing",') + 1),
    ]
    assert "'width' and 'height'" in loaded.problems[0].problem
    assert loaded.catalogue.unread == {"orders-new", "orders-new.webp"}
    assert loaded.catalogue.whole
    with pytest.raises(PackError, match="'width' and 'height'"):
        read_catalogue(tmp_path / "screenshots", tmp_path)


@pytest.mark.parametrize("character", ["\0", "\x07", "\x1b", "\x7f"])
def test_invisible_characters_are_refused(tmp_path: Path, character: str) -> None:
    broken = SECTION + f"\nmore{character}text"
    loaded = load_pack(make(tmp_path, sections={"a.md": SECTION, "b.md": broken}))
    (problem,) = loaded.problems
    assert (problem.file, problem.line) == ("manual/sections/b.md", SECTION.count("\n") + 2)
    assert f"U+{ord(character):04X}" in problem.problem


def test_nan_in_the_catalogue_is_refused(tmp_path: Path) -> None:  # e03, e09
    folder = make(tmp_path, shots=[SHOT])
    catalogue = folder / "screenshots" / "screenshots.json"
    catalogue.write_text(catalogue.read_text("utf-8").replace("0.2", "NaN", 1), "utf-8")
    assert "NaN" in str(load_pack(folder).problems[0])


@pytest.mark.parametrize("file", ["../x.webp", "a/b.webp", "..\\x.webp"])
def test_a_picture_outside_the_folder_is_refused(tmp_path: Path, file: str) -> None:
    assert "leaves the folder" in str(load_pack(make(tmp_path, shots=[{**SHOT, "file": file}])).problems[0])


def test_the_catalogue_survives_a_round_trip(tmp_path: Path) -> None:
    folder = make(tmp_path, shots=[SHOT]) / "screenshots"
    shots = read_catalogue(folder, tmp_path)
    write_catalogue(folder, shots)
    first = (folder / "screenshots.json").read_bytes()
    assert read_catalogue(folder, tmp_path) == shots
    write_catalogue(folder, reversed(shots))
    assert (folder / "screenshots.json").read_bytes() == first


@pytest.mark.parametrize("text", ["[" * 100_000, '[{"width": ' + "4" * 5000 + "}]"])
def test_a_catalogue_that_no_capture_wrote_is_told(tmp_path: Path, text: str) -> None:
    folder = make(tmp_path, shots=[SHOT])
    (folder / "screenshots" / "screenshots.json").write_text(text, "utf-8")
    loaded = load_pack(folder)
    (problem,) = map(str, loaded.problems)
    assert problem.startswith("screenshots/screenshots.json:1: is no list of screenshots: it nests too deep, or ")
    assert problem.endswith("Run 'fescue capture' to write it anew.")
