"""markdown-it, set up for answers: no HTML, no automatic links, addresses as written, markers as tokens."""

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
_GROWING = "growing"
_CLOSERS = "closers"
_APPENDED = "appended"


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
    env: dict[str, object] = {_GROWING: True, _CLOSERS: ""}
    tokens = _inline(content, env)
    closers = str(env[_CLOSERS])
    if not closers:
        return tokens
    return _inline(content + closers, {_GROWING: True, _CLOSERS: "", _APPENDED: len(closers)})


def is_settled(content: str) -> bool:
    """Say whether no emphasis is open at the end of a text."""
    env: dict[str, object] = {_GROWING: True, _CLOSERS: ""}
    _inline(content, env)
    return not env[_CLOSERS]


def _inline(content: str, env: MutableMapping[str, Any]) -> "list[Token]":
    parser = _parser()
    return parser.inline.parse(content, parser, env, [])


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "linkify": False, "typographer": False, "maxNesting": 100})
    parser.enable(["table", "strikethrough"])
    # A definition may stand far below its use, long after that was shown: such links stay text.
    parser.disable(["reference", "html_block", "html_inline"])
    parser.inline.ruler.before("link", MARKER_RULE, _marker_rule)
    parser.inline.ruler2.after("emphasis", "hide_openers", _hide_openers)
    # Which addresses may be followed is the policy's decision, and it must not raise for any text.
    parser.validateLink = lambda url: True  # noqa: ARG005 - the name is the protocol's
    parser.normalizeLink = lambda url: url
    parser.normalizeLinkText = _as_written
    return parser


def _as_written(link: str) -> str:
    return link


def _marker_rule(state: "StateInline", silent: bool) -> bool:
    if state.src[state.pos] != "[":
        return False
    found = MARKER.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push(MARKER_RULE, "", 0)
        token.content = found[0]
    state.pos = found.end()
    return True


def _hide_openers(state: "StateInline") -> None:
    if _GROWING not in state.env:
        return
    groups = [state.delimiters, *(meta["delimiters"] for meta in state.tokens_meta if meta and "delimiters" in meta)]
    waiting = [d.token for group in groups for d in group if d.open and d.end < 0]
    closers = [state.tokens[index].content for index in sorted(set(waiting), reverse=True)]
    for index in waiting:
        state.tokens[index].content = ""
    _hide_appended(state.tokens, state.env.get(_APPENDED, 0))
    state.env[_CLOSERS] = "".join(closers)


def _hide_appended(tokens: "list[Token]", count: int) -> None:
    """Hide the closers at the end, which nobody wrote, that closed nothing."""
    for token in reversed(tokens):
        if token.type.endswith("_close"):
            count -= len(token.markup)
        elif token.type == "text" and not token.content.strip("*_~"):
            count -= len(token.content)
            token.content = ""
        else:
            return
        if count <= 0:
            return
