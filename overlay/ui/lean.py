"""Starts Qt for Python without what Fescue does not use of it."""

import sys
from importlib import import_module


def begin_lean() -> None:
    """Load PySide6, and keep it from reading the source of every module that is imported after it.

    It looks there for modules that may switch on other names for Qt's methods, which none of ours does. The sources
    stay in memory, some four megabytes, and reading them takes a tenth of the start. Where a later PySide6 has no such
    search, nothing is changed.
    """
    import_module("PySide6")
    feature = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        setattr(feature, "_mod_uses_pyside", _uses_no_feature)  # noqa: B010  a name of PySide6's own


def _uses_no_feature(_module: object) -> bool:
    return False
