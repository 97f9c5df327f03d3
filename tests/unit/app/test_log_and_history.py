"""`fescue log` and `fescue history`, as support staff, IT and people use them."""

import csv
import io
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from overlay.app.log_command import since_moment
from overlay.cli import main
from overlay.core.errors import SettingsError
from overlay.core.log_rules import LogRules
from overlay.core.model import Usage
from overlay.core.person import Person
from overlay.core.prices import Price, PriceTable
from overlay.core.screens import Screen
from overlay.core.tools import ToolStep
from overlay.core.turn import Outcome, Question, Rating, Thumb, TurnRecord, TurnRequest
from overlay.storage.turn_log import SqliteTurnLog

NOW = datetime.now().astimezone().replace(microsecond=0)
EMPLOYEE = Person("employee", "", "employee", frozenset(), ())
RULES = LogRules(prices=PriceTable("USD", {"openai/*": Price(1, 10)}))
READ = (ToolStep("read_manual", {"sections": ["leave"]}, "Read 1 manual section"),)


class Home:
    """A person's data folder, and the command run in it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file = folder / "data" / "fescue" / "turns.db"
        self.log = SqliteTurnLog(self.file, pytest.fail, rules=RULES)
        self.number = 0
        self._capsys = capsys

    def turn(self, question: str, *, ago: timedelta = timedelta(), person: str = "employee", **more: object) -> None:
        self.number += 1
        who = replace(EMPLOYEE, id=person)
        thread, pin = str(more.pop("thread", f"{self.number:032x}")), str(more.pop("pin", ""))
        request = TurnRequest(Question(question, pin), Screen("leave", "/leave"), who, thread=thread)
        record = TurnRecord(
            request, Outcome.ANSWERED, "openai", "m", "Press **«Go»**.", READ, ("leave",), asked="openai/m",
            usage=Usage(1_000_000, output=100_000), first_ms=800.0, total_ms=2000.0, at=(NOW - ago).isoformat(),
        )  # fmt: skip
        self.log.append(replace(record, **more))

    def run(self, *words: str) -> tuple[int, str, str]:
        code = main(words)
        out, err = self._capsys.readouterr()
        return code, out, err

    def said(self, *words: str) -> str:
        code, out, err = self.run(*words)
        assert (code, err) == (0, "")
        return out


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Home:
    for name in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return Home(tmp_path, capsys)


@pytest.fixture
def busy(home: Home) -> Home:
    home.turn("How do I request leave?", pin="leave-help", ago=timedelta(days=2))
    home.turn("Where is the coffee?", steps=(), sections=(), first_ms=6500.0)
    home.turn("Who broke it?", outcome=Outcome.FAILED, asked="azure/x", error="it broke off", person="tom")
    home.turn("Old", ago=timedelta(days=100))
    return home


def test_an_empty_log_says_what_to_do(home: Home) -> None:
    assert home.said("log") == (
        'No questions in the last 30 days. Ask one (fescue ask "How do I …?"), or look further back: --since 90d\n'
    )
    assert "No conversations yet" in home.said("history")
    assert not home.file.exists()


def test_the_summary_of_a_log(busy: Home) -> None:
    text = busy.said("log")
    days = [f"{NOW - timedelta(days=2):%Y-%m-%d}", f"{NOW:%Y-%m-%d}"]
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert lines[0] == "3 questions in the last 30 days, 2 questions unanswered."
    assert f"{days[0]} 1 1 1,000,000 100,000 2.0000 USD" in lines
    assert f"{days[1]} 2 2 2,000,000 200,000 2.0000 USD + ? (1 unknown)" in lines
    assert "(typed) 2 2 3.65 s" in lines
    assert "leave-help 1 0 0.80 s" in lines
    assert "employee 2 1 3.65 s" in lines
    assert f"1 {NOW:%Y-%m-%d %H:%M} leave not in the manual Where is the coffee?" in lines
    assert f"1 {NOW:%Y-%m-%d %H:%M} leave broke off Who broke it?" in lines
    assert f"{NOW:%Y-%m-%d %H:%M} 6.50 s openai/m Where is the coffee?" in lines
    assert "Old" not in text


def test_an_answer_that_was_cut_is_told_from_one_that_broke_off(busy: Home) -> None:
    busy.turn("Cut?", outcome=Outcome.FAILED, finish="max_tokens", error="it met the most tokens")
    lines = [" ".join(line.split()) for line in busy.said("log", "unanswered").splitlines()]
    assert f"1 {NOW:%Y-%m-%d %H:%M} leave cut off Cut?" in lines


def test_what_is_asked_often_stands_first(busy: Home) -> None:
    for question in ("Where is the coffee?", "where is  the COFFEE?"):
        busy.turn(question, steps=(), sections=())
    lines = busy.said("log", "unanswered").splitlines()
    assert len(lines) == 3
    assert lines[1].split()[0] == "3"
    assert "coffee" in lines[1].casefold()


def test_each_part_by_itself_and_by_person(busy: Home) -> None:
    assert len(busy.said("log", "turns").splitlines()) == 4
    assert len(busy.said("log", "turns", "--since", "1d").splitlines()) == 3
    assert len(busy.said("log", "turns", "--since", "2020-01-01").splitlines()) == 5
    assert "coffee" not in busy.said("log", "unanswered", "--user", "tom")
    assert "Who broke it?" not in busy.said("log", "unanswered", "--mine", "--role", "employee")
    assert "coffee" in busy.said("log", "unanswered", "--mine", "--role", "employee")
    assert "leave-help" in busy.said("log", "use")


def test_a_machine_reads_the_log(busy: Home) -> None:
    found = json.loads(busy.said("log", "--json"))
    assert found["turns"] == 3
    assert [d["cost"] for d in found["cost"]] == [2.0, 2.0]
    assert [(t["question"], t["answered"]) for t in found["unanswered"]] == [
        ("Where is the coffee?", False),
        ("Who broke it?", False),
    ]
    assert found["slow"][0]["first_ms"] == 6500.0
    (broken,) = json.loads(busy.said("log", "turns", "--user", "tom", "--json"))["turns"]
    assert (broken["cost"], broken["error"]) == (None, "it broke off")


def test_a_spreadsheet_reads_the_log(home: Home) -> None:
    home.turn('=HYPERLINK("http://x.example")')
    home.turn("One, two\n“three”")
    rows = list(csv.DictReader(io.StringIO(home.said("log", "turns", "--csv"))))
    assert [r["question"] for r in rows] == ['\'=HYPERLINK("http://x.example")', "One, two\n“three”"]
    assert rows[0]["input_tokens"] == "1000000"
    assert home.said("log", "use", "--csv").startswith("name,turns,unanswered,first_ms\n")
    for what in ("turns", "use", "cost"):
        head, *rest = home.said("log", what, "--csv", "--since", "1h", "--user", "nobody").splitlines()
        assert (head, rest) == (home.said("log", what, "--csv").splitlines()[0], [])


def test_nothing_that_was_asked_or_answered_steers_the_terminal(home: Home) -> None:
    home.turn("Red \x1b[31m and \x9b2J\x07 \u202eback", text="So \x1b]0;title\x07 it is.", person="a\nb\x1bc")
    home.turn("Red \x1b[31m", steps=(), sections=(), text="So \x1b]0;title\x07 it is.", thread="aa" * 16)
    for words in (["log"], ["log", "turns"], ["history"], ["history", "show", "aa"]):
        said = home.said(*words)
        assert [c for c in said if c in "\x1b\x9b\x07\u202e"] == []
        assert "\\x1b[31m" in said


def test_several_logs_together(busy: Home, tmp_path: Path) -> None:
    other = SqliteTurnLog(tmp_path / "other.db", pytest.fail, rules=RULES)
    busy.log, mine = other, busy.file
    busy.turn("From another machine")
    text = busy.said("log", "turns", "--file", str(mine), str(tmp_path / "other.db"))
    assert len(text.splitlines()) == 5
    code, out, err = busy.run("log", "--file", str(tmp_path / "none.db"))
    assert (code, out) == (3, "")
    assert "there is no log at" in err


@pytest.mark.parametrize("table", ["moz_places (url TEXT)", "turns (player TEXT, move INTEGER)"])
def test_another_programs_database_is_told_and_left_as_it_is(home: Home, tmp_path: Path, table: str) -> None:
    file = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"CREATE TABLE {table}")
    before = file.read_bytes()
    code, out, err = home.run("log", "--file", str(file))
    assert (code, out) == (3, "")
    assert err == f"fescue: the log {file} cannot be read: it is a database of another program.\n"
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["other.sqlite"]


def test_a_log_that_is_none_is_said(home: Home, tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"no database at all" * 100)
    code, out, err = home.run("log", "--file", str(tmp_path / "x.db"))
    assert (code, out) == (3, "")
    assert err.endswith("cannot be read: file is not a database.\n")
    assert home.run("log", "--since", "soon") == (
        2,
        "",
        "fescue: --since takes 12h, 7d, 2w or a date such as 2026-11-01, not 'soon'.\n",
    )


@pytest.mark.parametrize(("text", "hours"), [("12h", 12), ("7d", 168), ("2w", 336)])
def test_how_long_ago(text: str, hours: int) -> None:
    assert since_moment(text, NOW) == (NOW - timedelta(hours=hours)).timestamp()


@pytest.mark.parametrize("text", ["", "7", "-1d", "2026-13-01", "7D"])
def test_a_beginning_that_is_none(text: str) -> None:
    with pytest.raises(SettingsError, match="--since takes"):
        since_moment(text, NOW)


@pytest.fixture
def talked(home: Home) -> Home:
    home.turn("How do I request leave?", thread="aa" * 16)
    home.turn("And half a day?", thread="aa" * 16)
    home.turn("Where are my expenses?", thread="ab" * 16)
    home.turn("Tom's own", thread="cc" * 16, person="tom")
    return home


def test_the_history_lists_and_searches_ones_own(talked: Home) -> None:
    lines = talked.said("history").splitlines()
    assert [line.split()[0] for line in lines] == ["id", "abababab", "aaaaaaaa"]
    assert "Tom" not in "".join(lines)
    assert [
        c["id"][:2] for c in json.loads(talked.said("history", "search", "half", "day", "--json"))["conversations"]
    ] == ["aa"]
    code, out, _ = talked.run("history", "search", "tom's")
    assert (code, out) == (1, 'No conversation of yours holds "tom\'s".\n')


def test_the_history_shows_one(talked: Home) -> None:
    text = talked.said("history", "show", "aa")
    assert text.startswith("# How do I request leave?\n")
    assert "> And half a day?\n" in text
    assert "Press **«Go»**." in text
    assert "· Leave" in text
    for wanted, problem in (("cc", "you have no conversation that begins"), ("a", "several conversations begin")):
        code, _, err = talked.run("history", "show", wanted)
        assert code == 2
        assert problem in err


def test_the_history_goes_into_a_file(talked: Home, tmp_path: Path) -> None:
    target = tmp_path / "mine.json"
    assert talked.said("history", "export", str(target), "--json") == f"2 conversations written to {target}\n"
    found = json.loads(target.read_text("utf-8"))
    assert [len(c["turns"]) for c in found["conversations"]] == [2, 1]
    assert found["conversations"][0]["turns"][1]["question"] == "And half a day?"
    assert found["conversations"][0]["turns"][1]["shown"] == "Press «Go»."
    code, _, err = talked.run("history", "export", str(target))
    assert (code, "is there already" in err) == (3, True)
    talked.said("history", "export", str(tmp_path / "one.md"), "--conversation", "ab")
    assert (tmp_path / "one.md").read_text("utf-8").startswith("# Where are my expenses?\n")
    code, _, err = talked.run("history", "export", str(tmp_path / "no" / "x.md"))
    assert (code, "cannot be written" in err) == (3, True)


def test_deleting_wants_a_word(talked: Home) -> None:
    code, _, err = talked.run("history", "delete", "aa")
    assert (code, "Add --yes" in err) == (2, True)
    assert talked.said("history", "delete", "aa", "--yes").startswith("Deleted.")
    assert "aaaaaaaa" not in talked.said("history")
    assert b"half a day" not in b"".join(f.read_bytes() for f in talked.file.parent.iterdir())
    assert len(talked.said("log", "turns").splitlines()) == 5
    talked.said("history", "delete", "--all", "--yes")
    assert "No conversations yet" in talked.said("history")
    assert "Tom's own" in talked.said("log", "turns")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["search"], "say what to search for"),
        (["show"], "name a conversation"),
        (["export"], "name a file"),
        (["delete", "--yes"], "name a conversation, or give --all"),
        (["delete", "aa", "--all"], "not both"),
        (["show", "aa", "bb"], "takes one word, not 2"),
        (["--role", "boss"], "no role 'boss'"),
    ],
)
def test_words_of_the_history_that_do_not_fit(talked: Home, words: list[str], problem: str) -> None:
    code, out, err = talked.run("history", *words)
    assert (code, out) == (2, "")
    assert problem in err
    assert err.count("\n") == 1


def test_the_spending_stands_in_the_policy(busy: Home, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "config" / "fescue").mkdir(parents=True)
    (tmp_path / "config" / "fescue" / "config.toml").write_text("spend_limit = 100\n")
    text = busy.said("policy", "show")
    assert "as far as prices are known: " in text
    assert "of 100.00 USD (" in text
    found = json.loads(busy.said("policy", "show", "--json"))["spending"]
    assert (found["limit"], found["currency"]) == (100.0, "USD")


def test_the_log_shows_the_thumbs_and_what_people_said_with_them(home: Home) -> None:
    for number, question in enumerate(("How do I request leave?", "Where is my payslip?", "Who approves?")):
        home.turn(question, id=f"u{number}")
    assert "Nobody has rated" in home.said("log", "feedback")
    assert "Feedback" not in home.said("log")
    home.log.rate("employee", Rating("u0", Thumb.UP))
    home.log.rate("employee", Rating("u1", Thumb.DOWN, "It named\na button that is not there"))
    home.log.rate("employee", Rating("u2", Thumb.UP, "=well done"))
    said = home.said("log")
    assert "2 up, 1 down" in said
    (down,) = [line for line in said.splitlines() if "It named a button that is not there" in line]
    assert "down" in down
    assert "Where is my payslip?" in down
    assert said.index("It named") < said.index("=well done")
    rows = json.loads(home.said("log", "feedback", "--json"))["feedback"]
    assert [(r["question"], r["thumb"]) for r in rows] == [
        ("How do I request leave?", "up"), ("Where is my payslip?", "down"), ("Who approves?", "up"),
    ]  # fmt: skip
    assert json.loads(home.said("log", "--json"))["feedback"] == rows
    table = list(csv.DictReader(io.StringIO(home.said("log", "feedback", "--csv"))))
    assert table[2]["comment"] == "'=well done"
