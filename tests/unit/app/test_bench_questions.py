"""A question file for the search bench that does not fit the pack is refused, never scored as if it did."""

from pathlib import Path

import pytest

from overlay.app.bench_search import bench_search
from overlay.core.errors import SettingsError

QUESTION = '[[questions]]\ntext = "How do I request leave?"\nlanguage = "en"\nrole = "{role}"\nsection = "{section}"\n'


def test_questions_that_fit_are_scored(tmp_path: Path) -> None:
    file = tmp_path / "questions.toml"
    file.write_text(QUESTION.format(role="employee", section="leave"), encoding="utf-8")
    assert bench_search(file)["search_questions"] == 1


@pytest.mark.parametrize(
    ("role", "section", "said"),
    [("boss", "leave", "no role 'boss'"), ("employee", "holidays", "no section 'holidays'")],
)
def test_a_question_about_what_the_pack_has_not_is_refused(tmp_path: Path, role: str, section: str, said: str) -> None:
    file = tmp_path / "questions.toml"
    file.write_text(QUESTION.format(role=role, section=section), encoding="utf-8")
    with pytest.raises(SettingsError, match=said):
        bench_search(file)
