"""Sets of tasks and people that go: deleted if nobody has answered, otherwise retired.

What was said is never deleted; what is retired stays in exports, counts as before, and gets no
more work.
"""

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Table, delete, exists, select, union, update

from proform.errors import ProformError
from proform.store import schema
from proform.store.answers import known_name
from proform.store.controls import change_settings, settings
from proform.store.schema import stamp
from proform.store.suites import Stored
from proform.store.tasks import tasks_of
from proform.store.work import people

_RETIRED = "retired:"
_ANSWERS = (schema.judgements, schema.gap_answers)


def remove_taskset(connection: Connection, stored: Stored, name: str, now: datetime) -> bool:
    """Delete a set of tasks (True), or retire it if any of it was answered by its annotators."""
    ids = [task.id for task in tasks_of(connection, stored, name)]
    given, members = schema.assignments, schema.task_candidates
    table, tasks = schema.tasksets, schema.tasks
    taskset = connection.scalar(select(tasks.c.taskset).where(tasks.c.id == ids[0]))
    answered = any(
        connection.scalar(
            select(
                exists().where(
                    members.c.task.in_(ids),
                    given.c.task == members.c.task,
                    answers.c.candidate == members.c.candidate,
                    answers.c.annotator == given.c.annotator,
                )
            )
        )
        for answers in _ANSWERS
    )
    if answered:
        gone = update(table).where(table.c.id == taskset).values(retired=stamp(now))
        connection.execute(gone)
        return False
    rounds, drawn = schema.rounds, schema.round_candidates
    _delete(connection, drawn, drawn.c.round == taskset)
    _delete(connection, rounds, rounds.c.taskset == taskset)
    _delete(connection, members, members.c.task.in_(ids))
    _delete(connection, given, given.c.task.in_(ids))
    _delete(connection, tasks, tasks.c.id.in_(ids))
    _delete(connection, table, table.c.id == taskset)
    return True


def remove_annotator(connection: Connection, suite: int, name: str, now: datetime) -> bool:
    """Take a person out of a suite: deleted (True), or retired if they have answered anything.

    Either way their links end, and their tasks are free for others. Whoever is known in another
    suite of the store stays known there.
    """
    known = known_name(connection, name)
    if known not in people(connection, suite):
        raise ProformError(f"nobody is called {known!r}", hint="the page People lists everybody")
    table, links = schema.annotators, schema.links
    person = int(connection.scalar(select(table.c.id).where(table.c.name == known)) or 0)
    given, tasks = schema.assignments, schema.tasks
    ours = select(tasks.c.id).where(tasks.c.suite == suite)
    _delete(connection, given, (given.c.annotator == person) & given.c.task.in_(ours))
    theirs = (links.c.annotator == person) & (links.c.suite == suite)
    open_ = theirs & links.c.revoked.is_(None)
    connection.execute(update(links).where(open_).values(revoked=stamp(now)))
    if known in people(connection, suite, linked=False):
        change_settings(connection, suite, {f"{_RETIRED}{person}": stamp(now)})
        return False
    sessions = schema.sessions
    ids = select(links.c.id).where(theirs)
    _delete(connection, sessions, sessions.c.link.in_(ids))
    _delete(connection, links, theirs)
    batches, listed = schema.batches, schema.batch_candidates
    mine = (batches.c.annotator == person) & (batches.c.suite == suite)
    _delete(connection, listed, listed.c.batch.in_(select(batches.c.id).where(mine)))
    _delete(connection, batches, mine)
    trainings, tried = schema.trainings, schema.training_answers
    mine = (trainings.c.annotator == person) & (trainings.c.suite == suite)
    _delete(connection, tried, tried.c.training.in_(select(trainings.c.id).where(mine)))
    _delete(connection, trainings, mine)
    elsewhere = (given, links, batches, trainings, *_ANSWERS)
    if not any(
        connection.scalar(select(exists().where(other.c.annotator == person)))
        for other in elsewhere
    ):
        _delete(connection, table, table.c.id == person)
    return True


def retired_people(connection: Connection, suite: int) -> set[str]:
    """Who works no more in a suite, unless they were asked again since."""
    ids = {
        int(key.removeprefix(_RETIRED))
        for key in settings(connection, suite)
        if key.startswith(_RETIRED)
    }
    table, links = schema.annotators, schema.links
    given, tasks = schema.assignments, schema.tasks
    working = union(
        select(links.c.annotator).where(links.c.suite == suite, links.c.revoked.is_(None)),
        select(given.c.annotator).select_from(given.join(tasks)).where(tasks.c.suite == suite),
    )
    busy = set(connection.scalars(working))
    return set(connection.scalars(select(table.c.name).where(table.c.id.in_(ids - busy))))


def _delete(connection: Connection, table: Table, chosen: ColumnElement[bool]) -> None:
    connection.execute(delete(table).where(chosen))
