"""Shared by all tests: their options."""

import os
from collections.abc import Iterator

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


@pytest.fixture(scope="session", autouse=True)
def _own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Commands that tests run log what they are asked: never into the log of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield
