"""Who says which screen is in front: the companion before accessibility before the window's title."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from overlay.core.errors import OutsideError
from overlay.core.pack import Pack, TitleRule
from overlay.core.ports import ScreenProbe
from overlay.core.screens import Screen
from overlay.desktop.docking import docking_available
from overlay.settings.resolve import Settings


class HintProbe(ScreenProbe, Protocol):
    """A probe that is believed only where the companion says nothing."""

    @property
    def settled(self) -> bool:
        """Whether what it last reported leaves no room for guesses of the next one."""
        ...

    @property
    def window(self) -> int:
        """The window it last reported of, as the window system knows it; 0 for none."""
        ...

    def rest(self, resting: bool) -> None:
        """Forget what was seen and look at nothing while a better probe knows the screen; go on afterwards."""
        ...


@dataclass(frozen=True, slots=True)
class HintChoice:
    """What IT allows beside the companion."""

    accessibility: bool = False
    titles: tuple[TitleRule, ...] = ()
    """Rules that go before the pack's own."""


NO_HINTS = HintChoice()


def hint_choice(settings: Settings) -> HintChoice:
    """Read from the settings what may be looked at beside the companion."""
    pairs = settings.pairs("title_rules").items()
    # Registries and copies of a policy keep no order, so the pattern that says most comes first.
    rules = sorted((TitleRule(title, screen) for title, screen in pairs), key=lambda rule: -len(rule.title))
    return HintChoice(settings.text("accessibility") == "on", tuple(rules))


class ScreenHints:
    """The probes below the companion, in their order: each is asked while all before it say nothing."""

    def __init__(self, probes: tuple[HintProbe, ...], report: Callable[[Screen], None]) -> None:
        """Take the probes.

        Args:
            probes: the surest first.
            report: told each new screen while the companion knows none.
        """
        self._probes = probes
        self._report = report
        self._companion_knows = False
        self._told: tuple[Screen, int] | None = None
        self._screens: dict[int, Screen | None] = dict.fromkeys(range(len(probes)))
        self._window = 0

    @property
    def probes(self) -> tuple[HintProbe, ...]:
        """The probes, to be watched for their events."""
        return self._probes

    @property
    def window(self) -> int:
        """The window whose screen was told last, 0 when the companion knows better."""
        return self._window

    def start(self) -> None:
        """Begin to look."""
        for at, probe in enumerate(self._probes):
            probe.start(lambda screen, at=at: self._heard(at, screen))

    def companion_said(self, screen: Screen | None) -> None:
        """Take note of what the companion knows: while it names a screen, nobody else is asked."""
        self._companion_knows = screen is not None
        if screen is not None:
            # What they saw before is old by the time they are asked again.
            self._told, self._window = None, 0
            self._screens = dict.fromkeys(self._screens)
        for probe in self._probes:
            probe.rest(self._companion_knows)
        self._choose()

    def close(self) -> None:
        """Stop looking, and leave everything as it was; may wait for seconds."""
        for probe in self._probes:
            probe.close()

    def _heard(self, at: int, screen: Screen | None) -> None:
        self._screens[at] = screen
        self._choose()

    def _choose(self) -> None:
        if self._companion_knows:
            return
        for probe, screen in zip(self._probes, self._screens.values(), strict=True):
            if screen is not None:
                self._tell(screen, probe.window)
            if screen is not None or probe.settled:
                return

    def _tell(self, screen: Screen, window: int) -> None:
        # The same once more is nothing new: the person may have said by now that it is another.
        if self._told != (screen, window):
            self._told, self._window = (screen, window), window
            self._report(screen)


def make_hints(
    pack: Pack,
    choice: HintChoice,
    report: Callable[[Screen], None],
    warn: Callable[[str], None],
    environ: Mapping[str, str] = os.environ,
) -> ScreenHints | None:
    """Make the probes that IT allows; None when that is none, and then nothing is loaded for them.

    Args:
        pack: what is looked for, with its own title rules.
        choice: what is allowed.
        report: told each new screen while the companion knows none.
        warn: told what cannot be used, and why.
        environ: the session's environment.
    """
    known = tuple(_usable(pack, choice.titles, warn))
    pack = replace(pack, titles=known + pack.titles)
    if not choice.accessibility and not pack.titles:
        return None
    if not docking_available(environ, sys.platform).available:
        if choice.accessibility or known:
            warn("'accessibility' and 'title_rules' need Linux with X11: here the companion alone tells the screen.")
        return None
    try:
        probes = _probes(pack, choice, environ, warn)
    except OutsideError as problem:
        warn(str(problem))
        return None
    return ScreenHints(probes, report) if probes else None


def _usable(pack: Pack, rules: tuple[TitleRule, ...], warn: Callable[[str], None]) -> Iterator[TitleRule]:
    for rule in rules:
        if not rule.title.strip(" *"):
            warn(f"title_rules: '{rule.title}' fits every window. Write what stands in the title.")
        elif pack.screen(rule.screen) is None:
            warn(f"title_rules: the pack has no screen '{rule.screen}'. Correct the rule for '{rule.title}'.")
        else:
            yield rule


def _probes(
    pack: Pack, choice: HintChoice, environ: Mapping[str, str], warn: Callable[[str], None]
) -> tuple[HintProbe, ...]:
    probes: list[HintProbe] = []
    bus = environ.get("DBUS_SESSION_BUS_ADDRESS", "")
    if choice.accessibility and bus:
        from overlay.desktop.accessibility_probe import AccessibilityProbe

        probes.append(AccessibilityProbe(pack, environ["DISPLAY"], bus))
    elif choice.accessibility:
        warn("'accessibility' is on, but this session has no D-Bus: start Fescue from within the desktop session.")
    if pack.titles:
        from overlay.desktop.title_probe import TitleProbe

        probes.append(TitleProbe(pack, environ["DISPLAY"]))
    return tuple(probes)
