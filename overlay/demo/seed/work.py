"""Projects, the cards on their board, and the time logged on them."""

import sqlite3
from datetime import date, timedelta

from overlay.demo.clock import Clock
from overlay.demo.records.leave import HOLIDAYS
from overlay.demo.seed.pick import pick

# code, name, customer, lead, status, starts, ends, budget in hours
_PROJECTS = """
ALDER-26|Street lamp relaunch|cityworks|ines.ortega|active|2026-03-02|2027-02-26|900
ASPEN-08|School yards|montclair|karim.benali|planned|2027-01-11|2027-06-30|320
BIRCH-11|Harbour promenade|aarhus|mara.lind|active|2026-06-01|2026-12-18|480
CEDAR-04|Trade fair Milan||ines.ortega|active|2026-08-03|2026-12-11|57
ELDER-15|Hotel gardens|bellavista|chiara.conti|active|2026-07-06|2027-01-29|260
HAZEL-02|Ferry terminal|fjordline|goran.kovac|paused|2026-05-04|2027-03-31|410
LARCH-21|Spa paths|lindau|freja.holm|planned|2027-02-01|2027-09-30|180
LINDEN-01|Office systems||nadia.petrov|active|2026-01-05|2026-12-31|200
MAPLE-19|Supplier audits||aino.virtanen|active|2026-09-01|2026-12-18|140
OSIER-07|Housing courtyards|greenpark|dewi.santoso|active|2026-09-14|2027-04-30|350
ROWAN-12|Wireless drivers||bilal.haddad|active|2026-04-13|2027-03-12|640
THORN-03|Event lighting rental|jupiter|emeka.obi|paused|2026-02-09|2026-12-31|120
WILLOW-09|Shopping street|eastgate|aino.virtanen|closed|2025-10-06|2026-06-26|300
YEWTREE-05|Park pilot|isar|ines.ortega|closed|2025-03-03|2026-02-27|150
"""
# code, lane, who, days until due, title
_TASKS = """
BIRCH-11|doing|mara.lind|4|Render the evening view
BIRCH-11|doing|mara.lind|9|Choose the glass for the pier
BIRCH-11|review|mara.lind|-3|Light plan for the east quay
BIRCH-11|to_do|mara.lind|14|Mock-up of the handrail light
BIRCH-11|to_do|aino.virtanen|16|Glare check from the water
BIRCH-11|done|chiara.conti|-12|Sketches for the benches
ALDER-26|to_do|mara.lind|21|Colour chart for the catalogue
ALDER-26|doing|emeka.obi|2|Salt spray test, second round
ALDER-26|doing|bilal.haddad|7|Surge protection sample
ALDER-26|review|freja.holm|1|Powder coating report
ALDER-26|to_do|dewi.santoso|11|Drawings of the new base plate
ALDER-26|done|goran.kovac|-6|Dimming curve
ALDER-26|done|dewi.santoso|-15|Pole adapter model
ALDER-26|to_do|emeka.obi|25|Wind load calculation
CEDAR-04|done|ines.ortega|-20|Book the stand
CEDAR-04|done|chiara.conti|-9|Layout of the stand
CEDAR-04|review|ines.ortega|3|Text for the leaflets
CEDAR-04|doing|chiara.conti|5|Pack the exhibits
CEDAR-04|to_do|ines.ortega|8|Schedule for the team
ELDER-15|doing|chiara.conti|10|Path lights, first layout
ELDER-15|to_do|chiara.conti|18|Visit the garden at night
ELDER-15|to_do|dewi.santoso|20|Model of the terrace
ELDER-15|review|mara.lind|6|Warm white comparison
HAZEL-02|to_do|goran.kovac|30|Timer for the car deck
HAZEL-02|doing|goran.kovac|-5|Firmware for the ramp lights
MAPLE-19|doing|aino.virtanen|1|Audit report Ostsee Glass
MAPLE-19|to_do|aino.virtanen|9|Questions for Helix
MAPLE-19|done|aino.virtanen|-11|Audit report Corvin
OSIER-07|doing|dewi.santoso|12|Courtyard plan, block A
OSIER-07|to_do|dewi.santoso|22|Courtyard plan, block B
OSIER-07|to_do|freja.holm|24|Samples of the wood finish
ROWAN-12|doing|bilal.haddad|13|Antenna position
ROWAN-12|review|goran.kovac|2|Pairing by app
ROWAN-12|to_do|bilal.haddad|28|Housing for the test unit
ROWAN-12|to_do|emeka.obi|35|Range test in the field
ROWAN-12|done|goran.kovac|-18|Radio protocol
LINDEN-01|doing|elias.koch|6|Move the file server
LINDEN-01|to_do|nadia.petrov|17|Onboarding list for January
LINDEN-01|done|elias.koch|-8|New meeting room screens
"""
_WORKERS = {
    "mara.lind": ("BIRCH-11", "ALDER-26", "ELDER-15"),
    "aino.virtanen": ("MAPLE-19", "BIRCH-11"),
    "bilal.haddad": ("ROWAN-12", "ALDER-26"),
    "chiara.conti": ("CEDAR-04", "ELDER-15"),
    "freja.holm": ("ALDER-26", "OSIER-07"),
    "goran.kovac": ("ROWAN-12", "ALDER-26"),
    "elias.koch": ("LINDEN-01", "LINDEN-01"),
    "ines.ortega": ("CEDAR-04", "ALDER-26"),
    "nadia.petrov": ("LINDEN-01", "LINDEN-01"),
}
# code, first day, number of weekly visits
_EARLIER = (
    ("WILLOW-09", "2025-10-07", 34),
    ("YEWTREE-05", "2025-03-05", 18),
    ("HAZEL-02", "2026-05-06", 12),
    ("THORN-03", "2026-02-12", 7),
)
_NOTES = ("Drawings", "Call with the customer", "Tests", "Layout", "Review with the team", "Documentation")


