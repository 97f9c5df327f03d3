"""Emphasis beside scripts that put no spaces between words.

CommonMark lets `**` next to a punctuation mark open or close only where a space or another mark stands on its other
side. In Chinese, Japanese and Korean no space does, so that `点击**“保存”**按钮` would show its asterisks. Here a
character of these scripts counts like a space, as in the proposal "markdown-cjk-friendly".
"""

import unicodedata
from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


class AnswerInline(ParserInline):
    """An inline parser that emphasises words of all scripts."""

    def parse(self, src: str, md: "MarkdownIt", env: MutableMapping[str, Any], tokens: "list[Token]") -> "list[Token]":
        """Parse an inline text."""
        state = _State(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


class _State(StateInline):
    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803 - the names are the parser's
        scanned = super().scanDelims(start, canSplitWord)
        if not canSplitWord:
            return scanned
        after = start + scanned.length
        before, behind = self.src[start - 1 : start], self.src[after : after + 1] if after < self.posMax else ""
        opens = scanned.can_open or (_unspaced(before) and _mark(behind))
        closes = scanned.can_close or (_unspaced(behind) and _mark(before))
        return Scanned(opens, closes, scanned.length)


def _unspaced(character: str) -> bool:
    return (
        character != ""
        and unicodedata.category(character)[0] in "LN"
        and unicodedata.east_asian_width(character) in {"W", "F", "H"}
    )


def _mark(character: str) -> bool:
    return (
        character != ""
        and not isWhiteSpace(ord(character))
        and (isMdAsciiPunct(ord(character)) or isPunctChar(character))
    )
