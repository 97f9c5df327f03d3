"""A small app with a manual, for tests of the turn."""

from overlay.core.manual import Box, Manual, PartKind, Passage, Screenshot, Section, Zone, ZoneKind
from overlay.core.pack import ActionSpec, Pack, ScreenSpec
from overlay.core.person import Person

STEPS = """1. Open [Leave](/leave) (**People › Leave**).
2. Press **«Request leave»**.

[captura:leave-overview#request-leave]

3. Press **«Send request»**."""

LEAVE = Section(
    "leave",
    "Leave",
    ("/leave",),
    "leave",
    "Request days off and see how many are left.",
    f"## How to\n\n### Request leave\n\n{STEPS}",
    (
        Passage(PartKind.HOW_TO, "Request leave", STEPS, 10),
        Passage(PartKind.PROBLEMS, "My request is still Waiting", "Your manager has not decided yet.", 20),
    ),
    actions=("request_leave",),
)
STOCK = Section(
    "stock",
    "Stock",
    ("/stock",),
    "stock",
    "See what is on hand and correct the numbers.",
    "## How to\n\n### Adjust stock\n\n1. Press **«Adjust stock»**.",
    (Passage(PartKind.HOW_TO, "Adjust stock", "1. Press **«Adjust stock»**.", 10),),
)
USERS = Section(
    "users",
    "Users",
    ("/admin/users",),
    "users",
    "Invite people and change their roles.",
    "## How to\n\n### Invite a user\n\n1. Press **«Invite user»**.",
    (Passage(PartKind.HOW_TO, "Invite a user", "1. Press **«Invite user»**.", 10),),
)
SHOT = Screenshot(
    "leave-overview",
    "leave-overview.webp",
    "0" * 64,
    640,
    320,
    "The list of your requests",
    "asking for days off",
    "leave",
    "/leave",
    "employee",
    "en",
    "1",
    {"request-leave": Zone("request-leave", "button", "Request leave", ZoneKind.CLICK, Box(0.7, 0.1, 0.2, 0.1))},
    "request-leave",
)
MANUAL = Manual((LEAVE, STOCK, USERS), (SHOT,))
PACK = Pack(
    "Linden",
    ("http://127.0.0.1:8765",),
    (
        ScreenSpec("leave", "/leave", "Leave", "leave", "People › Leave", announced=True, ask="Nadia Petrov"),
        ScreenSpec("stock", "/stock", "Stock", "stock", "Goods › Stock", announced=True, ask="Tom Becker"),
        ScreenSpec("users", "/admin/users", "Users", "users", "Admin › Users"),
    ),
    actions=(
        ActionSpec(
            "request_leave",
            "Request leave",
            "leave",
            "new",
            "leave",
            {
                "type": "object",
                "properties": {
                    "from": {"type": "string", "format": "date", "title": "From"},
                    "to": {"type": "string", "format": "date", "title": "To"},
                    "note": {"type": "string", "title": "Note"},
                },
                "additionalProperties": False,
            },
            "leave",
            "/api/actions/request_leave/state",
        ),
    ),
    contact="the service desk",
)
EMPLOYEE = Person("mara", "Mara Lind", "employee", frozenset({"leave"}), ("/leave",))
WAREHOUSE = Person("tom", "Tom Becker", "warehouse", frozenset({"stock"}), ("/stock",))
