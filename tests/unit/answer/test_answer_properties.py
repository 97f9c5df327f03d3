"""What must hold for any text in any chunking."""

import re
from dataclasses import replace

import pytest
from answer_samples import policy
from hypothesis import example, given, settings
from hypothesis import strategies as st

from overlay.answer.blocks import BlockWalk
from overlay.answer.copies import markdown
from overlay.answer.document import Block, Bullet, Code, Notice, Run, Step, Table
from overlay.answer.gather import gather, texts_of
from overlay.answer.inline import InlineReader
from overlay.answer.markers import without_cut_off_marker
from overlay.answer.numbering import Progress
from overlay.answer.parser import block_tokens
from overlay.answer.stream import AnswerStream, read_answer

PIECES = [
    "1. ", "2. ", "10. ", "- ", "* ", "   ", "    ", "\n", "\n\n", "\n", "> ", "# ", "## ", "```\n", "```sql\n", "~~~\n", "```",
    "**", "*", "_", "__", "~~", "`", "``", "[", "](", ")", "](/leave)", "[captura:leave]", "[captura:leave#request]",
    "[captura:nope]", "[captura:third]", "[action:request]", "[capt", "| a | b |\n", "|---|--:|\n", "|", "---\n", "===\n", "- [ ] ", "[x] ",
    "**«Request leave»**", "«", "»", "<img src=x>", "<https://a.b>", "<", "&amp;", "&", "\\", "![alt](http://e/x)", "!", "a", "Press ",
    "word ", "día", "中文", "שלום", "😄", "\t", "\r\n", "\r", "5 * 3", "snake_case", "http://[::1", "]:8069", "(", '"', "  \n", "\0", "\u200b", "\u2028",
    "![captura:leave](", "**「保存」**を", "按**“", "”**按",
]  # fmt: skip

texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=24).map("".join)


def cut(text: str, cuts: list[int]) -> list[str]:
    places = sorted({c % (len(text) + 1) for c in cuts})
    return [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]


def frames(text: str, cuts: list[int]) -> list[tuple[Block, ...]]:
    stream = AnswerStream(policy())
    closed: list[Block] = []
    seen: list[tuple[Block, ...]] = []
    for chunk in cut(text, cuts):
        update = stream.feed(chunk)
        closed += update.closed
        seen.append((*closed, *update.open))
        assert stream.document == gather(seen[-1])
    last = stream.finish()
    assert last.open == ()
    seen.append((*closed, *last.closed))
    return seen


@settings(max_examples=120, deadline=None)
@example(text="1. a\n\n[captura:leave]\n\n1. b\n\n```\nx\n```\n\n1. c\n   - d\n", cuts=[])
@given(text=texts, cuts=st.lists(st.integers(0, 10_000), max_size=30))
def test_chunking_does_not_matter(text: str, cuts: list[int]) -> None:
    whole = read_answer(text, policy())
    assert gather(frames(text, cuts)[-1]) == whole
    assert gather(frames(text, list(range(len(text))))[-1]) == whole


@settings(max_examples=200, deadline=None)
@example(row=["a \\| b", " c"])
@example(row=["", "x", "y", "z"])
@given(
    row=st.lists(
        st.sampled_from(["a", " b ", "", "\\|", "**c**", "`d`", "é \\\\", "[Leave](/leave)", "- e", "_f_", "&amp;"]),
        max_size=5,
    )
)
def test_a_row_that_is_whole_looks_as_it_will_before_its_line_ends(row: list[str]) -> None:
    text = "| a | b | c |\n|---|:-:|--:|\n| 1 | 2 | 3 |\n" + "|" + "|".join(row) + "|"
    stream = AnswerStream(policy())
    for letter in text:
        stream.feed(letter)
    shown, final = stream.document.blocks[0], read_answer(text, policy()).blocks[0]
    assert isinstance(shown, Table)
    assert isinstance(final, Table)
    assert (shown.header, shown.rows, shown.align) == (final.header, final.rows, final.align)


def unsourced(stream: AnswerStream) -> list[Block]:
    """Blocks without what only copying needs: spaces at the end of a text that still grows may go with either side."""
    return [b if isinstance(b, Notice) else replace(b, source="") for b in stream.document.blocks]


