"""Who is believed about the screen: the companion, then accessibility, then titles; and what is loaded for it."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from overlay.app.probes import NO_HINTS, HintChoice, ScreenHints, hint_choice, make_hints
from overlay.core.pack import Pack, ScreenSpec, TitleRule
from overlay.core.screens import Screen, ScreenSource
from overlay.settings.resolve import load_settings

LEAVE, STOCK = (Screen(name, f"/{name}", source=ScreenSource.ACCESSIBILITY) for name in ("leave", "stock"))
EXACT = Screen("leave", "/leave", exact=True, source=ScreenSource.COMPANION)
GUESS = Screen("stock", "/stock", source=ScreenSource.TITLE)
PACK = Pack("ERP", ("https://erp.example",), (ScreenSpec("leave", "/leave", "Leave"),))
X11 = {"DISPLAY": ":99999", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}


@dataclass
class Scripted:
    """A probe that says what the test lets it say, and nothing while it rests."""

    settled: bool = False
    window: int = 0
    resting: bool = False
    closed: bool = False
    report: Callable[[Screen | None], None] | None = None

    def start(self, report: Callable[[Screen | None], None]) -> None:
        assert self.report is None
        self.report = report

    def say(self, screen: Screen | None, window: int = 0, *, settled: bool = False) -> None:
        assert self.report
        assert not self.resting
        self.window, self.settled = window, settled
        self.report(screen)

    def rest(self, resting: bool) -> None:
        self.resting = resting
        if resting:
            self.window, self.settled = 0, False

    def fileno(self) -> int:
        raise AssertionError("nobody waits for it here")

    def drain(self) -> None:
        raise AssertionError("nobody waits for it here")

    def close(self) -> None:
        self.closed = True


@dataclass
class Bench:
    """Both hints, and what was told."""

    surer: Scripted = field(default_factory=Scripted)
    guess: Scripted = field(default_factory=Scripted)
    told: list[Screen] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hints = ScreenHints((self.surer, self.guess), self.told.append)
        self.hints.start()


def test_the_surer_one_is_believed() -> None:
    bench = Bench()
    bench.guess.say(GUESS, 5)
    assert (bench.told, bench.hints.window) == ([GUESS], 5)
    bench.surer.say(LEAVE, 6)
    bench.guess.say(None)
    assert (bench.told, bench.hints.window) == ([GUESS, LEAVE], 6)
    bench.guess.say(GUESS, 5)
    assert bench.told == [GUESS, LEAVE]
    bench.surer.say(None)
    assert bench.told == [GUESS, LEAVE, GUESS]


# g03: where an address was read, or withheld, a title may not say otherwise.
def test_nothing_is_guessed_where_the_matter_is_settled() -> None:
    bench = Bench()
    bench.surer.say(None, settled=True)
    bench.guess.say(GUESS, 5)
    assert bench.told == []
    bench.surer.say(None, settled=False)
    assert bench.told == [GUESS]


def test_all_rest_while_the_companion_knows_and_start_afresh_afterwards() -> None:
    bench = Bench()
    bench.surer.say(LEAVE, 6)
    bench.hints.companion_said(EXACT)
    assert (bench.surer.resting, bench.guess.resting, bench.hints.window) == (True, True, 0)
    bench.hints.companion_said(None)
    assert (bench.surer.resting, bench.guess.resting) == (False, False)
    assert bench.told == [LEAVE]
    bench.surer.say(LEAVE, 6)
    assert bench.told == [LEAVE, LEAVE]


def test_what_the_person_corrected_is_not_said_again() -> None:
    bench = Bench()
    bench.surer.say(LEAVE, 6)
    bench.surer.say(None)
    bench.surer.say(LEAVE, 6)
    assert bench.told == [LEAVE]
    bench.surer.say(STOCK, 6)
    bench.surer.say(STOCK, 7)
    assert bench.told == [LEAVE, STOCK, STOCK]
    bench.hints.close()
    assert bench.surer.closed
    assert bench.guess.closed


def made(choice: HintChoice, pack: Pack = PACK, **environ: str) -> tuple[ScreenHints | None, list[str]]:
    words: list[str] = []
    return make_hints(pack, choice, lambda _: None, words.append, X11 | environ), words


def test_without_a_choice_there_is_none_and_nothing_is_loaded_for_it() -> None:
    assert made(NO_HINTS) == (None, [])
    program = (
        "import sys; from overlay.app.probes import *; from overlay.core.pack import Pack;"
        "assert make_hints(Pack('ERP', (), ()), NO_HINTS, print, print) is None;"
        "print([m for m in sys.modules if m.split('.')[0] in ('jeepney', 'xcffib')"
        " or m.startswith('overlay.desktop.') and m != 'overlay.desktop.docking'])"
    )
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert "atspi" not in loaded.stdout
    assert "jeepney" not in loaded.stdout
    assert "x11" not in loaded.stdout
    assert "xcffib" not in loaded.stdout


def test_accessibility_alone_needs_no_rule() -> None:
    hints, words = made(HintChoice(accessibility=True))
    assert words == []
    assert hints
    assert [type(probe).__name__ for probe in hints.probes] == ["AccessibilityProbe"]
    hints.close()


@pytest.mark.parametrize("environ", [{"WAYLAND_DISPLAY": "wayland-0"}, {"DISPLAY": ""}])
def test_where_windows_cannot_be_seen_it_is_said_once(environ: dict[str, str]) -> None:
    hints, words = made(HintChoice(accessibility=True), **environ)
    assert hints is None
    assert len(words) == 1
    assert "need Linux with X11" in words[0]
    # A pack's own rules are no wish of this machine's.
    assert made(NO_HINTS, Pack("ERP", (), PACK.screens, titles=(TitleRule("ERP", "leave"),)), **environ) == (None, [])


def test_without_a_session_bus_it_is_said() -> None:
    hints, words = made(HintChoice(accessibility=True), DBUS_SESSION_BUS_ADDRESS="")
    assert hints is None
    assert "no D-Bus" in words[0]


def test_a_rule_for_no_screen_and_a_display_that_is_none_are_said() -> None:
    hints, words = made(HintChoice(titles=(TitleRule("ERP", "stock"),)))
    assert (hints, words) == (None, ["title_rules: the pack has no screen 'stock'. Correct the rule for 'ERP'."])
    hints, words = made(HintChoice(titles=(TitleRule(" * ", "leave"),)))
    assert (hints, words) == (None, ["title_rules: ' * ' fits every window. Write what stands in the title."])
    hints, words = made(HintChoice(titles=(TitleRule("ERP", "leave"),)))
    assert hints is None
    assert "No X display answers" in words[0]


def test_the_settings_say_what_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "managed").mkdir()
    assert hint_choice(load_settings(tmp_path, tmp_path, tmp_path)) == NO_HINTS
    policy = '{"accessibility": "on", "title_rules": {"ERP*": "home", "ERP - Leave*": "leave"}}'
    (tmp_path / "managed" / "fescue.json").write_text(policy)
    settings = load_settings(tmp_path, tmp_path, tmp_path)
    assert hint_choice(settings) == HintChoice(True, (TitleRule("ERP - Leave*", "leave"), TitleRule("ERP*", "home")))
    assert settings.locked("accessibility")
