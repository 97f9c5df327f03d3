"""Questions about what a role is not even told of: nothing that merely sounds alike is offered instead."""

import json

import pytest

from overlay.cli import main


def asked(capsys: pytest.CaptureFixture[str], question: str, role: str) -> dict[str, object]:
    main(["ask", question, "--role", role, "--screen", "/home", "--json"])
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("question", ["invite a new colleague", "change settings", "who changed a setting"])
def test_an_employee_is_sent_to_whoever_can_help(capsys: pytest.CaptureFixture[str], question: str) -> None:
    record = asked(capsys, question, "employee")
    assert record["choices"] == []
    assert record["sections"] == []
    assert "nothing on this for you" in str(record["text"])
    assert "Nadia Petrov" in str(record["text"])


@pytest.mark.parametrize("question", ["invite a new colleague", "who changed a setting"])
def test_an_administrator_is_answered(capsys: pytest.CaptureFixture[str], question: str) -> None:
    assert asked(capsys, question, "admin")["sections"]


def test_a_vague_question_still_gets_choices(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "days", "manager")["choices"]
