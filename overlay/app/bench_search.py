"""How well local search finds the right section, on questions by somebody who knew neither aliases nor search."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from overlay.app.desk import screen_from_path
from overlay.content.pack_folder import LoadedPack, load_pack
from overlay.content.toml_tables import TomlTable
from overlay.core.access import knowable
from overlay.core.errors import SettingsError
from overlay.core.resources import bundled_pack
from overlay.search.local import LocalSearch

DEFAULT = Path("manual") / "evals" / "search-questions.toml"


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    """A question and the section that answers it (empty: none does)."""

    text: str
    language: str
    role: str
    screen: str
    section: str
    kind: str
    """`plain`, `short`, `vague` or `misspelt`."""


@dataclass(frozen=True, slots=True)
class SearchScore:
    """What search made of one question."""

    question: SearchQuestion
    found: tuple[str, ...]
    sure: bool

    @property
    def first(self) -> bool:
        """Whether the right section came first; for an unanswerable question, whether nothing was asserted."""
        if not self.question.section:
            return not self.sure
        return self.found[:1] == (self.question.section,)

    @property
    def among_three(self) -> bool:
        """Whether the right section was among the first three."""
        return self.first if not self.question.section else self.question.section in self.found[:3]

    @property
    def wrong(self) -> bool:
        """Whether a wrong section was shown as the answer: the worst that can happen."""
        return self.sure and not self.first


def bench_search(questions: Path | None) -> dict[str, float]:
    """Score the question file.

    Returns:
        Shares from 0 to 1: right section first, among three, asked back, wrong though sure; by language and kind too.

    Raises:
        SettingsError: there is no question file.
        PackError: it is not well formed.
    """
    root = bundled_pack()
    scores = score_questions(load_pack(root), read_questions(questions or root / DEFAULT))
    figures = {"search_questions": float(len(scores)), **_figures("search", scores)}
    for language in sorted({s.question.language for s in scores}):
        figures |= _figures(f"search_{language}", [s for s in scores if s.question.language == language])
    for kind in sorted({s.question.kind for s in scores}):
        figures |= _figures(f"search_{kind}", [s for s in scores if s.question.kind == kind])
    return figures


def read_questions(path: Path) -> list[SearchQuestion]:
    """Read a question file.

    Raises:
        SettingsError: it is not there.
        PackError: it is not well formed.
    """
    if not path.is_file():
        msg = f"there is no question file at {path}; name one with --questions."
        raise SettingsError(msg)
    table = TomlTable.load(path, path.parent)
    found: list[SearchQuestion] = []
    for entry in table.tables("questions"):
        question = SearchQuestion(
            entry.text("text"),
            entry.text("language"),
            entry.text("role"),
            entry.text("screen", ""),
            entry.text("section", ""),
            entry.text("kind", "plain"),
        )
        entry.done()
        found.append(question)
    return found


def score_questions(loaded: LoadedPack, questions: Sequence[SearchQuestion]) -> list[SearchScore]:
    """Search for each question as its role, on its screen."""
    search = LocalSearch(loaded.manual)
    scores: list[SearchScore] = []
    for question in questions:
        role = next((r for r in loaded.pack.roles if r.id == question.role), None)
        if role is None:
            msg = f"the pack has no role {question.role!r} (question: {question.text})."
            raise SettingsError(msg)
        if question.section and loaded.manual.section(question.section) is None:
            msg = f"the pack has no section {question.section!r} (question: {question.text})."
            raise SettingsError(msg)
        person = loaded.pack.person_for(role)
        among = frozenset(s.id for s in knowable(loaded.manual, loaded.pack, person))
        own = frozenset(s.id for s in loaded.manual.readable_by(person))
        screen = screen_from_path(loaded.pack, question.screen or None)
        ranking = search.search(question.text, among, screen, own)
        scores.append(SearchScore(question, tuple(h.section for h in ranking.hits), ranking.sure))
    return scores


def _figures(name: str, scores: Sequence[SearchScore]) -> dict[str, float]:
    count = len(scores) or 1
    return {
        f"{name}_top1": sum(s.first for s in scores) / count,
        f"{name}_top3": sum(s.among_three for s in scores) / count,
        f"{name}_asked_back": sum(not s.sure for s in scores) / count,
        f"{name}_wrong": sum(s.wrong for s in scores) / count,
    }
