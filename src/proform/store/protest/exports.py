"""A suite of the store as PROTEST files: the whole as a master file, or one annotator's batch."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from proform.store import schema
from proform.store.answers import Said, latest
from proform.store.load import SOURCE, Stored
from proform.store.protest.batches import Batch
from proform.store.protest.rows import BATCH, MASTER, VERSION, write_file
from proform.store.work import CORRECTNESS, asks

Rows = list[tuple[Any, ...]]


def export_master(connection: Connection, stored: Stored, path: Path) -> None:
    """Write everything that a master file can hold."""
    table = schema.properties
    kept = connection.execute(select(table).where(table.c.suite == stored.id)).all()
    meta = [
        ("file_version", VERSION),
        ("file_type", MASTER),
        ("master_id", stored.key),
        *sorted((row.key, row.value) for row in kept),  # here: databases sort each in its own way
    ]
    everything = _Export(connection, stored)
    annotators = connection.execute(
        select(schema.annotators).order_by(schema.annotators.c.number)
    ).all()
    tasks = connection.execute(  # PROTEST knows no gap filling
        select(
            schema.tasks.c.id, schema.tasks.c.number, schema.tasksets.c.name, schema.tasks.c.label
        )
        .join(schema.tasksets)
        .where(schema.tasks.c.suite == stored.id, asks(CORRECTNESS))
        .order_by(schema.tasks.c.number)
    ).all()
    write_file(
        path,
        {
            **everything.tables(lambda candidate: candidate.sequence),
            "meta_data": meta,
            "annotators": [(row.number, row.name) for row in annotators],
            "task_definition": [(row.number, row.name, row.label) for row in tasks],
            "annotation_tasks": everything.tasks({row.id: row.number for row in tasks}),
            **everything.answers(latest(connection, stored.id)),
        },
    )


def export_batch(connection: Connection, stored: Stored, batch: Batch, path: Path) -> None:
    """Write what one annotator judges, without the names of the systems.

    Their own earlier answers come along, those of others do not.
    """
    table = schema.annotators
    person = connection.execute(select(table).where(table.c.id == batch.annotator)).one()
    meta = [
        ("file_version", VERSION),
        ("file_type", BATCH),
        ("master_id", stored.key),
        ("time_created", batch.made),
        ("annotator_id", str(person.number)),
        ("annotator_name", person.name),
    ]
    order = {candidate: position for position, candidate in enumerate(batch.candidates, 1)}
    part = _Export(connection, stored, order)
    own = [said for said in latest(connection, stored.id) if said.annotator == person.name]
    write_file(
        path,
        {
            **part.tables(lambda candidate: order[candidate.id], anonymous=True),
            "meta_data": meta,
            "annotators": [(person.number, person.name)],
            "task_definition": [(1, "batch", "1")],
            "annotation_tasks": [(1, number) for number in part.numbers],
            **part.answers(own),
        },
    )


@dataclass(frozen=True)
class _Candidate:
    id: int
    number: int
    example: int
    source: int
    corpus: int
    sequence: int | None


class _Export:
    """The tables of a file, of all candidates or of some."""

    def __init__(
        self, connection: Connection, stored: Stored, wanted: Collection[int] | None = None
    ) -> None:
        self._connection = connection
        self._suite = stored.id
        table = schema.candidates
        rows = connection.execute(
            select(table, schema.corpora.c.source)
            .join(schema.corpora, schema.corpora.c.id == table.c.corpus)
            .where(table.c.suite == stored.id, schema.corpora.c.retired.is_(None))
            .order_by(table.c.number)
        )
        self._candidates = [
            _Candidate(row.id, row.number, row.example, row.source, row.corpus, row.sequence)
            for row in rows
            if wanted is None or row.id in wanted
        ]
        self.numbers = [candidate.number for candidate in self._candidates]
        used = {
            corpus
            for candidate in self._candidates
            for corpus in (candidate.source, candidate.corpus)
        }
        corpora = schema.corpora
        self._corpora = [
            row
            for row in connection.execute(
                select(corpora)
                .where(corpora.c.suite == stored.id, corpora.c.retired.is_(None))
                .order_by(corpora.c.number)
            )
            if wanted is None or row.id in used
        ]
        self._number = {row.id: row.number for row in self._corpora}

    def tables(
        self, sequence: Callable[[_Candidate], int | None], *, anonymous: bool = False
    ) -> dict[str, Rows]:
        """Texts, examples and their translations."""
        names = {
            row.id: f"translation {row.number}" if anonymous and row.side != SOURCE else row.name
            for row in self._corpora
        }
        sentences = self._of_corpora(schema.sentences, schema.sentences.c.line)
        categories = self._connection.execute(
            select(schema.categories)
            .where(schema.categories.c.suite == self._suite)
            .order_by(schema.categories.c.number)
        ).all()
        category = {row.id: row.number for row in categories}
        examples = {
            row.id: row
            for row in self._connection.execute(
                select(schema.examples).where(schema.examples.c.suite == self._suite)
            )
        }
        return {
            "corpora": [
                (row.number, names[row.id], int(row.side != SOURCE)) for row in self._corpora
            ],
            "documents": self._documents(),
            "sentences": [
                (id_, self._number[row.corpus], row.line, row.text)
                for id_, row in enumerate(sentences, 1)
            ],
            "categories": [(row.number, row.name, row.agrees) for row in categories],
            "pro_candidates": [
                (
                    candidate.number,
                    self._number[candidate.source],
                    self._number[candidate.corpus],
                    example.number,
                    example.line,
                    example.token,
                    example.position,
                    example.token_index,
                    category[example.category],
                    sequence(candidate),
                )
                for candidate in self._candidates
                for example in [examples[candidate.example]]
            ],
            "pro_antecedents": self._antecedents(examples),
            "translations": self._translations(examples),
        }

    def tasks(self, numbers: dict[int, int]) -> Rows:
        """Which candidate is part of which task."""
        there = {candidate.id: candidate.number for candidate in self._candidates}
        table = schema.task_candidates
        rows = self._connection.execute(select(table).where(table.c.task.in_(numbers)))
        return sorted(
            (numbers[row.task], there[row.candidate]) for row in rows if row.candidate in there
        )

    def answers(self, said: Sequence[Said]) -> dict[str, Rows]:
        """Judgements, with their tags and tokens."""
        people = {
            row.name: row.number for row in self._connection.execute(select(schema.annotators))
        }
        there = set(self.numbers)
        kept = [(one, people[one.annotator]) for one in said if one.candidate in there]
        annotations = [
            (
                one.candidate,
                person,
                one.answer.antecedent,
                one.answer.pronoun,
                one.answer.remarks,
                one.answer.status,
            )
            for one, person in kept
            if one.answer.answered
        ]
        tokens = [
            (one.candidate, token.segment, token.position, token.mark, person)
            for one, person in kept
            for token in sorted(one.answer.tokens)
        ]
        tags = [
            (one.candidate, person, tag) for one, person in kept for tag in sorted(one.answer.tags)
        ]
        return {
            "annotations": _numbered(annotations),
            "token_annotations": _numbered(tokens),
            "tag_annotations": _numbered(tags),
        }

    def _of_corpora(self, table: Any, order: Any) -> Sequence[Any]:  # noqa: ANN401 (a table, a column)
        rows = self._connection.execute(
            select(table)
            .join(schema.corpora, schema.corpora.c.id == table.c.corpus)
            .where(table.c.corpus.in_(self._number))
            .order_by(schema.corpora.c.number, order)
        )
        return rows.all()

    def _documents(self) -> Rows:
        rows = self._of_corpora(schema.documents, schema.documents.c.first)
        return _numbered([(self._number[row.corpus], row.first, row.last) for row in rows])

    def _antecedents(self, examples: dict[int, Any]) -> Rows:
        table = schema.antecedents
        found: dict[int, list[Any]] = {}
        for row in self._connection.execute(
            select(table).order_by(table.c.example, table.c.number)
        ):
            found.setdefault(row.example, []).append(row)
        return _numbered(
            [
                (
                    self._number[candidate.source],
                    self._number[candidate.corpus],
                    examples[candidate.example].number,
                    row.number,
                    row.line,
                    row.first,
                    row.last,
                    row.head_text,
                    row.head,
                    row.head_index,
                )
                for candidate in self._candidates
                for row in found.get(candidate.example, ())
            ]
        )

    def _translations(self, examples: dict[int, Any]) -> Rows:
        table = schema.translations
        there = {candidate.id: candidate for candidate in self._candidates}
        rows = self._connection.execute(
            select(table, schema.candidates.c.number)
            .join(schema.candidates)
            .where(schema.candidates.c.suite == self._suite)
            .order_by(
                schema.candidates.c.number,
                table.c.antecedent.is_not(None),
                table.c.antecedent,
                table.c.line,
                table.c.position,
            )
        )
        return _numbered(
            [
                (
                    self._number[there[row.candidate].corpus],
                    examples[there[row.candidate].example].number,
                    row.antecedent,
                    row.line,
                    row.position,
                )
                for row in rows
                if row.candidate in there
            ]
        )


def _numbered(rows: Rows) -> Rows:
    return [(id_, *row) for id_, row in enumerate(rows, 1)]
