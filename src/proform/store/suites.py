"""Suites and their translations, written to a store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import accumulate
from typing import Any

from sqlalchemy import Connection, func, select, update

from proform.errors import ProformError
from proform.store import schema
from proform.store.load import REFERENCE, SOURCE, Stored, find_target, targets
from proform.store.rows import add, add_numbered, check_name, stamp
from proform.suite.suite import Document, Placed, Suite, Target, words


def check_suite_name(connection: Connection, name: str) -> None:
    """Complain of a name that cannot be that of a new suite."""
    check_name("a suite", name)
    if connection.scalar(select(schema.suites.c.id).where(schema.suites.c.name == name)):
        hint = "give this one another --name, or write to another file"
        raise ProformError(f"the suite {name!r} is in this store already", hint=hint)


def save_suite(connection: Connection, suite: Suite, key: str, now: datetime) -> Stored:
    """Write a new suite: its source and its examples."""
    suite.checked()
    check_suite_name(connection, suite.name)
    row = {
        "name": suite.name,
        "source_language": suite.source_language,
        "target_language": suite.target_language,
        "key": key,
        "made": stamp(now),
    }
    (suite_id,) = add_numbered(connection, schema.suites, [row])
    categories = add_numbered(
        connection,
        schema.categories,
        (
            {"suite": suite_id, "number": number, "name": c.name, "agrees": int(c.agrees)}
            for number, c in enumerate(suite.categories, 1)
        ),
    )
    by_name = dict(zip((c.name for c in suite.categories), categories, strict=True))
    source = _add_corpus(connection, suite_id, 1, f"{suite.name} source", SOURCE, None, "", now)
    add_documents(connection, source, suite.documents)
    add(
        connection,
        schema.sentences,
        (
            {"corpus": source, "line": line, "text": text, "links": None}
            for line, text in enumerate(suite.source)
        ),
    )
    starts = list(accumulate((len(words(line)) for line in suite.source), initial=0))
    ids = add_numbered(
        connection,
        schema.examples,
        (
            {
                "suite": suite_id,
                "number": example.number,
                "line": example.segment,
                "position": example.position,
                "token": example.token,
                "token_index": starts[example.segment] + example.position,
                "category": by_name[example.category],
                "note": example.note,
            }
            for example in suite.examples
        ),
    )
    add(
        connection,
        schema.antecedents,
        (
            {
                "example": example_id,
                "number": number,
                "line": antecedent.segment,
                "first": antecedent.first,
                "last": antecedent.last,
                "head": antecedent.head,
                "head_text": suite.head(antecedent),
                "head_index": starts[antecedent.segment] + antecedent.head,
            }
            for example, example_id in zip(suite.examples, ids, strict=True)
            for number, antecedent in enumerate(example.antecedents, 1)
        ),
    )
    numbers = (example.number for example in suite.examples)
    return Stored(suite_id, key, suite, dict(zip(numbers, ids, strict=True)))


def check_new(connection: Connection, stored: Stored, names: Sequence[str]) -> None:
    """Complain of translations that the suite has, or that are named alike."""
    there = [corpus.name for corpus in targets(connection, stored)]
    for index, name in enumerate(names):
        check_name("a system", name)
        if name in there:
            hint = "remove it first (proform suite remove-system), or give this one another name"
            raise ProformError(f"the system {name!r} is in the suite already", hint=hint)
        if name in names[:index]:
            raise ProformError(f"two systems are called {name!r}", hint="rename one of the files")


def add_target(
    connection: Connection, stored: Stored, target: Target, side: str, now: datetime
) -> None:
    """Write a translation, with its links and what stands for each example."""
    check_new(connection, stored, [target.name])
    number = 1 + _highest(connection, schema.corpora, stored.id)
    source = connection.scalar(
        select(schema.corpora.c.id)
        .where(schema.corpora.c.suite == stored.id, schema.corpora.c.side == SOURCE)
        .order_by(schema.corpora.c.number)
        .limit(1)
    )
    corpus = _add_corpus(connection, stored.id, number, target.name, side, source, target.how, now)
    add_documents(connection, corpus, stored.suite.documents)
    links: Sequence[str | None] = target.links or [None] * len(target.lines)
    add(
        connection,
        schema.sentences,
        (
            {"corpus": corpus, "line": line, "text": text, "links": linked}
            for line, (text, linked) in enumerate(zip(target.lines, links, strict=True))
        ),
    )
    first = 1 + _highest(connection, schema.candidates, stored.id)
    candidates = add_numbered(
        connection,
        schema.candidates,
        (
            {
                "suite": stored.id,
                "number": number,
                "example": stored.example_ids[example.number],
                "corpus": corpus,
                "sequence": example.number,
            }
            for number, example in enumerate(stored.suite.examples, first)
        ),
    )
    add(
        connection,
        schema.translations,
        (
            row
            for example, candidate in zip(stored.suite.examples, candidates, strict=True)
            for row in placed_rows(candidate, target.placed[example.number])
        ),
    )


def placed_rows(candidate: int, placed: Placed) -> Iterable[dict[str, int | None]]:
    """The rows that say what stands for an example."""
    parts = [(None, placed.pronoun), *enumerate(placed.antecedents, 1)]
    for antecedent, spots in parts:
        for spot in spots:
            yield {
                "candidate": candidate,
                "antecedent": antecedent,
                "line": spot.segment,
                "position": spot.position,
            }


def retire(connection: Connection, stored: Stored, name: str, now: datetime) -> None:
    """Take a system out of the suite; it stays in the store with its judgements."""
    corpus = find_target(connection, stored, name)
    if corpus.side == REFERENCE:
        raise ProformError(f"{name!r} is the reference, not a system")
    connection.execute(
        update(schema.corpora).where(schema.corpora.c.id == corpus.id).values(retired=stamp(now))
    )


def add_documents(connection: Connection, corpus: int, documents: Sequence[Document]) -> None:
    """Write which sentences of a corpus make up which document."""
    add(
        connection,
        schema.documents,
        (
            {"corpus": corpus, "number": number, **document._asdict()}
            for number, document in enumerate(documents)
        ),
    )


def _add_corpus(
    connection: Connection,
    suite: int,
    number: int,
    name: str,
    side: str,
    source: int | None,
    how: str,
    now: datetime,
) -> int:
    row = {
        "suite": suite,
        "number": number,
        "name": name,
        "side": side,
        "source": source,
        "how": how,
        "added": stamp(now),
        "retired": None,
    }
    return add_numbered(connection, schema.corpora, [row])[0]


def _highest(connection: Connection, table: Any, suite: int) -> int:  # noqa: ANN401 (a table)
    return connection.scalar(select(func.max(table.c.number)).where(table.c.suite == suite)) or 0
