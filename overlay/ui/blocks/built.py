"""What the document builder remembers of each block it has written."""

from dataclasses import dataclass, field

from overlay.answer.document import Block
from overlay.ui.blocks.laid_table import LaidTable


@dataclass(slots=True)
class Built:
    """A block in the document."""

    block: Block
    begin: int
    """Position of the end of what stands before it."""
    fresh: bool
    """Whether it began in an empty paragraph that was already there."""
    start: int = 0
    """Position of its first character."""
    text_at: int = 0
    """Position of its first run."""
    end: int = 0
    rtl: bool = False
    """Whether its text reads from right to left."""
    lengths: list[int] = field(default_factory=list[int])
    """Lengths of its runs as Qt counts them."""
    cuts: list[int] = field(default_factory=list[int])
    """Lengths of text before each place where a long paragraph is divided while it grows."""
    table: LaidTable | None = None
    """How it is laid out, if it is one."""
