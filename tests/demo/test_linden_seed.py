"""The company is the same every time, and its rows are what the screens promise."""

from overlay.demo.clock import Clock
from overlay.demo.database import database_digest, reading
from overlay.demo.records.leave import balance
from overlay.demo.records.people import list_people
from overlay.demo.seed import create_database


def test_the_same_clock_gives_the_same_rows(seeded, tmp_path):
    again = tmp_path / "again.db"
    create_database(again, Clock())
    with reading(seeded) as one, reading(again) as two:
        assert list(one.iterdump()) == list(two.iterdump())
    assert database_digest(seeded) == database_digest(again)


def test_the_digest_notices_a_single_change(linden, mara):
    before = linden.digest()
    mara.send("/attendance", "clock_in")
    assert linden.digest() != before


def test_the_company(seeded):
    with reading(seeded) as db:
        people = list_people(db)
        assert len(people) == 40
        assert {person.id: person.role for person in people if "." in person.id}.items() >= {
            ("mara.lind", "employee"),
            ("ines.ortega", "manager"),
            ("tom.becker", "warehouse"),
            ("nadia.petrov", "admin"),
        }
        found = balance(db, "mara.lind", 2026)
    assert (found.left, found.total, found.carried, found.waiting) == (18.5, 28, 3, 0.5)


def test_reports_are_bounded(tom):
    answer = tom.get("/api/stock").json()
    assert answer["total"] == 60
    assert len(answer["rows"]) == 10
    assert len(tom.get("/api/stock?limit=500").json()["rows"]) == 50
    assert len(tom.get("/api/stock?limit=x").json()["rows"]) == 10
    low = tom.get("/api/stock?low=true&limit=50").json()["rows"]
    assert low
    assert {row["status"] for row in low} <= {"low", "out"}
    overdue = tom.get("/api/invoices?status=overdue").json()
    assert overdue["total"] == 3
    assert all(row["status"] == "overdue" for row in overdue["rows"])
    for row in (*low, *overdue["rows"]):
        assert all(value is None or isinstance(value, str | int | float) for value in row.values())
