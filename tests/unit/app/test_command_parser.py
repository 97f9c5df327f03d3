"""Options stand where a person writes them."""

import pytest

from overlay.app.command_parser import CommandParser


def words(*given: str) -> tuple[str, list[str], str, bool]:
    parser = CommandParser()
    trying = parser.add_subparsers(parser_class=CommandParser).add_parser("try")
    trying.add_argument("what", choices=("test", "key"))
    trying.add_argument("name", nargs="*")
    trying.add_argument("--pack", default="here")
    trying.add_argument("--json", action="store_true")
    found = parser.parse_args(["try", *given])
    return found.what, found.name, found.pack, found.json


@pytest.mark.parametrize(
    "given",
    [
        ("test", "a", "b", "--pack", "p", "--json"),
        ("test", "--pack", "p", "a", "b", "--json"),
        ("--json", "test", "a", "--pack", "p", "b"),
        ("--pack=p", "--json", "test", "a", "b"),
    ],
)
def test_options_anywhere(given: tuple[str, ...]) -> None:
    assert words(*given) == ("test", ["a", "b"], "p", True)


def test_nothing_named() -> None:
    assert words("test", "--json") == ("test", [], "here", True)


@pytest.mark.parametrize(
    ("given", "saying"),
    [
        ((), "required: what"),
        (("test", "a", "--colour"), "unrecognized arguments: --colour"),
        (("paint", "--json"), "invalid choice: 'paint'"),
    ],
)
def test_what_does_not_fit_is_said(given: tuple[str, ...], saying: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        words(*given)
    assert saying in capsys.readouterr().err


def test_a_word_that_may_be_left_out_may_come_late() -> None:
    parser = CommandParser()
    parser.add_argument("what", nargs="?", choices=("login",))
    parser.add_argument("--role")
    found = parser.parse_args(["--role", "sales", "login"])
    assert (found.what, found.role) == ("login", "sales")
    assert parser.parse_args([]).what is None
