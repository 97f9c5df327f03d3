"""Reads a model's text for calls of the text protocol while it streams: lets through what is answer, holds the rest.

A call stands on a line of its own, in a code fence or not. One that is only quoted in a sentence is text. What
resembles a call without being one is never shown and never run; the model is told what was wrong with it.
"""

import re
from enum import Enum

from overlay.providers.text_blocks import (
    END,
    MARK,
    RESULT,
    JsonEnd,
    WrittenCall,
    drifted,
    may_drift,
    read_call,
    resembles_call,
)
from overlay.providers.text_foreign import INLINE, Foreign, Kind

_FENCE = re.compile(r"(`{3,}|~{3,})[^\n`]*\n")
_FENCE_BEGUN = re.compile(r"`{1,2}|~{1,2}|(`{3,}|~{3,})[^\n`]*")
_ITEM = re.compile(r"((?:[-*+•>]|#{1,6}|\d{1,3}[.)])[ \t]+)+")
_ITEM_BEGUN = re.compile(r"[-*+•>]|#{1,6}|\d{1,3}[.)]?")
_LISTED = re.compile(r"\[\s*(?=\{)")
_LISTED_BEGUN = re.compile(r"\[\s*")
_INLINE = re.compile("|".join(map(re.escape, INLINE)))
_HALF = re.compile(
    "(?:" + "|".join(re.escape(m[:n]) for m in (MARK, *INLINE) for n in range(len(m) - 1, 0, -1)) + r")\Z"
)
NOT_JSON = "what stands between the marks is not one JSON object"
NO_END = f"it does not end with {END}"
NOT_ALONE = "it does not stand on a line of its own"
NO_MARK = f"it does not begin with {MARK}"
INVENTED = "a result was made up; results come only from tools"


class _State(Enum):
    """Where the scanner is."""

    LINE_START = 1
    IN_LINE = 2
    IN_CALL = 3
    IN_DRIFT = 4
    DONE = 5


