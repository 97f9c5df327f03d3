"""From pages to a draft: ids, links better left alone, menus, names, and a folder that is whole or not there."""

from pathlib import Path

import pytest

from overlay.app.checks import check_pack_folder
from overlay.authoring.addresses import is_harmless, is_id, is_plain, route_of, slug
from overlay.authoring.draft import Draft
from overlay.authoring.exploring import Limits, Progress, Survey, explore
from overlay.authoring.menus import clean_name
from overlay.authoring.pack_text import pack_text, shots_texts
from overlay.authoring.placing import check_free, placed, write_texts
from overlay.authoring.proposing import Allowed, Wishes, propose
from overlay.authoring.section_text import section_text
from overlay.capture.shot_files import read_shots
from overlay.core.clock import SteppedClock
from overlay.core.errors import OutsideError, SettingsError
from overlay.core.site import LinkPlace, NotSeen, SeenControl, SeenLink, SeenPage, Spot

ORIGIN = "https://erp.example"


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/projects/12", "/projects/[id]"),
        ("/projects/12/tasks/7", "/projects/[id]/tasks/[id2]"),
        ("/orders/INV-2026-0007/lines", "/orders/[id]/lines"),
        ("/u/6f1c2a34-9b0d-4e2f-8a11-0123456789ab", "/u/[id]"),
        ("/calendar/2026-11-30", "/calendar/[id]"),
        ("/people/ana@erp.example/edit", "/people/[id]/edit"),
        ("/reset/eyJhbGciOiJIUzI1NiJ9abc", "/reset/[id]"),
        ("/people/leave", "/people/leave"),
        ("/", "/"),
        ("/orders/new/", "/orders/new/"),
    ],
)
def test_segments_that_look_like_ids_become_parameters(path: str, route: str) -> None:
    assert route_of(path) == route


def test_words_are_no_ids_and_odd_paths_are_left_out() -> None:
    assert not list(filter(is_id, ("orders", "new", "add-user", "step2", "oauth2", "übersicht", "facebook")))
    assert is_plain("/orders/new/")
    assert not is_plain("/a b")
    assert not is_plain("/[id]")
    assert slug("Überstunden & Käufe (3)") == "uberstunden-kaufe-3"
    assert slug("保存") == ""
    assert clean_name("Inbox (3)") == "Inbox"
    assert clean_name("Inbox 12") == "Inbox"
    assert clean_name("App 2.1.0") == "App 2.1.0"


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Log out", "/x"),
        ("Sign out", "/x"),
        ("Abmelden", "/x"),
        ("Cerrar sesión", "/x"),
        ("Bye", "/accounts/logout/"),
        ("Bye", "/signOut"),
        ("Delete", "/x"),
        ("Löschen", "/x"),
        ("Restart server", "/x"),
        ("Report", "/files/report.pdf"),
    ],
)
def test_what_could_act_or_sign_out_is_never_followed(name: str, path: str) -> None:
    assert not is_harmless(name, path, menu=True)
    assert not is_harmless(name, path, menu=False)


def test_screens_of_a_menu_are_followed_whatever_they_are_called() -> None:
    assert is_harmless("Archive", "/archive", menu=True)
    assert not is_harmless("Archive", "/orders/archive", menu=False)
    assert is_harmless("Approvals", "/approvals", menu=False)
    assert is_harmless("Stopwatch", "/stopwatch", menu=False)


def control(role: str, name: str, y: float = 50, *, repeated: bool = False, path: str = "") -> SeenControl:
    return SeenControl(role, name, 1 if role == "heading" else None, Spot(20, y, 120, 30), True, repeated, True, path)


def page(path: str, *controls: SeenControl, links: tuple[SeenLink, ...] = (), title: str = "") -> SeenPage:
    return SeenPage(path, path, title or f"{path} | Acme", "en", (*MENU, *links), controls)


MENU = (
    SeenLink("Acme", "/", LinkPlace.MENU),
    SeenLink("Stock 4", "/stock", LinkPlace.MENU, "Goods"),
    SeenLink("Orders", "/orders", LinkPlace.MENU, "Goods"),
    SeenLink("Imprint", "/imprint", LinkPlace.TRAIL),
)
PAGES = (
    page("/", control("heading", "Welcome")),
    page(
        "/stock",
        control("heading", "Stock"),
        control("link", "New item", 60, path="/stock/new"),
        control("button", "Ana Lindqvist", 90, repeated=True),
        links=(
            SeenLink("New item", "/stock/new", LinkPlace.CONTENT),
            SeenLink("Bolts", "/stock/bolts", LinkPlace.ROW),
            SeenLink("Nuts", "/stock/nuts", LinkPlace.ROW),
        ),
    ),
    page("/orders", control("heading", "Orders"), control("button", "src/main.py"), control("button", "Order *now*")),
    page("/stock/new", control("heading", "New"), control("textbox", "Name", 80), control("button", "Save", 120)),
    page("/stock/bolts", control("heading", "Bolts"), control("button", "Order more")),
)


