"""Front matter: every value is the text as typed, and what would silently change it is refused."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from overlay.content.front_matter import split_front_matter
from overlay.content.sections import read_section
from overlay.content.text_files import read_text
from overlay.core.errors import PackError

SECTION = "---\nid: ventas\ntitle: Ventas\nroutes:\n- /ventas\nsummary: Pedidos y presupuestos de clientes.\n---\nTexto"


def write(folder: Path, data: bytes | str, name: str = "ventas.md") -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_a_byte_order_mark_costs_nothing(tmp_path: Path) -> None:  # d01
    section = read_section(write(tmp_path, b"\xef\xbb\xbf" + SECTION.encode()), tmp_path)
    assert (section.id, section.body) == ("ventas", "Texto")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_an_error_that_names_the_file(tmp_path: Path, encoding: str) -> None:  # d01
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    path = write(tmp_path, mark + SECTION.encode(encoding))
    with pytest.raises(PackError, match=r"^ventas\.md: is saved as UTF-16\. Save it as UTF-8\.$"):
        read_section(path, tmp_path)


def test_latin1_is_an_error_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, SECTION.replace("Pedidos", "Dirección").encode("latin-1"))
    with pytest.raises(PackError, match=r"^ventas\.md:6: is not UTF-8"):
        read_section(path, tmp_path)


def test_a_colon_in_a_value_is_an_error_with_its_line_and_mend() -> None:  # d03
    with pytest.raises(PackError, match=r"x\.md:3: .* Put the value in quotes: it holds a colon"):
        split_front_matter("---\nname: alta\ndescription: Da de alta: NIF, dirección\n---\nPasos", "x.md")


@pytest.mark.parametrize(
    "typed",
    [
        "no",
        "on",
        "0123",
        "12:30",
        "1.10",
        "1_000",
        "0x1F",
        "+34600",
        "null",
        "~",
        "2026-03-01",
        "yes",
        "1e3",
        ".inf",
        "0o7",
    ],
)
def test_values_stay_text(typed: str) -> None:  # d04, d05
    front = split_front_matter(f"---\nid: {typed}\nmetadata:\n  version: {typed}\nlist: [{typed}, b]\n---\nx", "x.md")
    assert front.fields["id"] == typed
    assert front.fields["metadata"] == {"version": typed}
    assert front.fields["list"] == [typed, "b"]
    json.dumps(dict(front.fields))


def test_a_key_written_twice_is_refused_with_both_lines() -> None:  # d08
    text = "---\nid: ventas\ntitle: Ventas y pedidos\nnavigation:\ntitle: Ventas\n---\nx"
    with pytest.raises(PackError, match=r"x\.md:5: .*'title' is written twice \(first 2 lines above\)"):
        split_front_matter(text, "x.md")


def test_a_nested_key_written_twice_is_refused_too() -> None:  # d08
    with pytest.raises(PackError, match=r"x\.md:5: .*'en' is written twice"):
        split_front_matter("---\nid: a\naliases:\n  en: [a]\n  en: [b]\n---\nx", "x.md")


def test_two_names_for_one_field_are_refused(tmp_path: Path) -> None:  # d08
    path = write(tmp_path, SECTION.replace("title: Ventas", "title: Ventas\ntitulo: Otras"))
    with pytest.raises(PackError, match=r"ventas\.md:4: the key 'titulo' says 'title' a second time"):
        read_section(path, tmp_path)


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
def test_any_line_ending(tmp_path: Path, ending: str) -> None:  # d10
    section = read_section(write(tmp_path, SECTION.replace("\n", ending)), tmp_path)
    assert section.summary == "Pedidos y presupuestos de clientes."
    assert "\r" not in section.body + section.title


def test_the_locale_does_not_matter(tmp_path: Path) -> None:  # d10
    path = write(tmp_path, SECTION.replace("Pedidos", "“Alta” — rápida"))
    script = f"from pathlib import Path\nfrom overlay.content.sections import read_section\np=Path({str(path)!r})\n"
    script += "print(ascii(read_section(p, p.parent).summary))"
    env = dict(os.environ, PYTHONUTF8="0", LC_ALL="C", PYTHONIOENCODING="ascii")
    said = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True).stdout
    assert said.strip() == ascii("“Alta” — rápida y presupuestos de clientes.")


def test_three_dashes_inside_a_value_stay() -> None:  # d11
    front = split_front_matter("---\nname: separador\ndescription: usa --- como separador\n---\nCuerpo", "x.md")
    assert (front.fields["description"], front.body) == ("usa --- como separador", "Cuerpo")


@pytest.mark.parametrize("value", ["&a b", "*a", "!!str x", "!x y"])
def test_anchors_aliases_and_tags_are_refused(value: str) -> None:
    with pytest.raises(PackError, match=r"x\.md:2: "):
        split_front_matter(f"---\nid: {value}\n---\nx", "x.md")


@pytest.mark.parametrize("text", ["", "Texto", "---\nid: a\nTexto", "----\n"])
def test_missing_front_matter_is_an_error(text: str) -> None:
    with pytest.raises(PackError, match=r"x\.md:1: "):
        split_front_matter(text, "x.md")


def test_body_lines_are_counted() -> None:
    front = split_front_matter("---\nid: a\n---\n\n\n## One\n", "x.md")
    assert (front.body, front.body_line) == ("## One", 6)
    assert front.lines == {"id": 2}


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"^gone\.md: this file is missing"):
        read_text(tmp_path / "gone.md", tmp_path)


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("summary: Order #12 and its lines", 4),
        ("summary: #1 reason to call", 4),
        ("summary: one\n  two # three", 5),
        ("aliases:\n  en:\n    - ticket #4 is late", 6),
        ("routes: [/a, /b #c\n  ]", 4),
        ("module: # none yet", 4),
    ],
)
def test_a_comment_that_would_cut_a_value_is_refused(typed: str, line: int) -> None:
    with pytest.raises(PackError, match=rf"^x\.md:{line}: .* begins a comment.* Put the value in quotes"):
        split_front_matter(f"---\nid: a\ntitle: A\n{typed}\n---\nx", "x.md")


def test_a_hash_that_cuts_nothing_stays() -> None:
    text = '---\n# a comment\ntitle: C#\nsummary: "Order #12" # why\naliases: # words\n  en:\n    - a#b\n---\nx # y'
    front = split_front_matter(text, "x.md")
    assert front.fields == {"title": "C#", "summary": "Order #12", "aliases": {"en": ["a#b"]}}


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x92", "\x0b", "\x0c", "\ufeff"])
def test_what_nobody_sees_in_a_value_is_named_where_it_is(sign: str) -> None:
    with pytest.raises(PackError, match=rf"^x\.md:3: .*invisible character U\+{ord(sign):04X}"):
        split_front_matter(f"---\nid: a\ntitle: one{sign}two\nsummary: b\n---\nx", "x.md")


@pytest.mark.parametrize("sign", ["\u200b", "\u00a0", "\u00ad"])
def test_what_nobody_sees_in_a_key_is_shown(tmp_path: Path, sign: str) -> None:
    path = write(tmp_path, SECTION.replace("title:", f"title{sign}:"))
    with pytest.raises(PackError, match=r"^ventas\.md:3: the key 'title\\\\?[xu][0-9a-f]+' is not known"):
        read_section(path, tmp_path)


@pytest.mark.parametrize(
    ("before", "line"), [("\n\n", 3), ("<!-- licence -->\n", 2), ("  ", 1), ("\ufeff", 1), ("<!--\nb\n-->\n\n", 5)]
)
def test_what_stands_before_the_front_matter_is_told(before: str, line: int) -> None:
    with pytest.raises(PackError, match=rf"^x\.md:{line}: something stands before the line '---'"):
        split_front_matter(f"{before}---\nid: a\n---\nx", "x.md")


def test_a_rule_in_a_text_without_front_matter_is_none() -> None:
    with pytest.raises(PackError, match=r"^x\.md:1: has no front matter"):
        split_front_matter("# Sales\n\n---\n\nText\n\n---\n", "x.md")


def test_a_tab_is_named() -> None:
    with pytest.raises(PackError, match=r"^x\.md:4: .*a tab indents this line\. Indent with spaces\.$"):
        split_front_matter("---\nid: a\nroutes:\n\t- /x\n---\nx", "x.md")


def test_a_body_that_repeats_a_field_begins_behind_it() -> None:
    assert split_front_matter("---\nid: a\n---\na", "x.md").body_line == 4
