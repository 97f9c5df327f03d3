"""Title rules: which screen a window's title means, and that nothing of the title stays."""

import pytest

from overlay.core.pack import Pack, ScreenSpec, TitleRule
from overlay.core.screens import Screen, ScreenSource

SCREENS = (ScreenSpec("home", "/", "Home"), ScreenSpec("sales", "/ventas", "Ventas"))


def admitted(title: str, *rules: TitleRule, program: str = "crx_abc.chromium") -> str | None:
    screen = Pack("ERP", ("https://erp.example",), SCREENS, titles=rules).admit_title(title, program)
    return screen.screen_id if screen else None


# g12: a window of the app without an address, and rules of IT's.
def test_a_rule_names_the_screen_and_never_for_sure() -> None:
    pack = Pack("ERP", ("https://erp.example",), SCREENS, titles=(TitleRule("ERP", "home"),))
    assert pack.admit_title("ERP", "Chrome_WidgetWin_1") == Screen("home", "/", source=ScreenSource.TITLE)
    assert pack.admit_title("ERP", "Chrome_WidgetWin_1") == Screen(
        "home", "/", (), "", exact=False, source=ScreenSource.TITLE
    )


def test_without_rules_no_title_means_anything() -> None:
    assert admitted("ERP") is None


@pytest.mark.parametrize(
    ("title", "pattern", "fits"),
    [
        ("ERP", "ERP", True),
        ("erp", "ERP", True),
        ("ERP - Ventas", "ERP", False),
        ("ERP - Ventas 12", "ERP - Ventas*", True),
        ("My ERP - Ventas", "ERP - Ventas*", False),
        ("ERP –  Ventas\u00a0de hoy", "* Ventas de *", True),
        ("[ERP] Ventas?", "[ERP] Ventas?", True),
        ("E Ventas!", "[ERP] Ventas?", False),
        ("ERP\nVentas", "ERP*", True),
        ("STRASSE", "Straße", True),
        ("", "*a", False),
        ("a" * 5000 + "b", "*a" * 20 + "c", False),
    ],
)
def test_only_a_star_means_more_than_itself(title: str, pattern: str, fits: bool) -> None:
    assert (admitted(title, TitleRule(pattern, "sales")) == "sales") is fits


def test_the_first_rule_that_fits_counts() -> None:
    rules = (TitleRule("ERP - Ventas*", "sales"), TitleRule("ERP*", "home"))
    assert admitted("ERP - Ventas", *rules) == "sales"
    assert admitted("ERP - Stock", *rules) == "home"


def test_a_rule_may_be_for_one_program() -> None:
    rule = TitleRule("ERP*", "home", "crx_*")
    assert admitted("ERP", rule) == "home"
    assert admitted("ERP", rule, program="navigator.firefox") is None
