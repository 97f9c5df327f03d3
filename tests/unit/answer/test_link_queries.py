"""A link's query reaches the app as it was written, or the link is none."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from overlay.answer.policy import AnswerPolicy
from overlay.core.manual import Manual
from overlay.core.pack import ActionSpec, Pack, ScreenSpec
from overlay.core.person import Person

NEW = ActionSpec("new", "New order", "orders", "new", "order", {"type": "object", "properties": {}})
PACK = Pack("ERP", ("https://erp.example",), (ScreenSpec("orders", "/orders", "Orders"),), actions=(NEW,))
POLICY = AnswerPolicy(PACK, Manual((), ()), Person("mara", "Mara", "employee", frozenset(), ("/orders",)))


def opened(href: str) -> str:
    link = POLICY.link("Orders", href)
    assert link is not None
    return link.url


@pytest.mark.parametrize("base", ["", "https://erp.example"])
@pytest.mark.parametrize(
    "query", ["status=open&status=late", "q=a%20b&q=&z", "q=a%26b%2Bc", "q=%C3%B1", "filter%5Ba%5D=1"]
)
def test_every_pair_is_kept_in_order(base: str, query: str) -> None:
    again = urlsplit(opened(f"{base}/orders?{query}")).query
    assert parse_qsl(again, keep_blank_values=True) == parse_qsl(query, keep_blank_values=True)


@pytest.mark.parametrize("query", ["new=order", "NEW=order", "n%65w=order", "a=1&new=order&b=2"])
def test_an_action_is_no_link(query: str) -> None:
    assert opened(f"/orders?{query}") == "https://erp.example/orders"


def test_what_could_not_be_written_again_opens_nothing() -> None:
    assert opened("/orders?q=%E9") == ""