PLAIN_PIECES = [
    "word ",
    "two words",
    " a",
    ", b",
    ". ",
    "; c",
    ": d (e) ",
    "?",
    "–",
    "› Leave",
    "  ",
    "**bold",
    "**",
    "[Leave](/leave)",
    "\n",
    "x|y",
    "5",
]


@settings(max_examples=150, deadline=None)
@example(text="a **bold words\n1. [Leave](/leave) on, and (so) on: x")
@example(text="- [x")
@example(text="](**«Request leave»**word ")
@example(text="word \u2028word")
@example(text="![captura:leave]([Leave](/leave)")
@example(text="**› Leave› Leave")
@example(text="| a | b |\n|---|--:|\n| x **y | z \\| *q | r\n|| `c` | [captura:leave] |\n|-\n| end\nafter")
@given(text=st.lists(st.sampled_from(PLAIN_PIECES) | st.sampled_from(PIECES), max_size=14).map("".join))
def test_each_frame_is_what_reading_all_of_it_gives(text: str) -> None:
    by_letters = AnswerStream(policy())
    for end in range(1, len(text) + 1):
        update = by_letters.feed(text[end - 1 : end])
        at_once = AnswerStream(policy())
        at_once.feed(text[:end])
        assert unsourced(by_letters) == unsourced(at_once)
        if update.more:
            assert not update.closed
            last = update.open[-1]
            assert (last.text if isinstance(last, Code) else shown_texts((last,))[-1]).endswith(update.more)


@settings(max_examples=200, deadline=None)
@example(text="1. | a | b |\n1. | a | b |\n")
@given(text=texts.filter(lambda text: without_cut_off_marker(text) == text))
def test_units_read_one_by_one_equal_the_whole_parse(text: str) -> None:
    normal = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    made = policy()
    at_once = BlockWalk(normal, made, InlineReader(made), Progress()).walk(block_tokens(normal))
    by_units = AnswerStream(policy())
    for character in text:
        by_units.feed(character)
    by_units.finish()
    assert by_units.document.blocks == at_once
    assert [b.number for b in by_units.document.blocks if isinstance(b, Step)] == [
        b.number for b in at_once if isinstance(b, Step)
    ]


def shown_texts(blocks: tuple[Block, ...]) -> list[str]:
    return [
        "".join(run.text for run in runs if not run.code)
        for b in blocks
        if not isinstance(b, Code)
        for runs in texts_of(b)
    ]


# A bracket that is escaped is text, as CommonMark has it: `\\[captura:x]` is no marker.
@settings(max_examples=120, deadline=None)
@given(text=texts.filter(lambda text: "\\[" not in text))
def test_no_frame_shows_half_a_marker(text: str) -> None:
    seen = frames(text, list(range(len(text))))
    for blocks in seen:
        for shown in shown_texts(blocks):
            assert not re.search(r"\[(?:captura|action):[^\]\[\n]*$", shown)
            assert not re.search(r"\[(?:captura|action):[^\]\[\n]*\]", shown.replace("\\", ""))


WORDS = st.sampled_from(["Open", "the", "list", "Ventas", "día", "Überstundenkonto", "保存", "now"])
INLINE = st.one_of(
    WORDS,
    WORDS.map(lambda w: f"**{w}**"),
    WORDS.map(lambda w: f"*{w}*"),
    WORDS.map(lambda w: f"~~{w}~~"),
    WORDS.map(lambda w: f"**«{w} {w}»**"),
    WORDS.map(lambda w: f"`{w}`"),
    WORDS.map(lambda w: f"[{w}](/leave)"),
    WORDS.map(lambda w: f"[{w}](https://elsewhere.example/{w}?a=1)"),
    WORDS.map(lambda w: f"![{w}](https://elsewhere.example/p.png)"),
    st.sampled_from(["[captura:leave]", "[captura:nope#x]", "&amp;"]),
)
SENTENCE = st.lists(INLINE, min_size=1, max_size=6).map(" ".join)
BLOCK = st.one_of(
    SENTENCE,
    st.lists(SENTENCE, min_size=1, max_size=4).map(lambda s: "\n".join(f"{i}. {x}" for i, x in enumerate(s, 1))),
    st.lists(SENTENCE, min_size=1, max_size=3).map(lambda s: "\n".join(f"- {x}" for x in s)),
    SENTENCE.map(lambda s: f"| {s} | b |\n|---|---|\n| {s} | **c** |"),
    SENTENCE.map(lambda s: f"## {s}"),
    st.just("```sql\nselect 1\n```"),
    st.sampled_from(["[captura:leave#request]", "[captura:third]", "- [ ] one\n- [x] two", "---"]),
)
ANSWERS = st.lists(BLOCK, min_size=1, max_size=5).map("\n\n".join)
SYNTAX = re.compile(r"\*|~|`|\]\(|\[|\]|https?:|\||captura|^#|&a")


