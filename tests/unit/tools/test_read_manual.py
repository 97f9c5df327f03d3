"""read_manual and offer_sections: what a role may know of, and no more."""

import asyncio

import pytest

from overlay.core.manual import Box, Manual, Screenshot, Section, Zone, ZoneKind
from overlay.core.pack import Pack, ScreenSpec
from overlay.core.person import Person
from overlay.core.tools import Ok, Refused, Retry, ToolResult, ToolSpec
from overlay.tools.offer_sections import OfferSections
from overlay.tools.read_manual import ReadManual


def section(name: str, body: str = "text") -> Section:
    return Section(name, name.title(), (f"/{name}",), name, f"All about {name} here.", body)


def shot(name: str, of: str, route: str) -> Screenshot:
    zone = Zone("new", "button", "New", ZoneKind.CLICK, Box(0, 0, 0.5, 0.5))
    return Screenshot(
        name, f"{name}.webp", "0" * 64, 10, 10, "it", "then", of, route, "r", "en", "1", {"new": zone}, "new"
    )


MANUAL = Manual(
    (section("leave", "Press **«New»**."), section("stock"), section("users")),
    (shot("leave-a", "leave", "/leave"), shot("leave-b", "leave", "/stock")),
)
PACK = Pack(
    "Linden",
    ("https://erp.example",),
    (
        ScreenSpec("leave", "/leave", "Leave", "leave"),
        ScreenSpec("stock", "/stock", "Stock", "stock", announced=True, ask="Tom"),
        ScreenSpec("users", "/users", "Users", "users"),
    ),
)
MARA = Person("mara", "Mara", "employee", frozenset({"leave"}), ("/leave",))


def read(*ids: str) -> ToolResult:
    return asyncio.run(ReadManual(MANUAL, PACK, MARA).run({"sections": list(ids)}))


def enum(spec: ToolSpec) -> list[str]:
    return spec.parameters["properties"]["sections"]["items"]["enum"]


def test_the_enum_holds_what_the_role_may_know_of() -> None:
    assert enum(ReadManual(MANUAL, PACK, MARA).spec) == ["leave", "stock"]


def test_a_section_the_role_may_not_know_of_is_not_offered() -> None:
    result = asyncio.run(OfferSections(MANUAL, PACK, MARA).run({"sections": ["leave", "users"]}))
    assert result == Retry("There is no section 'users'. There are: leave, stock.")


def test_a_section_comes_with_its_screenshots_and_zones() -> None:
    result = read("leave")
    assert isinstance(result, Ok)
    assert result.sections == ("leave",)
    assert "Press **«New»**." in result.text
    assert "[captura:leave-a] shows: it | when: then | zones (* by default): #new*" in result.text


def test_screenshots_of_screens_they_cannot_open_are_not_returned() -> None:
    result = read("leave")
    assert isinstance(result, Ok)
    assert result.screenshots == ("leave-a",)
    assert "leave-b" not in result.text


def test_an_announced_screen_says_whom_to_ask() -> None:
    result = read("stock")
    assert isinstance(result, Refused)
    assert result.no_access is not None
    assert (result.no_access.screen, result.no_access.ask) == ("Stock", "Tom")


def test_a_mixed_request_gives_what_may_be_read() -> None:
    result = read("leave", "stock")
    assert isinstance(result, Ok)
    assert result.sections == ("leave",)
    assert "No access to 'Stock': Tom can grant it." in result.text


@pytest.mark.parametrize("ids", [("leave",), ("leave", "stock")])
def test_offered_sections_become_choices(ids: tuple[str, ...]) -> None:
    result = asyncio.run(OfferSections(MANUAL, PACK, MARA).run({"sections": list(ids)}))
    assert isinstance(result, Ok)
    assert result.choices == ids
