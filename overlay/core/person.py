"""Who asks: a name, a role, and what that role may open."""

from dataclasses import dataclass

from overlay.core.routes import compile_route


@dataclass(frozen=True, slots=True)
class Person:
    """The signed-in person, as the target app (or the pack's role table) describes them."""

    id: str
    name: str
    role: str
    modules: frozenset[str]
    routes: tuple[str, ...]
    """Route patterns of the screens this person can open, in the order of their menu."""
    locale: str = "en"

    def can_open(self, path: str) -> bool:
        """Say whether a path is one of the screens in this person's menu."""
        return any(compile_route(route).matches(path) for route in self.routes)

    def sees(self, module: str) -> bool:
        """Say whether a module (or no module at all, written as an empty string) is this person's."""
        return not module or module in self.modules


NOBODY = Person("", "", "", frozenset(), ())
"""The person before anybody signed in: sees what has no module, opens nothing."""
