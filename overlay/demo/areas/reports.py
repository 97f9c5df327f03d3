"""Reports: people, money and projects in figures, each on a tab of its own."""

from overlay.demo import words
from overlay.demo.records import figures, projects
from overlay.demo.records.expenses import CATEGORIES
from overlay.demo.records.figures import DepartmentFigures, SpendingFigures
from overlay.demo.records.projects import Project
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, View, status_choices
from overlay.demo.visits import Visit

MONEY, PROJECTS = "/reports/money", "/reports/projects"
_PEOPLE = Listing(
    "By department",
    (
        Column("Department"),
        Column("People", number=True),
        Column("Days present", number=True),
        Column("Leave days", number=True),
        Column("Corrections", number=True),
    ),
    "Nothing to report",
    "Nobody of your team matches.",
)
_MONEY = Listing(
    "By category",
    (
        Column("Category"),
        Column("Expenses", number=True),
        Column("Amount", number=True),
        Column("Still waiting", number=True),
        Column("Share", number=True),
    ),
    "Nothing to report",
    "No expenses in this month.",
)
_PROJECTS = Listing(
    "By project",
    (
        Column("Project"),
        Column("Budget", number=True),
        Column("Hours used", number=True),
        Column("Parked", number=True),
        Column("Status"),
    ),
    "Nothing to report",
    "No project matches.",
)


def _months(visit: Visit) -> Filter:
    options = {key: words.month(key) for key in figures.expense_months(visit.db)}
    return Filter("month", "Month", options, "This year")


def _month(visit: Visit) -> str:
    known = visit.wanted("month") in figures.expense_months(visit.db)
    return visit.wanted("month") if known else str(visit.clock.day.year)


def _people_row(one: DepartmentFigures) -> Row:
    return Row(
        one.department.replace(" ", ""),
        (
            Cell(one.department),
            Cell(str(one.people)),
            Cell(str(one.days_present)),
            Cell(words.days(one.leave_days)),
            Cell(str(one.corrections)),
        ),
    )


def _people_view(visit: Visit) -> View:
    found = figures.by_department(visit.db, visit.person, _month(visit))
    part = visit.wanted("search").casefold()
    shown = [one for one in found if part in one.department.casefold()]
    return View(
        "Attendance and leave of the people you may see.",
        cards=(
            Card("People", str(sum(one.people for one in found)), words.count(len(found), "department")),
            Card("Leave days", words.days(sum(one.leave_days for one in found)), "approved"),
            Card("Corrections", str(sum(one.corrections for one in found)), "to attendance"),
        ),
        filters=(Filter("search", "Search departments"), _months(visit)),
        table=_PEOPLE.page_of(visit, shown, _people_row),
    )


def _money_view(visit: Visit) -> View:
    found = figures.by_category(visit.db, visit.person, _month(visit))
    total = sum(one.amount for one in found)
    waiting = sum(one.waiting for one in found)
    part = visit.wanted("search").casefold()
    shown = [one for one in found if part in CATEGORIES[one.category].casefold()]

    def row(one: SpendingFigures) -> Row:
        share = one.amount / total
        return Row(
            one.category,
            (
                Cell(CATEGORIES[one.category]),
                Cell(str(one.expenses)),
                Cell(words.money(one.amount)),
                Cell(words.money(one.waiting) if one.waiting else "–"),
                Cell(f"{share:.0%}", share=share),
            ),
        )

    return View(
        "Expenses of the people you may see, without drafts and declined ones.",
        cards=(
            Card("Spent", words.money(total), words.count(sum(one.expenses for one in found), "expense")),
            Card("Still waiting", words.money(waiting), "for a decision"),
            Card("Largest category", CATEGORIES[found[0].category] if found else "–", "by amount"),
        ),
        filters=(Filter("search", "Search categories"), _months(visit)),
        table=_MONEY.page_of(visit, shown, row),
    )


def _project_row(project: Project) -> Row:
    return Row(
        project.code,
        (
            Cell(project.name, project.code),
            Cell(f"{project.budget} h"),
            Cell(f"{project.spent // 60} h", share=project.share),
            Cell(words.hours(project.parked) if project.parked else "–"),
            Cell(status=project.status),
        ),
    )


def _projects_view(visit: Visit) -> View:
    everything = projects.list_projects(visit.db)
    live = [project for project in everything if project.status != "closed"]
    shown = projects.list_projects(visit.db, visit.wanted("search"), visit.wanted("status"))
    return View(
        "Hours of all projects against their budgets.",
        cards=(
            Card("Budget", f"{sum(project.budget for project in live):,} h", "of open projects"),
            Card("Used", f"{sum(project.spent for project in live) // 60:,} h", "of it so far"),
            Card("Parked", words.hours(sum(project.parked for project in live)), "not counted yet"),
        ),
        filters=(
            Filter("search", "Search projects"),
            Filter("status", "Status", status_choices("planned", "active", "paused", "closed"), "All statuses"),
        ),
        table=_PROJECTS.page_of(visit, shown, _project_row),
    )


def _view(visit: Visit) -> View:
    if visit.path == MONEY:
        return _money_view(visit)
    return _projects_view(visit) if visit.path == PROJECTS else _people_view(visit)


AREA = Area("reports", _view, ())
