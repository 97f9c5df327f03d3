"""What may reach a terminal or a pipe: nothing that steers it, and no sign that it cannot take."""

import codecs
import io
import re
from collections.abc import Iterable

ESCAPES = "fescue-escapes"
"""The name of what is done with signs that an encoding lacks."""
# Control characters but for line ends and tabs, and what turns the order of words about.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """Return a text in which what could steer a terminal shows as an escape."""
    return _STEERING.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def take_any_text(streams: Iterable[object]) -> None:
    """Let streams of another encoding than UTF-8 (a redirected Windows console, say) take any text.

    A sign that the encoding lacks is written as JSON writes it, so that what a machine reads stays valid.
    """
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            codecs.register_error(ESCAPES, _escaped)
            stream.reconfigure(errors=ESCAPES)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2)), error.end
