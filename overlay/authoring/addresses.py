"""Paths of an app that nobody described: which segments are ids, and which links are better left alone."""

import re
import unicodedata

_UUID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}", re.IGNORECASE)
_HEX = re.compile(r"(?=[0-9a-f]*\d)[0-9a-f]{8,}", re.IGNORECASE)
_COUNTED = re.compile(r"\d[\d._-]*|[A-Za-z]{1,6}[-_]\d[\d._-]*|[A-Za-z]{1,3}\d{3,}")
"""`12`, `2026-11-30`, `INV-2026-0007`, `PO1042`; but not `step2`."""
_TOKEN = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w-]{16,}")

_LEAVING = (
    "log ?out|sign ?out|sign ?off|log ?off|end session|exit|quit|abmelden|ausloggen|cerrar sesion|salir|"
    "se deconnecter|deconnexion|terminar sessao|sair|esci|disconnetti|uitloggen|afmelden"
)
_ACTING = (
    "delete|remove|drop|destroy|purge|erase|revoke|disable|deactivate|stop|restart|shutdown|reboot|kill|unsubscribe|"
    "impersonate|vacuum|loschen|entfernen|stornieren|eliminar|borrar|anular|supprimer|annuler|excluir|apagar|elimina"
)
_DOUBTFUL = (
    "clear|reset|start|approve|reject|cancel|confirm|archive|run|execute|switch|toggle|download|export|print|"
    "herunterladen|descargar|telecharger|baixar|drucken|exportar|exportieren"
)
_NEVER = re.compile(rf"\b(?:{_LEAVING}|{_ACTING})\b")
_NOT_BY_THE_WAY = re.compile(rf"\b(?:{_DOUBTFUL})\b")
_FILE = re.compile(
    r"\.(?:pdf|csv|xlsx?|docx?|pptx?|od[tsp]|zip|gz|tgz|tar|7z|whl|deb|rpm|exe|msi|dmg|iso|json|xml|rss|atom|ics|txt|"
    r"png|jpe?g|gif|svg|webp|mp[34]|db|sqlite3?)$",
    re.IGNORECASE,
)


def route_of(path: str) -> str:
    """Write a path as a route pattern: segments that look like ids become parameters.

    Args:
        path: decoded, without query.
    """
    count = 0
    segments: list[str] = []
    for segment in path.split("/"):
        if is_id(segment):
            count += 1
            segments.append("[id]" if count == 1 else f"[id{count}]")
        else:
            segments.append(segment)
    return "/".join(segments)


def is_id(segment: str) -> bool:
    """Say whether a segment of a path names one item."""
    if "@" in segment or not segment.isascii():
        return "@" in segment
    return any(form.fullmatch(segment) for form in (_UUID, _HEX, _COUNTED, _TOKEN))


def is_plain(path: str) -> bool:
    """Say whether a path can stand in a pack: no brackets, spaces or controls, and nothing that must be escaped."""
    return bool(re.fullmatch(r"/[\w./~:@!$'+,;=-]*", path, re.ASCII)) and not any(
        segment.startswith("(") for segment in path.split("/")
    )


def is_harmless(name: str, path: str, *, menu: bool) -> bool:
    """Say whether following a link only shows something: it does not sign out, act, or hand out a file.

    A well-made app does nothing on GET. This holds for the others.

    Args:
        name: what stands on the link.
        path: where it leads.
        menu: whether it stands in a menu, where "Archive" and "Start" are screens.
    """
    words = f"{_folded(name)} / {_folded(path)}"
    if _NEVER.search(words) or _FILE.search(path):
        return False
    return menu or not _NOT_BY_THE_WAY.search(words)


def slug(text: str) -> str:
    """Write a text as an id: lower-case letters, digits and hyphens, 48 characters at most."""
    words = re.findall(r"[a-z0-9]+", _folded(text))
    return "-".join(words)[:48].strip("-")


def _folded(text: str) -> str:
    apart = unicodedata.normalize("NFKD", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))
    bare = "".join(c for c in apart if not unicodedata.combining(c)).casefold()
    return re.sub(r"[-_.+/]+", " ", bare)
