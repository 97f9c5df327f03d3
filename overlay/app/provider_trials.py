"""`fescue providers`: try models before they are rolled out, and keep their keys."""

import asyncio
import getpass
import json
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from overlay.app.credentials import keyring_name
from overlay.app.desk import Desk, open_desk
from overlay.app.logs import log_rules
from overlay.app.models import OFFLINE, make_model, read_settings
from overlay.app.presets import PRESETS
from overlay.app.trial_table import Trial, heading, name_of, row, width_of
from overlay.core.errors import Cause, OutsideError, SettingsError
from overlay.core.person import Person
from overlay.core.ports import Provider
from overlay.core.screens import UNKNOWN_SCREEN
from overlay.core.turn import AnswerDelta, Outcome, Question, TurnFinished, TurnRecord, TurnRequest
from overlay.desktop.secrets import Secrets, SecretState
from overlay.providers.text_protocol import TextProtocol, ToolsOrText
from overlay.settings.resolve import Settings
from overlay.settings.table import SETTINGS
from overlay.target.client import PackPeople


def try_providers(names: Sequence[str], pack: Path, *, as_json: bool) -> int:
    """Ask each provider the same question twice and print a table, a row as soon as there is one.

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
    chosen = [_settings(name) for name in names] or [read_settings()]
    for settings in chosen:
        if settings.text("provider") == OFFLINE:
            msg = "no provider is set. Name one: fescue providers test openai, or set provider in config.toml."
            raise SettingsError(msg)
    titles = [_who(settings) for settings in chosen]
    if not as_json:
        sys.stdout.write(heading(titles) + "\n")
    trials: list[Trial] = []
    for settings in chosen:
        with _told(_who(settings)):
            trial = asyncio.run(_try(settings, pack))
        trials.append(trial)
        if not as_json:
            sys.stdout.write(row(trial, width_of(titles)) + "\n")
            sys.stdout.flush()
    if as_json:
        sys.stdout.write(json.dumps([asdict(t) for t in trials], ensure_ascii=False, indent=1) + "\n")
    return 0 if all(t.works for t in trials) else 1


def _who(settings: Settings) -> str:
    """Return what their row will be named."""
    model = settings.text("model") or PRESETS[settings.text("provider")].model
    return name_of(settings.text("provider"), model, settings.text("route"))


@contextmanager
def _told(who: str) -> Generator[None, None, None]:
    """Say on a terminal whom the wait is for, until it is over."""
    shown = sys.stderr.isatty()
    if shown:
        sys.stderr.write(f"Asking {who} …")
        sys.stderr.flush()
    yield
    if shown:
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


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


async def _try(settings: Settings, pack: Path) -> Trial:
    provider, route = settings.text("provider"), settings.text("route")
    try:
        model = make_model(settings)
    except SettingsError as problem:
        return Trial(provider, settings.text("model"), works=False, route=route, problem=str(problem))
    assert model is not None
    try:
        desk = open_desk(pack, provider=model.provider)
        person = await PackPeople(desk.pack, desk.pack.roles[0].id).current()
        first, _ = await _ask(desk, person)
        again, pieces = await _ask(desk, person) if _wrote(first) else (first, 0)
    finally:
        await model.close()
    address = model.connection.endpoint.base_url
    tried = Trial(provider, model.provider.model, works=False, route=route, address=address)
    if not _wrote(again):
        return replace(tried, problem=again.error or again.outcome.value)
    prices = log_rules(settings).prices
    return replace(
        tried,
        works=True,
        cold_ms=first.first_ms,
        first_ms=again.first_ms,
        total_ms=again.total_ms,
        pieces=pieces,
        tools=_tools(model.provider, again),
        input=again.usage.input,
        cached=again.usage.cached,
        output=again.usage.output,
        cost=prices.cost(again.asked, again.usage),
        currency=prices.currency,
        finish=again.finish,
    )


def _wrote(record: TurnRecord) -> bool:
    """Say whether the model answered; one that was cut at its most tokens did, and its row says so."""
    return record.outcome is Outcome.ANSWERED or (record.outcome is Outcome.FAILED and record.cause is Cause.CUT)


def _tools(provider: Provider, record: TurnRecord) -> str:
    """Say how tools were used, if they were."""
    match provider:
        case TextProtocol():
            written = True
        case ToolsOrText(as_text=written):
            pass
        case _:
            written = False
    if not any(step.status == "ok" for step in record.steps):
        return "not used"
    return "as text" if written else "native"


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
