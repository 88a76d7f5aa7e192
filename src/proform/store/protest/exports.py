"""A suite of the store as PROTEST files: the whole as a master file, or one annotator's batch."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Column, Connection, Table, select

from proform.errors import ProformError
from proform.store import schema
from proform.store.answers import Said, known_name, latest
from proform.store.protest.file import BATCH, MASTER, RESEARCHER, VERSION, readable, write_file
from proform.store.schema import stamp
from proform.store.suites import SOURCE, Stored, rows_of
from proform.store.tasks import tasks_of
from proform.store.work import ASSIGNED, CORRECTNESS, GAP, add_batch, add_members

_Rows = list[tuple[Any, ...]]

# What files have of our rows, in the order of their columns.
_PRONOUN = attrgetter("position", "token_index")
_NOUN = attrgetter("number", "line", "first", "last")
_HEAD = attrgetter("head", "head_index")
_SPOT = attrgetter("antecedent", "line", "position")


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
    if tasks_of(connection, stored, taskset)[0].protocol == GAP:
        hint = "proform gaps export writes a table for it"
        raise ProformError(f"{taskset!r} is gap filling, which PROTEST files lack", hint=hint)
    table, annotator = schema.annotators, known_name(connection, annotator)
    person = connection.scalar(select(table.c.id).where(table.c.name == annotator))
    order = sorted(
        connection.scalars(
            select(schema.candidates.c.id)
            .distinct()
            .select_from(ASSIGNED)
            .where(
                schema.tasks.c.suite == stored.id,
                schema.tasksets.c.name == taskset,
                schema.assignments.c.annotator == person,
                schema.corpora.c.retired.is_(None),
            )
        )
    )
    if person is None or not order:
        hint = "proform suite assign-task gives them one"
        raise ProformError(f"{annotator!r} has no task in {taskset!r}", hint=hint)
    Random(f"{seed} {annotator}").shuffle(order)  # noqa: S311 (not for secrets)
    batch = add_batch(connection, stored.id, person, None, seed, now)
    add_members(connection, batch, order)
    return Batch(batch, person, tuple(order), stamp(now))


def export_master(connection: Connection, stored: Stored, path: Path) -> None:
    """Write everything that a master file can hold."""
    tasks, sets = schema.tasks, schema.tasksets
    meta = _properties(connection, stored)
    everything = _Export(connection, stored)
    if stored.suite.examples and not everything.numbers:
        what = (
            f"the suite {stored.suite.name!r} has no translation, and PROTEST files have examples"
        )
        raise ProformError(f"{what} with one only", hint="add one with proform suite add-system")
    annotators = connection.execute(select(schema.annotators).order_by(schema.annotators.c.number))
    judged = connection.execute(  # PROTEST knows no gap filling
        select(tasks.c.id, tasks.c.number, sets.c.name, tasks.c.label)
        .select_from(tasks.join(sets))
        .where(tasks.c.suite == stored.id, sets.c.protocol == CORRECTNESS)
        .order_by(tasks.c.number)
    ).all()
    tables = {
        **everything.tables(MASTER, meta, lambda candidate: candidate.sequence),
        "annotators": [(row.number, row.name) for row in annotators if row.number != RESEARCHER],
        "task_definition": [(row.number, row.name, row.label) for row in judged],
        "annotation_tasks": everything.tasks({row.id: row.number for row in judged}),
        **everything.answers(latest(connection, stored.id)),
    }
    write_file(path, tables)


def export_batch(connection: Connection, stored: Stored, batch: Batch, path: Path) -> None:
    """Write what one annotator judges, with their own earlier answers, but no system's name."""
    table = schema.annotators
    person = connection.execute(select(table).where(table.c.id == batch.annotator)).one()
    settings = [
        (key, value)
        for key, value in _properties(connection, stored)
        if key == "master_description" or key.startswith("config:")
    ]
    meta = [
        *settings,
        ("time_created", batch.made),
        ("annotator_id", str(person.number)),
        ("annotator_name", person.name),
    ]
    order = {candidate: position for position, candidate in enumerate(batch.candidates, 1)}
    part = _Export(connection, stored, order)
    own = [said for said in latest(connection, stored.id) if said.annotator == person.name]
    tables = {
        **part.tables(BATCH, meta, lambda candidate: order[candidate.id]),
        "annotators": [(person.number, person.name)],
        "task_definition": [(1, "batch", "1")],
        "annotation_tasks": [(1, number) for number in part.numbers.values()],
        **part.answers(own),
    }
    write_file(path, tables)


def _properties(connection: Connection, stored: Stored) -> list[tuple[str, str]]:
    """What else a master file says of itself."""
    table = schema.properties
    kept = connection.execute(select(table).where(table.c.suite == stored.id)).all()
    return sorted((row.key, row.value) for row in kept)  # databases sort each in its own way


