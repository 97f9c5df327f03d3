"""The HTML that is pasted: lists, tables and code keep their structure; nothing that may not be shown gets in."""

import pytest
from answer_samples import policy

from overlay.answer.html import blocks_html, cells_html
from overlay.answer.stream import read_answer


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a **b** *c* `d<` ~~e~~", "<p>a <strong>b</strong> <em>c</em> <code>d&lt;</code> <s>e</s></p>"),
        ("[Leave](/leave)", '<p><a href="https://erp.example/leave">Leave</a></p>'),
        ("[Users](/admin/users) [x](javascript:y) <b>", "<p>Users x &lt;b&gt;</p>"),
        (
            "1. a\n\n[captura:leave]\n\n2. b\n   - c\n   - d\n\n3. e",
            "<ol><li>a</li><li>b<ul><li>c</li><li>d</li></ul></li><li>e</li></ol>",
        ),
        ("1. a\n\n   more\n\n2. b\n\nend", "<ol><li>a<p>more</p></li><li>b</li></ol><p>end</p>"),
        ("4. a\n5. b", '<ol start="4"><li>a</li><li>b</li></ol>'),
        ("- [x] a\n- [ ] b\n\n1. c", "<ul><li>☑ a</li><li>☐ b</li></ul><ol><li>c</li></ol>"),
        (
            "| A | B |\n|---|--:|\n| **x** | 1 |",
            (
                '<table><tr><th>A</th><th align="right">B</th></tr>'
                '<tr><td><strong>x</strong></td><td align="right">1</td></tr></table>'
            ),
        ),
        ("```sql\na < b\n  c\n```", "<pre><code>a &lt; b\n  c</code></pre>"),
        ("> q\n\n## H\n\n---", "<blockquote><p>q</p></blockquote><h2>H</h2><hr>"),
        ("a  \nb", "<p>a<br>b</p>"),
    ],
)
def test_blocks_become_html(text: str, html: str) -> None:
    assert blocks_html(read_answer(text, policy()).blocks) == html


def test_cells_become_a_table() -> None:
    assert cells_html([["a&b", "c"]]) == "<table><tr><td>a&amp;b</td><td>c</td></tr></table>"
