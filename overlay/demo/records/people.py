"""People: who works here, in which role, and how to reach them."""

import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from overlay.demo.clock import Clock
from overlay.demo.records.settings import is_on, number_of
from overlay.demo.rules import InvalidEntryError

DEPARTMENTS = ("Leadership", "Design", "Sales", "Warehouse", "Finance", "People & IT")
LANGUAGES = {"en": "English", "de": "Deutsch", "es": "Español", "pt": "Português"}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account."""

    id: str
    name: str
    email: str
    role: str
    department: str
    title: str
    manager_id: str | None
    status: str
    phone: str
    address: str
    emergency_name: str
    emergency_phone: str
    language: str
    started: str

    @property
    def initials(self) -> str:
        """First letters of the first and the last name."""
        parts = self.name.split()
        return (parts[0][0] + parts[-1][0]).upper()


def find_person(db: sqlite3.Connection, person_id: str) -> Person | None:
    """One person by id."""
    row = db.execute("SELECT * FROM people WHERE id = ?", (person_id,)).fetchone()
    return Person(**dict(row)) if row else None


def name_of(db: sqlite3.Connection, person_id: str | None) -> str:
    """A person's name; a dash for nobody."""
    person = find_person(db, person_id) if person_id else None
    return person.name if person else "–"


def list_people(db: sqlite3.Connection, search: str = "", role: str = "", status: str = "") -> list[Person]:
    """People by name; each filter that is empty lets everybody through."""
    rows = db.execute(
        "SELECT * FROM people WHERE (name LIKE ? OR email LIKE ? OR department LIKE ?)"
        " AND (? = '' OR role = ?) AND (? = '' OR status = ?) ORDER BY name",
        (*(f"%{search}%",) * 3, role, role, status, status),
    )
    return [Person(**dict(row)) for row in rows]


def invite(db: sqlite3.Connection, clock: Clock, name: str, email: str, role: str, department: str) -> Person:
    """Add a person who has not signed in yet.

    Raises:
        InvalidEntryError: the e-mail address is taken.
    """
    if db.execute("SELECT 1 FROM people WHERE lower(email) = lower(?)", (email,)).fetchone():
        raise InvalidEntryError({"email": f"{email} already belongs to somebody in Linden."})
    db.execute(
        "INSERT INTO people VALUES (?, ?, ?, ?, ?, 'New colleague', ?, 'invited', '', '', '', '', 'en', ?)",
        (_free_id(db, email), name, email, role, department, head_of(db, department), clock.today),
    )
    row = db.execute("SELECT * FROM people WHERE email = ?", (email,)).fetchone()
    person = Person(**dict(row))
    # The rest of the first year counts by months, this one included.
    yearly = number_of(db, "leave_days")
    rest = round(yearly * (13 - clock.day.month) / 12)
    allowances = ((person.id, clock.day.year, rest), (person.id, clock.day.year + 1, yearly))
    db.executemany("INSERT INTO leave_allowances VALUES (?, ?, ?, 0)", allowances)
    return person


def head_of(db: sqlite3.Connection, department: str) -> str | None:
    """Who leads a department: the one of its managers and administrators who is highest up."""
    row = db.execute(
        "SELECT p.id FROM people p LEFT JOIN people m ON m.id = p.manager_id WHERE p.department = ?"
        " AND p.role IN ('manager', 'admin') AND p.status = 'active'"
        " ORDER BY p.manager_id IS NOT NULL, m.manager_id IS NOT NULL, p.started, p.id LIMIT 1",
        (department,),
    ).fetchone()
    return row["id"] if row else None


def _free_id(db: sqlite3.Connection, email: str) -> str:
    stem = re.sub(r"[^a-z0-9]+", ".", email.split("@")[0].lower()).strip(".") or "person"
    taken = {row["id"] for row in db.execute("SELECT id FROM people")}
    number, person_id = 1, stem
    while person_id in taken:
        number += 1
        person_id = f"{stem}.{number}"
    return person_id


def set_role(db: sqlite3.Connection, person_id: str, role: str) -> None:
    """Give a person another role."""
    db.execute("UPDATE people SET role = ? WHERE id = ?", (role, person_id))


def set_status(db: sqlite3.Connection, person_id: str, status: str) -> None:
    """Make an account active or inactive."""
    db.execute("UPDATE people SET status = ? WHERE id = ?", (status, person_id))


def update_contact(db: sqlite3.Connection, person: Person, contact: Mapping[str, str]) -> None:
    """Save what a person says about themselves.

    Raises:
        InvalidEntryError: the company has one language for all.
    """
    if contact["language"] != person.language and not is_on(db, "languages"):
        raise InvalidEntryError({"language": f"Everybody keeps the language they have: {LANGUAGES[person.language]}."})
    db.execute(
        "UPDATE people SET phone = :phone, address = :address, emergency_name = :emergency_name,"
        " emergency_phone = :emergency_phone, language = :language WHERE id = :id",
        {**contact, "id": person.id},
    )
