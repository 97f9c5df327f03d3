"""The token of the target app: what is copied along with it costs nothing, and what is none is told."""

from pathlib import Path

import pytest

from overlay.app.sign_in import TOKEN_VARIABLE, token_for
from overlay.core.errors import OutsideError
from overlay.core.pack import Pack

PACK = Pack("ERP", ("https://erp.example",), ())


@pytest.mark.parametrize(
    "typed", ["abc.d-e_f=", "abc.d-e_f=\n", " abc.d-e_f=\r\n", "\ufeffabc.d-e_f=", "Bearer abc.d-e_f="]
)
def test_a_token_with_what_was_copied_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, typed)
    assert token_for(PACK, tmp_path) == "abc.d-e_f="


@pytest.mark.parametrize("typed", ["“abc”", "a\nb", "a b", "a\x1bb", "ключ"])
def test_what_is_no_token_is_told_without_showing_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, typed)
    with pytest.raises(OutsideError, match=r"^the token in FESCUE_TOKEN holds characters that no token has; set it"):
        token_for(PACK, tmp_path)


@pytest.mark.parametrize("typed", ["", "  \n"])
def test_an_empty_one_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, typed)
    assert token_for(PACK, tmp_path) == ""