@settings(max_examples=120, deadline=None)
@given(text=ANSWERS)
def test_no_frame_of_a_well_formed_answer_shows_syntax(text: str) -> None:
    for blocks in frames(text, list(range(len(text)))):
        for shown in shown_texts(blocks):
            assert not SYNTAX.search(shown), shown
        for block in blocks:
            if isinstance(block, Code):
                assert "`" not in block.text
            if isinstance(block, Bullet):
                assert "[" not in "".join(r.text for r in block.runs)
        assert all(
            run.link.url in {"", "https://erp.example/leave"}
            for b in blocks
            for r in texts_of(b)
            for run in r
            if run.link
        )


@settings(max_examples=80, deadline=None)
@given(text=ANSWERS)
def test_text_once_shown_is_not_taken_back(text: str) -> None:
    """A frame's words are a beginning of the finished answer's words, so nothing jumps."""
    seen = frames(text, list(range(len(text))))
    final = "".join(shown_texts(seen[-1])).replace(" ", "")
    for blocks in seen:
        shown = "".join(shown_texts(blocks)).replace(" ", "")
        assert final.startswith(shown)


@pytest.mark.parametrize("end", ["[captura:leave#requ", "![captura:leave", "[captura", "[action:", "[capt"])
@pytest.mark.parametrize("before", ["Press it.\n\n", "1. Press it ", "> - a **b** "])
def test_a_marker_that_was_never_written_to_its_end_is_dropped(before: str, end: str) -> None:
    assert read_answer(before + end, policy()).blocks == read_answer(before, policy()).blocks
    assert end in markdown(read_answer("```\n" + end, policy()))


@pytest.mark.parametrize("line", ["    `date`", "  ```", "\t~~~x", "> `x`", "   `", "`y`", "    ", "~"])
@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_code_only_grows_whatever_its_lines_begin_with(fence: str, line: str) -> None:
    text = f"{fence}sh\nfirst\n{line}\nlast\n{fence}\n"
    stream = AnswerStream(policy())
    shown = ""
    for letter in text:
        update = stream.feed(letter)
        block = next((b for b in stream.document.blocks if isinstance(b, Code)), None)
        if block is None:
            continue
        assert block.text.startswith(shown)
        if update.more is not None and isinstance(update.open[-1], Code):
            assert block.text == shown + update.more
        shown = block.text


@settings(max_examples=40, deadline=None)
@given(text=ANSWERS)
def test_an_answer_that_is_cut_off_ends_as_it_was_shown(text: str) -> None:
    for end in range(len(text) + 1):
        stream = AnswerStream(policy())
        stream.feed(text[:end])
        before = stream.document
        assert stream.finish(cut_off=True).open == ()
        assert stream.document == before
        assert not any(SYNTAX.search(shown) for shown in shown_texts(stream.document.blocks))


@pytest.mark.parametrize(
    "text", ["Hi \U0001f468\u200d\U0001f469\u200d\U0001f467 there", "**\U0001f469\u200d\U0001f4bb** a", "a\u200d"]
)
def test_no_frame_ends_in_what_joins_two_emojis(text: str) -> None:
    """It would be drawn in another face, and the line become taller for the time."""
    seen = frames(text, list(range(len(text))))
    assert not any(shown.endswith("\u200d") for blocks in seen[:-1] for shown in shown_texts(blocks))
    assert seen[-1] == read_answer(text, policy()).blocks


def test_runs_are_values() -> None:
    assert Run("a") == Run("a")


@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_copied_numbers_are_the_shown_ones_however_the_text_came(size: int) -> None:
    text = "1. Open\n1. Press\n1. Save\n\nThen:\n\n7. On\n7. Off\n"
    stream = AnswerStream(policy())
    for at in range(0, len(text), size):
        stream.feed(text[at : at + size])
    stream.finish()
    assert markdown(stream.document) == "1. Open\n2. Press\n3. Save\n\nThen:\n\n7. On\n8. Off\n"