class _Export:
    """The tables of a file, of all candidates or of some."""

    def __init__(
        self, connection: Connection, stored: Stored, wanted: Collection[int] | None = None
    ) -> None:
        self._connection = connection
        self._stored = stored
        table, corpora = schema.candidates, schema.corpora
        present = corpora.c.retired.is_(None)
        rows = connection.execute(
            select(table, corpora.c.source)
            .select_from(table.join(corpora))
            .where(table.c.suite == stored.id, present)
            .order_by(table.c.number)
        )
        self._candidates = [row for row in rows if wanted is None or row.id in wanted]
        self.numbers = {row.id: row.number for row in self._candidates}
        used = {corpus for row in self._candidates for corpus in (row.source, row.corpus)}
        texts = rows_of(connection, corpora, stored.id, present)
        self._corpora = [row for row in texts if wanted is None or row.id in used]
        self._corpus = {row.id: row.number for row in self._corpora}
        self._examples = {row.id: row for row in rows_of(connection, schema.examples, stored.id)}

    def tables(
        self, kind: str, meta: _Rows, sequence: Callable[[Any], int | None]
    ) -> dict[str, _Rows]:
        """What kind of file it is; texts, examples and their translations."""
        categories = rows_of(self._connection, schema.categories, self._stored.id)
        category = {row.id: row.number for row in categories}
        used = {self._examples[candidate.example].category for candidate in self._candidates}
        head = [("file_version", VERSION), ("file_type", kind), ("master_id", self._stored.key)]
        documents = self._of_corpora(schema.documents, schema.documents.c.first)
        sentences = self._of_corpora(schema.sentences, schema.sentences.c.line)
        return {
            "meta_data": [*head, *meta],
            "corpora": [
                (row.number, row.name, 0)
                if row.side == SOURCE
                else (row.number, f"translation {row.number}" if kind == BATCH else row.name, 1)
                for row in self._corpora
            ],
            "documents": _numbered(
                (self._corpus[row.corpus], row.first, row.last) for row in documents
            ),
            "sentences": _numbered(
                (self._corpus[row.corpus], row.line, readable(row.text)) for row in sentences
            ),
            # An empty category crashes the original when it defines tasks.
            "categories": [
                (row.number, row.name, row.agrees) for row in categories if row.id in used
            ],
            "pro_candidates": [
                (
                    *(candidate.number, *self._pair(candidate)),
                    *(example.number, example.line, readable(example.token)),
                    *_PRONOUN(example),
                    *(category[example.category], sequence(candidate)),
                )
                for candidate in self._candidates
                for example in [self._examples[candidate.example]]
            ],
            "pro_antecedents": self._antecedents(),
            "translations": self._translations(),
        }

    def tasks(self, numbers: dict[int, int]) -> _Rows:
        """Which candidate is part of which task."""
        table = schema.task_candidates
        rows = self._connection.execute(select(table).where(table.c.task.in_(numbers)))
        return sorted(
            (numbers[row.task], self.numbers[row.candidate])
            for row in rows
            if row.candidate in self.numbers
        )

    def answers(self, said: Sequence[Said]) -> dict[str, _Rows]:
        """Judgements, with their tags and tokens."""
        rows = self._connection.execute(select(schema.annotators))
        people = {row.name: row.number for row in rows}
        exported = set(self.numbers.values())
        kept = [
            (revision.candidate, people[revision.annotator], revision.answer)
            for revision in said
            if revision.candidate in exported and not revision.answer.empty
        ]
        return {
            "annotations": _numbered(
                (number, person, said.antecedent, said.pronoun, said.remarks, said.status)
                for number, person, said in kept
                if said.answered
            ),
            "token_annotations": _numbered(
                (number, *token, person)
                for number, person, said in kept
                for token in sorted(said.tokens)
            ),
            "tag_annotations": _numbered(
                (number, person, tag) for number, person, said in kept for tag in sorted(said.tags)
            ),
        }

    def _of_corpora(self, table: Table, order: Column[int]) -> Iterable[Any]:
        return self._connection.execute(
            select(table)
            .join(schema.corpora)
            .where(table.c.corpus.in_(self._corpus))
            .order_by(schema.corpora.c.number, order)
        )

    def _antecedents(self) -> _Rows:
        table = schema.antecedents
        antecedents: dict[int, list[Any]] = defaultdict(list)
        for row in self._connection.execute(select(table).order_by(table.c.number)):
            antecedents[row.example].append(row)
        return _numbered(
            (
                *(*self._pair(candidate), self._examples[candidate.example].number),
                *(*_NOUN(row), readable(row.head_text), *_HEAD(row)),
            )
            for candidate in self._candidates
            for row in antecedents[candidate.example]
        )

    def _pair(self, candidate: Any) -> tuple[int, int]:  # noqa: ANN401 (a row)
        return self._corpus[candidate.source], self._corpus[candidate.corpus]

    def _translations(self) -> _Rows:
        table, candidates = schema.translations, schema.candidates
        part = table.c.antecedent.is_not(None), table.c.antecedent
        rows = self._connection.execute(
            select(table, candidates.c.corpus, candidates.c.example)
            .select_from(table.join(candidates))
            .where(candidates.c.suite == self._stored.id)
            .order_by(candidates.c.number, *part, table.c.line, table.c.position)
        )
        return _numbered(
            (self._corpus[row.corpus], self._examples[row.example].number, *_SPOT(row))
            for row in rows
            if row.candidate in self.numbers
        )


def _numbered(rows: Iterable[tuple[Any, ...]]) -> _Rows:
    return [(id_, *row) for id_, row in enumerate(rows, 1)]
