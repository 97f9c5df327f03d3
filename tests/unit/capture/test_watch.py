"""What may leave the browser while an app is only looked at."""

import pytest

from overlay.capture.watch import may_leave

ORIGIN = "https://erp.example.com"
READS = frozenset({"/api/search", "/graphql"})


@pytest.mark.parametrize(
    ("method", "url", "body", "may"),
    [
        ("GET", f"{ORIGIN}/orders", "", True),
        ("HEAD", "https://fonts.example.com/a.woff2", "", True),
        ("POST", f"{ORIGIN}/orders", "", False),
        ("PUT", f"{ORIGIN}/api/search", "", False),
        ("DELETE", f"{ORIGIN}/orders/1", "", False),
        ("PATCH", f"{ORIGIN}/orders/1", "", False),
        ("OPTIONS", f"{ORIGIN}/orders/1", "", False),
        ("POST", f"{ORIGIN}/api/search", '{"words": "mutation"}', True),
        ("POST", f"{ORIGIN}/api/search?page=2", "", True),
        ("POST", f"{ORIGIN}/api/search/delete", "", False),
        ("POST", "https://elsewhere.example.com/api/search", "", False),
        ("POST", f"{ORIGIN}.evil.example/api/search", "", False),
        ("POST", f"{ORIGIN}/graphql", '{"query": "query { orders { id } }"}', True),
        ("POST", f"{ORIGIN}/graphql", '{"query": "mutation { pay(id: 1) }"}', False),
        ("POST", f"{ORIGIN}/graphql", '[{"query": "{ a }"}, {"query": "mutation M { pay }"}]', False),
        ("POST", f"{ORIGIN}/graphql", "not JSON", True),
    ],
)
def test_only_what_reads_may_leave(method: str, url: str, body: str, may: bool) -> None:
    assert may_leave(method, url, body, ORIGIN, READS) is may


def test_without_a_list_no_post_leaves() -> None:
    assert not may_leave("POST", f"{ORIGIN}/api/search", "", ORIGIN, frozenset())
