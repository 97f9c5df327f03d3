"""All rules over one pack."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from overlay.check.kinds import Level, level_problem
from overlay.check.report import Problem, Report, counted
from overlay.check.rules import (
    actions,
    pictures,
    references,
    roles,
    running,
    screens,
    sections,
    settings,
    titles,
    writing,
)
from overlay.check.subject import LiveFacts, PlannedShot, Subject, unreadable
from overlay.content.pack_folder import LoadedPack
from overlay.core.errors import PackError

RULES: tuple[Callable[[Subject], Iterator[Problem]], ...] = (
    settings.levels_exist,
    sections.could_be_read,
    sections.summaries_say_enough,
    sections.parts_are_there,
    sections.routes_exist,
    screens.routes_differ,
    screens.screens_are_covered,
    screens.one_section_comes_first,
    screens.index_lists_every_section,
    titles.title_rules_are_reached,
    sections.no_code_names,
    sections.aliases_lead_somewhere,
    sections.not_too_many,
    references.markers_resolve,
    references.links_resolve,
    writing.markers_stand_alone,
    writing.markers_point_at_what_is_said,
    writing.menu_paths_are_the_menus,
    writing.no_pictures_from_elsewhere,
    writing.steps_count_on,
    pictures.ids_are_unique,
    pictures.images_fit_the_catalogue,
    pictures.no_strays,
    pictures.pictures_belong,
    pictures.pictures_point,
    pictures.shots_and_pictures_agree,
    actions.actions_work,
    actions.actions_are_explained,
    actions.listed_actions_exist,
    actions.data_tools_work,
    roles.modules_exist,
    roles.roles_stay_inside,
    running.labels_are_known,
    running.menus_agree,
    running.screens_open,
    running.modules_agree,
    running.data_is_the_roles_own,
)


def check_pack(
    loaded: LoadedPack,
    live: LiveFacts | None = None,
    unread: tuple[PackError, ...] = (),
    shots: tuple[PlannedShot, ...] = (),
    levels: Mapping[str, str] | None = None,
) -> Report:
    """Apply every rule to a pack.

    Args:
        loaded: the pack.
        live: what the running app says; the rules that need it are left out without it.
        unread: what else could not be read of the pack, such as its shots.
        shots: the pictures that are described, taken or not.
        levels: kind -> level; they go before the pack's own.
    """
    subject = Subject(loaded, live, shots)
    weigh = _weights({**loaded.pack.check.levels, **(levels or {})})
    problems = [unreadable(problem) for problem in unread]
    problems += [problem for rule in RULES for problem in rule(subject)]
    manual = loaded.manual
    against = ", compared with the running app" if live else ""
    summary = f"{counted(len(manual.sections), 'section')}, {counted(len(manual.screenshots), 'screenshot')}{against}"
    weighed = (replace(p, level=weigh.get(p.kind, p.level)) for p in problems)
    return Report.of(loaded.pack.name, weighed, summary)


def _weights(levels: Mapping[str, str]) -> Mapping[str, Level]:
    return {kind: Level(level) for kind, level in levels.items() if not level_problem(kind, level)}
