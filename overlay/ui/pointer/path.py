"""The way the pointer takes over a picture, in fractions of its width and height."""

from dataclasses import dataclass

from overlay.core.manual import Box

DURATION_MS = 900
"""How long the pointer is under way."""
_START = (0.06, 0.94)


@dataclass(frozen=True, slots=True)
class PointerPath:
    """A cubic Bezier curve from the lower left of a picture to the middle of a zone."""

    points: tuple[tuple[float, float], ...]

    @property
    def end(self) -> tuple[float, float]:
        """Where it points."""
        return self.points[-1]

    def at(self, share: float) -> tuple[float, float]:
        """Return the place after a share of the time, 0 to 1: it starts and lands gently."""
        t = share * share * (3 - 2 * share)
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        return (
            sum(w * x for w, (x, _) in zip(weights, self.points, strict=True)),
            sum(w * y for w, (_, y) in zip(weights, self.points, strict=True)),
        )


def path_to(box: Box) -> PointerPath:
    """Return the way to the middle of a zone, bowed like the movement of a hand."""
    x, y = box.x + box.w / 2, box.y + box.h / 2
    sx, sy = _START
    return PointerPath(((sx, sy), (sx + (x - sx) * 0.25, sy - 0.1), (x - (x - sx) * 0.1, y + (sy - y) * 0.45), (x, y)))
