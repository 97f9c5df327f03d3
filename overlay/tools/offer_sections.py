"""`offer_sections`: when a question could mean several things, the person chooses."""

from collections.abc import Mapping
from typing import cast

from overlay.core.access import knowable
from overlay.core.manual import Manual
from overlay.core.pack import Pack
from overlay.core.person import Person
from overlay.core.tools import Ok, Retry, ToolResult, ToolSpec

NAME = "offer_sections"


class OfferSections:
    """Shows up to three sections as buttons below the answer."""

    def __init__(self, manual: Manual, pack: Pack, person: Person) -> None:
        """Make the tool for one person."""
        self._manual = manual
        self._ids = frozenset(s.id for s in knowable(manual, pack, person))
        # The ids are listed once, in the index and with read_manual; a second list would be paid for with every step.
        items = {"type": "string", "description": "A section's id from the manual's index."}
        self.spec = ToolSpec(
            NAME,
            "When it is unclear which section is meant, offer up to three to choose from, then ask in one sentence.",
            {
                "type": "object",
                "properties": {
                    "sections": {"type": "array", "items": items, "minItems": 1, "maxItems": 3, "uniqueItems": True}
                },
                "required": ["sections"],
                "additionalProperties": False,
            },
        )

    async def run(self, args: Mapping[str, object]) -> ToolResult:
        """Offer the sections."""
        asked = tuple(cast("list[str]", args["sections"]))
        unknown = [i for i in asked if i not in self._ids]
        if unknown:
            return Retry(f"There is no section {unknown[0]!r}. There are: {', '.join(sorted(self._ids))}.")
        titles = ", ".join(s.title for i in asked if (s := self._manual.section(i)))
        count = len(asked)
        summary = f"Found {count} possible section{'s' if count > 1 else ''}"
        return Ok(f"Offered to the person: {titles}. Ask which one they mean.", summary, choices=asked)
