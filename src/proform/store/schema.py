"""The tables of a store.

A *candidate* is one example in one translation: what is judged. Judgements are only ever added;
the one with the highest revision counts. Numbers are within a suite, and are those of exchanged
files; ids are the database's own. Times are UTC, as text, so that all databases agree.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

metadata = MetaData()


def _table(name: str, *parts: Column[Any] | UniqueConstraint) -> Table:
    return Table(name, metadata, *parts)


def _id() -> Column[int]:
    return Column("id", Integer, primary_key=True)


def _text(name: str, *, unique: bool = False) -> Column[str]:
    return Column(name, String, nullable=False, unique=unique or None)


def _number(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False)


def _of(table: str, name: str, *, key: bool = False, optional: bool = False) -> Column[int]:
    return Column(
        name, Integer, ForeignKey(f"{table}.id"), primary_key=key, nullable=optional, index=not key
    )


store = _table(
    "store",
    Column("key", String, primary_key=True),
    _text("value"),
)

suites = _table(
    "suites",
    _id(),
    _text("name", unique=True),
    _text("source_language"),
    _text("target_language"),
    _text("key"),
    _text("made"),
)

properties = _table(
    "properties",
    _of("suites", "suite", key=True),
    Column("key", String, primary_key=True),
    _text("value"),
)

categories = _table(
    "categories",
    _id(),
    _of("suites", "suite"),
    _number("number"),
    _text("name"),
    _number("agrees"),
    UniqueConstraint("suite", "number"),
    UniqueConstraint("suite", "name"),
)

corpora = _table(
    "corpora",
    _id(),
    _of("suites", "suite"),
    _number("number"),
    _text("name"),
    _text("side"),  # source, reference or system
    _of("corpora", "source", optional=True),
    _text("how"),
    _text("added"),
    Column("retired", String),
    UniqueConstraint("suite", "number"),
)

documents = _table(
    "documents",
    _of("corpora", "corpus", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _text("name"),
    _number("first"),
    _number("last"),
)

sentences = _table(
    "sentences",
    _of("corpora", "corpus", key=True),
    Column("line", Integer, primary_key=True, autoincrement=False),
    _text("text"),
    Column("links", String),  # to the source, as Pharaoh pairs; null where not known
)

examples = _table(
    "examples",
    _id(),
    _of("suites", "suite"),
    _number("number"),
    _number("line"),
    _number("position"),
    _text("token"),
    Column("token_index", Integer),  # its running number in the source text
    _of("categories", "category"),
    _text("note"),
    UniqueConstraint("suite", "number"),
)

antecedents = _table(
    "antecedents",
    _of("examples", "example", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _number("line"),
    _number("first"),
    _number("last"),
    _number("head"),
    _text("head_text"),
    Column("head_index", Integer),
)

candidates = _table(
    "candidates",
    _id(),
    _of("suites", "suite"),
    _number("number"),
    _of("examples", "example"),
    _of("corpora", "corpus"),
    Column("sequence", Integer),
    UniqueConstraint("suite", "number"),
    UniqueConstraint("example", "corpus"),
)

translations = _table(
    "translations",
    _id(),
    _of("candidates", "candidate"),
    Column("antecedent", Integer),  # its number; null for the pronoun itself
    _number("line"),
    _number("position"),
)

annotators = _table(
    "annotators",
    _id(),
    Column("number", Integer, nullable=False, unique=True),
    _text("name", unique=True),
    _text("made"),
)

tasksets = _table(
    "tasksets",
    _id(),
    _of("suites", "suite"),
    _text("name"),
    _text("protocol"),  # what is asked
    Column("seed", Integer),
    _text("made"),
    UniqueConstraint("suite", "name"),
)

tasks = _table(
    "tasks",
    _id(),
    _of("suites", "suite"),
    _of("tasksets", "taskset"),
    _number("number"),
    _text("label"),
    UniqueConstraint("suite", "number"),
    UniqueConstraint("taskset", "label"),
)

task_candidates = _table(
    "task_candidates",
    _of("tasks", "task", key=True),
    _of("candidates", "candidate", key=True),
)

assignments = _table(
    "assignments",
    _of("tasks", "task", key=True),
    _of("annotators", "annotator", key=True),
    _text("made"),
)

batches = _table(
    "batches",
    _id(),
    _of("suites", "suite"),
    _of("annotators", "annotator"),
    Column("protocol", String),  # of what is worked on in a browser; null: made for a file
    _number("seed"),
    _text("made"),
)

batch_candidates = _table(
    "batch_candidates",
    _of("batches", "batch", key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    _of("candidates", "candidate"),
    UniqueConstraint("batch", "candidate"),
)

judgements = _table(
    "judgements",
    _id(),
    _of("candidates", "candidate"),
    _of("annotators", "annotator"),
    _number("revision"),
    Column("pronoun", String),  # ok, bad or unset; null: only tags or tokens are there
    Column("antecedent", String),
    Column("remarks", String),
    Column("status", String),  # two codes of conflicts
    _text("made"),
    _text("origin"),  # what it came by: a file, the web
    Column("change", String, unique=True),  # a browser's id of a save, so that it is saved once
    UniqueConstraint("candidate", "annotator", "revision"),
)

tags = _table(
    "tags",
    _of("judgements", "judgement", key=True),
    Column("tag", String, primary_key=True),
)

tokens = _table(
    "tokens",
    _of("judgements", "judgement", key=True),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    _text("mark"),
)

links = _table(
    "links",
    _id(),
    _of("suites", "suite"),
    _text("role"),  # annotator or researcher
    _of("annotators", "annotator", optional=True),
    _text("hash", unique=True),  # of the secret; the secret is not kept
    _text("made"),
    Column("revoked", String),
)

sessions = _table(
    "sessions",
    _id(),
    _of("links", "link"),
    _text("hash", unique=True),
    _text("made"),
)

trainings = _table(  # rounds of training: apart from judgements, which count
    "trainings",
    _id(),
    _of("suites", "suite"),
    _of("annotators", "annotator"),
    _text("lesson"),
    _number("size"),
    _number("asked"),  # did the researcher want it?
    _text("made"),
)

training_answers = _table(
    "training_answers",
    _of("trainings", "training", key=True),
    Column("item", String, primary_key=True),
    _text("answer"),  # JSON
    _number("agreed"),  # with the known answer, as it was then
    _text("made"),
)

rounds = _table(  # sets of tasks that were drawn by automatic decisions
    "rounds",
    _of("tasksets", "taskset", key=True),
    _text("settings"),  # JSON
)

round_candidates = _table(  # every candidate as it was then
    "round_candidates",
    Column("round", Integer, ForeignKey("rounds.taskset"), primary_key=True),
    _of("candidates", "candidate", key=True),
    _text("decision"),  # approved, or why it was referred
    _number("given"),  # is it in a task of this round?
)

# The answers of gap filling are apart, so that none is ever taken for a judgement.

gap_settings = _table(  # of a suite: the same for all who are asked
    "gap_settings",
    _of("suites", "suite", key=True),
    _text("settings"),  # JSON: what can be ticked, how pronouns are hidden
)

gap_answers = _table(
    "gap_answers",
    _id(),
    _of("candidates", "candidate"),
    _of("annotators", "annotator"),
    _number("revision"),
    _number("bad"),  # is it a bad translation?
    _text("remarks"),
    _text("made"),
    _text("origin"),
    Column("change", String, unique=True),  # as in `judgements`
    UniqueConstraint("candidate", "annotator", "revision"),
)

gap_ticks = _table(
    "gap_ticks",
    _of("gap_answers", "answer", key=True),
    Column("form", String, primary_key=True),
)

Index("translations_by_part", translations.c.candidate, translations.c.antecedent)

APPEND_ONLY = (judgements, tags, tokens, gap_answers, gap_ticks)
