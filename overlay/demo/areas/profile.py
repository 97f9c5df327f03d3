"""My profile: how to reach a person, and whom to call for them."""

from overlay.demo import words
from overlay.demo.access import ROLE_NAMES
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import people
from overlay.demo.records.people import LANGUAGES
from overlay.demo.views import Area, Facts, View
from overlay.demo.visits import Visit


def _edit(visit: Visit, entries: Entries) -> str:
    people.update_contact(visit.db, visit.person, entries.texts)
    return "Your profile is saved."


def _current(visit: Visit) -> dict[str, str]:
    person = visit.person
    return {
        "phone": person.phone,
        "address": person.address,
        "emergency_name": person.emergency_name,
        "emergency_phone": person.emergency_phone,
        "language": person.language,
    }


EDIT = Form(
    id="edit_profile",
    parameter="action",
    value="edit_profile",
    title="Edit profile",
    submit="Save profile",
    save=_edit,
    fields=(
        Field("phone", "Phone", Kind.PHONE, limit=24),
        Field("address", "Address", limit=160),
        Field("emergency_name", "Emergency contact", half=True),
        Field("emergency_phone", "Emergency phone", Kind.PHONE, half=True, limit=24),
        Field("language", "Language", Kind.CHOICE, choices=LANGUAGES),
    ),
    starts=_current,
    listed=True,
)


def _view(visit: Visit) -> View:
    person = visit.person
    return View(
        "What the company knows about how to reach you.",
        buttons=(EDIT,),
        facts=(
            Facts(
                "Contact",
                (("E-mail", person.email), ("Phone", person.phone or "–"), ("Address", person.address or "–")),
            ),
            Facts(
                "Emergency contact",
                (("Name", person.emergency_name or "–"), ("Phone", person.emergency_phone or "–")),
            ),
            Facts(
                "Work",
                (
                    ("Position", person.title),
                    ("Department", person.department),
                    ("Manager", people.name_of(visit.db, person.manager_id)),
                    ("Role in Linden", ROLE_NAMES[person.role]),
                    ("Joined", words.day(person.started)),
                ),
            ),
            Facts("Preferences", (("Language", LANGUAGES[person.language]),)),
        ),
    )


AREA = Area("profile", _view, (EDIT,))
