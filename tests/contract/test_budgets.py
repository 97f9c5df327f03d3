"""The house rules that a linter does not know: sizes, sentences, and where everything may be caught."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "overlay").rglob("*.py"))
FORBIDDEN_NAMES = re.compile(r"(Manager|Helper|Util|Utils|Handler)$")
CATCH_ALL = {"overlay/engine/toolbox.py", "overlay/ui/runtime.py", "overlay/desktop/secrets.py"}


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_is_small_and_says_what_it_is(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= 400, "split it by what it owns"
    assert ast.get_docstring(ast.parse(text)), "say in a sentence what it is"


def test_functions_are_short() -> None:
    long = [
        f"{name(path)}:{node.lineno} {node.name} ({node.end_lineno - node.lineno + 1} lines)"
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and _code_lines(node) > 40
    ]
    assert long == []


def _code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its docstring."""
    first = node.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    begin = (first.end_lineno or first.lineno) if documented else node.lineno
    return (node.end_lineno or begin) - begin


def test_classes_are_named_for_what_they_are() -> None:
    wrong = [
        f"{name(path)}: {node.name}"
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef)
        and (FORBIDDEN_NAMES.search(node.name) or not (node.name.startswith("_") or ast.get_docstring(node)))
    ]
    assert wrong == []
    assert [name(p) for p in MODULES if p.stem in ("utils", "util", "helpers", "misc", "common")] == []


def test_everything_is_caught_in_three_places_only() -> None:
    broad = {
        name(path)
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or (isinstance(node.type, ast.Name) and node.type.id in ("Exception", "BaseException")))
        and not any(isinstance(inner, ast.Raise) and inner.exc is None for inner in ast.walk(node))
    }
    assert broad <= CATCH_ALL


def test_qt_lives_in_the_ui_alone() -> None:
    users = {
        name(path).split("/")[1]
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("PySide6", "qasync")
    }
    assert users <= {"ui", "app"}


def test_each_test_module_has_a_name_of_its_own() -> None:
    seen: dict[str, Path] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        assert path.name not in seen, f"{path} and {seen[path.name]}: pytest takes one for the other"
        seen[path.name] = path


def test_the_top_level_is_what_was_agreed() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    top = {line.split("/")[0] for line in tracked if line}
    agreed = {"pyproject.toml", "overlay", "manual", "screenshots", "resources", "packaging", "tests", "README.md"}
    agreed |= {"LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"}
    assert {entry for entry in top if not entry.startswith(".")} <= agreed


def test_locks_hold_versions_and_hashes_and_no_address() -> None:
    for lock in (ROOT / "packaging" / "locks").glob("*.txt"):
        text = lock.read_text("utf-8")
        assert "://" not in text, lock.name
        pins = [line for line in text.splitlines() if line and line[0].isalnum()]
        assert pins, lock.name
        assert all("==" in pin for pin in pins), lock.name
        assert text.count("--hash=sha256:") >= len(pins), lock.name
    for lock in (ROOT / "packaging" / "locks").rglob("*.json"):
        assert "://" not in lock.read_text("utf-8"), lock.name
