"""An answer as blocks: what every view of it (widgets, plain text, Markdown, JSON) is made from.

Blocks are flat and in reading order. `indent` is the nesting depth (0 at the margin; what belongs to a step has the
step's indent + 1); `quote` counts block quotes around it. A block is a value: equal text gives equal blocks.
"""

from dataclasses import dataclass, field

from overlay.core.manual import Screenshot, Zone


@dataclass(frozen=True, slots=True)
class Link:
    """A link as the policy decided it: `open` says whether this person may follow it; if not, it is shown as text."""

    label: str
    route: str
    """The path inside the target app."""
    url: str
    """The re-serialised address that is opened; empty unless `open`."""
    open: bool


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    strike: bool = False
    link: Link | None = None
    label: bool = False
    """Whether it is a quoted label of the target app (bold, in quotation marks)."""
    verified: bool = True
    """For labels: whether the manual or the catalogue knows it."""
    line_break: bool = False
    """Whether a hard line break follows."""

    def with_text(self, text: str) -> "Run":
        """Return the same run with another text. Written out, as `replace` costs four times as much in each frame."""
        return Run(
            text, self.bold, self.italic, self.code, self.strike, self.link, self.label, self.verified, self.line_break
        )


Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph."""

    runs: Runs
    indent: int = 0
    quote: int = 0
    source: str = ""
    """The Markdown it came from, for copying."""

    def grown(self, runs: Runs, source: str) -> "Prose":
        """Return the same paragraph with more text."""
        return Prose(runs, self.indent, self.quote, source)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, level 1 to 6."""

    level: int
    runs: Runs
    indent: int = 0
    quote: int = 0
    source: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """The first paragraph of a numbered list item."""

    number: int
    runs: Runs
    indent: int = 0
    quote: int = 0
    source: str = ""

    def grown(self, runs: Runs, source: str) -> "Step":
        """Return the same step with more text."""
        return Step(self.number, runs, self.indent, self.quote, source)


@dataclass(frozen=True, slots=True)
class Bullet:
    """The first paragraph of a bulleted list item; `done` is set for task lists."""

    runs: Runs
    indent: int = 0
    quote: int = 0
    done: bool | None = None
    source: str = ""

    def grown(self, runs: Runs, source: str) -> "Bullet":
        """Return the same item with more text."""
        return Bullet(runs, self.indent, self.quote, self.done, source)


@dataclass(frozen=True, slots=True)
class Code:
    """A code block; `closed` is False while its fence is still open."""

    text: str
    language: str = ""
    closed: bool = True
    indent: int = 0
    quote: int = 0
    source: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `align` holds `left`, `right`, `center` or an empty string a column."""

    header: tuple[Runs, ...]
    rows: tuple[tuple[Runs, ...], ...]
    align: tuple[str, ...]
    indent: int = 0
    quote: int = 0
    source: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A thematic break."""

    indent: int = 0
    quote: int = 0
    source: str = "---"


@dataclass(frozen=True, slots=True)
class Picture:
    """A screenshot under the step it illustrates; without a zone nothing is pointed at."""

    screenshot: Screenshot
    zone: Zone | None
    indent: int = 0
    quote: int = 0
    source: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence of Fescue's own: an offline answer, a limit, no access."""

    text: str
    tone: str = "info"
    """`info`, `warning` or `error`."""


Block = Prose | Heading | Step | Bullet | Code | Table | Rule | Picture | Notice


@dataclass(frozen=True, slots=True)
class Label:
    """A label named in an answer, and whether it could be verified."""

    text: str
    verified: bool


@dataclass(frozen=True, slots=True)
class AnswerDocument:
    """A whole answer."""

    blocks: tuple[Block, ...] = ()
    links: tuple[Link, ...] = field(default=())
    labels: tuple[Label, ...] = field(default=())

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The screenshots shown, in order."""
        return tuple(b for b in self.blocks if isinstance(b, Picture))
