"""Which window managers the end-to-end tests run under: one in CI, all of them in the slow matrix."""

import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "window_manager" in metafunc.fixturenames:
        names = metafunc.config.getoption("--window-managers").split(",")
        metafunc.parametrize("window_manager", names, scope="module")
