"""Words as search sees them."""

from overlay.core.manual import PartKind
from overlay.search.intent import part_preferences
from overlay.search.words import fold, grams, stems, words


def test_accents_and_case_do_not_matter() -> None:
    assert fold("Días GRÜßE") == "dias grusse"


def test_stopwords_and_markup_are_no_words() -> None:
    assert words("How do I **request** [leave](/leave)?\n[captura:leave-a#x]") == ["request", "leave"]


def test_forms_of_a_word_share_a_stem() -> None:
    assert stems("requests") & stems("requested")
    assert stems("beantragen") & stems("beantrage")
    assert stems("solicitudes") & stems("solicitud")


def test_a_misspelt_word_shares_grams() -> None:
    assert len(grams("approval") & grams("aproval")) >= 4


def test_cue_words_say_what_kind_of_passage_is_wanted() -> None:
    assert PartKind.PROBLEMS in part_preferences("Why can't I request leave?")
    assert PartKind.PROBLEMS in part_preferences("Warum geht das nicht?")
    assert PartKind.PEOPLE in part_preferences("Who approves my leave?")
    assert PartKind.WAY in part_preferences("¿Dónde está Stock?")
    assert list(part_preferences("request leave")) == [PartKind.HOW_TO]
