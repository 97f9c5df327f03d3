"""The board: what is to be done in the projects, as cards in four columns."""

from datetime import timedelta

from overlay.demo import words
from overlay.demo.areas.projects import colleagues
from overlay.demo.forms import Entries, Field, Form, Kind
from overlay.demo.records import projects, tasks
from overlay.demo.records.tasks import LANES, NewTask, Task
from overlay.demo.views import Area, Board, Card, Filter, Lane, RowAction, Ticket, View, initials_of, page_number
from overlay.demo.visits import Visit

LANE_SIZE = 5


def _add(visit: Visit, entries: Entries) -> str:
    entry = NewTask(entries.text("title"), entries.text("project"), entries.text("assignee"), entries.date("due"))
    tasks.add_task(visit.db, entry, visit.clock)
    return f"“{entry.title}” is in To do."


def _move(visit: Visit, entries: Entries) -> str:
    task = tasks.move_task(visit.db, visit.person, entries.text("card"), entries.text("lane"))
    return f"“{task.title}” is in {LANES[entries.text('lane')]} now."


def _movable(visit: Visit) -> dict[str, str]:
    found = (task for task in tasks.list_tasks(visit.db) if tasks.may_move(visit.person, task))
    return {str(task.id): f"{task.title} ({task.code})" for task in found}


def _next_lane(visit: Visit) -> dict[str, str]:
    task = tasks.find_task(visit.db, visit.wanted("card"))
    if task is None or task.lane == "done":
        return {}
    lanes = list(LANES)
    return {"lane": lanes[lanes.index(task.lane) + 1]}


NEW = Form(
    id="new_card",
    parameter="new",
    value="card",
    title="New card",
    submit="Add card",
    save=_add,
    fields=(
        Field("title", "Title", limit=80),
        Field("project", "Project", Kind.CHOICE, choices=lambda visit: projects.project_choices(visit.db)),
        Field("assignee", "Assigned to", Kind.CHOICE, choices=colleagues, half=True),
        Field("due", "Due", Kind.DATE, half=True),
    ),
    intro="It starts in To do.",
    starts=lambda visit: {
        "assignee": visit.person.id,
        "due": (visit.clock.day + timedelta(days=14)).isoformat(),
    },
    listed=True,
)
MOVE = Form(
    id="move_card",
    parameter="action",
    value="move_card",
    title="Move card",
    submit="Move card",
    save=_move,
    fields=(
        Field("card", "Card", Kind.CHOICE, choices=_movable),
        Field("lane", "Move to", Kind.CHOICE, choices=LANES),
    ),
    intro="You can move your own cards, and those of projects you lead.",
    starts=_next_lane,
    listed=True,
)


def _ticket(visit: Visit, task: Task) -> Ticket:
    late = task.lane != "done" and task.due < visit.clock.today
    due = words.near(task.due, visit.clock.day.year)
    mine = tasks.may_move(visit.person, task)
    return Ticket(
        key=str(task.id),
        title=task.title,
        project=f"{task.code} {task.project}",
        who=task.who,
        initials=initials_of(task.who),
        due=f"Late: {due}" if late else due,
        late=late,
        actions=(RowAction(MOVE, str(task.id), "Move", key="card"),) if mine else (),
    )


def _board(visit: Visit, shown: list[Task]) -> Board:
    lanes = {key: [task for task in shown if task.lane == key] for key in LANES}
    pages = max(1, *(-(-len(found) // LANE_SIZE) for found in lanes.values()))
    page = page_number(visit, pages)
    first = (page - 1) * LANE_SIZE
    return Board(
        caption="Cards",
        lanes=tuple(
            Lane(
                LANES[key],
                len(found),
                tuple(_ticket(visit, task) for task in found[first : first + LANE_SIZE]),
            )
            for key, found in lanes.items()
        ),
        total=len(shown),
        page=page,
        pages=pages,
        empty="No cards found",
        empty_hint="Choose another filter, or add a card with the button above.",
    )


def _view(visit: Visit) -> View:
    everything = tasks.list_tasks(visit.db)
    mine = [task for task in everything if task.person_id == visit.person.id and task.lane != "done"]
    late = [task for task in everything if task.lane != "done" and task.due < visit.clock.today]
    review = sum(task.lane == "review" for task in everything)
    person = visit.person.id if visit.wanted("assignee") == "me" else visit.wanted("assignee")
    shown = tasks.list_tasks(visit.db, visit.wanted("search"), visit.wanted("project"), person)
    who = {"me": "My cards"} | {task.person_id: task.who for task in sorted(everything, key=lambda task: task.who)}
    return View(
        "What is to be done next, and by whom.",
        buttons=(NEW,),
        cards=(
            Card("My open cards", str(len(mine)), "assigned to you"),
            Card("Late", str(len(late)), "past their due day"),
            Card("In review", str(review), "to be looked at"),
        ),
        filters=(
            Filter("search", "Search cards"),
            Filter("project", "Project", projects.project_choices(visit.db), "All projects"),
            Filter("assignee", "Assigned to", who, "Everybody"),
        ),
        board=_board(visit, shown),
    )


AREA = Area("board", _view, (NEW, MOVE))
