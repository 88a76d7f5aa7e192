"""How far a semi-automatic evaluation is: who has what to do, and what nobody has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from proform.human.opinion import CONFLICT, DONE, NEW
from proform.human.review import reviews, states
from proform.human.verdict import OPEN
from proform.semi.batches import held_by_anyone
from proform.semi.state import UNDECIDED, SemiCase, State
from proform.semi.tables import apart
from proform.store.load import find_suite
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
    """Open ones that somebody has answered, but not so that it counts.

    An answer may contradict itself, or have tags without a judgement or a reason for none.
    """
    nobody: int
    """Open examples that were given out, or are referred, and that nobody has now."""
    notes: tuple[str, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """How far everyone is, and the whole."""
        return tuple(status_tables(self))

    @property
    def finished(self) -> bool:
        """Is everything judged?"""
        return not self.referred_open and not self.verify_open


def status_of(connection: Connection, state: State) -> Status:
    """How far it is, with the state of the same connection."""
    stored = find_suite(connection, state.suite.name)
    people = progress(connection, stored.id, states(reviews(connection, stored)))
    held = held_by_anyone(connection, stored.id)
    referred = [case for case in state.cases if not case.approved]
    drawn = [case for case in state.cases if case.approved and state.rounds and case.drawn]
    waiting = [case for case in (*referred, *drawn) if case.pronoun == OPEN]
    nobody = sum(case.number not in held for case in waiting)
    unsaid = tuple(case for case in waiting if case.annotators)
    return Status(
        tuple(people),
        len(referred),
        sum(case.pronoun == OPEN for case in referred),
        len(drawn),
        sum(case.pronoun == OPEN for case in drawn),
        tuple(case for case in state.cases if case.pronoun == UNDECIDED),
        unsaid,
        nobody,
        (*state.notes, *_notes(state, people, nobody)),
    )


def _notes(state: State, people: list[AnnotatorProgress], nobody: int) -> Iterator[str]:
    if not state.rounds:
        yield "nothing was given out yet"
        return
    if nobody:
        yield f"{nobody} open examples are with nobody: start again to give them out"
    for one in people:
        if one.states.get(NEW) == one.size:
            yield f"{one.annotator} has not begun"
    if any(one.states.get(NEW) for one in people):
        yield "who does not go on can be released when you start again; what is done stays"


def status_tables(status: Status) -> list[Table]:
    """How far everyone is, and the whole."""
    people = Table(
        "annotators",
        "annotators",
        (
            Column("annotator"),
            Column("assigned"),
            Column("done"),
            Column("conflict"),
            Column("open"),
            Column("an hour", ("pace",), rounded(0)),
            Column("hours left", ("hours",), rounded(1)),
            Column("last", show=lambda last: str(last)[:16]),
        ),
        tuple(
            {
                "annotator": one.annotator,
                "assigned": one.size,
                "done": one.states.get(DONE, 0),
                "conflict": one.states.get(CONFLICT, 0),
                "open": one.states.get(NEW, 0),
                "pace": one.pace,
                "hours": one.left,
                "last": one.last,
            }
            for one in status.people
        ),
    )
    whole = Table(
        "examples",
        "examples",
        (Column("", ("what",)), Column("all", ("size",)), Column("open")),
        (
            {"what": "referred", "size": status.referred, "open": status.referred_open},
            {"what": "to verify", "size": status.verify, "open": status.verify_open},
        ),
    )
    doubtful = (*status.undecided, *status.unsaid)
    return [
        *([people] if status.people else []),
        whole,
        *([apart(doubtful)] if doubtful else []),
    ]
