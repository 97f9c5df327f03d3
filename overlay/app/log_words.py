"""The words that `fescue log` and `fescue history` understand."""

from argparse import ArgumentParser
from pathlib import Path


def add_log_words(parser: ArgumentParser) -> None:
    """Add what `fescue log` understands."""
    kinds = ("summary", "cost", "use", "unanswered", "feedback", "turns")
    parser.add_argument("what", nargs="?", default="summary", choices=kinds, help="a summary when left out")
    parser.add_argument("--since", default="30d", metavar="T", help="12h, 7d, 2w or a date; 30d by default")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--mine", action="store_true", help="only what you asked")
    who.add_argument("--user", metavar="U", help="only what this person asked")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--csv", action="store_true", help="print a table for a spreadsheet")
    parser.add_argument("--file", type=Path, nargs="+", default=[], metavar="FILE", help="other logs that you may read")
    _who_words(parser)


def add_history_words(parser: ArgumentParser) -> None:
    """Add what `fescue history` understands."""
    kinds = ("list", "search", "show", "export", "delete")
    parser.add_argument("what", nargs="?", default="list", choices=kinds, help="a list when left out")
    parser.add_argument(
        "words", nargs="*", metavar="WORDS|ID|FILE", help="search WORDS, show ID, export FILE, delete ID"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="list or export as JSON")
    form.add_argument("--markdown", action="store_true", help="export as Markdown, as it does without a word")
    parser.add_argument("--conversation", metavar="ID", help="export this one alone")
    parser.add_argument("--all", action="store_true", help="delete everything you asked")
    parser.add_argument("--yes", action="store_true", help="do not ask before deleting")
    _who_words(parser)


def _who_words(parser: ArgumentParser) -> None:
    parser.add_argument("--origin", metavar="URL", help="where the app runs, when not at the pack's own address")
    parser.add_argument("--role", metavar="R", help="who you are, for an app that does not say so itself")