class TextScanner:
    """Takes text in pieces; `call` or `problem` is set once the message asked for something."""

    def __init__(self, known: frozenset[str]) -> None:
        """Begin.

        Args:
            known: the tools there are.
        """
        self.call: WrittenCall | None = None
        self.problem = ""
        self._known = known
        self._state = _State.LINE_START
        self._held: str = ""
        self._kept = ""  # white space and a fence's first line: shown before the next words, dropped before a call
        self._line = ""
        self._shown: list[str] = []
        self._fenced = False
        self._own = True
        self._item = False  # whether only the mark of a list or a heading stands before this
        self._quoted = False  # whether the mark of a quotation does
        self._tagged = False  # whether a tag of another notation was dropped, and nothing has followed
        self._foreign = Foreign(known)
        self._drift_at = 0
        self._json = JsonEnd()

    def feed(self, text: str) -> str:
        """Take more text and return what may be shown."""
        self._held += text
        return self._advance(ended=False)

    def end(self) -> str:
        """Return what was held back and is text after all."""
        return self._advance(ended=True)

    def _advance(self, *, ended: bool) -> str:
        steps = {
            _State.LINE_START: self._line_start,
            _State.IN_LINE: self._in_line,
            _State.IN_CALL: self._in_call,
            _State.IN_DRIFT: self._in_drift,
        }
        while self._state in steps and steps[self._state](ended):
            pass
        if ended and self._state is not _State.DONE:
            self._shown.append(self._kept)
            self.problem = NO_MARK if self._tagged else ""
        shown, self._shown = "".join(self._shown), []
        return shown

    def _line_start(self, ended: bool) -> bool:
        text = self._undressed()
        if not text:
            return False
        if text.startswith(MARK):
            return self._begin_call(own=not (self._item or self._quoted), at=0)
        if text.startswith(RESULT):
            return self._give_up(INVENTED)
        fence = _FENCE.match(text)
        if fence:
            return self._fence_line(fence[0])
        foreign = self._other_notation(text, ended)
        return foreign if foreign is not None else self._drift_or_words(text, ended)

    def _undressed(self) -> str:
        """Keep white space and the mark of a list item, which may come before a call, and return what follows."""
        text = self._held.lstrip()
        space = self._held[: len(self._held) - len(text)]
        if "\n" in space:
            self._item = self._quoted = False
        if item := _ITEM.match(text):
            # What is quoted is not asked for.
            self._quoted = self._quoted or ">" in item[0]
            self._item, text = not self._quoted, text[item.end() :]
        self._kept += self._held[: len(self._held) - len(text)]
        self._held, self._line = text, ""
        return text

    def _other_notation(self, text: str, ended: bool) -> bool | None:
        """Deal with a line that begins as calls do elsewhere; None when it does not."""
        begins = self._foreign.read(text, ended=ended)
        match begins.kind:
            case Kind.CALL:
                return self._give_up(NO_MARK)
            case Kind.OPEN:
                return False
            case Kind.ASIDE:
                self._kept, self._held = self._kept + text[: begins.length], text[begins.length :]
                return True
            case Kind.TAG if not self._fenced:
                self._held, self._tagged = text[begins.length :], not text.startswith(("</", END))
                return True
            case Kind.ANSWER:
                self._kept, self._held = _space_of(self._kept), text[begins.length :]
                return True
            case _:
                return None

    def _drift_or_words(self, text: str, ended: bool) -> bool:
        begins = 0 if text.startswith("{") else drifted(text)
        if listed := _LISTED.match(text):
            # A list of calls, without any mark: only a known tool makes it one.
            self._kept, self._held = self._kept + listed[0], text[listed.end() :]
            begins = 0
        if begins is not None:
            self._state, self._drift_at, self._json = _State.IN_DRIFT, begins, JsonEnd()
            return True
        begun = any(form.fullmatch(text) for form in (_FENCE_BEGUN, _LISTED_BEGUN, _ITEM_BEGUN))
        if not ended and (begun or _begins(text) or may_drift(text)):
            return False
        self._state = _State.IN_LINE
        return True

    def _fence_line(self, line: str) -> bool:
        """Keep the line that opens a code block, which may hold a call; let the one that closes it through."""
        self._held = self._held[len(line) :]
        if self._fenced:
            self._show(line)
        else:
            self._kept += line
        self._fenced = not self._fenced
        return True

    def _in_line(self, ended: bool) -> bool:
        text = self._held
        mark, newline = text.find(MARK), text.find("\n")
        foreign = _INLINE.search(text, 0, min(n for n in (mark, newline, len(text)) if n >= 0))
        if foreign:
            return self._foreign_mark(foreign)
        if newline >= 0 and not 0 <= mark < newline:
            self._show(text[:newline])
            self._held, self._state = text[newline:], _State.LINE_START
            return True
        if mark >= 0:
            if (self._line + text[:mark]).count("`") % 2:
                self._show(text[: mark + len(MARK)])
                self._held = text[mark + len(MARK) :]
                return True
            self._item = False
            return self._begin_call(own=False, at=mark)
        half = None if ended else _HALF.search(text)
        begun = half.start() if half else len(text)
        self._show(text[:begun])
        self._held = text[begun:]
        return False

    def _foreign_mark(self, found: re.Match[str]) -> bool:
        """End the message at what means nothing but a call, in whatever line it stands; in code it is text."""
        before = self._held[: found.start()]
        if (self._line + before).count("`") % 2:
            self._show(self._held[: found.end()])
            self._held = self._held[found.end() :]
            return True
        self._show(before)
        return self._give_up(NO_MARK)

    def _begin_call(self, *, own: bool, at: int) -> bool:
        self._show(self._held[:at])
        self._held = self._held[at:]
        self._state, self._own, self._json = _State.IN_CALL, own, JsonEnd()
        return True

    def _in_call(self, ended: bool) -> bool:
        body = self._held[len(MARK) :].lstrip()
        if body and not body.startswith("{"):
            return self._give_up(NOT_JSON) if self._own else self._as_text(len(MARK))
        after = self._json.find(body) if body else None
        rest = body[after:].lstrip() if after is not None else ""
        if after is None or (END.startswith(rest) and rest != END):
            if not ended:
                return False
            return self._give_up(NO_END) if body or self._own else self._as_text(len(MARK))
        if not rest.startswith(END):
            return self._give_up(NO_END)
        return self._block_ended(body[:after], rest[len(END) :], ended)

    def _block_ended(self, block: str, tail: str, ended: bool) -> bool:
        """Decide by what follows on the line: nothing, another mark, or words."""
        line, newline, _ = tail.partition("\n")
        follows = line.strip()
        if not newline and follows in ("", "@") and not ended:
            return False
        if not self._own and follows:
            return self._as_text(len(self._held) - len(tail))
        if not self._own and not self._item:
            return self._give_up(NOT_ALONE)
        if follows and not follows.startswith(("@@", "`", "~")):
            return self._give_up(NOT_ALONE)
        self.call = read_call(block)
        return self._give_up("" if self.call else NOT_JSON)

    def _in_drift(self, ended: bool) -> bool:
        marked = self._drift_at > 0
        block = self._held[self._drift_at :]
        after = self._json.find(block)
        if after is None and not ended:
            return False
        if after is not None:
            call = read_call(block[:after]) is not None
            if (marked and call) or resembles_call(block[:after], self._known):
                return self._quoted_or_drifted(block[after:], ended)
        elif "@@" in self._held[: self._drift_at]:
            return self._give_up(NO_MARK)
        return self._as_text(self._drift_at + (after or len(block)))

    def _quoted_or_drifted(self, tail: str, ended: bool) -> bool:
        """Let a whole call through that a sentence begins with and quotes; anything else has lost its marks."""
        line, newline, _ = tail.partition("\n")
        if MARK not in self._held[: self._drift_at]:
            return self._give_up(NO_MARK)
        if not newline and not ended:
            return False
        _, closed, words = line.partition(END)
        if not closed or not re.search(r"\w", words):
            return self._give_up(NO_MARK)
        return self._as_text(len(self._held) - len(tail) + line.index(END) + len(END))

    def _as_text(self, length: int) -> bool:
        self._show(self._held[:length])
        self._held, self._state = self._held[length:], _State.IN_LINE
        return True

    def _give_up(self, problem: str) -> bool:
        """End the message here: what follows a call is not the model's to say."""
        self.problem = problem
        self._state, self._held, self._kept = _State.DONE, "", ""
        return False

    def _show(self, text: str) -> None:
        """Let text through; white space at its end waits for what follows."""
        words = text.rstrip()
        if words:
            self._shown.append(self._kept + words)
            self._kept, self._tagged = "", False
        self._kept += text[len(words) :]
        self._line += text


def _space_of(text: str) -> str:
    return text[: len(text) - len(text.lstrip())]


def _begins(text: str) -> bool:
    """Say whether a mark could be growing here."""
    return MARK.startswith(text) or RESULT.startswith(text)
