"""Settings of the company, in two tabs."""

from overlay.demo import words
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import settings
from overlay.demo.records.settings import Setting
from overlay.demo.views import Area, Card, Cell, Column, Filter, Listing, Row, RowAction, View
from overlay.demo.visits import Visit

NOTIFICATIONS = "/admin/settings/notifications"


def _change(visit: Visit, entries: Entries) -> str:
    setting = settings.change_setting(visit.db, entries.text("setting"), entries.text("value"), visit.clock)
    return f"{setting.name} is {setting.value} now."


def _choices(visit: Visit) -> dict[str, str]:
    return {setting.id: setting.name for setting in settings.list_settings(visit.db)}


def _current(visit: Visit) -> dict[str, str]:
    setting = settings.find_setting(visit.db, visit.wanted("setting"))
    return {"value": setting.value} if setting else {}


CHANGE = Form(
    id="change_setting",
    parameter="action",
    value="change_setting",
    title="Change setting",
    submit="Save setting",
    save=_change,
    fields=(
        Field("setting", "Setting", Kind.CHOICE, choices=_choices),
        Field("value", "New value", hint="A number, a word from the list, or On and Off.", limit=40),
    ),
    intro="It counts for everybody from now on.",
    starts=_current,
    listed=True,
)

_LISTING = Listing(
    "Settings",
    (Column("Setting"), Column("Value"), Column("Allowed"), Column("Changed"), Column("Actions", actions=True)),
    "No settings found",
    "Try another word.",
)


def _row(setting: Setting) -> Row:
    return Row(
        setting.id,
        (
            Cell(setting.name, setting.about),
            Cell(setting.value),
            Cell(setting.allowed.replace("-", " to ")),
            Cell(words.day(setting.changed)),
            Cell(actions=(RowAction(CHANGE, setting.id, "Change", key="setting"),)),
        ),
    )


def _view(visit: Visit) -> View:
    part = "notifications" if visit.path == NOTIFICATIONS else "general"
    everything = settings.list_settings(visit.db, part)
    shown = settings.list_settings(visit.db, part, visit.wanted("search"))
    year = visit.wanted("year")
    shown = [setting for setting in shown if year in ("", setting.changed[:4])]
    latest = max(everything, key=lambda setting: setting.changed)
    years = {setting.changed[:4]: setting.changed[:4] for setting in sorted(everything, key=lambda s: s.changed)}
    off = sum(setting.value == "Off" for setting in everything)
    return View(
        "How Linden works for the whole company.",
        buttons=(CHANGE,),
        cards=(
            Card("Settings", str(len(everything)), "on this tab"),
            Card("Switched off", str(off), "of those that can be"),
            Card("Last change", words.day(latest.changed), latest.name),
        ),
        filters=(Filter("search", "Search settings"), Filter("year", "Changed in", years, "All years")),
        table=_LISTING.page_of(visit, shown, _row),
    )


AREA = Area("settings", _view, (CHANGE,))
