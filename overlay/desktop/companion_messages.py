"""What the extension and its host say to the app, read strictly, and what the app says back."""

import json
from dataclasses import dataclass, field
from typing import cast

from overlay.core.ports import Rect


@dataclass(frozen=True, slots=True)
class Hello:
    """The host's first word: the process id of the browser that started it."""

    browser_pid: int


@dataclass(frozen=True, slots=True)
class Page:
    """The page in front. Raw: only `Pack.admit` may look at it, and nothing keeps it."""

    url: str = field(repr=False)
    title: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Front:
    """The active tab of a browser's last focused window; `page` is None where the browser withholds it."""

    browser: str
    focused: bool
    window_id: int | None
    bounds: Rect
    minimised: bool
    tab_id: int | None
    page: Page | None


@dataclass(frozen=True, slots=True)
class Opened:
    """The extension's answer to `open`."""

    id: int
    ok: bool


CompanionMessage = Hello | Front | Opened


def report_request() -> bytes:
    """Ask the extension to say anew what is in front."""
    return b'{"type":"report"}'


def open_request(request_id: int, url: str) -> bytes:
    """Ask the extension to open an address in the tab that shows the app."""
    return json.dumps({"type": "open", "id": request_id, "url": url}).encode()


def read_message(payload: bytes) -> CompanionMessage | None:
    """Read one message, or return None for anything that is not exactly one."""
    try:
        found: object = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    fields = cast("dict[str, object]", found)
    match fields:
        case {"type": "hello", "browser_pid": int(pid)} if pid > 0:
            return Hello(pid)
        case {"type": "front"}:
            return _front(fields)
        case {"type": "opened", "id": int(request_id), "ok": bool(ok)}:
            return Opened(request_id, ok)
        case _:
            return None


def _front(fields: dict[str, object]) -> Front | None:
    match fields:
        case {"browser": str(browser), "focused": bool(focused), "tab": int() | None as tab_id}:
            window_id, bounds, minimised = _window(fields.get("window"))
            return Front(browser[:20], focused, window_id, bounds, minimised, tab_id, _page(fields.get("page")))
        case _:
            return None


def _window(found: object) -> tuple[int | None, Rect, bool]:
    match found:
        case {
            "id": int(window_id),
            "left": int(x),
            "top": int(y),
            "width": int(width),
            "height": int(height),
            "minimised": bool(minimised),
        }:
            return window_id, Rect(x, y, width, height), minimised
        case _:
            return None, Rect(0, 0, 0, 0), False


def _page(found: object) -> Page | None:
    match found:
        case {"url": str(url), "title": str(title)}:
            return Page(url, title)
        case _:
            return None
