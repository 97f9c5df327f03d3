"""A log's summary for a terminal: aligned tables, and what to do when there is nothing to show."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from overlay.app.log_report import DayCost, LogReport, Use
from overlay.app.terminal import plain
from overlay.core.model import was_cut
from overlay.storage.log_reader import LoggedTurn, LogNotice

SHOWN = 20
"""Rows of a list in the summary; the list by itself shows all."""
WIDEST = 72
"""Characters of a question."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str] = ()) -> list[str]:
    """Write a table.

    Args:
        head: the columns' names.
        rows: their cells.
        right: the names of the columns whose cells stand to the right.
    """
    lines = [list(head), *([plain(" ".join(cell.split("\n"))) for cell in row] for row in rows)]
    widths = [max(len(line[n]) for line in lines) for n in range(len(head))]
    ends = [name in right for name in head]
    return [
        "  " + "  ".join(c.rjust(w) if e else c.ljust(w) for c, w, e in zip(line, widths, ends, strict=True)).rstrip()
        for line in lines
    ]


def summary_text(found: LogReport, span: str, *, who: str) -> str:
    """Write the whole summary."""
    if not found.turns:
        return "\n".join([nothing(span, who), *notices_text(found.notices)])
    head = f"{count(found.turns, 'question')} {span}{who}, {count(len(found.unanswered), 'question')} unanswered."
    parts = [
        [head],
        ["Cost by day", *cost_text(found.cost)],
        ["Use by entry point", *use_text(found.use, "entry point")],
    ]
    if len(found.people) > 1:
        parts.append(["Use by person", *use_text(found.people, "person")])
    parts.append(["Unanswered", *unanswered_text(found.unanswered, SHOWN)])
    if found.feedback:
        parts.append(["Feedback", *feedback_text(found.feedback, SHOWN)])
    if found.slow:
        parts.append(["Slow to begin", *slow_text(found.slow, SHOWN)])
    parts.append(notices_text(found.notices))
    return "\n\n".join("\n".join(part) for part in parts if part)


def nothing(span: str, who: str) -> str:
    """Say that there is nothing, and what would be."""
    return f'No questions {span}{who}. Ask one (fescue ask "How do I …?"), or look further back: --since 90d'


def cost_text(days: Sequence[DayCost]) -> list[str]:
    """Write the days' cost."""
    rows = [[d.day, str(d.turns), str(d.asked), f"{d.input:,}", f"{d.output:,}", _cost(d)] for d in days]
    lines = table(
        ("day", "questions", "model", "input", "output", "cost"),
        rows,
        ("questions", "model", "input", "output", "cost"),
    )
    if any(d.unknown for d in days):
        lines.append("  ? The price of a model is not known, or it told no tokens. Set it: see `prices` in the policy.")
    return lines


def use_text(uses: Sequence[Use], name: str) -> list[str]:
    """Write how much something was used."""
    rows = [[u.name, str(u.turns), str(u.unanswered), _seconds(u.first_ms)] for u in uses]
    return table((name, "questions", "unanswered", "first word"), rows, ("questions", "unanswered", "first word"))


def unanswered_text(turns: Sequence[LoggedTurn], most: int | None = None) -> list[str]:
    """Write the questions that went unanswered: the most frequent first, then the latest."""
    if not turns:
        return ["  None: the manual had an answer to everything."]
    same: dict[tuple[str, ...], list[LoggedTurn]] = {}
    for turn in reversed(turns):
        same.setdefault((turn.screen, _outcome(turn), _question(turn).casefold()), []).append(turn)
    often = sorted(same.values(), key=len, reverse=True)
    rows = [[str(len(g)), _moment(g[0].at), g[0].screen or "-", _outcome(g[0]), _question(g[0])] for g in often[:most]]
    lines = table(("times", "last", "screen", "why", "question"), rows, ("times",))
    return lines + _more(len(often) - len(rows), "unanswered")


def feedback_text(rated: Sequence[LoggedTurn], most: int | None = None) -> list[str]:
    """Write what people thought of answers: how many, then those who were not helped and those who said why."""
    if not rated:
        return ["  Nobody has rated an answer yet: the thumbs are below each answer in the panel."]
    down = sum(t.thumb == "down" for t in rated)
    lines = [f"  {len(rated) - down} up, {down} down"]
    told = sorted((t for t in rated if t.thumb == "down" or t.comment), key=lambda t: t.thumb == "up")
    rows = [[_moment(t.at), t.screen or "-", t.thumb, _line(t.comment, "-"), _question(t)] for t in told[:most]]
    lines += table(("when", "screen", "thumb", "comment", "question"), rows) if rows else []
    return lines + _more(len(told) - len(rows), "feedback")


def slow_text(turns: Sequence[LoggedTurn], most: int) -> list[str]:
    """Write the answers that took long to begin, the slowest first."""
    rows = [[_moment(t.at), _seconds(t.first_ms), t.asked or t.provider, _question(t)] for t in turns[:most]]
    return table(("when", "first word", "model", "question"), rows) + _more(len(turns) - most, "turns")


def turns_text(turns: Sequence[LoggedTurn]) -> list[str]:
    """Write every turn."""
    rows = [
        (
            *(_moment(t.at), t.person, t.screen or "-", t.entry_point or "-", t.asked or t.provider, t.outcome),
            *(_seconds(t.first_ms), _money(t.cost, t.currency), _question(t)),
        )
        for t in turns
    ]
    return table(
        ("when", "person", "screen", "entry", "by", "outcome", "first", "cost", "question"),
        rows,
        ("first", "cost"),
    )


def notices_text(notices: Sequence[LogNotice]) -> list[str]:
    """Write the notices."""
    return ["Notices", *(f"  {_moment(n.at)}  {n.text}" for n in notices)] if notices else []


def count(number: int, thing: str) -> str:
    """Write a number of things."""
    return f"{number} {thing}" + ("" if number == 1 else "s")


def _more(number: int, what: str) -> list[str]:
    return [f"  … and {number} more: fescue log {what}"] if number > 0 else []


def _cost(day: DayCost) -> str:
    if day.unknown and not day.cost:
        return f"? ({day.unknown} unknown)"
    return _money(day.cost, day.currency) + (f" + ? ({day.unknown} unknown)" if day.unknown else "")


def _money(cost: float | None, currency: str) -> str:
    if cost is None:
        return "?"
    return f"{cost:.4f} {currency}" if currency else "-"


def _outcome(turn: LoggedTurn) -> str:
    if turn.outcome == "failed" and was_cut(turn.finish):
        return "cut off"
    names = {"started": "never ended", "failed": "broke off", "timeout": "took too long"}
    return names.get(turn.outcome, "not in the manual")


def _question(turn: LoggedTurn) -> str:
    return _line(turn.question, "(not kept)")


def _line(words: str, otherwise: str) -> str:
    text = " ".join(words.split())
    return (text if len(text) <= WIDEST else text[: WIDEST - 1] + "…") or otherwise


def _moment(at: str) -> str:
    return f"{datetime.fromisoformat(at):%Y-%m-%d %H:%M}" if at else "-"


def _seconds(ms: float | None) -> str:
    return "-" if ms is None else f"{ms / 1000:.2f} s"
