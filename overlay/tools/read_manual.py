"""`read_manual`: sections of the manual, with their screenshots and zones."""

import re
from collections.abc import Mapping
from typing import cast

from overlay.core.access import knowable, no_access
from overlay.core.manual import Manual, Screenshot, Section, Zone
from overlay.core.pack import Pack
from overlay.core.person import Person
from overlay.core.tools import Ok, Refused, ToolResult, ToolSpec

NAME = "read_manual"
MOST = 3
"""Sections read at once."""


class ReadManual:
    """Reads sections that this person may use; for others it says who can grant access."""

    def __init__(self, manual: Manual, pack: Pack, person: Person) -> None:
        """Make the tool for one person."""
        self._manual = manual
        self._pack = pack
        self._person = person
        ids = [s.id for s in knowable(manual, pack, person)]
        self.spec = ToolSpec(
            NAME,
            "Read sections of the manual before explaining a screen. Returns steps with exact labels, and the "
            "screenshots that may be shown.",
            {
                "type": "object",
                "properties": {
                    "sections": {
                        "type": "array",
                        "items": {"type": "string", "enum": ids},
                        "minItems": 1,
                        "maxItems": MOST,
                        "uniqueItems": True,
                    }
                },
                "required": ["sections"],
                "additionalProperties": False,
            },
        )

    async def run(self, args: Mapping[str, object]) -> ToolResult:
        """Return the sections asked for that this person may use."""
        asked = cast("list[str]", args["sections"])
        found = [s for s in map(self._manual.section, asked) if s]
        denied = [d for s in found if (d := no_access(s, self._pack, self._person))]
        readable = [s for s in found if self._person.sees(s.module)]
        if not readable:
            who = denied[0].ask if denied else self._pack.contact
            screen = denied[0].screen if denied else ""
            text = f"No access to {screen!r} for this role. Say so, and that {who or 'an administrator'} can grant it."
            return Refused(text, denied[0] if denied else None)
        pictures = [p for s in readable for p in self._manual.pictures_of(s.id) if self._person.can_open(p.route)]
        text = "\n\n".join(self._section_text(s) for s in readable)
        if denied:
            text += "\n\n" + "\n".join(f"No access to {d.screen!r}: {d.ask} can grant it." for d in denied)
        count = len(readable)
        return Ok(
            text,
            f"Read {count} manual section{'s' if count > 1 else ''}",
            sections=tuple(s.id for s in readable),
            screenshots=tuple(p.id for p in pictures),
        )

    def _section_text(self, section: Section) -> str:
        pictures = [p for p in self._manual.pictures_of(section.id) if self._person.can_open(p.route)]
        shots = "\n".join(map(_picture_text, pictures))
        body = f'<section id="{section.id}" title="{section.title}">\n{section.body}\n</section>'
        return f"{body}\nScreenshots of this section:\n{shots}" if shots else body


def _picture_text(shot: Screenshot) -> str:
    """Describe a screenshot in few words: each of them is read with every further step of the turn."""
    zones = " ".join(f"{_zone_text(z)}{'*' if z.key == shot.principal else ''}" for z in shot.zones.values())
    return f"[captura:{shot.id}] shows: {shot.shows} | when: {shot.when} | zones (* by default): {zones}"


def _zone_text(zone: Zone) -> str:
    """Name a zone; its label only where the key does not say it already."""
    spoken = re.sub(r"[^a-z0-9]+", "-", zone.label.casefold()).strip("-")
    return f"#{zone.key}" if spoken == zone.key else f"#{zone.key} “{zone.label}”"