def add_work(db: sqlite3.Connection, clock: Clock) -> None:
    """Add projects, cards and time."""
    for line in _PROJECTS.strip().splitlines():
        code, name, customer, lead, status, starts, ends, budget = line.split("|")
        row = (code, name, customer or None, lead, status, starts, ends, int(budget))
        db.execute("INSERT INTO projects VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    for line in _TASKS.strip().splitlines():
        code, lane, who, days, title = line.split("|")
        due = (clock.day + timedelta(days=int(days))).isoformat()
        db.execute(
            "INSERT INTO tasks (code, title, lane, person_id, due) VALUES (?, ?, ?, ?, ?)",
            (code, title, lane, who, due),
        )
    for person, codes in _WORKERS.items():
        _add_time(db, clock, person, codes)
    for code, first, number in _EARLIER:
        for day in (date.fromisoformat(first) + timedelta(days=offset) for offset in range(0, number * 7, 7)):
            _insert(db, ("oskar.lindqvist", code, day, 480, "Site work", "approved"))
    _add_parked(db)


def _add_time(db: sqlite3.Connection, clock: Clock, person: str, codes: tuple[str, ...]) -> None:
    monday = clock.day - timedelta(days=clock.day.weekday())
    for offset in range(28, 2, -1):
        day = clock.day - timedelta(days=offset)
        if day.weekday() > 4 or day in HOLIDAYS or pick(f"{person}{day}off", 9) == 0:
            continue
        code = codes[pick(f"{person}{day}", len(codes))]
        minutes = 90 + 30 * pick(f"{person}{day}long", 9)
        _insert(db, (person, code, day, minutes, _NOTES[pick(f"{person}{day}note", 6)], _status(day, monday)))


def _status(day: date, monday: date) -> str:
    if day >= monday - timedelta(days=3):
        return "open"
    return "submitted" if day >= monday - timedelta(days=7) else "approved"


def _add_parked(db: sqlite3.Connection) -> None:
    """Time that does not count yet: the project is paused, or its budget is used up."""
    for person, code, day, minutes, note in (
        ("goran.kovac", "HAZEL-02", date(2026, 11, 24), 150, "Ramp lights, error search"),
        ("emeka.obi", "THORN-03", date(2026, 11, 23), 90, "Rental cases checked"),
        ("mara.lind", "CEDAR-04", date(2026, 11, 26), 120, "Pictures for the stand"),
        ("chiara.conti", "CEDAR-04", date(2026, 11, 27), 210, "Exhibits prepared"),
    ):
        _insert(db, (person, code, day, minutes, note, "parked"))


def _insert(db: sqlite3.Connection, row: tuple[str, str, date, int, str, str]) -> None:
    person, code, day, minutes, note, status = row
    db.execute(
        "INSERT INTO time_entries (person_id, code, day, minutes, note, status) VALUES (?, ?, ?, ?, ?, ?)",
        (person, code, day.isoformat(), minutes, note, status),
    )
