"""Long words in labels: Qt breaks none, and would widen the panel instead."""

import re

LONG = 15
"""Characters of a word that fit into the narrowest panel at the largest size of text."""
_PIECE = 5
_BREAK = "\u200b"
_WORD = re.compile(rf"\S{{{LONG},}}")


def breakable(text: str) -> str:
    """Return a text whose long words may be broken where the room ends; what is shown stays the same."""
    return _WORD.sub(lambda found: _pieces(found[0]), text)


def _pieces(word: str) -> str:
    return _BREAK.join(word[at : at + _PIECE] for at in range(0, len(word), _PIECE))
