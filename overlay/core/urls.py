"""Web addresses, parsed once and strictly: what is opened is the form written anew, never the text that came in."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

MAX_LINK = 1900
"""The longest link Fescue opens, in characters: Windows' shell cuts at about 2,081."""

_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\]")
_HOST = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])")
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class WebAddress:
    """An http(s) address in parts; the path is decoded, the query is in order."""

    scheme: str
    host: str
    port: int
    path: str
    query: tuple[tuple[str, str], ...] = ()
    fragment: str = ""

    @property
    def origin(self) -> str:
        """Scheme, host and port as a browser writes them: the default port is left out."""
        port = "" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"

    def __str__(self) -> str:
        path = quote(self.path, safe="/~:@!$&'()*+,;=-._")
        query = f"?{urlencode(self.query)}" if self.query else ""
        fragment = f"#{quote(self.fragment, safe='/?:@!$&()*+,;=-._~')}" if self.fragment else ""
        return f"{self.origin}{path}{query}{fragment}"


def parse_web_address(text: str) -> WebAddress | None:
    """Read an absolute http(s) address, or return None for anything else.

    User names, control characters, back slashes, other schemes and addresses without `//` are refused.
    """
    if not text or _FORBIDDEN.search(text) or not re.match(r"https?://[^/]", text, re.IGNORECASE):
        return None
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    host = parts.netloc.rsplit(":", 1)[0] if port is not None else parts.netloc.rstrip(":")
    scheme = parts.scheme.lower()
    if "@" in parts.netloc or not _HOST.fullmatch(host) or port == 0:
        return None
    query = (
        tuple(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=100))
        if parts.query.count("&") < 100
        else ()
    )
    return WebAddress(
        scheme,
        host.lower(),
        port or _DEFAULT_PORTS[scheme],
        unquote(parts.path) or "/",
        query,
        unquote(parts.fragment),
    )


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
    if " " in text or not re.fullmatch(r"(localhost|[\w-]+(\.[\w-]+)+)(:\d{1,5})?", host):
        return ()
    readings = (parse_web_address(f"{scheme}://{text}") for scheme in schemes)
    return tuple(r for r in readings if r)
