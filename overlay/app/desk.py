"""A pack made ready to answer: engine, tools, policy."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from overlay.answer.document import AnswerDocument
from overlay.answer.policy import AnswerPolicy
from overlay.content.pack_folder import LoadedPack, load_pack
from overlay.core.clock import SystemClock
from overlay.core.errors import SettingsError
from overlay.core.pack import Pack
from overlay.core.person import Person
from overlay.core.ports import ActionStates, Admission, Clock, Provider, Tool
from overlay.core.resources import bundled
from overlay.core.screens import UNKNOWN_SCREEN, Screen, ScreenSource
from overlay.core.turn import Question, TurnFinished, TurnRecord, TurnRequest
from overlay.core.urls import parse_web_address
from overlay.engine.prompt import PromptWriter
from overlay.engine.toolbox import Toolbox
from overlay.engine.turn import TurnEngine
from overlay.providers.offline import OfflineProvider
from overlay.search.local import LocalSearch
from overlay.tools.offer_sections import OfferSections
from overlay.tools.prepare_action import PrepareAction
from overlay.tools.query_data import DataSource, QueryData
from overlay.tools.read_manual import ReadManual


@dataclass(frozen=True, slots=True)
class Desk:
    """A pack ready to answer: the engine, and the tools made for whoever asks."""

    loaded: LoadedPack
    pack: Pack
    engine: TurnEngine
    search: LocalSearch
    states: ActionStates | None = None
    source: DataSource | None = None

    def toolbox(self, person: Person) -> Toolbox:
        """Make the tools of one person: only those whose module they see."""
        manual = self.loaded.manual
        tools: list[Tool] = [ReadManual(manual, self.pack, person), OfferSections(manual, self.pack, person)]
        prepare = PrepareAction(self.pack, person, self.states)
        if prepare.useful:
            tools.append(prepare)
        if self.source is not None:
            tools += [QueryData(d, self.source) for d in self.pack.data if person.sees(d.module)]
        return Toolbox(tools)

    def policy(self, person: Person, record: TurnRecord | None = None) -> AnswerPolicy:
        """Make the policy of one answer; from a record, with everything its turn was given."""
        policy = AnswerPolicy(self.pack, self.loaded.manual, person)
        if record is not None:
            policy.read(record.sections, record.screenshots)
        return policy

    def document(self, record: TurnRecord) -> AnswerDocument:
        """Turn a record's text into what its person may see of it."""
        from overlay.answer.stream import read_answer

        return read_answer(record.text, self.policy(record.request.person, record))

    def counted(self, admission: Admission) -> "Desk":
        """Return this desk with each turn noted, and counted, before it begins."""
        return replace(self, engine=replace(self.engine, admission=admission))

    async def answer(self, request: TurnRequest) -> TurnRecord:
        """Run a turn to its end and return its record."""
        async for event in self.engine.run(request, self.toolbox(request.person), asyncio.Event()):
            match event:
                case TurnFinished(record=record):
                    return record
                case _:
                    pass
        msg = "a turn ended without a record"
        raise RuntimeError(msg)


def open_desk(
    folder: Path,
    *,
    origin: str | None = None,
    states: ActionStates | None = None,
    source: DataSource | None = None,
    clock: Clock | None = None,
    provider: Provider | None = None,
) -> Desk:
    """Load a pack and make it ready to answer.

    Args:
        folder: the pack's folder.
        origin: where the app runs, when not at the pack's own origin.
        states: asks the app about actions; None when it cannot be asked.
        source: reads the app's data; None when it cannot be asked.
        clock: the clock; the machine's by default.
        provider: the model that answers; None for the manual alone.

    Raises:
        PackError: there is no usable pack.
        SettingsError: `origin` is none.
    """
    loaded = load_pack(folder)
    pack = loaded.pack if origin is None else loaded.pack.at(_origin(origin))
    search = LocalSearch(loaded.manual)
    offline = OfflineProvider(loaded.manual, pack, search)
    rules = (bundled("resources") / "prompts" / "rules.md").read_text(encoding="utf-8")
    writer = PromptWriter(rules, pack, loaded.manual)
    engine = TurnEngine(provider or offline, offline, writer, clock or SystemClock())
    return Desk(loaded, pack, engine, search, states, source)


def role_of(pack: Pack, role: str | None) -> str:
    """Return the role that was named, else the pack's first.

    Raises:
        SettingsError: the pack has no such role.
    """
    known = [r.id for r in pack.roles]
    found = role if role is not None else next(iter(known), "")
    if found not in known:
        msg = f"the pack has no role {found!r}; it has: {', '.join(known) or 'none'}."
        raise SettingsError(msg)
    return found


def _origin(text: str) -> str:
    address = parse_web_address(text)
    if address is None or not address.whole or address.path != "/" or address.query or address.fragment:
        msg = f"{text!r} is not an origin. Write scheme and host alone: --origin https://erp.example"
        raise SettingsError(msg)
    return address.origin


def screen_from_path(pack: Pack, path: str | None) -> Screen:
    """Make the screen a person named by hand."""
    if not path:
        return UNKNOWN_SCREEN
    bare = path.split("?", 1)[0].split("#", 1)[0]
    spec = pack.screen_at(bare if bare.startswith("/") else f"/{bare}")
    if spec is None:
        return UNKNOWN_SCREEN
    return Screen(spec.id, spec.route, (), spec.title, exact=True, source=ScreenSource.CHOSEN)


def question_request(text: str, person: Person, screen: Screen) -> TurnRequest:
    """Make the request of a single question outside any thread."""
    # Words of a terminal may be no text at all: bytes that no encoding knows.
    whole = "".join("\ufffd" if "\ud800" <= sign <= "\udfff" else sign for sign in text)
    return TurnRequest(Question(whole), screen, person)
