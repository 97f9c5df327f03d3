"""Shared by all tests: their options."""

import os

import pytest

# Widgets are drawn off screen; the end-to-end tests bring up desktops of their own.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--window-managers", default="openbox", help="comma-separated: openbox,xfwm4 (the slow job `matrix` names all)"
    )
