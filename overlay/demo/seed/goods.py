"""Suppliers, stock, purchase orders, customers and invoices."""

import sqlite3
from datetime import timedelta

from overlay.demo.clock import Clock
from overlay.demo.seed.pick import pick

# id, name, contact, supplies, delivery time in days
_SUPPLIERS = """
corvin|Corvin Metals|Petra Corvin|Posts|21
lumatek|Lumatek Components|Liang Chen|Electronics|14
ostsee|Ostsee Glass Works|Jens Petersen|Glass|28
brightwire|Brightwire Cables|Amelia Ward|Cables|7
pagani|Pagani Packaging|Luca Pagani|Packaging|5
helix|Helix Fasteners|Dana Weiss|Fasteners|6
"""
# suppliers that no item comes from yet
_OTHER_SUPPLIERS = """
amberlight|Amberlight Optics|Nils Aalto|Glass|35
calla|Calla Coatings|Marta Nowak|Services|12
dunmore|Dunmore Castings|Fergus Boyle|Posts|42
eltra|Eltra Drivers|Sofia Marin|Electronics|18
ferro|Ferro Transport|Milan Horvat|Services|3
granit|Granit Foundations|Ola Berg|Services|9
norwire|Norwire|Kari Dahl|Cables|10
"""
# id, name, contact, city, payment terms in days
_CUSTOMERS = """
aarhus|Aarhus Harbour Authority|Signe Madsen|Aarhus|30
bellavista|Hotel Bellavista|Paolo Greco|Rimini|30
cityworks|Bremen City Works|Uwe Harms|Bremen|60
delmar|Delmar Resorts|Carla Vidal|Valencia|30
eastgate|Eastgate Shopping Centre|Ruth Adler|Leipzig|30
fjordline|Fjordline Ferries|Erik Solberg|Bergen|30
greenpark|Greenpark Housing|Mina Okafor|London|14
hafen|Hafen Quartier GmbH|Jan Feddersen|Hamburg|30
isar|Isar Landscape Architects|Vroni Huber|Munich|14
jupiter|Jupiter Events|Theo Marsh|Vienna|14
"""
# customers who have not bought anything yet
_PROSPECTS = """
kestrel|Kestrel Airport|Joan Kerr|Cork|60
lindau|Lindau Spa|Resi Bauer|Lindau|30
montclair|Montclair Schools|Alice Morel|Lyon|60
nordhavn|Nordhavn Marina|Bo Iversen|Copenhagen|30
"""
# prefix, category, supplier, what, variants
_RANGES = (
    ("LMP", "Lamps", "lumatek", "Alder street lamp", ("30 W", "45 W", "60 W", "90 W", "warm white")),
    ("BOL", "Lamps", "corvin", "Birch bollard", ("60 cm", "80 cm", "100 cm", "stainless", "graphite")),
    ("PST", "Posts", "corvin", "Lamp post", ("3 m", "4 m", "5 m", "6 m", "8 m")),
    ("LED", "Electronics", "lumatek", "LED module", ("2700 K", "3000 K", "4000 K", "amber", "RGBW")),
    ("DRV", "Electronics", "lumatek", "LED driver", ("20 W", "40 W", "60 W", "DALI", "wireless")),
    ("SNS", "Electronics", "lumatek", "Sensor", ("daylight", "motion", "temperature", "noise", "combined")),
    ("GLS", "Glass", "ostsee", "Glass cylinder", ("small", "medium", "large", "frosted", "smoked")),
    ("LNS", "Glass", "ostsee", "Lens", ("30°", "60°", "90°", "asymmetric", "oval")),
    ("CBL", "Cables", "brightwire", "Ground cable", ("10 m", "25 m", "50 m", "100 m", "armoured")),
    ("CON", "Cables", "brightwire", "Connector", ("2-pole", "3-pole", "5-pole", "T-piece", "end cap")),
    ("SCR", "Fasteners", "helix", "Anchor bolt", ("M8", "M10", "M12", "M16", "M20")),
    ("BOX", "Packaging", "pagani", "Shipping box", ("S", "M", "L", "XL", "long")),
)


