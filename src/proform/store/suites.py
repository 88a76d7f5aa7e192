"""Suites and their translations in a store: read from it, and written to it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, func, select

from proform.errors import ProformError
from proform.model import Antecedent, Category, Example
from proform.store import schema
from proform.store.database import opened
from proform.store.schema import Row, add, add_numbered, check_name, stamp
from proform.store.sets import add_challenges, add_outputs, load_challenges, load_outputs, set_of
from proform.suite.suite import Document, Placed, Spot, Suite, Target, words

REFERENCE = "reference"
SYSTEM = "system"
SOURCE = "source"

_PRESENT = schema.corpora.c.retired.is_(None)


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
    how: str
    """How it was aligned."""


@contextmanager
def reading_suite(where: str, name: str | None) -> Iterator[tuple[Connection, Stored]]:
    """A consistent view of a store, and the suite of this name, or the only one."""
    with opened(where) as store, store.reading() as connection:
        yield connection, find_suite(connection, name)


@contextmanager
def writing_suite(where: str, name: str | None) -> Iterator[tuple[Connection, Stored]]:
    """A transaction in a store, and the suite of this name, or the only one."""
    with opened(where) as store, store.writing() as connection:
        yield connection, find_suite(connection, name)


def rows_of(
    connection: Connection, table: Table, suite: int, *conditions: ColumnElement[bool]
) -> Sequence[Any]:
    """The rows that a table has of a suite, in the order of their numbers."""
    wanted = select(table).where(table.c.suite == suite, *conditions)
    return connection.execute(wanted.order_by(table.c.number)).all()


def find_suite(connection: Connection, name: str | None) -> Stored:
    """The suite of this name; without a name, the only one."""
    table = schema.suites
    rows = connection.execute(select(table).order_by(table.c.id)).all()
    names = ", ".join(repr(row.name) for row in rows)
    if not rows:
        raise ProformError("there is no suite in this store")
    if name is None and len(rows) > 1:
        raise ProformError(f"the store has several suites: {names}", hint="give --suite NAME")
    for row in rows:
        if name in (None, row.name):
            return _load(connection, row)
    raise ProformError(f"no suite {name!r} in this store", hint=f"it has {names}")


def suite_names(connection: Connection) -> list[str]:
    """All suites of a store."""
    return list(connection.scalars(select(schema.suites.c.name).order_by(schema.suites.c.id)))


def targets(connection: Connection, stored: Stored) -> list[StoredCorpus]:
    """The translations that are part of the suite: the reference, then systems as they came."""
    rows = rows_of(connection, schema.corpora, stored.id, schema.corpora.c.side != SOURCE, _PRESENT)
    corpora = [StoredCorpus(row.id, row.number, row.name, row.side, row.how) for row in rows]
    return sorted(corpora, key=lambda corpus: corpus.side != REFERENCE)


def find_target(connection: Connection, stored: Stored, name: str) -> StoredCorpus:
    """A translation by its name."""
    corpora = {corpus.name: corpus for corpus in targets(connection, stored)}
    if name not in corpora:
        names = ", ".join(map(repr, corpora)) or "none"
        raise ProformError(f"no system {name!r} in the suite", hint=f"there are {names}")
    return corpora[name]


def reference_of(connection: Connection, stored: Stored) -> Target | None:
    """The reference, if the suite has one."""
    for corpus in targets(connection, stored):
        if corpus.side == REFERENCE:
            return load_target(connection, stored, corpus)
    return None


def load_target(connection: Connection, stored: Stored, corpus: StoredCorpus) -> Target:
    """A translation, whole."""
    table, least = schema.sentences, len(stored.suite.source)
    rows = connection.execute(select(table).where(table.c.corpus == corpus.id)).all()
    lines = _spread(((row.line, row.text) for row in rows), least)
    links = None
    if all(row.links is not None for row in rows):
        links = _spread(((row.line, row.links) for row in rows), least)
    outputs = load_outputs(connection, corpus.id) if stored.suite.challenges else {}
    placed = _placed(connection, stored, corpus)
    return Target(corpus.name, lines, links, placed, corpus.how, outputs)


def candidates(connection: Connection, stored: Stored) -> dict[int, tuple[int, str]]:
    """For the number of each candidate, the number of its example and the name of the system."""
    table, examples, corpora = schema.candidates, schema.examples, schema.corpora
    rows = connection.execute(
        select(table.c.number, examples.c.number.label("example"), corpora.c.name)
        .select_from(table.join(examples).join(corpora))
        .where(table.c.suite == stored.id, _PRESENT)
    )
    return {row.number: (row.example, row.name) for row in rows}


def candidate_ids(connection: Connection, suite: int) -> dict[int, int]:
    """For the number of each candidate, its id."""
    table = schema.candidates
    rows = connection.execute(select(table.c.number, table.c.id).where(table.c.suite == suite))
    return {row.number: row.id for row in rows}


def _load(connection: Connection, row: Any) -> Stored:  # noqa: ANN401 (a row)
    categories = rows_of(connection, schema.categories, row.id)
    names = {category.id: category.name for category in categories}
    examples = rows_of(connection, schema.examples, row.id)
    table = schema.antecedents
    antecedents: dict[int, list[Antecedent]] = defaultdict(list)
    for noun in connection.execute(
        select(table)
        .join(schema.examples)
        .where(schema.examples.c.suite == row.id)
        .order_by(table.c.example, table.c.number)
    ):
        antecedents[noun.example].append(Antecedent(noun.line, noun.first, noun.last, noun.head))
    source = _source(connection, row.id)
    sentences, documents = schema.sentences, schema.documents
    lines = connection.execute(
        select(sentences.c.line, sentences.c.text).where(sentences.c.corpus == source)
    )
    runs = connection.execute(
        select(documents).where(documents.c.corpus == source).order_by(documents.c.first)
    )
    suite = Suite(
        *(row.name, row.source_language, row.target_language),
        tuple(_spread((tuple(line) for line in lines), 0)),
        tuple(Document(run.name, run.first, run.last) for run in runs),
        tuple(Category(category.name, bool(category.agrees)) for category in categories),
        tuple(
            Example(
                *(example.number, example.line, example.position, example.token),
                *(names[example.category], tuple(antecedents[example.id]), example.note),
            )
            for example in examples
        ),
        set_of(connection, row.id),
        load_challenges(connection, row.id),
    )
    return Stored(row.id, row.key, suite, {example.number: example.id for example in examples})


def _placed(connection: Connection, stored: Stored, corpus: StoredCorpus) -> dict[int, Placed]:
    table, examples, antecedents = schema.translations, schema.examples, schema.antecedents
    columns = examples.c.number, table.c.antecedent, table.c.line, table.c.position
    spots: dict[tuple[int, int | None], list[Spot]] = defaultdict(list)
    for number, antecedent, line, position in connection.execute(
        select(*columns)
        .distinct()
        .select_from(table.join(schema.candidates).join(examples))
        .where(schema.candidates.c.corpus == corpus.id)
        .order_by(examples.c.number, table.c.line, table.c.position)
    ):
        spots[number, antecedent].append(Spot(line, position))
    numbers: dict[int, list[int]] = defaultdict(list)  # of antecedents: files may leave some out
    for number, antecedent in connection.execute(
        select(examples.c.number, antecedents.c.number)
        .select_from(examples.join(antecedents))
        .where(examples.c.suite == stored.id)
        .order_by(antecedents.c.number)
    ):
        numbers[number].append(antecedent)
    return {
        number: Placed(
            tuple(spots[number, None]),
            tuple(tuple(spots[number, antecedent]) for antecedent in numbers[number]),
        )
        for number in stored.example_ids
    }


def _source(connection: Connection, suite: int) -> int | None:
    sources = rows_of(connection, schema.corpora, suite, schema.corpora.c.side == SOURCE)
    return sources[0].id if sources else None


def _spread(lines: Iterable[tuple[int, str]], least: int) -> list[str]:
    """Texts by their line number; files from elsewhere may leave some out."""
    texts = dict(lines)
    return [texts.get(line, "") for line in range(max([least, *(line + 1 for line in texts)]))]


def check_suite_name(connection: Connection, name: str) -> None:
    """Complain about a name that cannot be that of a new suite."""
    check_name("a suite", name)
    if name in suite_names(connection):
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
    categories = [
        {"suite": suite_id, "number": number, "name": c.name, "agrees": int(c.agrees)}
        for number, c in enumerate(suite.categories, 1)
    ]
    category_ids = add_numbered(connection, schema.categories, categories)
    by_name = dict(zip((c.name for c in suite.categories), category_ids, strict=True))
    source = Target(f"{suite.name} source", suite.source)
    _add_text(connection, suite_id, source, suite.documents, SOURCE, None, now)
    starts = list(accumulate((len(words(line)) for line in suite.source), initial=0))
    examples = [
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
    ]
    ids = add_numbered(connection, schema.examples, examples)
    antecedents = [
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
    ]
    add(connection, schema.antecedents, antecedents)
    add_challenges(connection, suite_id, suite, ids)
    numbers = (example.number for example in suite.examples)
    return Stored(suite_id, key, suite, dict(zip(numbers, ids, strict=True)))


def check_new(connection: Connection, stored: Stored, names: Sequence[str]) -> None:
    """Complain about translations that the suite has, or that are named alike."""
    taken = [corpus.name for corpus in targets(connection, stored)]
    for index, name in enumerate(names):
        check_name("a system", name)
        if name in taken:
            hint = "remove it first (proform suite remove-system), or give this one another name"
            raise ProformError(f"the system {name!r} is in the suite already", hint=hint)
        if name in names[:index]:
            raise ProformError(f"two systems are called {name!r}", hint="rename one of the files")


def add_target(
    connection: Connection, stored: Stored, target: Target, side: str, now: datetime
) -> None:
    """Write a translation, with its links and what stands for each example."""
    check_new(connection, stored, [target.name])
    source = _source(connection, stored.id)
    corpus = _add_text(connection, stored.id, target, stored.suite.documents, side, source, now)
    first = 1 + highest(connection, schema.candidates, stored.id)
    rows = [
        {
            "suite": stored.id,
            "number": number,
            "example": stored.example_ids[example.number],
            "corpus": corpus,
            "sequence": example.number,
        }
        for number, example in enumerate(stored.suite.examples, first)
    ]
    ids = add_numbered(connection, schema.candidates, rows)
    for_each = zip(stored.suite.examples, ids, strict=True)
    placed = (_placed_rows(id_, target.placed[example.number]) for example, id_ in for_each)
    add(connection, schema.translations, (row for rows in placed for row in rows))
    add_outputs(connection, corpus, target, stored.example_ids)


def retire(connection: Connection, stored: Stored, name: str, now: datetime) -> None:
    """Take a system out of the suite; it stays in the store with its judgements."""
    corpus, table = find_target(connection, stored, name), schema.corpora
    if corpus.side == REFERENCE:
        raise ProformError(f"{name!r} is the reference, not a system")
    connection.execute(table.update().where(table.c.id == corpus.id).values(retired=stamp(now)))


def _add_text(
    connection: Connection,
    suite: int,
    target: Target,
    documents: Sequence[Document],
    side: str,
    source: int | None,
    now: datetime,
) -> int:
    """Write the source or a translation: the text, its links and its documents."""
    row = {
        "suite": suite,
        "number": 1 + highest(connection, schema.corpora, suite),
        "name": target.name,
        "side": side,
        "source": source,
        "how": target.how,
        "added": stamp(now),
        "retired": None,
    }
    (corpus,) = add_numbered(connection, schema.corpora, [row])
    runs = (
        {"corpus": corpus, "number": number, **document._asdict()}
        for number, document in enumerate(documents)
    )
    add(connection, schema.documents, runs)
    links: Sequence[str | None] = target.links or [None] * len(target.lines)
    sentences = (
        {"corpus": corpus, "line": line, "text": text, "links": linked}
        for line, (text, linked) in enumerate(zip(target.lines, links, strict=True))
    )
    add(connection, schema.sentences, sentences)
    return corpus


def _placed_rows(candidate: int, placed: Placed) -> Iterator[Row]:
    for antecedent, spots in [(None, placed.pronoun), *enumerate(placed.antecedents, 1)]:
        for line, position in spots:
            row = {"antecedent": antecedent, "line": line, "position": position}
            yield {"candidate": candidate, **row}


def highest(connection: Connection, table: Table, suite: int) -> int:
    """The highest number that a table has of a suite; 0 if it has none."""
    return connection.scalar(select(func.max(table.c.number)).where(table.c.suite == suite)) or 0
