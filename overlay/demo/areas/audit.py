"""The audit log: every change that was saved in Linden."""

from overlay.demo import words
from overlay.demo.records.audit import LogEntry, list_changes
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, View, initials_of
from overlay.demo.visits import Visit

_LISTING = Listing(
    "Changes",
    (Column("Person"), Column("Change", wraps=True), Column("Screen"), Column("When")),
    "No changes found",
    "Try another word, or show all screens.",
)


def _view(visit: Visit) -> View:
    everything = list_changes(visit.db)
    today = [entry for entry in everything if entry.day == visit.clock.today]
    people = {entry.person_id for entry in everything}
    screens = {entry.screen: entry.screen for entry in sorted(everything, key=lambda entry: entry.screen)}
    months = {key: words.month(key) for key in dict.fromkeys(entry.day[:7] for entry in everything)}
    shown = list_changes(visit.db, visit.wanted("search"), visit.wanted("area"), visit.wanted("month"))

    def row(entry: LogEntry) -> Row:
        return Row(
            str(entry.id),
            (
                Cell(entry.person, initials=initials_of(entry.person)),
                Cell(entry.what),
                Cell(entry.screen),
                Cell(words.near(entry.day, visit.clock.day.year), entry.time),
            ),
        )

    return View(
        "Who changed what, and when. Nothing can be changed or deleted here.",
        cards=(
            Card("Changes", str(len(everything)), "in the log"),
            Card("Today", str(len(today)), words.weekday(visit.clock.today)),
            Card("People", str(len(people)), "have changed something"),
        ),
        filters=(
            Filter("search", "Search changes"),
            Filter("area", "Screen", screens, "All screens"),
            Filter("month", "Month", months, "All months"),
        ),
        table=_LISTING.page_of(visit, shown, row),
    )


AREA = Area("audit", _view, ())
