"""Batches for files: what one annotator judges, in their order, and taking it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from sqlalchemy import Connection, select

from proform.errors import InputError, ProformError
from proform.store import schema
from proform.store.answers import JUDGEMENTS, Answer
from proform.store.ledger import Addressed, Recorded
from proform.store.load import Stored
from proform.store.protest.answers import answers_of
from proform.store.protest.rows import BATCH, ProtestFile
from proform.store.schema import add, add_numbered, stamp
from proform.store.tasks import list_tasks
from proform.store.work import GAP


@dataclass(frozen=True, slots=True)
class Batch:
    """What one annotator judges, in a random order that stays as it is."""

    id: int
    annotator: int
    candidates: tuple[int, ...]
    made: str


def make_batch(
    connection: Connection, stored: Stored, annotator: str, taskset: str, seed: int, now: datetime
) -> Batch:
    """Everything that is assigned to an annotator in a set of tasks, in random order."""
    _refuse_gaps(connection, stored, taskset)
    table = schema.annotators
    person = connection.scalar(select(table.c.id).where(table.c.name == annotator))
    members = schema.task_candidates
    found = connection.scalars(
        select(schema.candidates.c.id)
        .distinct()
        .select_from(
            members.join(schema.tasks)
            .join(schema.tasksets)
            .join(schema.assignments, schema.assignments.c.task == schema.tasks.c.id)
            .join(schema.candidates, schema.candidates.c.id == members.c.candidate)
            .join(schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus)
        )
        .where(
            schema.tasks.c.suite == stored.id,
            schema.tasksets.c.name == taskset,
            schema.assignments.c.annotator == person,
            schema.corpora.c.retired.is_(None),
        )
        .order_by(schema.candidates.c.id)
    ).all()
    if person is None or not found:
        hint = "proform suite assign-task gives them one"
        raise ProformError(f"{annotator!r} has no task in {taskset!r}", hint=hint)
    order = list(found)
    Random(f"{seed} {annotator}").shuffle(order)  # noqa: S311 (not for secrets)
    row = {
        "suite": stored.id,
        "annotator": person,
        "protocol": None,
        "seed": seed,
        "made": stamp(now),
    }
    (batch,) = add_numbered(connection, schema.batches, [row])
    add(
        connection,
        schema.batch_candidates,
        (
            {"batch": batch, "position": position, "candidate": candidate}
            for position, candidate in enumerate(order, 1)
        ),
    )
    return Batch(batch, person, tuple(order), stamp(now))


def _refuse_gaps(connection: Connection, stored: Stored, taskset: str) -> None:
    """PROTEST files have no place for gap filling."""
    for task in list_tasks(connection, stored):
        if task.taskset == taskset and task.protocol == GAP:
            hint = "proform gaps export writes a table for it"
            raise ProformError(f"{taskset!r} is gap filling, which PROTEST files lack", hint=hint)


@dataclass(frozen=True, slots=True)
class Checked:
    """A batch that fits the suite, and what merging it would do."""

    annotator: str
    candidates: int
    answers: tuple[Addressed[Answer], ...]
    effect: Recorded


def check_batch(connection: Connection, stored: Stored, file: ProtestFile) -> Checked:
    """Is this a batch of this suite, and what would it bring?"""
    if file.kind != BATCH:
        hint = "proform suite import reads it"
        raise InputError(file.path, None, "a master file, not an annotation batch", hint=hint)
    if file.meta.get("master_id") != stored.key:
        what = f"a batch of another master ({file.meta.get('master_id')!r})"
        raise InputError(file.path, None, what, hint=f"this suite is {stored.key!r}")
    person = _person(connection, file)
    candidates = _candidates(connection, stored, file)
    people = {int(file.meta["annotator_id"]): person}
    answers = tuple(answers_of(file, candidates, people))
    effect, _ = JUDGEMENTS.plan(connection, answers)
    return Checked(file.meta["annotator_name"], len(candidates), answers, effect)


def merge_batch(connection: Connection, checked: Checked, now: datetime, origin: str) -> Recorded:
    """Write the answers of a batch; those they replace stay in the history."""
    return JUDGEMENTS.record(connection, checked.answers, now, origin)


def _person(connection: Connection, file: ProtestFile) -> int:
    table = schema.annotators
    name, number = file.meta.get("annotator_name", ""), file.meta.get("annotator_id", "")
    row = connection.execute(select(table).where(table.c.name == name)).first()
    if row is None or str(row.number) != number:
        what = f"its annotator {name!r} ({number}) is not one of this store"
        raise InputError(file.path, None, what, hint="was the batch made from this store?")
    return int(row.id)


def _candidates(connection: Connection, stored: Stored, file: ProtestFile) -> dict[int, int]:
    """The store's ids of the candidates in a batch, which must be the same as in the store."""
    rows = connection.execute(
        select(
            schema.candidates.c.id,
            schema.candidates.c.number,
            schema.candidates.c.corpus,
            schema.examples.c.line,
            schema.examples.c.position,
            schema.examples.c.token,
        )
        .join(schema.examples, schema.examples.c.id == schema.candidates.c.example)
        .where(schema.candidates.c.suite == stored.id)
    )
    known = {row.number: row for row in rows}
    texts = {(row["corpus"], row["line"]): row["sentence"] for row in file.tables["sentences"]}
    wanted = {
        (known[row["id"]].corpus, known[row["id"]].line)
        for row in file.tables["pro_candidates"]
        if row["id"] in known
    }
    own = _sentences(connection, wanted)
    found: dict[int, int] = {}
    for row in file.tables["pro_candidates"]:
        here = known.get(row["id"])
        same = here is not None and (
            (here.line, here.position, here.token) == (row["line"], row["srcpos"], row["srcpro"])
            and own.get((here.corpus, here.line)) == texts.get((row["tgtcorpus"], row["line"]))
        )
        if here is None or not same:
            what = f"candidate {row['id']} is not the same in this suite"
            hint = "the suite is not the one that the batch was made from"
            raise InputError(file.path, None, what, hint=hint)
        found[row["id"]] = here.id
    return found


def _sentences(
    connection: Connection, wanted: set[tuple[int, int]]
) -> Mapping[tuple[int, int], str]:
    table = schema.sentences
    rows: Any = connection.execute(
        select(table.c.corpus, table.c.line, table.c.text).where(
            table.c.corpus.in_({corpus for corpus, _ in wanted})
        )
    )
    return {(row.corpus, row.line): row.text for row in rows}
