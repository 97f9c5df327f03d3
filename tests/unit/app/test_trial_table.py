"""The table of tried models: aligned, and honest about what the figures do not say."""

from dataclasses import replace

import pytest

from overlay.app.trial_table import HEADINGS, Trial, heading, row, width_of

FINE = Trial(
    *("openai", "gpt-5-mini", True),
    cold_ms=900,
    first_ms=412.4,
    total_ms=1893,
    pieces=40,
    tools="native",
    input=4102,
    cached=3999,
    output=181,
    cost=0.00052,
    currency="USD",
    finish="stop",
)


def test_columns_stand_below_their_headings() -> None:
    names = ["openai gpt-5-mini", "compatible smollm2"]
    _, _, head = heading(names).splitlines()
    (line,) = row(FINE, width_of(names)).splitlines()
    for title, cell in zip(
        HEADINGS, ("412 ms", "1.9 s", "yes", "native", "97 %", "4102", "181", "0.52 USD"), strict=True
    ):
        assert head.index(title) + len(title) == line.index(cell) + len(cell) or len(title) < 8, title
    assert len(line) == len(head)


def test_a_cache_is_only_full_when_it_is() -> None:
    assert "100 %" not in row(replace(FINE, cached=4101), 20)
    assert "100 %" in row(replace(FINE, cached=4102), 20)


@pytest.mark.parametrize(
    ("trial", "note"),
    [
        (replace(FINE, tools="not used"), "without reading the manual"),
        (replace(FINE, tools="as text"), "takes no tools"),
        (replace(FINE, finish="length"), "cut off"),
        (replace(FINE, finish="MAX_TOKENS"), "cut off"),
        (replace(FINE, input=0, cached=0, output=0, cost=None), "told no tokens"),
    ],
)
def test_what_figures_do_not_say(trial: Trial, note: str) -> None:
    line, said = row(trial, 20).splitlines()
    assert said.startswith("  ")
    assert note in said
    assert "None" not in line


def test_unknown_is_a_question_mark() -> None:
    unknown = replace(FINE, cost=None, first_ms=None, input=0, cached=0, output=0)
    assert row(unknown, 20).splitlines()[0].split().count("?") == 5


def test_one_that_fails_says_why_and_routes_are_told_apart() -> None:
    assert row(Trial("azure", "", works=False, problem="set base_url."), 12) == "azure         fails: set base_url."
    assert replace(FINE, name="openrouter", route="azure").who == "openrouter gpt-5-mini @azure"
