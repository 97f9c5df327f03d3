"""Route patterns in the Next.js style: `/projects/[id]`, `/docs/[...rest]`, `/shop/[[...opt]]`, groups `(x)`."""

import re
from dataclasses import dataclass
from functools import lru_cache

_SEGMENT = re.compile(r"^(?P<optional>\[)?\[(?P<rest>\.\.\.)?(?P<name>[A-Za-z_]\w*)\](?(optional)\])$")


@dataclass(frozen=True, slots=True)
class RoutePattern:
    """A compiled route: matches paths, and knows how specific it is."""

    text: str
    regex: re.Pattern[str]
    rank: tuple[tuple[int, int], ...]

    def matches(self, path: str) -> bool:
        """Say whether a path (no query, no fragment) is this route."""
        return self.regex.fullmatch(_normal(path)) is not None

    @property
    def is_item(self) -> bool:
        """Whether the route names one item (`/projects/[id]`), which is never linked."""
        return "[" in self.text


@lru_cache(maxsize=4096)
def compile_route(pattern: str) -> RoutePattern:
    """Compile a route pattern.

    Raises:
        ValueError: the pattern does not start with `/`, or a bracket is malformed.
    """
    if not pattern.startswith("/"):
        msg = f"a route starts with '/', and {pattern!r} does not."
        raise ValueError(msg)
    regex: list[str] = []
    rank: list[tuple[int, int]] = []
    for segment in _segments(pattern):
        if segment.startswith("(") and segment.endswith(")"):
            continue
        part, weight = _segment(segment, pattern)
        regex.append(part)
        rank.append((weight, len(segment) if weight == 0 else 0))
    return RoutePattern(pattern, re.compile("".join(regex) or "/"), tuple(rank))


def best_route(path: str, patterns: tuple[str, ...]) -> str | None:
    """Return the most specific of the patterns that match a path, or None.

    A literal segment beats a parameter, a parameter beats a rest, a longer pattern beats a shorter one.
    """
    matching = [p for p in map(compile_route, patterns) if p.matches(path)]
    if not matching:
        return None
    return min(matching, key=lambda p: ([weight for weight, _ in p.rank], -len(p.rank))).text


def _segment(segment: str, pattern: str) -> tuple[str, int]:
    if "[" not in segment and "]" not in segment:
        return "/" + re.escape(segment), 0
    found = _SEGMENT.match(segment)
    if found is None:
        msg = f"{segment!r} in the route {pattern!r} is not [name], [...name] or [[...name]]."
        raise ValueError(msg)
    if found["optional"]:
        return "(?:/.*)?", 3
    if found["rest"]:
        return "/.+", 2
    return "/[^/]+", 1


def _segments(path: str) -> list[str]:
    return [s for s in path.split("/") if s]


def _normal(path: str) -> str:
    return "/" + "/".join(_segments(path))
