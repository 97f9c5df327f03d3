"""What is read from a browser's accessible tree: the tree is strict, and nothing inside a page may be asked for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from overlay.core.pack import Pack, ScreenSpec
from overlay.core.ports import Rect
from overlay.core.screens import Screen, ScreenSource
from overlay.desktop.accessible_window import (
    MOST_NODES,
    Front,
    Memory,
    Ref,
    Role,
    Seen,
    State,
    UnansweredError,
    address_field,
    look,
)

PACK = Pack(
    "ERP",
    ("https://erp.example", "http://localhost:3000", "http://192.168.1.5:8069"),
    tuple(ScreenSpec(name, route, name) for name, route in (("sales", "/ventas"), ("sale", "/ventas/[id]"))),
)
FRAME = Rect(0, 0, 1000, 800)
SALES = Screen("sales", "/ventas", source=ScreenSource.ACCESSIBILITY)
SALE = Screen("sale", "/ventas/[id]", source=ScreenSource.ACCESSIBILITY)


@dataclass
class Node:
    """A thing, with all that may be asked of it."""

    role: Role = Role.OTHER
    name: str = ""
    value: str = ""
    children: tuple["Node", ...] = ()
    about: dict[str, str] = field(default_factory=dict[str, str])
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    showing: bool = True
    focused: bool = False
    editable: bool = True
    place: Rect = FRAME


def page(url: str = "", key: str = "URI", *children: Node) -> Node:
    return Node(Role.DOCUMENT, "Ventas", children=children, about={key: url} if url else {})


def field_of(value: str, name: str = "", *, focused: bool = False) -> Node:
    return Node(Role.FIELD, name, value, focused=focused)


def bar(*children: Node, **attributes: str) -> Node:
    return Node(Role.TOOLBAR, children=children, attributes=attributes)


def window(*children: Node, title: str = "Ventas - Chromium", place: Rect = FRAME) -> Node:
    return Node(Role.FRAME, title, children=children, place=place)


class StrictTree:
    """Answers for a few windows of one program; a question into a page is an error."""

    def __init__(self, *windows: Node, application: str = "Chromium", pid: int = 7) -> None:
        self.nodes: dict[str, Node] = {}
        self._windows, self._application, self._pid = windows, application, pid
        self.asked = 0
        for at, node in enumerate(windows):
            self._enter(node, str(at))

    def _enter(self, node: Node, path: str) -> None:
        self.nodes[path] = node
        for at, child in enumerate(node.children):
            self._enter(child, f"{path}/{at}")

    def _node(self, ref: Ref) -> Node:
        self.asked += 1
        assert ref.owner == ":1.7"
        above = ref.path.split("/")
        inside = ["/".join(above[:n]) for n in range(1, len(above))]
        assert not any(self.nodes[path].role is Role.DOCUMENT for path in inside), "looked into the page"
        return self.nodes[ref.path]

    def windows(self, pid: int) -> tuple[Ref, ...]:
        return tuple(Ref(":1.7", str(at)) for at in range(len(self._windows))) if pid == self._pid else ()

    def application(self, window: Ref) -> str:
        assert self._node(window).role is Role.FRAME
        return self._application

    def name(self, ref: Ref) -> str:
        assert self._node(ref).role is Role.FRAME, "only windows are known by their name"
        return self.nodes[ref.path].name

    def role(self, ref: Ref) -> Role:
        return self._node(ref).role

    def state(self, ref: Ref) -> State:
        node = self._node(ref)
        return State(node.showing, node.editable and node.role is Role.FIELD, node.focused)

    def children(self, ref: Ref) -> tuple[Ref, ...]:
        node = self._node(ref)
        assert node.role is not Role.DOCUMENT, "looked into the page"
        return tuple(Ref(ref.owner, f"{ref.path}/{at}") for at in range(len(node.children)))

    def embedded(self, window: Ref) -> tuple[Ref, ...]:
        return tuple(self._documents(window.path))

    def _documents(self, path: str) -> Iterator[Ref]:
        for at, child in enumerate(self.nodes[path].children):
            if child.role is Role.DOCUMENT:
                yield Ref(":1.7", f"{path}/{at}")

    def document(self, ref: Ref) -> Mapping[str, str]:
        node = self._node(ref)
        assert node.role is Role.DOCUMENT
        return node.about

    def attributes(self, ref: Ref) -> Mapping[str, str]:
        return self._node(ref).attributes

    def text(self, ref: Ref) -> str:
        node = self._node(ref)
        assert node.role is Role.FIELD
        return node.value

    def extents(self, ref: Ref) -> Rect | None:
        return self._node(ref).place


def seen(tree: StrictTree, title: str = "Ventas - Chromium", last: Screen | None = None, pid: int = 7) -> Seen:
    return look(tree, Front(1, pid, title, FRAME), PACK, last, Memory())


# g01: kinds and places decide, names do not; the page's own search box is never taken for the address field.
@pytest.mark.parametrize(
    "name",
    [
        "Barra de direcciones y de búsqueda",
        "Adress- und Suchleiste",
        "Адресная строка и строка поиска",
        "アドレスと検索バー",
        "Address and search bar",
        "",
    ],
)
def test_the_address_field_is_the_one_outside_the_page(name: str) -> None:
    search = Node(Role.OTHER, children=(field_of("pedido 12", "Buscar"), field_of("erp.example/ventas/9", name)))
    tree = StrictTree(window(page("", "URI", search), bar(field_of("erp.example/ventas", name))))
    assert seen(tree) == Seen(SALES, settled=True)


# g01
@pytest.mark.parametrize(
    "outside",
    [
        (),
        (field_of("erp.example/ventas"),),
        (bar(Node(Role.FIELD, value="erp.example/ventas", showing=False)),),
        (bar(Node(Role.FIELD, value="erp.example/ventas", editable=False)),),
        (Node(Role.TOOLBAR, children=(field_of("erp.example/ventas"),), showing=False),),
    ],
)
def test_without_a_field_in_a_bar_the_screen_is_unknown(outside: tuple[Node, ...]) -> None:
    assert seen(StrictTree(window(page("", "URI", field_of("erp.example/ventas")), *outside))) == Seen()


def test_the_first_field_of_the_bars_counts() -> None:
    first = bar(Node(children=(Node(children=(field_of("erp.example/ventas"),)),)), field_of("erp.example/ventas/9"))
    assert seen(StrictTree(window(first, bar(field_of("bank.example")), page()))).screen == SALES


# g02: scheme and www are hidden, ports are kept.
@pytest.mark.parametrize(
    ("value", "screen"),
    [
        ("erp.example/ventas/12", SALE),
        ("www.erp.example/ventas", None),
        ("localhost:3000/ventas", SALES),
        ("localhost:3001/ventas", None),
        ("192.168.1.5:8069/ventas", SALES),
        ("192.168.1.5:8069/web", Screen(source=ScreenSource.ACCESSIBILITY)),
        ("https://erp.example/ventas", SALES),
        ("pedido 12", None),
        ("erp.exa", None),
        ("", None),
    ],
)
def test_what_an_address_field_holds(value: str, screen: Screen | None) -> None:
    assert seen(StrictTree(window(bar(field_of(value)), page()))) == Seen(screen, settled=True)


# g02: the last good screen stands for the window it was of, and only while the field says nothing.
@pytest.mark.parametrize(
    ("value", "focused", "screen"),
    [
        ("pedido 12", True, SALE),
        ("erp.exa", True, SALE),
        ("", True, SALE),
        ("erp.example/ventas", True, SALE),
        ("pedido 12", False, SALE),
        ("", False, SALE),
        ("erp.example/ventas", False, SALES),
        ("bank.example/ventas", False, None),
    ],
)
def test_half_an_address_leaves_the_last_screen(value: str, focused: bool, screen: Screen | None) -> None:
    tree = StrictTree(window(bar(field_of(value, focused=focused)), page()))
    assert seen(tree, last=SALE).screen == screen
    assert focused is False or seen(tree, last=None).screen is None


# Chromium's page keeps the address it was loaded with; the field follows, and what stands half-written there does not.
@pytest.mark.parametrize(
    ("url", "value", "focused", "screen"),
    [
        ("https://erp.example/ventas", "erp.example/ventas/12", False, SALE),
        ("https://erp.example/ventas", "erp.example/ventas/12", True, SALES),
        ("https://erp.example/ventas", "pedido 12", False, SALES),
        ("https://erp.example/ventas", "erp.exa", False, SALES),
        ("https://bank.example/", "erp.example/ventas", False, None),
        ("chrome://newtab/", "erp.example/ventas", False, None),
    ],
)
def test_page_and_field_together(url: str, value: str, focused: bool, screen: Screen | None) -> None:
    tree = StrictTree(window(bar(field_of(value, focused=focused)), page(url)))
    assert seen(tree) == Seen(screen, settled=True)


def test_the_field_of_another_sites_window_is_not_read() -> None:
    tree = StrictTree(window(bar(field_of("bank.example/cuenta?id=9")), page("https://bank.example/cuenta?id=9")))
    tree.text = None  # type: ignore[assignment]
    assert seen(tree, last=SALES) == Seen(None, settled=True)


def test_firefox_is_asked_for_its_page_alone() -> None:
    tabs = bar(Node(attributes={"class": "toolbarbutton-1"}), id="TabsToolbar")
    shown = window(tabs, bar(field_of("bank.example"), id="nav-bar"), page("https://erp.example/ventas/12", "DocURL"))
    shown.name = "Ventas — Mozilla Firefox"
    tree = StrictTree(shown, application="Firefox")
    assert seen(tree, "Ventas — Mozilla Firefox") == Seen(SALE, settled=True)
    assert tree.asked < 20
    memory = Memory()
    for at_most in (20, 4):
        tree.asked = 0
        assert look(tree, Front(1, 7, "Ventas — Mozilla Firefox", FRAME), PACK, None, memory).screen == SALE
        assert tree.asked <= at_most


PRIVATE = [
    ("Ventas - Mozilla Firefox (navegación privada)", ""),
    ("Ventas — Mozilla Firefox Private Browsing", ""),
    ("プライベート — Mozilla Firefox", "private-browsing-indicator-label"),
    ("Ventas — Mozilla Firefox", "private-browsing-indicator-icon"),
]


def firefox(title: str, mark: str, address: Node, tabs: str = "TabsToolbar") -> StrictTree:
    marks = bar(Node(attributes={"class": mark}), id=tabs)
    return StrictTree(window(marks, bar(field_of("erp.example/ventas")), address, title=title), application="Firefox")


# g03: private windows give no hint, whether their page tells its address or only the field does.
@pytest.mark.parametrize("key", ["DocURL", "nothing"])
@pytest.mark.parametrize(("title", "mark"), PRIVATE)
def test_a_private_window_of_firefox_gives_no_hint(title: str, mark: str, key: str) -> None:
    tree = firefox(title, mark, page("https://erp.example/ventas", key))
    assert seen(tree, title, last=SALE) == Seen(None, settled=True)


def test_a_window_without_tabs_may_be_private() -> None:
    tree = firefox("Ventas — Mozilla Firefox", "", page("https://erp.example/ventas", "DocURL"), tabs="nav-bar")
    assert seen(tree, "Ventas — Mozilla Firefox", last=SALE) == Seen(None, settled=True)


@pytest.mark.parametrize(("mark", "screen"), [("", SALES), ("private-browsing-indicator-icon", None)])
def test_tabs_at_the_side(mark: str, screen: Screen | None) -> None:
    parts = (Node(attributes={"id": "alltabs-button"}), Node(attributes={"class": mark}))
    shown = window(
        bar(*parts, id="nav-bar"), page("https://erp.example/ventas", "DocURL"), title="Ventas — Mozilla Firefox"
    )
    tree = StrictTree(shown, application="Firefox")
    assert seen(tree, shown.name, last=SALE) == Seen(screen, settled=True)


# g03: another site's page is none, and nothing of it comes out.
def test_another_site_in_firefox_is_no_screen() -> None:
    tree = firefox("Banco — Mozilla Firefox", "", page("https://bank.example/cuenta?id=9", "DocURL"))
    assert seen(tree, "Banco — Mozilla Firefox", last=SALE) == Seen(None, settled=True)


# g03: Chromium's private window calls itself by more than its title, in words of any language.
@pytest.mark.parametrize("more", [" (Incognito)", " (Incógnito)", "（シークレット）"])
def test_a_private_window_of_chromium_is_never_the_one(more: str) -> None:
    private = window(bar(field_of("erp.example/ventas")), page("https://erp.example/ventas"))
    private.name += more
    assert seen(StrictTree(private)) == Seen()
    twin = window(bar(field_of("erp.example/ventas/1")), page("https://erp.example/ventas/1"))
    assert seen(StrictTree(private, twin)) == Seen()
    assert seen(StrictTree(twin, private)) == Seen()


def test_windows_of_one_title_are_told_apart_by_their_place() -> None:
    here = window(bar(field_of("erp.example/ventas")), page("https://erp.example/ventas"))
    there = window(
        bar(field_of("erp.example/ventas/1")), page("https://erp.example/ventas/1"), place=Rect(600, 0, 1000, 800)
    )
    assert seen(StrictTree(there, here)).screen == SALES
    assert seen(StrictTree(here, here)).screen is None


@pytest.mark.parametrize(("title", "pid"), [("Other - Chromium", 7), ("", 7), ("Ventas - Chromium", 8), ("x", 0)])
def test_a_window_that_is_not_the_one_is_unknown(title: str, pid: int) -> None:
    tree = StrictTree(window(bar(field_of("erp.example/ventas")), page("https://erp.example/ventas")))
    assert seen(tree, title, pid=pid) == Seen()


# g12: a window without any field, and with nothing to say of its page.
def test_an_app_window_without_address_is_unknown() -> None:
    assert seen(StrictTree(window(page(), title="ERP")), "ERP") == Seen()


def test_the_search_for_a_field_ends() -> None:
    row = tuple(Node() for _ in range(MOST_NODES))
    tree = StrictTree(window(*row, bar(field_of("erp.example/ventas"))))
    assert address_field(tree, Ref(":1.7", "0")) is None


def test_a_field_is_found_once_and_again_when_it_is_gone() -> None:
    shown = window(*(Node() for _ in range(50)), bar(field_of("erp.example/ventas")), page())
    tree, memory = StrictTree(shown), Memory()
    front = Front(1, 7, shown.name, FRAME)
    assert look(tree, front, PACK, None, memory).screen == SALES
    first, tree.asked = tree.asked, 0
    assert look(tree, front, PACK, None, memory).screen == SALES
    assert tree.asked < first / 3
    memory.fields[Ref(":1.7", "0")] = Ref(":1.7", "0/3")
    shown.children[3].showing = False
    assert look(tree, front, PACK, None, memory).screen == SALES


def test_no_answer_is_passed_on_to_whoever_knows_how_long_to_wait() -> None:
    class Hung(StrictTree):
        def name(self, ref: Ref) -> str:
            raise UnansweredError

    with pytest.raises(UnansweredError):
        seen(Hung(window(page())))
