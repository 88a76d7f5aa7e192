"""Everything that was ever said of a suite, in long form: one record a revision.

Beside each stands what it says, and the verdicts on its candidate as they are now.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select

from proform.human.opinion import ANTECEDENT, opinion_of
from proform.human.review import NOTHING, Review, reviews
from proform.store import schema
from proform.store.answers import ADJUDICATOR, Answer, Said, history
from proform.store.load import Stored
from proform.suite.suite import words

FIELDS = (
    *("suite", "example", "category", "system", "removed", "annotator", "revision", "latest"),
    *("time", "origin", "pronoun", "antecedent", "tags", "tokens", "remarks", "status"),
    *("adjudication", "opinion", "verdict", "contested"),
    *("antecedent_verdict", "antecedent_contested"),
)

Record = dict[str, Any]


def records(connection: Connection, stored: Stored) -> Iterator[Record]:
    """All revisions, those of systems that were removed as well."""
    candidates = _candidates(connection, stored)
    reviewed = reviews(connection, stored)
    texts = _texts(connection, stored)
    said = history(connection, stored.id)
    last = {(one.candidate, one.annotator): one.revision for one in said}
    for one in said:
        candidate = candidates[one.candidate]
        values = {
            "suite": stored.suite.name,
            "example": candidate.example,
            "category": candidate.category,
            "system": candidate.system,
            "removed": candidate.retired,
            "annotator": one.annotator,
            "revision": one.revision,
            "latest": last[one.candidate, one.annotator] == one.revision,
            "time": one.made,
            "origin": one.origin,
            "pronoun": one.answer.pronoun,
            "antecedent": one.answer.antecedent,
            "tags": sorted(one.answer.tags),
            "tokens": list(_tokens(one.answer, candidate.corpus, texts)),
            "remarks": one.answer.remarks,
            "status": one.answer.status,
            "adjudication": one.annotator == ADJUDICATOR,
            **_verdicts(one, candidate, reviewed.get(one.candidate, NOTHING), stored),
        }
        yield {name: values[name] for name in FIELDS}


def _verdicts(said: Said, candidate: Any, review: Review, stored: Stored) -> Record:  # noqa: ANN401 (a row)
    agrees = candidate.category in stored.suite.agreeing
    return {
        "opinion": opinion_of(said.annotator, said.answer, agrees=agrees).pronoun,
        "verdict": review.verdict().outcome,
        "contested": review.verdict().contested,
        "antecedent_verdict": review.verdict(ANTECEDENT).outcome if agrees else None,
        "antecedent_contested": review.verdict(ANTECEDENT).contested if agrees else None,
    }


def _tokens(
    answer: Answer, corpus: int, texts: dict[tuple[int, int], list[str]]
) -> Iterator[Record]:
    for token in sorted(answer.tokens):
        line = texts.get((corpus, token.segment), ())
        yield {
            "segment": token.segment,
            "position": token.position,
            "word": line[token.position] if token.position < len(line) else None,
            "mark": token.mark,
        }


def _candidates(connection: Connection, stored: Stored) -> dict[int, Any]:
    table = schema.candidates
    rows = connection.execute(
        select(
            table.c.number,
            table.c.corpus,
            schema.examples.c.number.label("example"),
            schema.categories.c.name.label("category"),
            schema.corpora.c.name.label("system"),
            schema.corpora.c.retired,
        )
        .select_from(
            table.join(schema.examples, schema.examples.c.id == table.c.example)
            .join(schema.categories, schema.categories.c.id == schema.examples.c.category)
            .join(schema.corpora, schema.corpora.c.id == table.c.corpus)
        )
        .where(table.c.suite == stored.id)
    )
    return {row.number: row for row in rows}


def _texts(connection: Connection, stored: Stored) -> dict[tuple[int, int], list[str]]:
    """The words of all lines that have a selected word in them."""
    table = schema.sentences
    used = (
        select(schema.candidates.c.corpus, schema.tokens.c.line)
        .distinct()
        .select_from(schema.tokens.join(schema.judgements).join(schema.candidates))
        .where(schema.candidates.c.suite == stored.id)
        .subquery()
    )
    rows = connection.execute(
        select(table.c.corpus, table.c.line, table.c.text).join(
            used, (used.c.corpus == table.c.corpus) & (used.c.line == table.c.line)
        )
    )
    return {(row.corpus, row.line): words(row.text) for row in rows}
