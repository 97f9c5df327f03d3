"""The contact sheet: one page to review every picture, its zones drawn over it."""

import base64
import html
from collections.abc import Sequence

from overlay.capture.taking import Taken
from overlay.core.manual import Zone

_STYLE = """
body { margin: 24px; background: #eef0f4; color: #161b26; font: 14px/1.45 system-ui, sans-serif; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(360px, 1fr)); gap: 20px; align-items: start; }
figure { margin: 0; padding: 14px; border-radius: 12px; background: #fff; }
.picture { position: relative; }
img { display: block; width: 100%; height: auto; border: 1px solid #d9dde6; }
.zone { position: absolute; outline: 2px solid #2f49d1; border-radius: 3px; }
.zone.principal { outline-color: #d1242f; }
main { margin-top: 16px; }
h2 { margin: 0 0 8px; font-size: 15px; } p { margin: 8px 0 0; } small { color: #4d5566; }
"""


def contact_sheet(taken: Sequence[Taken], title: str) -> str:
    """Return an HTML page with every picture in the order of their ids; it needs no other file.

    Args:
        taken: the pictures.
        title: heading of the page.
    """
    figures = "\n".join(_figure(one) for one in sorted(taken, key=lambda t: t.shot.id))
    size = sum(len(one.picture.data) for one in taken)
    count = f"{len(taken)} pictures, {size / 1000:.0f} kB"
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title><style>{_STYLE}</style>'
    return (
        f'<!doctype html><html lang="en"><head>{head}</head><body><h1>{html.escape(title)}</h1>'
        f"<p>{count}. The zone pointed at by default is red.</p><main>\n{figures}\n</main></body></html>\n"
    )


def _figure(one: Taken) -> str:
    shot, picture = one.shot, one.picture
    data = base64.b64encode(picture.data).decode("ascii")
    zones = "".join(_zone(zone, principal=key == shot.principal) for key, zone in sorted(one.zones.items()))
    facts = f"{shot.role} at {shot.route}, {picture.width} x {picture.height}, {len(picture.data) / 1000:.0f} kB"
    return (
        f'<figure><h2>{html.escape(shot.id)}</h2><div class="picture">'
        f'<img alt="{html.escape(shot.shows)}" width="{picture.width}" height="{picture.height}" '
        f'src="data:image/webp;base64,{data}">{zones}</div>'
        f"<figcaption><p>{html.escape(shot.shows)}</p><small>{html.escape(facts)}</small></figcaption></figure>"
    )


def _zone(zone: Zone, *, principal: bool) -> str:
    box = zone.box
    place = f"left:{box.x:.2%};top:{box.y:.2%};width:{box.w:.2%};height:{box.h:.2%}"
    look = "zone principal" if principal else "zone"
    return f'<span class="{look}" style="{place}" title="{html.escape(zone.key)}: {html.escape(zone.label)}"></span>'
