"""One place that finds Fescue's own files: in a checkout, in a wheel and in a frozen build."""

import sys
from pathlib import Path


def bundled(name: str) -> Path:
    """Return the folder `resources`, `manual` or `screenshots` that came with this Fescue.

    A frozen build and a wheel carry them under `overlay/_bundled`; a checkout has them beside the package.
    """
    package = (
        Path(getattr(sys, "_MEIPASS", "")) / "overlay"
        if getattr(sys, "frozen", False)
        else Path(__file__).parent.parent
    )
    packed = package / "_bundled" / name
    return packed if packed.is_dir() else package.parent / name


def bundled_pack() -> Path:
    """Return the folder of the embedded demo pack."""
    return bundled("manual").parent
