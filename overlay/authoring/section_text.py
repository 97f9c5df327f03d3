"""A section of the draft -> its Markdown: true sentences from what was seen, and one place for a writer to begin."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from overlay.authoring.draft import DraftScreen, DraftSection, DraftShot
from overlay.authoring.proposing_shots import main_controls
from overlay.core.site import SeenControl

UNWRITTEN = "To write"
"""The summary until somebody writes it: too short for `fescue check` to let it pass."""
MOST_LABELS = 12
MOST_FIELDS = 6
MOST_PROCEDURES = 4
_PLAIN = re.compile(r"[A-Za-zÀ-ÿ][\w À-ÿ/&().,+'›-]*")
_YAML_WORDS = frozenset({"yes", "no", "true", "false", "null", "on", "off", "y", "n"})
_SAVING = re.compile(r"save|create|submit|send|add|speichern|anlegen|senden|guardar|crear|enviar|salvar", re.IGNORECASE)
_BUTTONS = ("button", "menuitem")
_FILLED = ("textbox", "searchbox", "combobox", "spinbutton", "listbox")
_FIELDS = (*_FILLED, "checkbox", "radio", "switch", "slider")


def section_text(
    section: DraftSection, app: str, allowed: Callable[[str], bool], taken: Mapping[str, DraftShot]
) -> str:
    """Write a section.

    Args:
        section: what to write about.
        app: the app's name.
        allowed: says which labels may be quoted.
        taken: the shots that there is a picture of, by id; only those are shown.
    """
    main = section.main
    lines = [*_front(section), *_purpose(main, app), *_people(main, app)]
    lines += ["## What is on the screen", "", *_seen(section, allowed)]
    lines += ["## How to", "", *_Steps(section, allowed, taken).write()]
    lines += ["## Common problems", "", f"### I can't find {plain_words(main.title)}", ""]
    lines += [f"It may not be for your account. Ask whoever gives access to {plain_words(app)}."]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def _front(section: DraftSection) -> Iterator[str]:
    yield from ("---", f"id: {section.id}", f"title: {_yaml(section.main.title)}", "routes:")
    yield from (f"  - {_yaml(screen.route)}" for screen in section.screens)
    yield "# Write what people do here in a sentence of 20 characters or more; until then `fescue check` asks for it."
    yield f"summary: {UNWRITTEN}"
    yield from ("---", "")


def _purpose(main: DraftScreen, app: str) -> Iterator[str]:
    yield from ("## What it is for", "", f"This is the screen **{plain_words(main.title)}** of {plain_words(app)}.", "")
    link = f"[{plain_words(main.title)}]({main.route})"
    way = f"Choose **{plain_words(main.menu)}** in the menu, or open {link}." if main.menu else f"Open {link}."
    yield from ("## How to get there", "", way, "")


def _people(main: DraftScreen, app: str) -> Iterator[str]:
    who = f"Everyone who sees **{plain_words(main.title)}** in the menu of {plain_words(app)}."
    yield from ("## Who can use it", "", who if main.menu else f"Everyone who can open it in {plain_words(app)}.", "")


def _seen(section: DraftSection, allowed: Callable[[str], bool]) -> Iterator[str]:
    listed = list(_kinds(section.main, allowed))
    yield from listed or ["There is nothing to press or to fill in."]
    yield ""
    for screen in section.screens[1:]:
        listed = list(_kinds(screen, allowed))
        if listed:
            yield from (f"On **{plain_words(screen.title)}**:", "", *listed, "")


def _kinds(screen: DraftScreen, allowed: Callable[[str], bool]) -> Iterator[str]:
    inside = [c for c in screen.page.controls if c.inside and allowed(c.name)]
    # A name that stands in many rows is the app's; one that stands in a single row may be somebody's.
    kept = [c for c in inside if not c.repeated or not c.only]
    kinds = (
        ("Buttons", [*_of(kept, _BUTTONS), *main_controls(screen, allowed)]),
        ("Fields", _of(kept, _FIELDS)),
        ("Tabs", _of(kept, ("tab",))),
    )
    for words, controls in kinds:
        names = list(dict.fromkeys(c.name for c in controls))[:MOST_LABELS]
        if names:
            yield f"- {words}: {_labels(names)}"
    heads = [] if screen.is_item else [c for c in kept if c.role == "heading" and c.level != 1 and not c.repeated]
    names = list(dict.fromkeys(c.name for c in heads))[:MOST_LABELS]
    if names:
        yield f"- Headings: {', '.join(f'**{plain_words(name)}**' for name in names)}"


class _Steps:
    """Writes the procedures of a section, each picture where the step that it shows is."""

    def __init__(self, section: DraftSection, allowed: Callable[[str], bool], taken: Mapping[str, DraftShot]) -> None:
        self._section = section
        self._allowed = allowed
        self._taken = taken
        self._shown: set[str] = set()

    def write(self) -> list[str]:
        """Return the lines of the part."""
        main = self._section.main
        first = f"1. Open [{plain_words(main.title)}]({main.route})"
        first += f" (**{plain_words(main.menu)}**)." if main.menu else "."
        procedures: list[str] = []
        for control in self._controls():
            procedures += [f"### {plain_words(control.name)}", "", first, f"2. Press {_label(control.name)}."]
            procedures += [*self._picture(main, control.name), *self._form(control), ""]
        return [f"### Open {plain_words(main.title)}", "", first, "", *self._rest(), *procedures]

    def _controls(self) -> list[SeenControl]:
        # A form's own buttons are the end of a procedure that only a writer knows.
        fields = _of(self._section.main.page.controls, _FIELDS)
        inner = [c for c in fields if c.inside and not c.repeated]
        found = main_controls(self._section.main, self._allowed)
        return [c for c in found if c.role == "link" or len(inner) <= 1][:MOST_PROCEDURES]

    def _form(self, control: SeenControl) -> list[str]:
        """Write the steps on the screen that a link opens: what to fill in and what to press at the end."""
        screen = next((s for s in self._section.screens[1:] if control.path in (s.page.path, s.page.landed)), None)
        if screen is None or control.role != "link":
            return []
        kept = [c for c in screen.page.controls if c.inside and not c.repeated and self._allowed(c.name)]
        fields = list(dict.fromkeys(c.name for c in _of(kept, _FILLED)))[:MOST_FIELDS]
        end = _end([c.name for c in _of(kept, _BUTTONS)], control.name)
        if not end:
            return []
        steps = [f"Fill in {_labels(fields)}."] if fields else []
        steps.append(f"Press {_label(end)}.")
        return [*(f"{number}. {words}" for number, words in enumerate(steps, 3)), *self._picture(screen, end)]

    def _picture(self, screen: DraftScreen, label: str) -> list[str]:
        """Show the picture of a screen that points at a control, if there is one."""
        for shot in self._of(screen):
            for zone in shot.zones:
                if zone.control.name == label:
                    self._shown.add(shot.id)
                    return ["", f"[captura:{shot.id}#{zone.key}]", ""]
        return []

    def _rest(self) -> Iterator[str]:
        """Show the pictures that no other step shows."""
        for screen in self._section.screens:
            for shot in self._of(screen):
                if shot.id not in self._shown:
                    yield from () if screen is self._section.main else (f"**{plain_words(screen.title)}**:", "")
                    yield from (f"[captura:{shot.id}]", "")

    def _of(self, screen: DraftScreen) -> list[DraftShot]:
        return [shot for shot in self._taken.values() if shot.screen.id == screen.id]


def _end(buttons: list[str], opener: str) -> str:
    """Return the button that ends a form: one that saves, else one that says what was begun, else the first."""
    saving = next((name for name in buttons if _SAVING.match(name)), "")
    words = set(opener.casefold().split())
    alike = next((name for name in buttons if words & set(name.casefold().split())), "")
    return saving or alike or next(iter(buttons), "")


def _of(controls: Iterable[SeenControl], roles: tuple[str, ...]) -> list[SeenControl]:
    return [c for c in controls if c.role in roles]


def _labels(names: Iterable[str]) -> str:
    return ", ".join(map(_label, names))


def _label(name: str) -> str:
    return f"**«{name}»**"


def plain_words(text: str) -> str:
    """Return a text in which Markdown sees nothing but words."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", text)


def _yaml(text: str) -> str:
    plain = _PLAIN.fullmatch(text) and text.casefold() not in _YAML_WORDS and not text.endswith(" ")
    return text if plain or re.fullmatch(r"/[\w./~-]*", text, re.ASCII) else json.dumps(text, ensure_ascii=False)
