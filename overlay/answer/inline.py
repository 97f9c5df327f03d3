"""Inline Markdown to runs: styles, links and labels as the policy decides them, markers taken out."""

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from overlay.answer.document import Link, Run, Runs
from overlay.answer.half import settle, settled
from overlay.answer.markers import MARKER, PictureMarker, picture_marker
from overlay.answer.parser import MARKER_RULE, growing_tokens, inline_tokens, is_settled
from overlay.answer.policy import AnswerPolicy, is_quoted

if TYPE_CHECKING:
    from markdown_it.token import Token

_CACHE_SIZE = 512
PLAIN = re.compile(r"(?:[^\W_]|[ ,.;:?/()%+=–—-])*")
"""Characters that mean nothing but themselves after words."""
_WORD_END = re.compile(r"(?:[^\W_]|[,.])?")
"""A last character after which the words go on in the same style, whatever it stands in."""
_LONG = 160
"""Characters of a growing paragraph that are parsed again with each new word."""


@dataclass(frozen=True, slots=True)
class Inline:
    """What an inline text holds: runs, and the screenshots its markers ask for."""

    runs: Runs
    pictures: tuple[PictureMarker, ...] = ()


class InlineReader:
    """Reads inline texts for one answer, remembering those it has read."""

    def __init__(self, policy: AnswerPolicy) -> None:
        self._policy = policy
        self._read: dict[tuple[str, int], Inline] = {}
        self._settled = ("", Inline(()))
        self._grown: tuple[str, Inline] | None = None
        self._last = ("", Inline(()))

    @property
    def grown(self) -> tuple[str, Inline]:
        """The text that was read as growing the last time, and what it holds."""
        return self._last

    @property
    def lives(self) -> bool:
        """Whether more plain words would just make its last run longer."""
        return self._grown is not None

    def finished(self, content: str) -> Inline:
        """Read a text that will not change any more."""
        key = (content, len(self._policy.known_labels))
        known = self._read.get(key)
        if known is None:
            if len(self._read) >= _CACHE_SIZE:
                self._read.clear()
            known = self._read[key] = _Styles(self._policy).read(inline_tokens(content))
        return known

    def growing(self, content: str) -> Inline:
        """Read a text that more will follow: no half syntax shows and no half link can be followed."""
        known = self._lengthened(content)
        if known is None:
            begun, before = self._settle_beginning(content)
            rest, shows = settled(content[begun:])
            after = _Styles(self._policy).read(growing_tokens(rest)) if rest else Inline(())
            known = _join(before, after)
            live = shows and _WORD_END.fullmatch(content.rstrip(" ")[-1:]) is not None
            self._grown = (content, known) if live and known.runs else None
        self._last = (content, known)
        return known

    def _lengthened(self, content: str) -> Inline | None:
        """Return the text before with more words at its end, if nothing else has come."""
        if self._grown is None:
            return None
        before, read = self._grown
        more = content[len(before) :]
        if not content.startswith(before) or not PLAIN.fullmatch(more):
            return None
        shown = (before[len(before.rstrip(" ")) :] + more).rstrip()
        if shown:
            last = read.runs[-1]
            read = Inline((*read.runs[:-1], last.with_text(last.text + shown)), read.pictures)
            self._grown = (content, read)
        return read

    def _settle_beginning(self, content: str) -> tuple[int, Inline]:
        beginning, read = self._settled
        if not content.startswith(beginning):
            beginning, read = "", Inline(())
        end = content.rfind(" ", len(beginning), len(content) - _LONG // 4)
        if end - len(beginning) > _LONG:
            piece = content[len(beginning) : end]
            if piece == piece.rstrip() and settle(piece) == piece and is_settled(piece):
                beginning += piece + " "
                read = _join(read, _Styles(self._policy).read([*inline_tokens(piece), *inline_tokens("&#32;")]))
        self._settled = (beginning, read)
        return len(beginning), read


def plain(runs: Runs) -> str:
    """Return the text of runs as it is shown."""
    return "".join(run.text + ("\n" if run.line_break else "") for run in runs)


def trimmed(runs: Runs) -> Runs:
    """Return runs without white space at either end and without empty runs."""
    kept = [run for run in runs if run.text or run.line_break]
    while kept and not kept[0].text.strip():
        kept.pop(0)
    while kept and not kept[-1].text.strip():
        kept.pop()
    if kept and not kept[0].code and kept[0].text[0] in " \t\n":
        kept[0] = kept[0].with_text(kept[0].text.lstrip(" \t\n"))
    if kept:
        last = kept[-1]
        text = last.text if last.code else last.text.rstrip(" \t\n")
        if last.line_break or text != last.text:
            kept[-1] = replace(last, text=text, line_break=False)
    return tuple(kept)


def _join(one: Inline, other: Inline) -> Inline:
    runs: list[Run] = list(one.runs)
    for run in other.runs:
        _append(runs, run)
    return Inline(tuple(runs), one.pictures + other.pictures)


def _append(runs: list[Run], run: Run) -> None:
    if not run.text and not run.line_break:
        return
    last = runs[-1] if runs else None
    if last and not last.line_break and not last.label and same_style(last, run):
        joined = last.with_text(last.text + run.text)
        runs[-1] = replace(joined, line_break=True) if run.line_break else joined
    else:
        runs.append(run)


def same_style(one: Run, other: Run) -> bool:
    """Say whether two runs differ in their text and line break at most."""
    return (
        one.bold is other.bold
        and one.italic is other.italic
        and one.code is other.code
        and one.strike is other.strike
        and one.label is other.label
        and one.verified is other.verified
        and (one.link is other.link or one.link == other.link)
    )


class _Styles:
    """Walks inline tokens with the style that is on at each."""

    def __init__(self, policy: AnswerPolicy) -> None:
        self._policy = policy
        self._runs: list[Run] = []
        self._pictures: list[PictureMarker] = []
        self._depth = {"strong": 0, "em": 0, "s": 0}
        self._link: tuple[str, int] | None = None
        self._strong_from = 0
        self._gap = False

    def read(self, tokens: "list[Token]") -> Inline:
        for index, token in enumerate(tokens):
            self._token(token, tokens, index)
        return Inline(tuple(_one_style(self._runs)), tuple(self._pictures))

    def _token(self, token: "Token", tokens: "list[Token]", index: int) -> None:
        match token.type:
            case "text" | "text_special":
                self._add(token.content)
            case "code_inline":
                self._add(token.content, code=True)
            case "image":
                self._add(_words(token))
            case "softbreak":
                self._soft_break(tokens, index)
            case "hardbreak":
                self._hard_break()
            case kind if kind == MARKER_RULE:
                self._marker(token.content)
            case _:
                self._switch(token)

    def _switch(self, token: "Token") -> None:
        kind, _, side = token.type.partition("_")
        if kind == "link":
            if side == "open":
                self._link = (str(token.attrGet("href") or ""), len(self._runs))
            else:
                self._close_link()
        elif kind in self._depth:
            self._depth[kind] += token.nesting
            if kind == "strong":
                self._strong(opened=token.nesting > 0)

    def _strong(self, *, opened: bool) -> None:
        if opened:
            if self._depth["strong"] == 1:
                self._strong_from = len(self._runs)
            return
        if self._depth["strong"]:
            return
        inside = self._runs[self._strong_from :]
        words = plain(tuple(inside))
        if is_quoted(words):
            verified = self._policy.verified(words)
            self._runs[self._strong_from :] = [replace(r, label=True, verified=verified) for r in _one_style(inside)]

    def _close_link(self) -> None:
        if self._link is None:
            return
        href, start = self._link
        self._link = None
        words = plain(tuple(self._runs[start:])).strip()
        link = self._policy.link(words, href)
        if link is None:
            return
        if not words:
            self._add(link.route)
            link = replace(link, label=link.route)
        self._runs[start:] = [_linked(run, link) for run in self._runs[start:]]

    def _add(self, text: str, *, code: bool = False) -> None:
        if self._gap:
            text = self._close_gap(text, code=code)
        if text:
            on = self._depth
            self._runs.append(
                Run(text, bold=on["strong"] > 0, italic=on["em"] > 0, code=code, strike=on["s"] > 0),
            )

    def _soft_break(self, tokens: "list[Token]", index: int) -> None:
        before = self._runs[-1].text[-1:] if self._runs else ""
        after = tokens[index + 1].content[:1] if index + 1 < len(tokens) else ""
        # Lines of Chinese and Japanese are not divided by spaces.
        self._add("" if _wide(before) and _wide(after) else " ")

    def _hard_break(self) -> None:
        if self._runs and not self._runs[-1].line_break:
            self._runs[-1] = replace(self._runs[-1], line_break=True)
        else:
            self._runs.append(Run("", line_break=True))

    def _marker(self, text: str) -> None:
        found = MARKER.fullmatch(text)
        wanted = picture_marker(found) if found else None
        if wanted:
            self._pictures.append(wanted)
        self._gap = True

    def _close_gap(self, text: str, *, code: bool) -> str:
        """Settle what a marker left between two words: one space, none before a closing mark."""
        if not code:
            text = text.lstrip(" ")
        if not text or not self._runs:
            return text
        self._gap = False
        last = self._runs[-1]
        if text[0] in ".,;:!?)]" and not code:
            self._runs[-1] = last if last.code else last.with_text(last.text.rstrip(" "))
        elif not last.text.endswith(" ") and not last.line_break:
            self._runs.append(Run(" "))
        return text


def _linked(run: Run, link: Link) -> Run:
    return replace(run, link=link)


def _one_style(runs: list[Run]) -> list[Run]:
    joined: list[Run] = []
    for run in runs:
        _append(joined, run)
    return joined


def _words(token: "Token") -> str:
    if token.children:
        return "".join(_words(child) if child.children else child.content for child in token.children)
    return token.content


def _wide(character: str) -> bool:
    return bool(character) and unicodedata.east_asian_width(character) in {"W", "F"}
