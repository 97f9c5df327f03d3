"""A small pack for answers: three screens, two pictures, one of them not for this role."""

from overlay.answer.policy import AnswerPolicy
from overlay.core.manual import Box, Manual, Screenshot, Section, Zone, ZoneKind
from overlay.core.pack import ActionSpec, Pack, ScreenSpec
from overlay.core.person import Person

REQUEST = Zone("request", "button", "Request leave", ZoneKind.CLICK, Box(0.67, 0.11, 0.28, 0.23))
OUTSIDE = Zone("outside", "button", "Far away", ZoneKind.CLICK, Box(0.9, 0.9, 0.5, 0.5))


def screenshot(key: str, route: str = "/leave", *zones: Zone) -> Screenshot:
    found = {zone.key: zone for zone in zones or (REQUEST, OUTSIDE)}
    shows = f"The {key} screen with the button that starts a request."
    return Screenshot(
        key, f"{key}.webp", "", 672, 236, shows, "", "leave", route, "employee", "en", "1", found, next(iter(found))
    )


PACK = Pack(
    "Linden",
    ("https://erp.example",),
    (
        ScreenSpec("leave", "/leave", "Leave"),
        ScreenSpec("orders", "/pedidos", "Pedidos"),
        ScreenSpec("order", "/pedidos/[id]", "Pedido"),
        ScreenSpec("users", "/admin/users", "Users", module="admin"),
    ),
    actions=(ActionSpec("request", "Request leave", "leave", "new", "leave", {}),),
)
MANUAL = Manual(
    (Section("leave", "Leave", ("/leave",), "", "", "Press **«Send request»**."),),
    (
        screenshot("leave"),
        screenshot("ventas-lista"),
        screenshot("third"),
        screenshot("fourth"),
        screenshot("unread"),
        screenshot("users", "/admin/users"),
    ),
)
EMPLOYEE = Person("1", "Ada", "employee", frozenset(), ("/leave", "/pedidos"))


def policy() -> AnswerPolicy:
    made = AnswerPolicy(PACK, MANUAL, EMPLOYEE)
    made.read(["leave"], ["leave", "ventas-lista", "third", "fourth", "users"])
    return made
