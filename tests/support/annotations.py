"""Annotators for a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy import select

from proform.store import schema
from proform.store.answers import Answer, annotator_id, record
from proform.store.database import opened
from proform.store.ledger import Addressed

NOW = datetime(2020, 2, 20, 20, 20, tzinfo=UTC)

Answers = Mapping[tuple[int, str], Sequence[tuple[str, Answer]]]
"""For an example and a system, who says what."""


def annotate(where: str, answers: Answers) -> None:
    """Enter what people say."""
    with opened(where) as store, store.writing() as connection:
        rows = connection.execute(
            select(schema.candidates.c.id, schema.examples.c.number, schema.corpora.c.name)
            .join(schema.examples, schema.examples.c.id == schema.candidates.c.example)
            .join(schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus)
        )
        ids = {(row.number, row.name): row.id for row in rows}
        addressed = [
            Addressed(ids[key], annotator_id(connection, person, NOW), answer)
            for key, said in answers.items()
            for person, answer in said
        ]
        record(connection, addressed, NOW, "test")
