"""A draft -> `pack.toml` and `shots/<area>.toml`."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from overlay.authoring.draft import Draft, DraftScreen, DraftShot, DraftZone


def pack_text(draft: Draft) -> str:
    """Write `manual/pack.toml`."""
    lines = [
        f"# The pack of {' '.join(draft.name.split())}, begun by `fescue pack init`.",
        f"name = {_toml(draft.name)}",
        f"origins = [{_toml(draft.origin)}]",
        f"locale = {_toml(draft.locale)}",
    ]
    if draft.demo_data:
        lines.append("demo_data = true")
    for screen in draft.screens:
        lines += ["", *_screen(screen)]
    lines += ["", "[[roles]]", f"id = {_toml(draft.role)}", f"title = {_toml(_title(draft.role))}", "modules = []"]
    if draft.visitor:
        lines.append("visitor = true  # the app asked nobody to sign in")
    return "\n".join(lines) + "\n"


def shots_texts(draft: Draft) -> Mapping[str, str]:
    """Write the files of `screenshots/shots/`, by their names."""
    areas = {section.id: section.area for section in draft.sections}
    ordered = sorted(draft.shots, key=lambda shot: areas[shot.section])
    return {
        f"{area}.toml": _shots_text(area, list(shots), draft.role)
        for area, shots in groupby(ordered, key=lambda shot: areas[shot.section])
    }


def _screen(screen: DraftScreen) -> Iterator[str]:
    yield "[[screens]]"
    yield f"id = {_toml(screen.id)}"
    yield f"route = {_toml(screen.route)}"
    yield f"title = {_toml(screen.title)}"
    if screen.menu:
        yield f"menu = {_toml(screen.menu)}"


def _shots_text(area: str, shots: Sequence[DraftShot], role: str) -> str:
    lines = [f"# What to photograph: {area}."]
    for shot in shots:
        lines += ["", *_shot(shot, role)]
    return "\n".join(lines) + "\n"


def _shot(shot: DraftShot, role: str) -> Iterator[str]:
    yield "[[shots]]"
    yield f"id = {_toml(shot.id)}"
    yield f"section = {_toml(shot.section)}"
    yield f"role = {_toml(role)}"
    yield f"route = {_toml(shot.screen.page.landed)}"
    yield f"shows = {_toml(shot.shows)}"
    yield f"when = {_toml(shot.when)}"
    if shot.heading:
        targets = [_target(shot.heading.role, shot.heading.name)]
        targets += [_target(zone.control.role, zone.control.name) for zone in shot.zones]
        yield f"crop = [{', '.join(dict.fromkeys(targets))}]"
    if shot.redact is not None:
        yield f"redact = [{', '.join(_target(role_, name) for role_, name in shot.redact)}]"
    yield f"principal = {_toml(shot.principal)}"
    yield from (f"zones.{zone.key} = {_zone(zone)}" for zone in shot.zones)


def _zone(zone: DraftZone) -> str:
    return _target(zone.control.role, zone.control.name)


def _target(role: str, name: str) -> str:
    return f"{{ role = {_toml(role)}, name = {_toml(name)} }}" if name else f"{{ role = {_toml(role)} }}"


def _title(role: str) -> str:
    words = role.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _toml(text: str) -> str:
    # A JSON string is a TOML string, but for DEL.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
