# ruff: noqa: D102, N802  (the requests are named and described by the X protocol)
"""The shapes of xcffib, which has no types of its own: only what Fescue asks an X server."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

Reply = TypeVar("Reply", covariant=True)


class Cookie(Protocol[Reply]):
    """A question on its way."""

    def reply(self) -> Reply:
        """Wait for the answer."""
        ...

    def check(self) -> None:
        """Wait until the server has done it, and raise its error if it had one."""
        ...


class AtomReply(Protocol):
    """An atom's number."""

    atom: int


class GeometryReply(Protocol):
    """A drawable's place in its parent, and its size and depth."""

    x: int
    y: int
    width: int
    height: int
    depth: int


class TranslateReply(Protocol):
    """A point in another window's coordinates."""

    dst_x: int
    dst_y: int


class Bytes(Protocol):
    """A list of bytes as xcffib holds it."""

    def buf(self) -> bytes:
        """Return the bytes."""
        ...


class PropertyReply(Protocol):
    """A property's value; `format` is the bits of an item, 0 when there is none."""

    format: int
    value: Bytes


class OwnerReply(Protocol):
    """Who owns a selection."""

    owner: int


class ImageReply(Protocol):
    """A picture of a drawable."""

    depth: int
    data: Bytes


class Core(Protocol):
    """The core protocol's requests."""

    def InternAtom(self, only_if_exists: bool, name_len: int, name: str) -> Cookie[AtomReply]: ...
    def GetGeometry(self, drawable: int) -> Cookie[GeometryReply]: ...
    def TranslateCoordinates(
        self, src_window: int, dst_window: int, src_x: int, src_y: int
    ) -> Cookie[TranslateReply]: ...
    def GetProperty(
        self,
        delete: bool,
        window: int,
        property_: int,
        type_: int,
        long_offset: int,
        long_length: int,
        /,
    ) -> Cookie[PropertyReply]: ...
    def ChangeWindowAttributesChecked(
        self, window: int, value_mask: int, value_list: Sequence[int]
    ) -> Cookie[None]: ...
    def ClearAreaChecked(
        self, exposures: bool, window: int, x: int, y: int, width: int, height: int, /
    ) -> Cookie[None]: ...
    def CreateWindowChecked(
        self,
        depth: int,
        wid: int,
        parent: int,
        x: int,
        y: int,
        width: int,
        height: int,
        border_width: int,
        class_: int,
        visual: int,
        value_mask: int,
        value_list: Sequence[int],
        /,
    ) -> Cookie[None]: ...
    def MapWindowChecked(self, window: int, /) -> Cookie[None]: ...
    def DestroyWindowChecked(self, window: int, /) -> Cookie[None]: ...
    def ChangePropertyChecked(
        self, mode: int, window: int, property_: int, type_: int, format_: int, data_len: int, data: Sequence[int], /
    ) -> Cookie[None]: ...
    def GetSelectionOwner(self, selection: int) -> Cookie[OwnerReply]: ...
    def GetImage(
        self,
        format_: int,
        drawable: int,
        x: int,
        y: int,
        width: int,
        height: int,
        plane_mask: int,
        /,
    ) -> Cookie[ImageReply]: ...


class VersionReply(Protocol):
    """An extension's version."""

    major_version: int
    minor_version: int


class Monitor(Protocol):
    """A monitor's place in the desktop."""

    x: int
    y: int
    width: int
    height: int


class MonitorsReply(Protocol):
    """All monitors."""

    monitors: Sequence[Monitor]


class Randr(Protocol):
    """The RandR extension's requests."""

    def QueryVersion(self, major_version: int, minor_version: int) -> Cookie[VersionReply]: ...
    def GetMonitors(self, window: int, get_active: bool) -> Cookie[MonitorsReply]: ...


class Root(Protocol):
    """A screen of the server."""

    root: int
    root_visual: int
    width_in_pixels: int
    height_in_pixels: int


class Setup(Protocol):
    """What the server said on connecting."""

    roots: Sequence[Root]


class Connection(Protocol):
    """A connection to an X server."""

    core: Core
    pref_screen: int

    def get_setup(self) -> Setup:
        """Return what the server said on connecting."""
        ...

    def generate_id(self) -> int:
        """Return a new number for a window."""
        ...

    def get_file_descriptor(self) -> int:
        """Return the socket's descriptor."""
        ...

    def poll_for_event(self) -> object | None:
        """Return the next event that waits, or None."""
        ...

    def disconnect(self) -> None:
        """Disconnect."""
        ...
