"""`fescue providers`: try models before they are rolled out, and keep their keys."""

import asyncio
import getpass
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from overlay.app.credentials import keyring_name
from overlay.app.desk import Desk, open_desk
from overlay.app.models import OFFLINE, make_model, read_settings
from overlay.core.errors import OutsideError, SettingsError
from overlay.core.person import Person
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.turn import AnswerDelta, Outcome, Question, TurnFinished, TurnRecord, TurnRequest
from overlay.desktop.secrets import Secrets, SecretState
from overlay.providers.text_protocol import TextProtocol, ToolsOrText
from overlay.settings.resolve import Settings
from overlay.settings.table import SETTINGS
from overlay.target.client import PackPeople


@dataclass(frozen=True, slots=True)
class Trial:
    """What a model did with one question, asked twice."""

    name: str
    model: str
    works: bool
    first_ms: float | None = None
    """Milliseconds to the first word, the second time."""
    total_ms: float | None = None
    pieces: int = 0
    """In how many pieces the text came; one is no streaming."""
    tools: str = "not used"
    """`native`, `as text` or `not used`."""
    input: int = 0
    cached: int = 0
    output: int = 0
    problem: str = ""

    def line(self) -> str:
        """Describe it for a person."""
        who = f"{self.name} {self.model}".strip()
        if not self.works:
            return f"{who:36}  fails: {self.problem}"
        share = round(100 * self.cached / self.input) if self.input else 0
        return (
            f"{who:36}  first word {self.first_ms or 0:6.0f} ms  whole {self.total_ms or 0:6.0f} ms  "
            f"streams {'yes' if self.pieces > 1 else 'no ':3}  tools {self.tools:8}  "
            f"cached {share:3} %  tokens {self.input} in, {self.output} out"
        )


def try_providers(names: Sequence[str], pack: Path, *, as_json: bool) -> int:
    """Ask each provider the same question twice and print a line each.

    Args:
        names: `provider`, `provider:model` or `provider:model@route`; the one that is set when there is none.
        pack: whose manual the question is about.
        as_json: print JSON instead.

    Returns:
        0 when all work, 1 otherwise.

    Raises:
        SettingsError: a name is none.
        PackError: there is no usable pack.
    """
    chosen = [(name, _settings(name)) for name in names] or [("", read_settings())]
    for _, settings in chosen:
        if settings.text("provider") == OFFLINE:
            msg = "no provider is set. Name one: fescue providers test openai, or set provider in config.toml."
            raise SettingsError(msg)
    trials: list[Trial] = []
    for name, settings in chosen:
        trial = asyncio.run(_try(name or settings.text("provider"), settings, pack))
        trials.append(trial)
        if not as_json:
            sys.stdout.write(trial.line() + "\n")
            sys.stdout.flush()
    if as_json:
        sys.stdout.write(json.dumps([asdict(t) for t in trials], ensure_ascii=False, indent=1) + "\n")
    return 0 if all(t.works for t in trials) else 1


def keep_key(provider: str) -> int:
    """Ask for a provider's key and keep it in the system's keyring.

    Raises:
        SettingsError: there is no such provider, nothing was typed, or there is no terminal.
        OutsideError: there is no keyring to keep it in.
    """
    SETTINGS["provider"].read(provider)
    if not sys.stdin.isatty():
        msg = "a key is asked for at a terminal; without one set the provider's environment variable."
        raise SettingsError(msg)
    key = getpass.getpass(f"Key of {provider} (it is not shown): ").strip()
    if not key:
        msg = "no key was typed; nothing was changed."
        raise SettingsError(msg)
    answer = Secrets().write(keyring_name(provider), key)
    if answer.state is not SecretState.FOUND:
        msg = f"the key could not be kept. {answer.advice}"
        raise OutsideError(msg)
    sys.stdout.write("The key is in the system's keyring.\n")
    return 0


def forget_key(provider: str) -> int:
    """Delete a provider's key from the system's keyring.

    Raises:
        OutsideError: the keyring is locked.
    """
    answer = Secrets().delete(keyring_name(provider))
    if answer.state is SecretState.LOCKED:
        raise OutsideError(answer.advice)
    sys.stdout.write("The key is forgotten.\n")
    return 0


def _settings(name: str) -> Settings:
    """Read `provider[:model][@route]`."""
    rest, _, route = name.partition("@")
    provider, _, model = rest.partition(":")
    flags: Mapping[str, str | None] = {"provider": provider, "model": model or None, "route": route or None}
    return read_settings(flags)


async def _try(name: str, settings: Settings, pack: Path) -> Trial:
    try:
        model = make_model(settings)
    except SettingsError as problem:
        return Trial(name, settings.text("model"), works=False, problem=str(problem))
    assert model is not None
    try:
        desk = open_desk(pack, provider=model.provider)
        person = await PackPeople(desk.pack, desk.pack.roles[0].id).current()
        first, _ = await _ask(desk, person)
        again, pieces = await _ask(desk, person) if first.outcome is Outcome.ANSWERED else (first, 0)
    finally:
        await model.close()
    if again.outcome is not Outcome.ANSWERED:
        return Trial(name, model.provider.model, works=False, problem=again.error or again.outcome.value)
    match model.provider:
        case TextProtocol():
            written = True
        case ToolsOrText(as_text=written):
            pass
        case _:
            written = False
    return Trial(
        name,
        model.provider.model,
        True,
        again.first_ms,
        again.total_ms,
        pieces,
        ("as text" if written else "native") if any(s.status == "ok" for s in again.steps) else "not used",
        again.usage.input,
        again.usage.cached,
        again.usage.output,
    )


async def _ask(desk: Desk, person: Person) -> tuple[TurnRecord, int]:
    section = desk.loaded.manual.readable_by(person)[0]
    text = f"Read the section “{section.title}” of the manual, then say in two sentences what it is for."
    request = TurnRequest(Question(text), UNKNOWN_SCREEN, person)
    pieces = 0
    async for event in desk.engine.run(request, desk.toolbox(person), asyncio.Event()):
        if isinstance(event, AnswerDelta):
            pieces += 1
        elif isinstance(event, TurnFinished):
            return event.record, pieces
    msg = "a turn ended without a record"
    raise RuntimeError(msg)
