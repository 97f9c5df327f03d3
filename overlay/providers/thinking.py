"""What a local server leaves in a model's text that is none of it: thinking at its beginning, the mark of its end."""

import re

_TAGS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "[THINK]": "[/THINK]",
    "<|channel|>analysis<|message|>": "<|end|>",
}
"""How thinking begins, and with what it ends."""
_UNOPENED = "</think>"
_BEFORE_ANSWER = ("<|start|>assistant", "<|channel|>final<|message|>")
_MARKS = (*_TAGS, *_BEFORE_ANSWER)
_ENDS = (
    *("<|im_end|>", "<|end|>", "<|return|>", "<|eot_id|>", "<|end_of_text|>", "<|endoftext|>"),
    *("<end_of_turn>", "<eos>", "</s>", "<｜end▁of▁sentence｜>"),
)
_END = "|".join(map(re.escape, _ENDS))
_HALF_END = "|".join(re.escape(end[:n]) for end in _ENDS for n in range(len(end) - 1, 0, -1))
_LAST = re.compile(rf"(?:(?:{_END})\s*)*(?:{_HALF_END})?\Z")


class ThinkingTags:
    """Lets text through, but for the thinking that it begins with."""

    def __init__(self, *, begun: bool = False) -> None:
        """Begin.

        Args:
            begun: whether the text begins within thinking: a template that opens it leaves the model to close it.
        """
        self.unopened = False
        """Whether thinking ended that had not begun, so that it has been shown."""
        self._begun = begun
        self._held = ""
        self._until = _UNOPENED if begun else ""
        self._free = False
        self._hid = False
        self._last = ""

    def feed(self, text: str) -> str:
        """Take text and return what may be shown of it."""
        if self._free or not text:
            seen = self._last + text
            self._last = seen[1 - len(_UNOPENED) :]
            self.unopened = self.unopened or _UNOPENED in seen
            return text
        self._held += text
        while self._hides():
            pass
        begun = self._held.lstrip()
        if self._until or any(mark.startswith(begun) for mark in _MARKS):
            return ""
        return self._let_go()

    def end(self) -> str:
        """Return what was held back and turned out to be no tag."""
        return "" if self._until and not self._begun else self._let_go()

    def _hides(self) -> bool:
        """Drop one mark or what it encloses; say whether another may follow."""
        if self._until:
            _, closed, rest = self._held.partition(self._until)
            if not closed:
                return False
            self._held, self._until, self._begun, self._hid = rest, "", False, True
            return True
        begun = self._held.lstrip()
        mark = next((m for m in _MARKS if begun.startswith(m)), "")
        if mark:
            self._held, self._until, self._hid = begun[len(mark) :], _TAGS.get(mark, ""), True
        return bool(mark)

    def _let_go(self) -> str:
        held = self._held.lstrip() if self._hid else self._held
        self._free, self._held = True, ""
        self.unopened = self.unopened or _UNOPENED in held
        return held


class EndMarks:
    """Lets text through, but for the marks of a model's template that it ends with."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, text: str) -> str:
        """Take text and return what may be shown of it: all but what could be such a mark."""
        if not self._held and "<" not in text:
            return text
        text = self._held + text
        found = _LAST.search(text)
        begin = found.start() if found else len(text)
        self._held = text[begin:]
        return text[:begin]

    def end(self) -> str:
        """Return what was held back and turned out to be no mark."""
        held, self._held = self._held, ""
        return "" if held.startswith(_ENDS) else held
