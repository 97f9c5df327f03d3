"""All rules over one pack."""

from collections.abc import Callable, Iterator

from overlay.check.report import Problem, Report, counted
from overlay.check.rules import actions, pictures, references, sections, writing
from overlay.check.subject import LiveFacts, Subject, unreadable
from overlay.content.pack_folder import LoadedPack
from overlay.core.errors import PackError

RULES: tuple[Callable[[Subject], Iterator[Problem]], ...] = (
    sections.could_be_read,
    sections.summaries_say_enough,
    sections.parts_are_there,
    sections.routes_exist,
    sections.screens_are_covered,
    sections.no_code_names,
    sections.aliases_lead_somewhere,
    sections.not_too_many,
    references.markers_resolve,
    references.links_resolve,
    references.labels_are_known,
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
    actions.actions_work,
    actions.actions_are_explained,
    actions.listed_actions_exist,
    actions.modules_exist,
    actions.menus_agree,
)


def check_pack(loaded: LoadedPack, live: LiveFacts | None = None, unread: tuple[PackError, ...] = ()) -> Report:
    """Apply every rule to a pack.

    Args:
        loaded: the pack.
        live: what the running app says; the rules that need it are left out without it.
        unread: what else could not be read of the pack, such as its shots.
    """
    subject = Subject(loaded, live)
    problems = [unreadable(problem) for problem in unread]
    problems += [problem for rule in RULES for problem in rule(subject)]
    manual = loaded.manual
    against = ", compared with the running app" if live else ""
    summary = f"{counted(len(manual.sections), 'section')}, {counted(len(manual.screenshots), 'screenshot')}{against}"
    return Report.of(loaded.pack.name, problems, summary)
