"""Whether the panel can stand beside the browser in this session."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DockingStatus:
    """Whether the panel can stand beside the browser here, and the words for the person if not."""

    available: bool
    reason: str


def docking_available(environ: Mapping[str, str], platform: str) -> DockingStatus:
    """Say whether windows of other programs can be followed in this session.

    Nothing is tried: where it is not available, no window is moved at all.

    Args:
        environ: the session's environment.
        platform: as `sys.platform` says it.
    """
    if platform != "linux":
        return DockingStatus(False, "Docking beside the browser is not available on this system yet.")
    wayland = environ.get("XDG_SESSION_TYPE") == "wayland" or environ.get("WAYLAND_DISPLAY")
    if wayland:
        return DockingStatus(
            False, "Wayland does not let a program place itself beside another: Fescue stays in a window of its own."
        )
    if not environ.get("DISPLAY"):
        return DockingStatus(False, "There is no display to dock on.")
    return DockingStatus(True, "")
