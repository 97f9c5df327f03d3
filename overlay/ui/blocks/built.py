"""What the document builder remembers of each block it has written."""

from dataclasses import dataclass, field

from PySide6.QtGui import QTextTable

from overlay.answer.document import Block
from overlay.ui.blocks.columns import Columns


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
    rows: list[QTextTable] = field(default_factory=list[QTextTable])
    """For a table: its rows, the head first, each laid out by itself."""
    columns: Columns | None = None
    widths: list[float] = field(default_factory=list[float])
    """Of its columns, as they are laid out."""
