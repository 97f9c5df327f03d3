"""Shared by all tests: their options."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--window-managers", default="openbox", help="comma-separated: openbox,xfwm4 (the slow job `matrix` names all)"
    )
