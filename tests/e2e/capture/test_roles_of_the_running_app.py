"""What the running app says of a role that the pack describes wrongly: menu, doors, modules and data."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from overlay.app.demo_server import DemoServer
from overlay.app.live_demo import LiveDemo
from overlay.app.live_facts import facts_of
from overlay.check.checking import check_pack
from overlay.content.pack_folder import LoadedPack, load_pack
from overlay.core.pack import RoleSpec
from overlay.core.resources import bundled_pack

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]
MODULES = frozenset({"leave", "expenses"})
SCREENS = ("leave", "expenses", "stock")
DATA = ("my_leave_requests", "stock_items")


@pytest.fixture(scope="module")
def linden() -> Iterator[LiveDemo]:
    with DemoServer() as server:
        yield LiveDemo(server.address)


def a_part(modules: frozenset[str]) -> LoadedPack:
    """Three screens of Linden, and employees who have some of them."""
    loaded = load_pack(bundled_pack())
    pack = replace(
        loaded.pack,
        screens=tuple(screen for screen in loaded.pack.screens if screen.id in SCREENS),
        roles=(RoleSpec("employee", "Employee", modules),),
        actions=(),
        data=tuple(data for data in loaded.pack.data if data.name in DATA),
    )
    return replace(loaded, pack=pack)


def found(loaded: LoadedPack, linden: LiveDemo) -> list[tuple[str, str]]:
    kinds = ("closed", "person", "data")
    problems = check_pack(loaded, facts_of(linden, loaded.pack)).problems
    menus = [p for p in problems if p.kind == "menu" and "which has no screen" not in p.message]
    return [(p.kind, p.message) for p in (*menus, *(p for p in problems if p.kind in kinds))]


def test_what_the_pack_says_rightly_is_fine(linden: LiveDemo, capsys: pytest.CaptureFixture[str]) -> None:
    assert found(a_part(MODULES), linden) == []
    assert "reading the app: 1/2 employee /leave\nreading the app: 2/2 employee /expenses\n" in capsys.readouterr().err


def test_a_module_that_the_role_does_not_have(linden: LiveDemo) -> None:
    assert found(a_part(MODULES | {"stock"}), linden) == [
        ("menu", "the pack gives 'employee' the screen /stock, and the app does not show it."),
        ("closed", "as 'employee' the screen /stock is refused."),
        ("person", "the app says that 'employee' does not have stock."),
        (
            "data",
            "the app refuses 'employee' the data of 'stock_items' (/api/stock), and its module 'stock' is the role's.",
        ),
    ]


def test_a_module_that_the_role_has_and_the_pack_forgets(linden: LiveDemo) -> None:
    given = "the app gives 'employee' the data of 'my_leave_requests' (/api/leave/requests)"
    assert found(a_part(frozenset({"expenses"})), linden) == [
        ("menu", "the app shows 'employee' the screen /leave, and the pack does not."),
        ("person", "the app says that 'employee' also has leave."),
        ("data", f"{given}, and its module 'leave' is not the role's."),
    ]