class Shelf:
    """Pages as an app would answer."""

    def __init__(self, clock: SteppedClock, *pages: SeenPage) -> None:
        self.clock = clock
        self.pages = {one.path: one for one in pages}
        self.asked: list[str] = []

    def open(self, path: str) -> SeenPage | NotSeen:
        self.asked.append(path)
        self.clock.advance(10)
        return self.pages.get(path) or NotSeen(path, "the app answers 404")


def drafted(*, redact: tuple[tuple[str, str], ...] = ()) -> Draft:
    return propose(Survey(PAGES), Wishes(ORIGIN, "clerk", redact=redact, code_words=("src/",)))


def test_the_menu_is_followed_first_and_the_foot_never() -> None:
    clock = SteppedClock()
    shelf, told = Shelf(clock, *PAGES), list[Progress]()
    survey = explore(shelf, "/", Limits(), clock, told.append)
    assert shelf.asked[:3] == ["/", "/stock", "/orders"]
    assert set(shelf.asked) == {"/", "/stock", "/orders", "/stock/new", "/stock/bolts", "/stock/nuts"}
    assert [missed.path for missed in survey.missed] == ["/stock/nuts"]
    assert survey.ended == ""
    assert told[-1].waiting == 0


def test_the_limit_of_time_ends_it() -> None:
    clock = SteppedClock()
    survey = explore(Shelf(clock, *PAGES), "/", Limits(seconds=25), clock)
    assert [one.path for one in survey.pages] == ["/", "/stock", "/orders"]
    assert survey.ended.startswith("the limit of 25 seconds was reached")
    with pytest.raises(OutsideError, match="cannot be read: the app answers 404"):
        explore(Shelf(clock), "/", Limits(), clock)


def test_a_draft_has_the_menus_screens_with_what_lies_below() -> None:
    draft = drafted()
    assert draft.name == "Acme"
    assert [(s.id, s.main.menu, [x.route for x in s.screens]) for s in draft.sections] == [
        ("home", "", ["/"]),
        ("stock", "Goods › Stock", ["/stock", "/stock/new", "/stock/[id]"]),
        ("orders", "Goods › Orders", ["/orders"]),
    ]
    assert [screen.title for screen in draft.sections[1].screens] == ["Stock", "New item", "Stock: details"]


def test_what_rows_offer_to_do_is_no_item() -> None:
    deeds = tuple(SeenLink(name, f"/stock/{name.lower()}", LinkPlace.ROW) for name in ("Rename", "Move"))
    many = (SeenControl("link", "Rename", None, Spot(0, 0, 9, 9), True, True, False, "/stock/rename"),) * 2
    pages = (PAGES[0], page("/stock", *many, links=deeds), page("/stock/rename", control("button", "Save")))
    (_, stock) = propose(Survey(pages), Wishes(ORIGIN)).sections
    assert [screen.route for screen in stock.screens] == ["/stock", "/stock/rename"]


def test_what_is_written_passes_the_check_but_for_the_summaries(tmp_path: Path) -> None:
    draft, allowed = drafted(redact=(("cell", ""),)), Allowed(("src/",))
    texts = {"manual/pack.toml": pack_text(draft)}
    texts |= {f"screenshots/shots/{name}": text for name, text in shots_texts(draft).items()}
    texts |= {f"manual/sections/{s.id}.md": section_text(s, draft.name, allowed, {}) for s in draft.sections}
    write_texts(tmp_path, texts)
    assert {p.kind for p in check_pack_folder(tmp_path).problems} == {"summary"}
    assert {shot.id for shot in read_shots(tmp_path)} >= {"stock-overview", "stock-new-item-overview"}
    text = texts["manual/sections/stock.md"]
    assert "2. Press **«New item»**.\n3. Fill in **«Name»**.\n4. Press **«Save»**." in text
    everything = "\n".join(texts.values())
    for words in ("Ana Lindqvist", "Bolts", "src/", "*now*"):
        assert words not in everything, words


def test_a_folder_comes_whole_or_not_at_all(tmp_path: Path) -> None:
    with placed(tmp_path / "pack") as part:
        write_texts(part, {"manual/pack.toml": "x"})
    assert (tmp_path / "pack" / "manual" / "pack.toml").read_text() == "x"
    with pytest.raises(SettingsError, match="is not empty"):
        check_free(tmp_path / "pack")
    with pytest.raises(KeyError), placed(tmp_path / "other"):
        raise KeyError
    with pytest.raises(OutsideError, match="cannot be written"), placed(tmp_path / "pack"):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["pack"], "nothing is left lying about"
    (tmp_path / "empty").mkdir()
    check_free(tmp_path / "empty")
    with placed(tmp_path / "empty") as part:
        write_texts(part, {"a": "b"})
    assert (tmp_path / "empty" / "a").is_file()
