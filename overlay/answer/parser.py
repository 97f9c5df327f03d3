"""markdown-it, set up for answers: no HTML, no automatic links, addresses as written, markers as tokens."""

import re
from collections.abc import MutableMapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from overlay.answer.markers import MARKER

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

MARKER_RULE = "marker"
"""The type of a marker's token."""
_BREAK = re.compile(r"<br[ ]?/?>\s*", re.IGNORECASE)
_ITEM = re.compile(r"\n[ \t]*(?=[•◦▪‣●○]|[–—][ ]|\d{1,2}[-)][ ]|[A-Za-z]\)[ ]|\*\*\d{1,2}[.)])")
_GROWING = "growing"
_OPEN = "open"
_STYLES = {"*": "em", "_": "em", "**": "strong", "__": "strong", "~~": "s"}


def block_tokens(text: str) -> "list[Token]":
    """Parse the block structure of a text; inline tokens keep their content unparsed."""
    found: list[Token] = []
    parser = _parser()
    parser.block.parse(text, parser, {}, found)
    return found


def inline_tokens(content: str) -> "list[Token]":
    """Parse a finished inline text."""
    return _inline(content, {})


def growing_tokens(content: str) -> "list[Token]":
    """Parse an inline text that is still growing: emphasis that is open reaches to the end, and no opener shows."""
    return _inline(content, {_GROWING: True, _OPEN: False})


def is_settled(content: str) -> bool:
    """Say whether no emphasis is open at the end of a text."""
    env: dict[str, object] = {_GROWING: True, _OPEN: False}
    _inline(content, env)
    return not env[_OPEN]


def _inline(content: str, env: MutableMapping[str, Any]) -> "list[Token]":
    parser = _parser()
    return parser.inline.parse(content, parser, env, [])


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    from overlay.answer.emphasis import AnswerInline

    parser = MarkdownIt()
    parser.inline = AnswerInline()
    parser.configure("commonmark", {"html": False, "linkify": False, "typographer": False, "maxNesting": 100})
    parser.enable(["table", "strikethrough"])
    # A definition may stand far below its use, long after that was shown: such links stay text.
    parser.disable(["reference", "html_block", "html_inline"])
    parser.inline.ruler.before("link", MARKER_RULE, _marker_rule)
    parser.inline.ruler.before("autolink", "break", _break_rule)
    parser.inline.ruler.before("newline", "item", _item_rule)
    parser.inline.ruler2.after("emphasis", "close_openers", _close_openers)
    # Which addresses may be followed is the policy's decision, and it must not raise for any text.
    parser.validateLink = lambda url: True  # noqa: ARG005 - the name is the protocol's
    parser.normalizeLink = lambda url: url
    parser.normalizeLinkText = _as_written
    return parser


def _as_written(link: str) -> str:
    return link


def _marker_rule(state: "StateInline", silent: bool) -> bool:
    if state.src[state.pos] not in "![":
        return False
    found = MARKER.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push(MARKER_RULE, "", 0)
        token.content = found[0]
    state.pos = found.end()
    return True


def _break_rule(state: "StateInline", silent: bool) -> bool:
    """Read `<br>`, the only way to end a line within a table's cell; every other tag is text."""
    return _ends_line(state, "<", _BREAK, silent)


def _item_rule(state: "StateInline", silent: bool) -> bool:
    """Keep the lines apart that are items of a list to everybody but Markdown."""
    return _ends_line(state, "\n", _ITEM, silent)


def _ends_line(state: "StateInline", first: str, pattern: re.Pattern[str], silent: bool) -> bool:
    found = pattern.match(state.src, state.pos, state.posMax) if state.src[state.pos] == first else None
    if found is None:
        return False
    if not silent:
        state.pending = state.pending.rstrip(" ")
        state.push("hardbreak", "br", 0)
    state.pos = found.end()
    return True


def _close_openers(state: "StateInline") -> None:
    """Let emphasis that nothing closes yet reach to the end, and within a link just hide what opens it."""
    if _GROWING not in state.env:
        return
    for meta in state.tokens_meta:
        for delimiter in meta["delimiters"] if meta and "delimiters" in meta else ():
            if delimiter.open and delimiter.end < 0:
                state.tokens[delimiter.token].content = ""
                state.env[_OPEN] = True
    waiting = [d.token for d in state.delimiters if d.open and d.end < 0]
    if waiting:
        state.env[_OPEN] = True
        _style_to_the_end(state, waiting)


def _style_to_the_end(state: "StateInline", openers: list[int]) -> None:
    from markdown_it.token import Token

    closers: list[tuple[str, str]] = []
    while openers:
        first = openers.pop(0)
        token = state.tokens[first]
        marker, token.content = token.content, ""
        if openers[:1] == [first + 1] and marker in {"*", "_"} and state.tokens[first + 1].content == marker:
            state.tokens[openers.pop(0)].content = ""
            marker *= 2
        kind = _STYLES[marker]
        token.type, token.tag, token.nesting, token.markup = f"{kind}_open", kind, 1, marker
        closers.append((kind, marker))
    for kind, marker in reversed(closers):
        state.tokens.append(Token(f"{kind}_close", kind, -1, markup=marker))
        state.tokens_meta.append(None)
