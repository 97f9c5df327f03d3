"""Expense policies: what may be claimed; administrators change them here."""

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import policies
from overlay.demo.records.expenses import CATEGORIES
from overlay.demo.records.policies import Policy
from overlay.demo.rules import NotPermittedError
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View
from overlay.demo.visits import Visit


def _may_edit(visit: Visit) -> bool:
    return visit.person.role == "admin"


def _change(visit: Visit, entries: Entries) -> str:
    if not _may_edit(visit):
        raise NotPermittedError
    highest = entries.whole("highest") if entries.text("highest") else None
    policy = policies.change_policy(visit.db, entries.subject, entries.text("rule"), highest, visit.clock)
    return f"The policy {policy.title} is saved."


def _describe(visit: Visit, subject: str) -> str | None:
    policy = policies.find_policy(visit.db, subject)
    return f"{policy.title}, {CATEGORIES[policy.category]}" if policy and _may_edit(visit) else None


def _current(visit: Visit) -> dict[str, str]:
    policy = policies.find_policy(visit.db, visit.wanted("policy"))
    if policy is None:
        return {}
    highest = f"{policy.highest // 100}.{policy.highest % 100:02d}" if policy.highest else ""
    return {"rule": policy.rule, "highest": highest}


EDIT = Form(
    id="edit_policy",
    parameter="action",
    value="edit_policy",
    title="Edit policy",
    submit="Save policy",
    save=_change,
    fields=(
        Field("highest", "Limit", Kind.MONEY, required=False, hint="Empty for the general limit of 5,000.", limit=12),
        Field("rule", "Rule", Kind.LONG, limit=200),
    ),
    subject_key="policy",
    describe=_describe,
    starts=_current,
)

_COLUMNS = (Column("Policy"), Column("Category"), Column("Limit", number=True), Column("Receipt"))
_READ = Listing("Policies", _COLUMNS, "No policies found", "Try another word, or show all categories.")
_EDITED = Listing("Policies", (*_COLUMNS, Column("Actions", actions=True)), _READ.empty, _READ.empty_hint)


def _view(visit: Visit) -> View:
    everything = policies.list_policies(visit.db)
    latest = max(everything, key=lambda policy: policy.changed)
    shown = policies.list_policies(visit.db, visit.wanted("search"), visit.wanted("category"))
    editing = _may_edit(visit)

    def row(policy: Policy) -> Row:
        cells = (
            Cell(policy.title, policy.rule),
            Cell(CATEGORIES[policy.category]),
            Cell(words.money(policy.highest) if policy.highest else "–"),
            Cell("Needed" if policy.receipt else "Not needed"),
        )
        return Row(policy.id, (*cells, Cell(actions=(RowAction(EDIT, policy.id, "Edit"),))) if editing else cells)

    return View(
        "What the company pays back, and up to which amount.",
        cards=(
            Card("General limit", "€5,000.00", "for one expense"),
            Card("Time to send", "90 days", "after the day you paid"),
            Card("Last change", words.day(latest.changed), latest.title),
        ),
        filters=(Filter("search", "Search policies"), Filter("category", "Category", CATEGORIES, "All categories")),
        table=(_EDITED if editing else _READ).page_of(visit, shown, row),
    )


AREA = Area("expense_policies", _view, (EDIT,))
