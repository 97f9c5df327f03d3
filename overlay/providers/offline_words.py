"""The offline answerer's own sentences in the languages it is asked in, and which language a question is in."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentences:
    """What the offline answerer says itself; `{}` is filled in by name."""

    lead: str
    """Said before an answer when the manual is in another language than the question; empty when it is not."""
    where: str
    nothing_found: str
    can_help: str
    no_access: str
    one: str
    several: str
    somebody: str


ENGLISH = Sentences(
    lead="The manual is in English:",
    where="This is on [{title}]({route}){menu}.",
    nothing_found="There is nothing on this for you in the {app} manual.",
    can_help="{contact} can help.",
    no_access="**{screen}** isn't part of your role in {app}. Ask {ask} for access.",
    one="Is this what you mean?",
    several="Which of these do you mean?",
    somebody="an administrator",
)
GERMAN = Sentences(
    lead="Das Handbuch gibt es auf Englisch:",
    where="Das steht auf [{title}]({route}){menu}.",
    nothing_found="Dazu steht für Sie nichts im Handbuch von {app}.",
    can_help="{contact} kann helfen.",
    no_access="**{screen}** gehört in {app} nicht zu Ihrer Rolle. Den Zugang gibt Ihnen {ask}.",
    one="Meinen Sie das hier?",
    several="Was davon meinen Sie?",
    somebody="die Administration",
)
SPANISH = Sentences(
    lead="El manual está en inglés:",
    where="Está en [{title}]({route}){menu}.",
    nothing_found="El manual de {app} no tiene nada sobre esto para usted.",
    can_help="{contact} puede ayudar.",
    no_access="**{screen}** no forma parte de su rol en {app}. El acceso lo da {ask}.",
    one="¿Es esto lo que busca?",
    several="¿Cuál de estos busca?",
    somebody="administración",
)
BY_LANGUAGE = {"en": ENGLISH, "de": GERMAN, "es": SPANISH}

_TELLING = {
    "en": """the a an how do does i is are my to of and what where why who can in on for with it this when""",
    "de": """der die das ein eine wie kann ich ist sind mein meine zu von und was wo warum wer mit es wann im den dem
        auf nicht für einen wird werden mir mich habe bitte""",
    "es": """el la los las un una cómo como puedo es son mi mis de y qué que dónde donde por quién con lo cuándo en no
        para se me del al tengo quiero""",
}
_WORDS = {language: frozenset(text.split()) for language, text in _TELLING.items()}


def language_of(question: str, otherwise: str) -> str:
    """Tell a question's language from its small words.

    Args:
        question: what was asked.
        otherwise: the answer when no language leads clearly, as for a single noun.
    """
    words = re.findall(r"\w+", question.casefold())
    counts = {language: sum(w in telling for w in words) for language, telling in _WORDS.items()}
    if re.search(r"[¿¡ñ]", question.casefold()):
        counts["es"] += 2
    if re.search(r"[äöüß]", question.casefold()):
        counts["de"] += 1
    best, second = sorted(counts.values(), reverse=True)[:2]
    return max(counts, key=lambda language: counts[language]) if best > second else otherwise
