"""Words as search sees them: folded, without accents, stemmed in three languages, and cut into 4-grams."""

import re
import threading
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Protocol, cast

LANGUAGES = ("english", "german", "spanish")

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_MARKDOWN = re.compile(r"\[(?:captura|action):[^\]]*\]|\]\([^)]*\)|[*`#>|«»“”]")

STOPWORDS = frozenset(
    """
    a about all am an and any are as at be been but by can could did do does doing for from get go had has have
    how i i'd i'm if into is it it's its just let like make may me mine might my need of one or our please shall
    should so some tell than that the their them then there these they this to up us was we were whether what
    what's when where which who whom whose why will with would you your way want wanna gonna hi hello hey here
    aqui help show explain thing things aber als auch auf aus bei bin bitte da das dass dem den der des die dies
    diese doch du ein eine einem einen einer eines er es fur geht gibt habe haben hat hier ich ihr im ist ja
    kann kannst konnen konnte man mein meine meinem meinen meiner mich mir mit mochte muss nach noch nur ob oder
    schon sein sich sie sind soll um und uns unser von vom vor wann warum wie wieso wir wird wo woher wohin wer
    wurde zu zum zur wenn machen mache macht tun hilfe al ante como con cual cuando cuanto de del desde donde el
    ella ellos en entre era esa ese eso esta estan estar este esto estoy fue ha hacer hace hago han hay he la
    las le lo los mas mi mis muy nos o para pero por porque puede puedo que quien quiero se ser si sin sobre son
    soy su sus tengo te tiene tu un una uno unos y ya debo necesito hola ayuda favor mean means meaning bedeutet
    bedeuten significa screen page seite bildschirm pantalla pagina today yesterday tomorrow monday tuesday
    wednesday thursday friday heute gestern morgen montag dienstag mittwoch donnerstag freitag hoy ayer manana
    lunes martes miercoles jueves viernes someone somebody jemand alguien wants wanted anyone
    """.split()
)
"""Words that say nothing about the subject, without accents."""

_STEMMING = threading.Lock()
"""A stemmer keeps the word it works on in itself: two threads would cut each other's words."""


def fold(text: str) -> str:
    """Lower the case and drop accents: `Días` and `dias` are one word."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


def words(text: str) -> list[str]:
    """Return the words of a text (its Markdown aside), folded, stopwords left out."""
    plain = _MARKDOWN.sub(" ", text)
    return [w for w in _WORD.findall(fold(plain)) if w not in STOPWORDS and (len(w) > 1 or w.isdigit())]


@lru_cache(maxsize=8192)
def stems(word: str) -> frozenset[str]:
    """Return what a word's stem is in each language, the word itself included."""
    with _STEMMING:
        return frozenset({word, *(stemmer.stemWord(word) for stemmer in _stemmers())})


@lru_cache(maxsize=8192)
def grams(word: str) -> frozenset[str]:
    """Return a word's 4-grams, its ends marked; a short word is one gram."""
    marked = f"_{word}_"
    return frozenset(marked[i : i + 4] for i in range(max(1, len(marked) - 3)))


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str:  # noqa: N802  the library's own name
        ...


@lru_cache(maxsize=1)
def _stemmers() -> tuple[_Stemmer, ...]:
    import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]

    make = cast("Callable[[str], _Stemmer]", snowballstemmer.stemmer)  # pyright: ignore[reportUnknownMemberType]
    return tuple(make(language) for language in LANGUAGES)
