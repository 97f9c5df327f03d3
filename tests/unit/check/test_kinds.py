"""Every kind of problem that `fescue check --rules` lists, each found in a pack that was broken for it, at its place."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from packs import PACK, SECTION, build, entry, webp

from overlay.app.checks import check_command, check_pack_folder, show_rules
from overlay.check.checking import check_pack
from overlay.check.kinds import KINDS, Level, level_problem
from overlay.check.report import Problem
from overlay.check.subject import LiveFacts
from overlay.content.pack_folder import load_pack
from overlay.core.errors import SettingsError

MD, TOML, JSON = "manual/sections/orders.md", "manual/pack.toml", "screenshots/screenshots.json"
SHOTS = "screenshots/shots/orders.toml"
SHOT = """[[shots]]
id = "{id}"
section = "orders"
route = "/orders"
role = "clerk"
shows = "The list of orders"
when = "Someone wants to order"
principal = "new"
zones.new = {{ role = "button", name = "New order" }}

"""
DATA = '[[data]]\nname = "{name}"\ndescription = "Orders."\n{module}path = "/api"\ncolumns = ["id"]\nnoun = "orders"\n'
REPORTS = '[[screens]]\nid = "new"\nroute = "/orders/new"\ntitle = "Reports"\nmodule = "reports"\n'
BOSS = '[[roles]]\nid = "boss"\ntitle = "Boss"\nmodules = ["orders", "reports"]\n'
TITLE = '[[titles]]\ntitle = "{}"\nscreen = "orders"\n'
LIVE = LiveFacts(
    {"clerk": frozenset({"/orders"})},
    {"/orders": frozenset({"New order"})},
    modules={"clerk": frozenset({"orders", "something"})},
    data={("clerk", "/api"): True},
)


@dataclass(frozen=True)
class Broken:
    """A pack that is fine but for one thing, and where the check has to say so."""

    kind: str
    file: str
    where: str
    """The text whose line is named; empty where the whole file is meant."""
    md: tuple[str, str] = ("", "")
    toml: tuple[str, str] = ("", "")
    more_toml: str = ""
    entry: dict[str, object] = field(default_factory=dict[str, object])
    sections: dict[str, str] = field(default_factory=dict[str, str])
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    live: LiveFacts | None = None
    last: bool = False
    """Whether the last place with that text is meant."""

    def build(self, folder: Path) -> Path:
        text, pack = SECTION, PACK + self.more_toml
        assert self.md[0] in text
        assert self.toml[0] in pack
        sections = {"orders.md": text.replace(*self.md, 1), **self.sections}
        entries = [entry(webp(), **self.entry)] if self.entry else None
        return build(folder, pack=pack.replace(*self.toml, 1), sections=sections, entries=entries, files=self.files)

    def line(self, root: Path) -> int | None:
        if not self.where:
            return None
        text = (root / self.file).read_text("utf-8")
        place = text.rindex(self.where) if self.last else text.index(self.where)
        return text[:place].count("\n") + 1


def many(count: int) -> dict[str, str]:
    return {f"s{n}.md": SECTION.replace("id: orders", f"id: s{n}") for n in range(count)}


def shots(*ids: str) -> bytes:
    return "".join(SHOT.format(id=shot) for shot in ids).encode()


SECOND = SECTION.replace("[captura:orders-list#new]\n", "").replace("id: orders", "id: second")
TABLE = [
    Broken("unreadable", MD, "routes:", md=("title: Orders", "title: [a")),
    Broken("unreadable", TOML, "levels = 3", more_toml="[check]\nlevels = 3\n"),
    Broken("setting", TOML, "labels =", more_toml='[check]\nlevels = { labels = "ignore" }\n'),
    Broken("setting", TOML, "size =", more_toml='[check.levels]\npart = "warning"\nsize = "off"\n'),
    Broken("setting", TOML, "unreadable =", more_toml='[check]\nlevels = { unreadable = "ignore" }\n'),
    Broken(
        "id",
        "manual/sections/second.md",
        "id: orders",
        sections={"second.md": SECTION.replace("id: orders\ntitle: Orders", "title: Orders\nid: orders")},
    ),
    Broken("id", TOML, 'name = "read_manual"', more_toml=DATA.format(name="read_manual", module='module = "orders"\n')),
    Broken(
        "id",
        TOML,
        'id = "orders"\nroute = "/copy"',
        more_toml='[[screens]]\nid = "orders"\nroute = "/copy"\ntitle = "C"\n',
    ),
    Broken("id", JSON, '"id": "orders-list"', entry={"file": "orders-list"}),
    Broken("id", SHOTS, SHOT.format(id="orders-list"), last=True, files={SHOTS: shots("orders-list", "orders-list")}),
    Broken("summary", MD, "summary:", md=("See the orders of your customers and place new ones.", "Orders, all.")),
    Broken("part", MD, "## Who can use it", md=("Clerks.", "")),
    Broken("part", MD, "## What it is for", md=("## Who can use it\n\nClerks.\n\n", "")),
    Broken("route", MD, "  - /shop", md=("  - /orders/[id]\n", "  - /orders/[id]\n  - /shop\n")),
    Broken("route", TOML, 'id = "copy"', more_toml='[[screens]]\nid = "copy"\nroute = "/orders/[x]"\ntitle = "Copy"\n'),
    Broken("route", JSON, '"id"', entry={"route": "/stock"}),
    Broken("module", MD, "module: stock", md=("module: orders", "module: stock")),
    Broken("module", TOML, 'id = "clerk"', toml=('modules = ["orders"]', 'modules = ["orders", "stock"]')),
    Broken("uncovered", TOML, 'id = "new"', more_toml=REPORTS + BOSS),
    Broken("code", MD, "A list (src/list)", md=("A list,", "A list (src/list),")),
    Broken(
        "code",
        MD,
        "A list of ord_",
        md=("A list,", "A list of ord_head,"),
        more_toml='[check]\ncode_words = ["ord_"]\n',
    ),
    Broken("alias", MD, "    - buy something", md=("-> Place an order", "-> Buy")),
    Broken("size", "manual/sections", "", sections=many(40)),
    Broken("index", MD, "module: orders", toml=('modules = ["orders"]', "modules = []")),
    Broken("order", "manual/sections/second.md", "  - /orders\n", sections={"second.md": SECOND}),
    Broken(
        "title", TOML, '[[titles]]\ntitle = "Shop - O', more_toml=TITLE.format("Shop*") + TITLE.format("Shop - Orders*")
    ),
    Broken("marker", MD, "[captura", md=("captura:orders-list", "captura:orders-table")),
    Broken("marker", MD, "1. Press", md=(".\n\n[captura:orders-list#new]", ". [captura:orders-list#new] It opens.")),
    Broken("zone", MD, "[captura", md=("orders-list#new", "orders-list#old")),
    Broken("zone", JSON, '"id"', entry={"principal": ""}),
    Broken(
        "zone",
        JSON,
        '"id"',
        entry={"zones": {"new": {"role": "button", "label": "", "kind": "c", "box": [0.1, 0.1, 0.2, 0.1]}}},
    ),
    Broken("pointing", MD, "[captura", md=("1. Press **«New order»**.", "1. Press **„Order anew“**.")),
    Broken("link", MD, "Open [Orders]", md=("(/orders)", "(/nothing)")),
    Broken("path", MD, "Open [Orders]", md=("**Shop › Orders**", "**Store › Orders**")),
    Broken("picture", MD, "![A list]", md=("Wait.", "![A list](https://evil.example/list.png)")),
    Broken(
        "step", MD, "7. Go on.", md=("[captura:orders-list#new]", "[captura:orders-list#new]\n\n2. Wait.\n7. Go on.")
    ),
    Broken("image", JSON, '"id"', entry={"sha256": "0" * 64}),
    Broken("stray", "screenshots/old.png", "", files={"screenshots/old.png": b""}),
    Broken("stray", "manual/sections/old.png", "", files={"manual/sections/old.png": b""}),
    Broken("stray", "manual/sections/more/help.md", "", files={"manual/sections/more/help.md": b""}),
    Broken("section", JSON, '"id"', entry={"section": "stock"}),
    Broken("unused", JSON, '"id"', md=("[captura:orders-list#new]\n", "")),
    Broken("words", JSON, '"id"', entry={"shows": " "}),
    Broken("role", JSON, '"id"', entry={"role": "boss"}),
    Broken("alike", SHOTS, '[[shots]]\nid = "d"', files={SHOTS: shots("orders-list", "b", "c", "d")}),
    Broken("shot", SHOTS, '[[shots]]\nid = "b"', files={SHOTS: shots("orders-list", "b")}),
    Broken("shot", JSON, '"id"', files={SHOTS: shots("other")}),
    Broken(
        "shot",
        SHOTS,
        '[[shots]]\nid = "orders-list"',
        files={SHOTS: shots("orders-list")},
        entry={"route": "/orders/[id]"},
    ),
    Broken("action", MD, "  - new_order", md=("### Place an order", "### Order")),
    Broken("action", TOML, 'id = "new_order"', md=("actions:\n  - new_order\n", "")),
    Broken("action", MD, "  - old_order", md=("  - new_order", "  - new_order\n  - old_order")),
    Broken("action", TOML, 'id = "new_order"', toml=('value = "order"\nmodule = "orders"', 'value = "order"')),
    Broken("schema", TOML, 'id = "new_order"', toml=('type = "string"', 'type = "strung"')),
    Broken(
        "schema",
        TOML,
        'name = "my_orders"',
        more_toml=DATA.format(name="my_orders", module='module = "orders"\n') + 'parameters.x = { type = "strung" }\n',
    ),
    Broken("example", TOML, 'id = "new_order"', toml=('quantity = "3"', 'quantity = "three"')),
    Broken("example", TOML, 'id = "new_order"', toml=('example = { quantity = "3" }\n', "")),
    Broken("access", TOML, 'name = "my_orders"', more_toml=DATA.format(name="my_orders", module="")),
    Broken("access", TOML, 'id = "clerk"', more_toml=REPORTS + BOSS),
    Broken("label", MD, "A list,", md=("A list,", "A list, **«Total»**"), live=LIVE),
    Broken("menu", TOML, 'id = "clerk"', live=LiveFacts({"clerk": frozenset({"/orders", "/more"})}, LIVE.labels)),
    Broken("menu", TOML, 'id = "clerk"', live=LiveFacts({"clerk": frozenset()}, LIVE.labels)),
    Broken("closed", TOML, 'id = "clerk"', live=LiveFacts(LIVE.menus, LIVE.labels, (("clerk", "/orders", ""),))),
    Broken(
        "person", TOML, 'id = "clerk"', live=LiveFacts(LIVE.menus, LIVE.labels, modules={"clerk": frozenset({"x"})})
    ),
    Broken(
        "data",
        TOML,
        'name = "my_orders"',
        more_toml=DATA.format(name="my_orders", module='module = "orders"\n'),
        live=LiveFacts(LIVE.menus, LIVE.labels, data={("clerk", "/api"): False}),
    ),
    Broken(
        "data",
        TOML,
        'name = "reports"',
        more_toml=REPORTS + BOSS + DATA.format(name="reports", module='module = "reports"\n'),
        live=LIVE,
    ),
]


def found(broken: Broken, folder: Path) -> list[Problem]:
    root = broken.build(folder)
    if broken.live:
        return list(check_pack(load_pack(root), broken.live).problems)
    return list(check_pack_folder(root).problems)


@pytest.mark.parametrize("broken", TABLE, ids=lambda b: f"{b.kind}-{b.file}")
def test_it_is_found_where_it_is(tmp_path: Path, broken: Broken) -> None:
    problems = found(broken, tmp_path)
    mine = [p for p in problems if p.kind == broken.kind]
    place = (broken.file, broken.line(tmp_path))
    assert place in [(p.file, p.line) for p in mine], problems
    assert {p.level for p in mine} == {KINDS[broken.kind].level}
    assert all(p.message.endswith(".") and p.fix.endswith(".") for p in mine), mine


def test_each_kind_is_in_the_table_and_only_those() -> None:
    assert {broken.kind for broken in TABLE} == set(KINDS)


@pytest.mark.parametrize("live", [None, LIVE], ids=["alone", "live"])
def test_the_pack_is_fine_before_it_is_broken(tmp_path: Path, live: LiveFacts | None) -> None:
    root = build(tmp_path, files={SHOTS: shots("orders-list")})
    assert check_pack_folder(root).problems == ()
    assert check_pack(load_pack(root), live).problems == ()


def weigh(text: str) -> str:
    return PACK + f"[check]\nlevels = {{ {text} }}\n"


def test_a_pack_says_what_weighs_how_much(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = {"orders.md": SECTION.replace("See the orders of your customers and place new ones.", "Orders, all.")}
    ignoring = build(tmp_path / "a", pack=weigh('summary = "ignore"'), sections=short)
    report = check_pack_folder(ignoring)
    assert [(p.kind, p.level) for p in report.problems] == [("summary", Level.IGNORE)]
    assert report.passes(strict=True)
    assert report.counting == ()
    assert report.as_text() == "Shop: no problem, 1 ignored (1 section, 1 screenshot)"
    warning = build(tmp_path / "b", pack=weigh('summary = "warning"'), sections=short)
    assert check_command(warning) == 0
    assert check_command(warning, strict=True) == 1
    capsys.readouterr()
    # The command line goes before the pack.
    assert check_command(ignoring, levels=["summary=error"], as_json=True) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["errors"], said["warnings"], said["ignored"]) == (1, 0, 0)
    assert {key: said["problems"][0][key] for key in ("file", "line", "kind", "level")} == {
        "file": MD,
        "line": 8,
        "kind": "summary",
        "level": "error",
    }


def test_what_is_ignored_stays_in_the_json(tmp_path: Path) -> None:
    root = build(tmp_path, pack=weigh('stray = "ignore"'), files={"screenshots/old.png": b""})
    said = json.loads(check_pack_folder(root).as_json())
    assert [(p["kind"], p["level"]) for p in said["problems"]] == [("stray", "ignore")]
    assert (said["errors"], said["ignored"]) == (0, 1)


@pytest.mark.parametrize("word", ["labels=ignore", "label", "label=off", "unreadable=ignore", "setting=warning"])
def test_a_level_that_there_is_not(tmp_path: Path, word: str) -> None:
    with pytest.raises(SettingsError, match="--level"):
        check_command(build(tmp_path), levels=[word])


def test_the_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert show_rules() == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == list(KINDS)
    assert all(len(row) <= 130 and row.endswith((".", "(--live)")) for row in rows)
    assert show_rules(as_json=True) == 0
    said = json.loads(capsys.readouterr().out)
    assert [(k["name"], k["level"]) for k in said] == [(k.name, k.level.value) for k in KINDS.values()]
    assert all(level_problem(k["name"], "ignore") == "" or k["fixed"] for k in said)


def test_broken_shots_leave_the_running_app_out_and_say_so(tmp_path: Path) -> None:
    root = build(tmp_path, files={SHOTS: b"[[shots]]\nid = 3\n"})
    report = check_pack_folder(root, live="http://127.0.0.1:9")
    assert {p.kind for p in report.problems} == {"unreadable"}
    assert "not compared with the running app: mend the shots first" in report.summary


def test_two_sections_of_one_screen_are_fine_when_one_is_about_less(tmp_path: Path) -> None:
    list_alone = SECOND.replace("  - /orders/[id]\n", "")
    report = check_pack_folder(build(tmp_path, sections={"orders.md": SECTION, "second.md": list_alone}))
    assert report.problems == (), report.as_text()


def test_a_picture_that_no_step_shows_is_unused(tmp_path: Path) -> None:
    moved = SECTION.replace("[captura:orders-list#new]\n", "").replace(
        "## How to\n", "[captura:orders-list#new]\n\n## How to\n"
    )
    assert [p.kind for p in check_pack_folder(build(tmp_path, sections={"orders.md": moved})).problems] == ["unused"]
