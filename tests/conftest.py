"""Shared by all tests: their options."""

import os

import pytest
from hypothesis import settings

# On CI the same examples each time: a run says something about the change, and new examples are found at home.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
# Widgets are drawn off screen; the end-to-end tests bring up desktops of their own.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--window-managers", default="openbox", help="comma-separated: openbox,xfwm4 (the slow job `matrix` names all)"
    )
