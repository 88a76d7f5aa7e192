"""Suites and their translations, read from a store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from proform.errors import ProformError
from proform.model import Antecedent, Category, Example
from proform.store import schema
from proform.suite.suite import Document, Placed, Spot, Suite, Target

REFERENCE = "reference"
SYSTEM = "system"
SOURCE = "source"


@dataclass(frozen=True)
class Stored:
    """A suite, and what it is in the store."""

    id: int
    key: str
    suite: Suite
    example_ids: Mapping[int, int]


@dataclass(frozen=True)
class StoredCorpus:
    """A translation in the store."""

    id: int
    number: int
    name: str
    side: str


def find_suite(connection: Connection, name: str | None) -> Stored:
    """The suite of this name; without a name, the only one."""
    table = schema.suites
    rows = connection.execute(select(table).order_by(table.c.id)).all()
    names = ", ".join(repr(row.name) for row in rows)
    if not rows:
        raise ProformError("there is no suite in this store")
    if name is None and len(rows) > 1:
        raise ProformError(f"the store has several suites: {names}", hint="give --suite NAME")
    chosen = [row for row in rows if name in (None, row.name)]
    if not chosen:
        raise ProformError(f"no suite {name!r} in this store", hint=f"it has {names}")
    return _load(connection, chosen[0])


def suite_names(connection: Connection) -> list[str]:
    """All suites of a store."""
    return list(connection.scalars(select(schema.suites.c.name).order_by(schema.suites.c.id)))


def targets(connection: Connection, stored: Stored) -> list[StoredCorpus]:
    """The translations that are part of the suite: the reference, then systems as they came."""
    table = schema.corpora
    rows = connection.execute(
        select(table)
        .where(table.c.suite == stored.id, table.c.side != SOURCE, table.c.retired.is_(None))
        .order_by(table.c.side != REFERENCE, table.c.number)
    )
    return [StoredCorpus(row.id, row.number, row.name, row.side) for row in rows]


def find_target(connection: Connection, stored: Stored, name: str) -> StoredCorpus:
    """A translation by its name."""
    there = targets(connection, stored)
    for corpus in there:
        if corpus.name == name:
            return corpus
    names = ", ".join(repr(corpus.name) for corpus in there) or "none"
    raise ProformError(f"no system {name!r} in the suite", hint=f"there are {names}")


def reference_of(connection: Connection, stored: Stored) -> Target | None:
    """The reference, if the suite has one."""
    for corpus in targets(connection, stored):
        if corpus.side == REFERENCE:
            return load_target(connection, stored, corpus)
    return None


def load_target(connection: Connection, stored: Stored, corpus: StoredCorpus) -> Target:
    """A translation, whole."""
    table = schema.sentences
    rows = connection.execute(
        select(table.c.line, table.c.text, table.c.links)
        .where(table.c.corpus == corpus.id)
        .order_by(table.c.line)
    ).all()
    lines = _spread(((row.line, row.text) for row in rows), len(stored.suite.source))
    links = None
    if all(row.links is not None for row in rows):
        links = _spread(((row.line, row.links) for row in rows), len(stored.suite.source))
    how = connection.scalar(select(schema.corpora.c.how).where(schema.corpora.c.id == corpus.id))
    placed = _placed(connection, stored, corpus)
    return Target(corpus.name, lines, links, placed, how or "")


def _load(connection: Connection, row: Any) -> Stored:  # noqa: ANN401 (a row)
    categories = connection.execute(
        select(schema.categories)
        .where(schema.categories.c.suite == row.id)
        .order_by(schema.categories.c.number)
    ).all()
    names = {category.id: category.name for category in categories}
    examples = connection.execute(
        select(schema.examples)
        .where(schema.examples.c.suite == row.id)
        .order_by(schema.examples.c.number)
    ).all()
    table = schema.antecedents
    antecedents: dict[int, list[Antecedent]] = {}
    for found in connection.execute(
        select(table)
        .join(schema.examples)
        .where(schema.examples.c.suite == row.id)
        .order_by(table.c.example, table.c.number)
    ):
        antecedent = Antecedent(found.line, found.first, found.last, found.head)
        antecedents.setdefault(found.example, []).append(antecedent)
    source = connection.scalar(
        select(schema.corpora.c.id)
        .where(schema.corpora.c.suite == row.id, schema.corpora.c.side == SOURCE)
        .order_by(schema.corpora.c.number)
        .limit(1)
    )
    lines = connection.execute(
        select(schema.sentences.c.line, schema.sentences.c.text)
        .where(schema.sentences.c.corpus == source)
        .order_by(schema.sentences.c.line)
    ).all()
    documents = connection.execute(
        select(schema.documents)
        .where(schema.documents.c.corpus == source)
        .order_by(schema.documents.c.first)
    )
    suite = Suite(
        row.name,
        row.source_language,
        row.target_language,
        tuple(_spread(((line.line, line.text) for line in lines), 0)),
        tuple(Document(found.name, found.first, found.last) for found in documents),
        tuple(Category(category.name, bool(category.agrees)) for category in categories),
        tuple(
            Example(
                found.number,
                found.line,
                found.position,
                found.token,
                names[found.category],
                tuple(antecedents.get(found.id, ())),
                found.note,
            )
            for found in examples
        ),
    )
    return Stored(row.id, row.key, suite, {found.number: found.id for found in examples})


def _placed(connection: Connection, stored: Stored, corpus: StoredCorpus) -> dict[int, Placed]:
    table = schema.translations
    rows = connection.execute(
        select(schema.examples.c.number, table.c.antecedent, table.c.line, table.c.position)
        .select_from(table.join(schema.candidates).join(schema.examples))
        .where(schema.candidates.c.corpus == corpus.id)
        .order_by(schema.examples.c.number, table.c.line, table.c.position)
    )
    found: dict[tuple[int, int | None], list[Spot]] = {}
    for row in rows:
        found.setdefault((row.number, row.antecedent), []).append(Spot(row.line, row.position))
    numbers = _antecedent_numbers(connection, stored)
    return {
        example.number: Placed(
            tuple(dict.fromkeys(found.get((example.number, None), ()))),
            tuple(
                tuple(dict.fromkeys(found.get((example.number, number), ())))
                for number in numbers.get(example.number, ())
            ),
        )
        for example in stored.suite.examples
    }


def _antecedent_numbers(connection: Connection, stored: Stored) -> dict[int, list[int]]:
    rows = connection.execute(
        select(schema.examples.c.number, schema.antecedents.c.number.label("antecedent"))
        .join(schema.antecedents)
        .where(schema.examples.c.suite == stored.id)
        .order_by(schema.antecedents.c.number)
    )
    numbers: dict[int, list[int]] = {}
    for row in rows:
        numbers.setdefault(row.number, []).append(row.antecedent)
    return numbers


def _spread(lines: Iterable[tuple[int, str]], least: int) -> list[str]:
    """Texts by their line number; files from elsewhere may leave some out."""
    found = dict(lines)
    return [found.get(line, "") for line in range(max([least, *(line + 1 for line in found)]))]


def candidates(connection: Connection, stored: Stored) -> dict[int, tuple[int, str]]:
    """For the number of each candidate, the number of its example and the name of the system."""
    table = schema.candidates
    rows = connection.execute(
        select(table.c.number, schema.examples.c.number.label("example"), schema.corpora.c.name)
        .join(schema.examples, schema.examples.c.id == table.c.example)
        .join(schema.corpora, schema.corpora.c.id == table.c.corpus)
        .where(table.c.suite == stored.id, schema.corpora.c.retired.is_(None))
    )
    return {row.number: (row.example, row.name) for row in rows}
