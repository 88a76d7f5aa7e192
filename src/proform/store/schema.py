"""The tables of a store.

A *candidate* is one example in one translation: what is judged. Judgements are only ever added;
the one with the highest revision counts. Numbers are within a suite, and are those of exchanged
files; ids are the database's own. Times are UTC, as text, so that all databases agree.
"""

from __future__ import annotations

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def _id() -> Column[int]:
    return Column("id", Integer, primary_key=True)


def _of(table: str, name: str, *, key: bool = False, optional: bool = False) -> Column[int]:
    return Column(
        name, Integer, ForeignKey(f"{table}.id"), primary_key=key, nullable=optional, index=not key
    )


store = Table(
    "store",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", String, nullable=False),
)

suites = Table(
    "suites",
    metadata,
    _id(),
    Column("name", String, nullable=False, unique=True),
    Column("source_language", String, nullable=False),
    Column("target_language", String, nullable=False),
    Column("key", String, nullable=False),
    Column("made", String, nullable=False),
)

properties = Table(
    "properties",
    metadata,
    _of("suites", "suite", key=True),
    Column("key", String, primary_key=True),
    Column("value", Text, nullable=False),
)

categories = Table(
    "categories",
    metadata,
    _id(),
    _of("suites", "suite"),
    Column("number", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("agrees", Integer, nullable=False),
    UniqueConstraint("suite", "number"),
    UniqueConstraint("suite", "name"),
)

corpora = Table(
    "corpora",
    metadata,
    _id(),
    _of("suites", "suite"),
    Column("number", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("side", String, nullable=False),  # source, reference or system
    _of("corpora", "source", optional=True),
    Column("how", String, nullable=False),
    Column("added", String, nullable=False),
    Column("retired", String),
    UniqueConstraint("suite", "number"),
)

documents = Table(
    "documents",
    metadata,
    _of("corpora", "corpus", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
)

sentences = Table(
    "sentences",
    metadata,
    _of("corpora", "corpus", key=True),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("links", Text),  # to the source, as Pharaoh pairs; null where not known
)

examples = Table(
    "examples",
    metadata,
    _id(),
    _of("suites", "suite"),
    Column("number", Integer, nullable=False),
    Column("line", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("token", String, nullable=False),
    Column("token_index", Integer),  # its running number in the source text
    _of("categories", "category"),
    Column("note", Text, nullable=False),
    UniqueConstraint("suite", "number"),
)

antecedents = Table(
    "antecedents",
    metadata,
    _of("examples", "example", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("line", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("head", Integer, nullable=False),
    Column("head_text", String, nullable=False),
    Column("head_index", Integer),
)

candidates = Table(
    "candidates",
    metadata,
    _id(),
    _of("suites", "suite"),
    Column("number", Integer, nullable=False),
    _of("examples", "example"),
    _of("corpora", "corpus"),
    Column("sequence", Integer),
    UniqueConstraint("suite", "number"),
    UniqueConstraint("example", "corpus"),
)

translations = Table(
    "translations",
    metadata,
    _id(),
    _of("candidates", "candidate"),
    Column("antecedent", Integer),  # its number; null for the pronoun itself
    Column("line", Integer, nullable=False),
    Column("position", Integer, nullable=False),
)

annotators = Table(
    "annotators",
    metadata,
    _id(),
    Column("number", Integer, nullable=False, unique=True),
    Column("name", String, nullable=False, unique=True),
    Column("made", String, nullable=False),
)

tasksets = Table(
    "tasksets",
    metadata,
    _id(),
    _of("suites", "suite"),
    Column("name", String, nullable=False),
    Column("seed", Integer),
    Column("made", String, nullable=False),
    UniqueConstraint("suite", "name"),
)

tasks = Table(
    "tasks",
    metadata,
    _id(),
    _of("suites", "suite"),
    _of("tasksets", "taskset"),
    Column("number", Integer, nullable=False),
    Column("label", String, nullable=False),
    UniqueConstraint("suite", "number"),
    UniqueConstraint("taskset", "label"),
)

task_candidates = Table(
    "task_candidates",
    metadata,
    _of("tasks", "task", key=True),
    _of("candidates", "candidate", key=True),
)

assignments = Table(
    "assignments",
    metadata,
    _of("tasks", "task", key=True),
    _of("annotators", "annotator", key=True),
    Column("made", String, nullable=False),
)

batches = Table(
    "batches",
    metadata,
    _id(),
    _of("suites", "suite"),
    _of("annotators", "annotator"),
    Column("seed", Integer, nullable=False),
    Column("made", String, nullable=False),
)

batch_candidates = Table(
    "batch_candidates",
    metadata,
    _of("batches", "batch", key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    _of("candidates", "candidate"),
    UniqueConstraint("batch", "candidate"),
)

judgements = Table(
    "judgements",
    metadata,
    _id(),
    _of("candidates", "candidate"),
    _of("annotators", "annotator"),
    Column("revision", Integer, nullable=False),
    Column("pronoun", String),  # ok, bad or unset; null: only tags or tokens are there
    Column("antecedent", String),
    Column("remarks", Text),
    Column("status", String),  # two codes of conflicts
    Column("made", String, nullable=False),
    Column("origin", String, nullable=False),  # what it came by: a file, the web
    UniqueConstraint("candidate", "annotator", "revision"),
)

tags = Table(
    "tags",
    metadata,
    _of("judgements", "judgement", key=True),
    Column("tag", String, primary_key=True),
)

tokens = Table(
    "tokens",
    metadata,
    _of("judgements", "judgement", key=True),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("mark", String, nullable=False),
)

# Since version 3: working in a browser.

links = Table(
    "links",
    metadata,
    _id(),
    _of("suites", "suite"),
    Column("role", String, nullable=False),  # annotator or researcher
    _of("annotators", "annotator", optional=True),
    Column("hash", String, nullable=False, unique=True),  # of the secret; the secret is not kept
    Column("made", String, nullable=False),
    Column("revoked", String),
    info={"since": 3},
)

sessions = Table(
    "sessions",
    metadata,
    _id(),
    _of("links", "link"),
    Column("hash", String, nullable=False, unique=True),
    Column("made", String, nullable=False),
    info={"since": 3},
)

works = Table(  # batches that are worked on in a browser; those made for a file are not here
    "works",
    metadata,
    _of("batches", "batch", key=True),
    Column("protocol", String, nullable=False),
    info={"since": 3},
)

changes = Table(  # the id that a browser gave to a save, so that sending it twice saves it once
    "changes",
    metadata,
    _of("judgements", "judgement", key=True),
    Column("change", String, nullable=False, unique=True),
    info={"since": 3},
)

adjudications = Table(  # judgements that settle a disagreement
    "adjudications",
    metadata,
    _of("judgements", "judgement", key=True),
    info={"since": 3},
)

trainings = Table(  # rounds of training: apart from judgements, which count
    "trainings",
    metadata,
    _id(),
    _of("suites", "suite"),
    _of("annotators", "annotator"),
    Column("lesson", String, nullable=False),
    Column("size", Integer, nullable=False),
    Column("asked", Integer, nullable=False),  # did the researcher want it?
    Column("made", String, nullable=False),
    info={"since": 3},
)

training_answers = Table(
    "training_answers",
    metadata,
    _of("trainings", "training", key=True),
    Column("item", String, primary_key=True),
    Column("answer", Text, nullable=False),  # JSON
    Column("agreed", Integer, nullable=False),  # with the known answer, as it was then
    Column("made", String, nullable=False),
    info={"since": 3},
)

# Since version 4: semi-automatic evaluation.

rounds = Table(  # sets of tasks that were drawn by automatic decisions
    "rounds",
    metadata,
    _of("tasksets", "taskset", key=True),
    Column("settings", Text, nullable=False),  # JSON
    info={"since": 4},
)

round_candidates = Table(  # every candidate as it was then
    "round_candidates",
    metadata,
    Column("round", Integer, ForeignKey("rounds.taskset"), primary_key=True),
    _of("candidates", "candidate", key=True),
    Column("decision", String, nullable=False),  # approved, or why it was referred
    Column("given", Integer, nullable=False),  # is it in a task of this round?
    info={"since": 4},
)

# Since version 5: gap filling. Its answers are apart, so that none is ever taken for a judgement.

taskset_protocols = Table(  # sets of tasks that ask for something else than correctness
    "taskset_protocols",
    metadata,
    _of("tasksets", "taskset", key=True),
    Column("protocol", String, nullable=False),
    info={"since": 5},
)

gap_settings = Table(  # of a suite: the same for all who are asked
    "gap_settings",
    metadata,
    _of("suites", "suite", key=True),
    Column("settings", Text, nullable=False),  # JSON: what can be ticked, how pronouns are hidden
    info={"since": 5},
)

gap_answers = Table(
    "gap_answers",
    metadata,
    _id(),
    _of("candidates", "candidate"),
    _of("annotators", "annotator"),
    Column("revision", Integer, nullable=False),
    Column("bad", Integer, nullable=False),  # is it a bad translation?
    Column("remarks", Text, nullable=False),
    Column("made", String, nullable=False),
    Column("origin", String, nullable=False),
    Column("change", String, unique=True),  # as in `changes`
    UniqueConstraint("candidate", "annotator", "revision"),
    info={"since": 5},
)

gap_ticks = Table(
    "gap_ticks",
    metadata,
    _of("gap_answers", "answer", key=True),
    Column("form", String, primary_key=True),
    info={"since": 5},
)

Index("translations_by_part", translations.c.candidate, translations.c.antecedent)

APPEND_ONLY = (judgements, tags, tokens)
APPEND_ONLY_GAPS = (gap_answers, gap_ticks)
