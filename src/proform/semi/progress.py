"""How far a semi-automatic evaluation is: who has what to do, and what nobody has."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from proform.human.opinion import CONFLICT, DONE, NEW
from proform.human.review import reviews, states
from proform.human.verdict import OPEN
from proform.semi.batches import held_by_anyone
from proform.semi.state import UNDECIDED, SemiCase, State
from proform.semi.tables import apart
from proform.store.suites import find_suite
from proform.store.work import AnnotatorProgress, progress
from proform.table.table import Column, Table, rounded
from proform.table.tables import Tabular


@dataclass(frozen=True)
class Status(Tabular):
    """What is judged and what is not."""

    people: tuple[AnnotatorProgress, ...]
    referred: int
    referred_open: int
    verify: int
    """Approvals that were drawn to be verified."""
    verify_open: int
    undecided: tuple[SemiCase, ...]
    unsaid: tuple[SemiCase, ...]
    """Open ones that somebody has answered, but not so that it counts: in contradictions, say."""
    nobody: int
    """Open examples that were given out, or are referred, and that nobody has now."""
    notes: tuple[str, ...]

    @property
    def finished(self) -> bool:
        """Is everything judged?"""
        return not self.referred_open and not self.verify_open

    @property
    def tables(self) -> tuple[Table, ...]:
        """How far everyone is, and the whole."""
        columns = (
            *map(Column, ("annotator", "assigned", "done", "conflict", "open")),
            Column("an hour", ("pace",), rounded(0)),
            Column("hours left", ("hours",), rounded(1)),
            Column("last", show=lambda last: str(last)[:16]),
        )
        people = tuple(
            {
                "annotator": person.annotator,
                "assigned": person.size,
                "done": person.states.get(DONE, 0),
                "conflict": person.states.get(CONFLICT, 0),
                "open": person.states.get(NEW, 0),
                "pace": person.pace,
                "hours": person.left,
                "last": person.last,
            }
            for person in self.people
        )
        whole = (
            {"what": "referred", "size": self.referred, "open": self.referred_open},
            {"what": "to verify", "size": self.verify, "open": self.verify_open},
        )
        heads = (Column("", ("what",)), Column("all", ("size",)), Column("open"))
        doubtful = (*self.undecided, *self.unsaid)
        return (
            *([Table("annotators", "annotators", columns, people)] if people else []),
            Table("examples", "examples", heads, whole),
            *([apart(doubtful)] if doubtful else []),
        )


def status_of(connection: Connection, state: State) -> Status:
    """How far it is, with the state of the same connection."""
    stored = find_suite(connection, state.suite.name)
    people = progress(connection, stored.id, states(reviews(connection, stored)))
    held = held_by_anyone(connection, stored.id)
    referred = [case for case in state.cases if not case.approved]
    drawn = [case for case in state.cases if case.approved and state.rounds and case.drawn]
    waiting = [case for case in (*referred, *drawn) if case.pronoun == OPEN]
    nobody = sum(case.number not in held for case in waiting)
    return Status(
        tuple(people),
        len(referred),
        sum(case.pronoun == OPEN for case in referred),
        len(drawn),
        sum(case.pronoun == OPEN for case in drawn),
        tuple(case for case in state.cases if case.pronoun == UNDECIDED),
        tuple(case for case in waiting if case.annotators),
        nobody,
        (*state.notes, *_notes(state, people, nobody)),
    )


def _notes(state: State, people: list[AnnotatorProgress], nobody: int) -> Iterator[str]:
    if not state.rounds:
        yield "nothing has been given out yet"
        return
    if nobody:
        yield f"{nobody} open examples are with nobody: start again to give them out"
    for person in people:
        if person.states.get(NEW) == person.size:
            yield f"{person.annotator} has not begun"
    if any(person.states.get(NEW) for person in people):
        yield "annotators who stop can be released when you start again; what they have done stays"
