"""How Linden writes days, spans, money, hours and quantities."""

from datetime import date

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
LONG_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def as_date(iso: str) -> date:
    """Read an ISO date out of the database."""
    return date.fromisoformat(iso)


def day(iso: str) -> str:
    """Write a day: `14 Dec 2026`."""
    when = as_date(iso)
    return f"{when.day} {MONTHS[when.month - 1]} {when.year}"


def near(iso: str, year: int) -> str:
    """Write a day in a list: without its year when that is the current one."""
    return day(iso).removesuffix(f" {year}")


def near_span(first: str, last: str, year: int) -> str:
    """Write a span in a list: without its year when that is the current one."""
    return span(first, last).removesuffix(f" {year}")


def weekday(iso: str) -> str:
    """Write a day with its weekday: `Mon 14 Dec`."""
    when = as_date(iso)
    return f"{WEEKDAYS[when.weekday()]} {when.day} {MONTHS[when.month - 1]}"


def month(key: str) -> str:
    """Write a month given as `2026-11`: `November 2026`."""
    year, number = key.split("-")
    return f"{LONG_MONTHS[int(number) - 1]} {year}"


def span(first: str, last: str) -> str:
    """Write a span of days as briefly as it can be read: `22 – 30 Dec 2026`."""
    start, end = as_date(first), as_date(last)
    if start == end:
        return day(first)
    if (start.year, start.month) == (end.year, end.month):
        return f"{start.day} – {day(last)}"
    if start.year == end.year:
        return f"{start.day} {MONTHS[start.month - 1]} – {day(last)}"
    return f"{day(first)} – {day(last)}"


def money(cents: int) -> str:
    """Write an amount of euro cents: `€1,284.50`."""
    sign = "-" if cents < 0 else ""
    return f"{sign}€{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def days(amount: float) -> str:
    """Write a number of days without a needless `.0`."""
    return f"{amount:g}"


def count(amount: float, one: str, many: str = "") -> str:
    """Write a quantity with its noun: `1 request`, `2 requests`."""
    return f"{amount:g} {one if amount == 1 else many or one + 's'}"


def hours(minutes: int) -> str:
    """Write a duration in minutes: `7 h 45 min`."""
    return f"{minutes // 60} h {minutes % 60:02d} min"


def minutes_between(start: str, end: str) -> int:
    """Minutes from one `HH:MM` to another of the same day."""
    return _minute(end) - _minute(start)


def _minute(time: str) -> int:
    hour, minute = time.split(":")
    return int(hour) * 60 + int(minute)
