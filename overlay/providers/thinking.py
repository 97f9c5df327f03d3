"""Thinking that a local server leaves in the text, between tags at its very beginning; it is hidden."""

_OPEN, _CLOSE = "<think>", "</think>"


class ThinkingTags:
    """Lets text through, but for a `<think>…</think>` that it begins with."""

    def __init__(self) -> None:
        self._held = ""
        self._inside = False
        self._free = False

    def feed(self, text: str) -> str:
        """Take text and return what may be shown of it."""
        if self._free or not text:
            return text
        self._held += text
        if self._inside:
            return self._after_close()
        begun = self._held.lstrip()
        if begun.startswith(_OPEN):
            self._inside = True
            return self._after_close()
        if _OPEN.startswith(begun):
            return ""
        return self._let_go(self._held)

    def end(self) -> str:
        """Return what was held back and turned out to be no tag."""
        return "" if self._inside else self._let_go(self._held)

    def _after_close(self) -> str:
        _, closed, rest = self._held.partition(_CLOSE)
        if not closed:
            return ""
        self._inside = False
        return self._let_go(rest.lstrip())

    def _let_go(self, text: str) -> str:
        self._free, self._held = True, ""
        return text
