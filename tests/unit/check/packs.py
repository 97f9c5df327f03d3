"""A small pack that is fine, and a way to break it in one place."""

import hashlib
import io
import json
from pathlib import Path

from PIL import Image

PACK = """name = "Shop"
origins = ["https://shop.example"]

[[screens]]
id = "orders"
route = "/orders"
title = "Orders"
module = "orders"
menu = "Shop › Orders"

[[screens]]
id = "order"
route = "/orders/[id]"
title = "One order"
module = "orders"

[[roles]]
id = "clerk"
title = "Clerk"
modules = ["orders"]

[[actions]]
id = "new_order"
title = "Place an order"
screen = "orders"
parameter = "new"
value = "order"
module = "orders"
example = { quantity = "3" }

[actions.fields]
quantity = { type = "string", pattern = "^[0-9]+$", title = "Quantity" }
"""

SECTION = """---
id: orders
title: Orders
routes:
  - /orders
  - /orders/[id]
module: orders
summary: See the orders of your customers and place new ones.
actions:
  - new_order
aliases:
  en:
    - buy something -> Place an order
---
## What it is for

Orders.

## How to get there

Open [Orders](/orders) (**Shop › Orders**).

## Who can use it

Clerks.

## What is on the screen

A list, and the button **«New order»**.

## How to

### Place an order

1. Press **«New order»**.

[captura:orders-list#new]

## Common problems

### Nothing happens

Wait.
"""


def webp(width: int = 800, height: int = 400, form: str = "WEBP") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(out, form)
    return out.getvalue()


def entry(data: bytes, **changes: object) -> dict[str, object]:
    return {
        "id": "orders-list",
        "file": "orders-list.webp",
        "sha256": hashlib.sha256(data).hexdigest(),
        "width": 400,
        "height": 200,
        "shows": "The list of orders",
        "when": "Someone wants to order",
        "section": "orders",
        "route": "/orders",
        "role": "clerk",
        "locale": "en",
        "app_build": "1",
        "zones": {"new": {"role": "button", "label": "New order", "kind": "c", "box": [0.1, 0.1, 0.2, 0.1]}},
        "principal": "new",
    } | changes


def build(
    folder: Path,
    *,
    pack: str = PACK,
    sections: dict[str, str] | None = None,
    image: bytes | None = None,
    entries: list[dict[str, object]] | None = None,
    files: dict[str, bytes] | None = None,
) -> Path:
    """Write a pack; `files` are further files, by their path (None of them is referred to)."""
    data = webp() if image is None else image
    (folder / "manual" / "sections").mkdir(parents=True)
    (folder / "screenshots").mkdir()
    (folder / "manual" / "pack.toml").write_text(pack, "utf-8")
    for name, text in ({"orders.md": SECTION} if sections is None else sections).items():
        (folder / "manual" / "sections" / name).write_text(text, "utf-8")
    (folder / "screenshots" / "orders-list.webp").write_bytes(data)
    listed = [entry(data)] if entries is None else entries
    (folder / "screenshots" / "screenshots.json").write_text(json.dumps(listed, indent=1), "utf-8")
    for name, content in (files or {}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder
