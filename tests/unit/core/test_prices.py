"""Prices: what a turn cost, and when that is not known."""

import pytest

from overlay.app.logs import price_table
from overlay.core.errors import SettingsError
from overlay.core.model import Usage
from overlay.core.prices import Price, PriceTable, read_price
from overlay.settings.resolve import Settings, Source
from overlay.settings.table import SETTINGS


def settings(**values: object) -> Settings:
    read = {n: s.default for n, s in SETTINGS.items()} | {n: SETTINGS[n].read(v) for n, v in values.items()}
    return Settings(read, dict.fromkeys(SETTINGS, Source.USER))


def test_each_kind_of_token_has_its_price() -> None:
    price = Price(input=1, output=10, cached=0.1, written=1.25)
    usage = Usage(input=1_000_000, cached=400_000, written=100_000, output=50_000, reasoning=20_000)
    assert price.of(usage) == pytest.approx(0.5 + 0.04 + 0.125 + 0.5)
    assert Price(1, 10).of(usage) == pytest.approx(1 + 0.5)


def test_a_cost_that_is_not_known_is_not_nothing() -> None:
    table = PriceTable("USD", {"openai/known*": Price(1, 1), "ollama/*": Price(0, 0)})
    assert table.cost("openai/known-20261101", Usage(1_000_000)) == 1
    assert table.cost("openai/other", Usage(1_000_000)) is None
    assert table.cost("azure/known", Usage(1_000_000)) is None
    assert table.cost("openai/known", Usage()) is None
    assert table.cost("ollama/llama", Usage()) == 0
    assert table.cost("", Usage()) == 0


def test_own_prices_come_before_the_built_in_ones() -> None:
    own = settings(prices={"openai/gpt-5-mini": "input 3, output 4", "azure/ours": "output 2, input 1, cached 0.5"})
    table = price_table(own)
    assert table.find("openai/gpt-5-mini") == Price(3, 4)
    assert table.find("azure/ours") == Price(1, 2, 0.5)
    assert table.find("anthropic/claude-haiku-4-5-20251001") == Price(1, 5, 0.1, 1.25)
    assert table.find("openai/gpt-5-mini-high") is None


def test_built_in_prices_do_not_count_in_another_currency() -> None:
    table = price_table(settings(currency="EUR", prices={"openai/gpt-5": "input 1, output 2"}))
    assert (table.currency, table.find("openai/gpt-5")) == ("EUR", Price(1, 2))
    assert table.find("openai/gpt-5-mini") is None


@pytest.mark.parametrize(
    "text", ["", "1", "input 1", "input 1, output", "input 1, output -2", "input 1; output 2", "input 1, output 2, x 3"]
)
def test_a_price_that_is_none_is_refused_with_what_would_be(text: str) -> None:
    with pytest.raises(SettingsError, match=r"'azure/ours' must be written as 'input 0.25"):
        read_price("azure/ours", text)


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("hourly_limit", 30, "30"),
        ("hourly_limit", "0", "0"),
        ("spend_limit", 12.5, "12.5"),
        ("spend_limit", 25, "25"),
        ("spend_limit", "12.50", "12.50"),
    ],
)
def test_limits_are_numbers(name: str, value: object, read: str) -> None:
    assert SETTINGS[name].read(value) == read


@pytest.mark.parametrize(
    ("name", "value"),
    [("hourly_limit", 1.5), ("hourly_limit", -1), ("hourly_limit", True), ("spend_limit", "ten"), ("spend_limit", -1)],
)
def test_limits_that_are_no_numbers(name: str, value: object) -> None:
    with pytest.raises(SettingsError, match=r"\(0: no limit\)"):
        SETTINGS[name].read(value)
