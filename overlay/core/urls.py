"""Web addresses, parsed once and strictly: what is opened is the form written anew, never the text that came in."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

MAX_LINK = 1900
"""The longest link Fescue opens, in characters: Windows' shell cuts at about 2,081."""

_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\\ud800-\udfff]")
"""Control characters, spaces, back slashes, and halves of characters that JSON can smuggle in."""
_HOST = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_KEPT_ESCAPE = re.compile(r"(%(?:2F|25))", re.IGNORECASE)
"""`%2F` and `%25` stay as they are in a decoded path: a slash inside a segment is not a separator."""
_LOST = "\ufffd"


@dataclass(frozen=True, slots=True)
class WebAddress:
    """An http(s) address in parts; path and fragment are decoded (but for `%2F` and `%25`), queries are in order."""

    scheme: str
    host: str
    port: int
    path: str
    query: tuple[tuple[str, str], ...] = ()
    fragment: str = ""
    """What stands behind `#`; of a hash router's address, up to its own question mark."""
    fragment_query: tuple[tuple[str, str], ...] = ()

    @property
    def origin(self) -> str:
        """Scheme, host and port as a browser writes them: the default port is left out."""
        port = "" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"

    @property
    def whole(self) -> bool:
        """Whether nothing was lost in reading: bytes that are no UTF-8 cannot be written again."""
        pairs = (*self.query, *self.fragment_query)
        return not any(_LOST in part for part in (self.path, self.fragment, *(text for pair in pairs for text in pair)))

    def __str__(self) -> str:
        place = _encoded(self.path, "'()") + _query(self.query)
        behind = _encoded(self.fragment, "?()") + _query(self.fragment_query)
        return f"{self.origin}{place}{'#' if behind else ''}{behind}"


def parse_web_address(text: str, *, drop_user: bool = False) -> WebAddress | None:
    """Read an absolute http(s) address, or return None for anything else.

    Control characters, back slashes, other schemes and addresses without `//` are refused. `.` and `..` in the path
    are resolved, as a browser does before it asks for the page.

    Args:
        text: the address.
        drop_user: read `user:password@host` without the user instead of refusing it. For addresses that are looked
            at, never for those that are opened.
    """
    if not text or _FORBIDDEN.search(text) or not re.match(r"https?://[^/]", text, re.IGNORECASE):
        return None
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    place = parts.netloc.rpartition("@")[2] if drop_user else parts.netloc
    host = place.rsplit(":", 1)[0] if port is not None else place.removesuffix(":")
    scheme = parts.scheme.lower()
    if not _HOST.fullmatch(host) or port == 0:
        return None
    return WebAddress(
        scheme,
        host.lower(),
        port or _DEFAULT_PORTS[scheme],
        _path(parts.path),
        tuple(parse_qsl(parts.query, keep_blank_values=True)),
        *_fragment(parts.fragment),
    )


def _fragment(raw: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Decode what stands behind `#`: a hash router's address has a query of its own."""
    path, _, query = raw.partition("?") if raw.startswith(("/", "!/")) else (raw, "", "")
    return _decoded(path), tuple(parse_qsl(query, keep_blank_values=True))


def _query(pairs: tuple[tuple[str, str], ...]) -> str:
    # A space as `%20`: every app reads that, and one that decodes its address by itself would show `+` as it is.
    return f"?{urlencode(pairs, quote_via=quote, safe='')}" if pairs else ""


def _decoded(raw: str) -> str:
    return "".join(part if i % 2 else unquote(part) for i, part in enumerate(_KEPT_ESCAPE.split(raw)))


def _encoded(text: str, also_safe: str) -> str:
    parts = _KEPT_ESCAPE.split(text)
    return "".join(part if i % 2 else quote(part, safe="/~:@!$&*+,;=-._" + also_safe) for i, part in enumerate(parts))


def _path(raw: str) -> str:
    """Decode a path and resolve its dots; `%2e` is a dot to browsers too."""
    decoded = _decoded(raw)
    steps: list[str] = []
    segments = decoded.split("/")[1:]
    for segment in segments:
        if segment == "..":
            steps = steps[:-1]
        elif segment != ".":
            steps.append(segment)
    if segments and segments[-1] in {".", ".."}:
        steps.append("")
    return "/" + "/".join(steps)


def parse_typed_address(text: str, schemes: tuple[str, ...] = ("https", "http")) -> tuple[WebAddress, ...]:
    """Read what a browser's address field shows: the scheme may be hidden.

    Returns:
        The possible readings, an explicit scheme alone if there is one; empty for a search text or half an address.
    """
    text = text.strip()
    if "://" in text:
        found = parse_web_address(text)
        return (found,) if found else ()
    host = re.split(r"[/?#]", text, maxsplit=1)[0]
    if " " in text or not re.fullmatch(r"(localhost|[\w-]+(\.[\w-]+)+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?", host):
        return ()
    # Browsers hide `www.` as well as the scheme.
    readings = (parse_web_address(f"{scheme}://{hidden}{text}") for hidden in ("", "www.") for scheme in schemes)
    return tuple(r for r in readings if r)