def add_goods(db: sqlite3.Connection, clock: Clock) -> None:
    """Add everything that the warehouse and the invoices need."""
    for key, name, contact, supplies, days in _lines(_SUPPLIERS + _OTHER_SUPPLIERS):
        status = "paused" if key == "dunmore" else "active"
        row = (key, name, contact, f"orders@{key}.example", supplies, int(days), status)
        db.execute("INSERT INTO suppliers VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    for key, name, contact, city, terms in _lines(_CUSTOMERS + _PROSPECTS):
        status = "blocked" if key == "kestrel" else "active"
        row = (key, name, contact, f"accounts@{key}.example", city, int(terms), status)
        db.execute("INSERT INTO customers VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    for prefix, category, supplier, what, variants in _RANGES:
        for number, variant in enumerate(variants, start=1):
            _add_item(db, (f"{prefix}-{number:03d}", f"{what}, {variant}", category, supplier))
    _add_orders(db, clock)
    _add_invoices(db, clock)


def _lines(table: str) -> list[list[str]]:
    return [line.split("|") for line in table.splitlines() if line]


def _add_item(db: sqlite3.Connection, item: tuple[str, str, str, str]) -> None:
    sku, name, category, supplier = item
    reorder = 5 + 5 * pick(sku + "r", 8)
    plenty = reorder + 4 + pick(sku, 160)
    on_hand = {0: 0, 1: reorder - 2, 2: reorder - 4}.get(pick(sku + "level", 11), plenty)
    shelf = f"{'ABCD'[pick(sku + 'a', 4)]}{1 + pick(sku + 'b', 9)}-{1 + pick(sku + 'c', 30):02d}"
    cost = 180 + pick(sku + "cost", 22000)
    on_hold = int(sku in ("GLS-005", "DRV-005"))
    db.execute(
        "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (sku, name, category, shelf, supplier, on_hand, reorder, cost, on_hold),
    )


def _add_orders(db: sqlite3.Connection, clock: Clock) -> None:
    items = db.execute("SELECT * FROM items ORDER BY sku").fetchall()
    for number in range(25):
        item = items[pick(f"order{number}", len(items))]
        ordered = clock.day - timedelta(days=2 + (24 - number) * 3)
        expected = ordered + timedelta(days=14 + pick(f"expected{number}", 8))
        quantity = 20 + 10 * pick(f"quantity{number}", 12)
        status = "received" if number < 15 else "cancelled" if number == 17 else "ordered"
        received = quantity if status == "received" else quantity // 2 if number in (18, 21) else 0
        db.execute(
            "INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                1001 + number,
                item["supplier_id"],
                item["sku"],
                quantity,
                received,
                item["unit_cost"],
                ordered.isoformat(),
                expected.isoformat(),
                status,
            ),
        )


def _add_invoices(db: sqlite3.Connection, clock: Clock) -> None:
    customers = sorted(line[0] for line in _lines(_CUSTOMERS))
    for number in range(40):
        issued = clock.day - timedelta(days=3 + (39 - number) * 3)
        due = issued + timedelta(days=30)
        paid = due - timedelta(days=pick(f"paid{number}", 20))
        status = _invoice_status(number)
        late = status == "open" and due < clock.day
        db.execute(
            "INSERT INTO invoices VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                2601 + number,
                customers[pick(f"customer{number}", 10)],
                24000 + pick(f"amount{number}", 1800000),
                issued.isoformat(),
                due.isoformat(),
                f"Order {4100 + 7 * number}",
                status,
                paid.isoformat() if status == "paid" else None,
                1 if late and number % 2 else 0,
            ),
        )


def _invoice_status(number: int) -> str:
    if number in (19, 31):
        return "on_hold"
    if number in (38, 39):
        return "draft"
    return "open" if number > 29 or number in (22, 25, 27) else "paid"
