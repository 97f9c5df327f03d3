"""Calls in notations that a model brought along from elsewhere: ReAct, tags, special tokens, a line of Python.

They are found at the beginning of a line, by a tool's name or by a token that means nothing else. None of them runs:
each program spells them differently, and the model is told how they are spelt here.
"""

import re
from dataclasses import dataclass
from enum import Enum

LOOK = 72
"""Characters of a line by which it is told what it is."""
_TOKENS = (
    "[tool_calls]",
    "<function_calls>",
    "<function=",
    "<invoke name=",
    "<|python_tag|>",
    "<|tool",
    "<｜tool",
    "<|channel|>commentary",
    "<|start|>assistant<|channel|>commentary",
    "commentary to=",
    "assistantcommentary to=",
    "<tool_response",
    "<tool_result",
    "<function_response",
    "<function_results",
)
"""What begins a call, or the result of one that was made up, whatever follows."""
INLINE = ("[TOOL_CALLS]", "<tool_call>", "<function=", "<|python_tag|>", "<|tool", "<｜tool", "<|channel|>commentary")
"""What begins a call in the middle of a line too."""
_TAG = re.compile(
    r"(</?\|?(tools?|tool_?calls?|tool_code|function_?calls?|call|tool_use|arguments)\|?>|@@END@@)[ \t]*(?=\n|\Z)",
    re.IGNORECASE,
)
_THOUGHT = re.compile(r"[*_]{0,2}Thought[*_]{0,2}:[^\n]*(\n|\Z)", re.IGNORECASE)
_ACTION = re.compile(
    r"[*_]{0,2}Action[*_]{0,2}:[*_]{0,2}[ \t]*[`*_]{0,2}[\w.-]*[`*_]{0,2}[ \t]*(?=\n|\Z)", re.IGNORECASE
)
_ANSWER = re.compile(r"[*_]{0,2}Final Answer[*_]{0,2}:[*_]{0,2}[ \t]*", re.IGNORECASE)
_LEADS = (
    *("action", "tool", "function", "print(", "default_api.", "final answer", "<", "[tool_calls]", "@@end@@", "call:"),
    *("commentary to=", "assistantcommentary to="),
)


class Kind(Enum):
    """What a line begins with."""

    NOTHING = 1
    OPEN = 2
    """It may still become one of the others."""
    CALL = 3
    ASIDE = 4
    """Something that belongs to a call, if one follows; otherwise it is text."""
    TAG = 5
    """Something that is never text."""
    ANSWER = 6
    """A word that announces the answer, and is none of it."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a line begins with, and how many characters that is."""

    kind: Kind
    length: int = 0


class Foreign:
    """Tells what lines begin with."""

    def __init__(self, known: frozenset[str]) -> None:
        """Begin.

        Args:
            known: the tools there are.
        """
        names = "|".join(map(re.escape, sorted(known, key=len, reverse=True))) or r"(?!)"
        self._call = re.compile(
            rf"[*_]{{0,2}}(Action|Tool|Function)[*_]{{0,2}}[ \t]*:[*_]{{0,2}}[ \t]*[`\"'*_]{{0,2}}({names})\b|"
            r"[*_]{0,2}Action[ \t]*Input[*_]{0,2}[ \t]*:|"
            rf"\[?[*_]{{0,2}}(print\(|call:)?((default_api|functions)\.)?({names})[*_]{{0,2}}[ \t]*"
            r"([(\[{]|:[ \t]*\{)|"
            rf"<(function|invoke|tool)\w*\b[^>\n]{{0,24}}\b({names})\b|"
            rf"<({names})\b",
            re.IGNORECASE,
        )
        self._leads = (*_LEADS, "functions.", *(f"{mark}{name.lower()}" for name in known for mark in ("", "[")))

    def read(self, text: str, *, ended: bool) -> Beginning:
        """Tell what a text begins with, whose first line may still grow.

        Args:
            text: from the beginning of a line on.
            ended: whether nothing follows.
        """
        line, newline, _ = text.partition("\n")
        head = line[:LOOK]
        bare = head.lstrip("*_").lower()
        if self._call.match(head) or bare.startswith(_TOKENS):
            return Beginning(Kind.CALL)
        whole = bool(newline) or ended
        if not whole and self._may_become(bare, len(line)):
            return Beginning(Kind.OPEN)
        return _line(text)

    def _may_become(self, bare: str, length: int) -> bool:
        if "thought:".startswith(bare[:8]):
            return True
        return length < LOOK and any(w.startswith(bare) or bare.startswith(w) for w in self._leads)


def _line(text: str) -> Beginning:
    for kind, form in ((Kind.TAG, _TAG), (Kind.ASIDE, _THOUGHT), (Kind.ASIDE, _ACTION), (Kind.ANSWER, _ANSWER)):
        if found := form.match(text):
            return Beginning(kind, found.end())
    return Beginning(Kind.NOTHING)
