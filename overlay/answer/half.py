"""What of a text that is still being written may already be shown: never half a piece of Markdown's syntax.

These functions only decide about frames in between. A finished answer never passes through them.
"""

import re

from overlay.answer.markers import half_marker

_CONTAINERS = re.compile(r"(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*")
_UNDECIDED = re.compile(r"[-+=*_|:~ \t]*|#{1,6}[ \t]*|\d{1,9}[.)]?|`{1,2}|(?:`{3,}[^`]*|~{3,}.*)|>")
_CLOSING_FENCE = re.compile(r"[ \t>]*(?:`*|~*)[ \t]*")
_DELIMITER_ROW = re.compile(r"[-|: \t]+")
_PIPE = re.compile(r"(?<!\\)\|")
_HALF_TASK = re.compile(r"\[(?:[ xX]\]?[ \t]*)?")
_TAIL = re.compile(
    r"(?P<entity>&(?:#[0-9xX]?[0-9a-fA-F]{0,6}|[A-Za-z][A-Za-z0-9]{0,30})?)$"
    r"|(?P<angle><(?:[A-Za-z][^\s<>]*|[bB][rR] ?/?)?)$|(?:^|(?<=[\s([]))!$|\u200d$"
)
_MARKER = r"\[(?:captura|action):[^\]\[\n]*\]"
_REFERENCE = re.compile(r"\^?\d*")
_SPECIAL = re.compile(
    rf"\\.|`+|(?:(?<!\S)!)?{_MARKER}(?P<address>\([^()\s]*\)?)?|!?\[(?!(?<=!\[){_MARKER[2:]})|\]"
    r"|<[A-Za-z][A-Za-z0-9+.-]*[:@][^\s<>]*>",
    re.DOTALL,
)
_HALF_TARGET = re.compile(
    r"""\(\s*(?:<(?:[^<>\n\\]|\\.)*>?|[^\s<]\S*)?"""
    r"""(?:\s+(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\((?:[^()\\]|\\.)*\)?)?)?\s*\\?"""
)


def undecided_line(text: str) -> int:
    """Return where the last, unfinished line must be cut as it may become block syntax; else the text's length."""
    start = text.rfind("\n") + 1
    if start == len(text):
        return start
    inside = _CONTAINERS.match(text, start)
    begin = inside.end() if inside else start
    return start if _UNDECIDED.fullmatch(text, begin) else len(text)


def may_close_fence(line: str) -> bool:
    """Say whether an unfinished line inside a code block may be its closing fence."""
    return _CLOSING_FENCE.fullmatch(line) is not None


def decided_lines(content: str) -> str:
    """Cut a growing paragraph before what may become the head of a table."""
    lines = content.split("\n")
    if len(lines) > 1 and _DELIMITER_ROW.fullmatch(lines[-1]):
        lines.pop()
    pipe = _PIPE.search(lines[-1]) if "|" in lines[-1] else None
    if pipe:
        lines[-1] = lines[-1][: pipe.start()]
    return "\n".join(lines).rstrip()


def half_task(content: str) -> bool:
    """Say whether a list item's growing text may be the box of a task."""
    return _HALF_TASK.fullmatch(content) is not None


def settle(content: str) -> str:
    """Rewrite a growing inline text so that nothing of a link, image, code span, entity or marker shows half written.

    Emphasis that is still open is left to the parser, which knows its rules.
    """
    return settled(content)[0]


def settled(content: str) -> tuple[str, bool]:
    """Return what `settle` does, and whether the text's last character shows and stands outside of code."""
    text = _cut_tail(content)
    scan = _Scan(text)
    scan.run()
    shows = scan.end == len(text) == len(content.rstrip()) and not scan.closing
    return scan.result(), shows


def _cut_tail(content: str) -> str:
    marker = half_marker(content)
    if marker is not None:
        content = content[:marker]
    backslashes = len(content) - len(content.rstrip("\\"))
    if backslashes % 2:
        content = content[:-1]
    half = _TAIL.search(content)
    if half and not (half.start() and content[half.start() - 1] == "\\"):
        content = content[: half.start()]
    return content.rstrip()


class _Scan:
    """One pass over a text that finds what is still open at its end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = len(text)
        self.closing = ""
        self.open: list[tuple[int, int]] = []
        """Spans of the opening brackets that wait for their end."""
        self.dropped: list[tuple[int, int]] = []

    def run(self) -> None:
        position = 0
        while position < self.end:
            found = _SPECIAL.search(self.text, position, self.end)
            if found is None:
                break
            position = self._step(found)
        self._hold_reference()

    def result(self) -> str:
        text = self.text[: self.end]
        for start, stop in sorted([*self.dropped, *self.open], reverse=True):
            text = text[:start] + text[stop:]
        if self.closing:
            return text.rstrip("`") + self.closing
        return _without_trailing_delimiters(text)

    def _step(self, found: re.Match[str]) -> int:
        special = found[0]
        if special[0] == "`":
            return self._ticks(found)
        if found["address"] and special[-1] != ")":
            # The address that a marker may have like a link: it goes with the marker, once it has its end.
            if found.end() < self.end:
                return found.start("address")
            self.end = found.start("address")
        if special[-1] == "[" and special[0] != "\\":
            self.open.append(found.span())
        elif special == "]" and self.open:
            return self._bracket(found.start())
        return found.end()

    def _hold_reference(self) -> None:
        """Wait with `[1]` at the end, which mostly is no link: its number would show without its brackets first."""
        begun = self.dropped if self.dropped and self.dropped[-1][1] <= self.end else self.open
        if begun and _REFERENCE.fullmatch(self.text, begun[-1][1], self.end):
            self.end = begun.pop()[0]

    def _ticks(self, found: re.Match[str]) -> int:
        run = found[0]
        close = re.compile(rf"(?<!`){run}(?!`)").search(self.text, found.end(), self.end)
        if close:
            return close.end()
        if not self.text[found.end() : self.end].strip("` \n"):
            self.end = found.start()
        elif len(run) < 3:
            self.closing = run
            return self.end
        return found.end()

    def _bracket(self, close: int) -> int:
        start, stop = self.open.pop()
        after = close + 1
        if after == self.end:
            self.dropped.append((start, stop))
            self.end = close
        elif self.text[after] == "(":
            target = link_end(self.text, after)
            if target is not None:
                return target
            if _HALF_TARGET.fullmatch(self.text, after, self.end):
                self.dropped.append((start, stop))
                self.end = close
        return after


def link_end(text: str, start: int) -> int | None:
    """Return the index after a link's target, given the index of its opening parenthesis; None if it has no end."""
    from markdown_it.helpers import parseLinkDestination, parseLinkTitle

    end = len(text)
    position = _skip_space(text, start + 1)
    target = parseLinkDestination(text, position, end)
    if target.ok:
        position = target.pos
        spaced = _skip_space(text, position)
        if spaced > position:
            title = parseLinkTitle(text, spaced, end)
            position = _skip_space(text, title.pos) if title.ok else spaced
    return position + 1 if position < end and text[position] == ")" else None


def _skip_space(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\n":
        position += 1
    return position


def _without_trailing_delimiters(text: str) -> str:
    return re.sub(r"(?:\s|(?<!\\)[*_~])+$", "", text)
