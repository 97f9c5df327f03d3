"""Answers that a small model writes as one code block of Markdown: without the fence they are answers again."""

import re
from collections.abc import AsyncIterator

from overlay.core.model import Finish, ModelEvent, TextDelta

_OPENS = re.compile(r"\s*(`{3,}|~{3,})[ \t]*(?:markdown|md)[ \t]*\n", re.IGNORECASE)
_MAY_OPEN = re.compile(
    r"\s*(?:`*|~*|(?:`{3,}|~{3,})[ \t]*(?:m?|md|ma|mar|mark|markd|markdo|markdow|markdown)[ \t]*)", re.IGNORECASE
)


class Unwrapping:
    """Takes a text in pieces and gives it back without the fence around all of it."""

    def __init__(self) -> None:
        self._held = ""
        self._fence = ""
        self._free = False
        self._inner = False
        self._line_begins = True

    def feed(self, text: str) -> str:
        """Take more text and return what may be shown; a line that may be a fence waits for its end."""
        if self._free:
            return text
        self._held += text
        if not self._fence:
            opens = _OPENS.match(self._held)
            if opens:
                self._fence, self._held = opens[1], self._held[opens.end() :]
            elif _MAY_OPEN.fullmatch(self._held):
                return ""
            else:
                self._free = True
        return self._inside(ended=False)

    def end(self) -> str:
        """Return what was held back and is text after all."""
        return self._inside(ended=True)

    def _inside(self, *, ended: bool) -> str:
        shown = ""
        while self._held and self._fence and not self._free:
            line, newline, _ = self._held.partition("\n")
            if not (newline or ended) and self._may_be_fence(line):
                return shown
            shown += self._line(line, newline)
        if self._free or ended:
            shown, self._held = shown + self._held, ""
        return shown

    def _line(self, line: str, newline: str) -> str:
        """Take a line, or the beginning of one that is no fence."""
        self._held = self._held[len(line) + len(newline) :]
        bare = line.strip()
        if self._line_begins and bare == self._fence and not self._inner:
            self._free = True
            return ""
        if self._line_begins and bare.startswith(self._fence):
            self._inner = not self._inner
        self._line_begins = bool(newline)
        return line + newline

    def _may_be_fence(self, line: str) -> bool:
        begun = line.strip()
        return self._line_begins and (self._fence.startswith(begun) or begun.startswith(self._fence))


async def unwrapped(events: AsyncIterator[ModelEvent]) -> AsyncIterator[ModelEvent]:
    """Pass a step's events on, its text without a fence around all of it."""
    text = Unwrapping()
    async for event in events:
        if isinstance(event, TextDelta):
            said = text.feed(event.text)
            if said:
                yield TextDelta(said)
            continue
        if isinstance(event, Finish) and (rest := text.end()):
            yield TextDelta(rest)
        yield event
