"""Everything that was ever said of a suite, a record a revision, with the verdicts of today."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, select, union

from proform.human.opinion import ANTECEDENT, opinion_of
from proform.human.review import NOTHING, reviews
from proform.store import schema
from proform.store.answers import ADJUDICATOR, Selected, history
from proform.store.suites import Stored
from proform.suite.suite import words

FIELDS = (
    *("suite", "example", "category", "system", "removed", "source", "translation"),
    *("annotator", "revision", "latest"),
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
    last = {(revision.candidate, revision.annotator): revision.revision for revision in said}
    for revision in said:
        candidate, answer = candidates[revision.candidate], revision.answer
        agrees = candidate.category in stored.suite.agreeing
        review = reviewed.get(revision.candidate, NOTHING)
        verdict, of_antecedent = review.verdict(), review.verdict(ANTECEDENT)
        yield {
            "suite": stored.suite.name,
            "example": candidate.example,
            "category": candidate.category,
            "system": candidate.system,
            "removed": candidate.retired,
            "source": stored.suite.source[candidate.line],
            "translation": " ".join(texts.get((candidate.corpus, candidate.line), ())),
            "annotator": revision.annotator,
            "revision": revision.revision,
            "latest": last[revision.candidate, revision.annotator] == revision.revision,
            "time": revision.made,
            "origin": revision.origin,
            "pronoun": answer.pronoun,
            "antecedent": answer.antecedent,
            "tags": sorted(answer.tags),
            "tokens": [
                _token(token, texts.get((candidate.corpus, token.segment), ()))
                for token in sorted(answer.tokens)
            ],
            "remarks": answer.remarks,
            "status": answer.status,
            "adjudication": revision.annotator == ADJUDICATOR,
            "opinion": opinion_of(revision.annotator, answer, agrees=agrees).pronoun,
            "verdict": verdict.outcome,
            "contested": verdict.contested,
            "antecedent_verdict": of_antecedent.outcome if agrees else None,
            "antecedent_contested": of_antecedent.contested if agrees else None,
        }


def _token(token: Selected, line: Sequence[str]) -> Record:
    word = line[token.position] if token.position < len(line) else None
    return {"segment": token.segment, "position": token.position, "word": word, "mark": token.mark}


def _candidates(connection: Connection, stored: Stored) -> dict[int, Any]:
    table, examples, corpora = schema.candidates, schema.examples, schema.corpora
    rows = connection.execute(
        select(
            *(table.c.number, table.c.corpus, examples.c.number.label("example")),
            examples.c.line,
            schema.categories.c.name.label("category"),
            *(corpora.c.name.label("system"), corpora.c.retired),
        )
        .select_from(table.join(examples).join(schema.categories).join(corpora))
        .where(table.c.suite == stored.id)
    )
    return {row.number: row for row in rows}


def _texts(connection: Connection, stored: Stored) -> dict[tuple[int, int], list[str]]:
    """The words of all lines that were judged, or have a selected word in them."""
    table, answers, candidates = schema.sentences, schema.judgements, schema.candidates
    judged = answers.join(candidates)
    ours = candidates.c.suite == stored.id
    used = union(
        select(candidates.c.corpus, schema.tokens.c.line)
        .select_from(schema.tokens.join(judged))
        .where(ours),
        select(candidates.c.corpus, schema.examples.c.line)
        .select_from(judged.join(schema.examples))
        .where(ours),
    ).subquery()
    rows = connection.execute(
        select(table.c.corpus, table.c.line, table.c.text).join(
            used, (used.c.corpus == table.c.corpus) & (used.c.line == table.c.line)
        )
    )
    return {(row.corpus, row.line): words(row.text) for row in rows}
