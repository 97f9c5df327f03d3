"""Decisions of managers and administrators on what somebody asked for: whose they are, and that they are made once."""

from typing import Protocol, TypeVar

from overlay.demo.records.people import Person
from overlay.demo.rules import InvalidEntryError, NotPermittedError


class Asked(Protocol):
    """What somebody asked for: a record that waits for a decision, or has one."""

    @property
    def person_id(self) -> str:
        """Who asked."""
        ...

    @property
    def manager_id(self) -> str | None:
        """Whose team they are in."""
        ...

    @property
    def status(self) -> str:
        """Where it stands."""
        ...


Record = TypeVar("Record", bound=Asked)


def may_decide(approver: Person, person_id: str, manager_id: str | None) -> bool:
    """Managers decide for their team, administrators for everybody but themselves."""
    if approver.id == person_id:
        return False
    return approver.role == "admin" or (approver.role == "manager" and manager_id == approver.id)


def undecided(approver: Person, record: Record | None, what: str, waiting: str = "waiting") -> Record:
    """Return a record that this person decides on and nobody has decided on yet.

    Raises:
        NotPermittedError: this person does not decide on it.
        InvalidEntryError: it has been decided on; `what` says what it is.
    """
    if record is None or not may_decide(approver, record.person_id, record.manager_id):
        raise NotPermittedError
    if record.status != waiting:
        raise InvalidEntryError({"": f"Somebody has already decided on this {what}."})
    return record
