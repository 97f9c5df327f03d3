"""Local search: ranks, knows when it is not sure, and never looks where it may not."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from overlay.core.manual import Alias, Manual, PartKind, Passage, Section
from overlay.core.screens import UNKNOWN_SCREEN, Screen
from overlay.search.local import LocalSearch
from overlay.search.words import stems


def section(
    name: str, summary: str, procedures: dict[str, str], aliases: dict[str, tuple[Alias, ...]] | None = None
) -> Section:
    passages = tuple(Passage(PartKind.HOW_TO, h, t, 1) for h, t in procedures.items())
    body = "\n".join(f"### {h}\n{t}" for h, t in procedures.items())
    return Section(name, name.title(), (f"/{name}",), name, summary, body, passages, aliases=aliases or {})


MANUAL = Manual(
    (
        section(
            "leave",
            "Request days off and cancel requests.",
            {"Request leave": "Press Request leave.", "Cancel a request": "Press Cancel request."},
            {"de": (Alias("Urlaub beantragen", "Request leave"), Alias("Antrag stornieren", "Cancel a request"))},
        ),
        section("expenses", "Send receipts and see what is paid.", {"New expense": "Press New expense."}),
        section("stock", "See what is on hand.", {"Adjust stock": "Press Adjust stock."}),
        section(
            "orders",
            "Order goods and receive them.",
            {"New order": "Press New order.", "Receive an order": "Press Receive."},
        ),
    )
)
ALL = frozenset(s.id for s in MANUAL.sections)
SEARCH = LocalSearch(MANUAL)


def best(query: str, among: frozenset[str] = ALL, screen: Screen = UNKNOWN_SCREEN) -> tuple[str, str, bool]:
    ranking = SEARCH.search(query, among, screen)
    if not ranking.hits:
        return "", "", False
    hit = ranking.hits[0]
    return hit.section, hit.passage.heading if hit.passage else "", ranking.sure


@pytest.mark.parametrize(
    ("query", "section_id", "heading"),
    [
        ("How do I request leave?", "leave", "Request leave"),
        ("cancel request", "leave", "Cancel a request"),
        ("Wie kann ich Urlaub beantragen?", "leave", "Request leave"),
        ("Antrag stornieren", "leave", "Cancel a request"),
        ("adjusting stock", "stock", "Adjust stock"),
        ("adjsut stok", "stock", "Adjust stock"),
        ("expence", "expenses", "New expense"),
    ],
)
def test_the_right_passage_comes_first(query: str, section_id: str, heading: str) -> None:
    assert best(query)[:2] == (section_id, heading)


def test_who_did_something_is_not_how_to_do_it() -> None:
    change = section("settings", "Change settings of the company.", {"Change setting": "Press Change setting."})
    log = section(
        "audit",
        "Find out who did what.",
        {"See the changes of one screen": "Choose the screen."},
        {"en": (Alias("who changed a setting", "See the changes of one screen"),)},
    )
    search, ids = LocalSearch(Manual((change, log))), frozenset({"settings", "audit"})
    on_settings = Screen("settings", "/settings")
    for query, expected in (("who changed a setting?", "audit"), ("change a setting", "settings")):
        ranking = search.search(query, ids, on_settings)
        assert (ranking.hits[0].section, ranking.sure) == (expected, True)


def test_a_clear_question_is_sure() -> None:
    assert best("How do I request leave?")[2]


def test_a_vague_question_is_not() -> None:
    ranking = SEARCH.search("new", ALL, UNKNOWN_SCREEN)
    assert not ranking.sure
    assert {h.section for h in ranking.hits} >= {"expenses", "orders"}


def test_only_what_may_be_known_is_looked_at() -> None:
    hits = SEARCH.search("How do I request leave?", frozenset({"stock"}), UNKNOWN_SCREEN).hits
    assert "leave" not in [h.section for h in hits]


def test_the_current_screen_answers_what_names_nothing() -> None:
    assert best("What is this?", screen=Screen("stock", "/stock"))[0] == "stock"
    assert best("What is this?") == ("", "", False)


def test_the_current_screen_breaks_a_tie() -> None:
    assert best("new", screen=Screen("orders", "/orders"))[0] == "orders"


@pytest.mark.parametrize("query", ["", "   ", "???", "🙂", "zzzz qqqq"])
def test_nothing_found_is_nothing(query: str) -> None:
    assert SEARCH.search(query, ALL, UNKNOWN_SCREEN).hits == ()


def test_scores_stay_between_0_and_1() -> None:
    for query in ("leave leave leave", "request", "Request leave Request leave", "stock order expense"):
        assert all(0 <= h.score <= 1 for h in SEARCH.search(query, ALL, UNKNOWN_SCREEN).hits)


def test_two_threads_may_begin_at_once() -> None:
    words = [
        f"{stem}{end}"
        for stem in ("request", "nation", "wonder", "caminar", "arbeit")
        for end in ("", "ing", "s", "ed")
    ]
    sections = tuple(section(f"s{n}", " ".join(w + str(n) for w in words), {"Do it": "now"}) for n in range(20))
    for _ in range(5):
        stems.cache_clear()
        search = LocalSearch(Manual(sections))
        with ThreadPoolExecutor(4) as pool:
            asked = [pool.submit(search.search, "requesting7", ALL | {"s7"}, UNKNOWN_SCREEN) for _ in range(8)]
            assert {tuple(h.section for h in a.result().hits) for a in asked} == {("s7",)}
