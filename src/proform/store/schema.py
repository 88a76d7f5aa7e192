"""The tables of a store, and how rows get into them: on every database the same.

A *candidate* is one example in one translation: what is judged. Judgements are only ever added;
the one with the highest revision counts. Numbers are within a suite, and are those of exchanged
files; ids are the database's own. Times are UTC, as text, so that all databases agree.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from unicodedata import normalize

from sqlalchemy import Column, Connection, ForeignKey, Index, Integer, MetaData, String, Table
from sqlalchemy import UniqueConstraint as Unique

from proform.errors import ProformError

Row = Mapping[str, Any]

LARGEST = 2**31 - 1
"""PostgreSQL's integers end here."""

_LONGEST = 200
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Neither of the joiners, which names in some scripts need."""
_UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def add(connection: Connection, table: Table, rows: Iterable[Row]) -> None:
    """Insert rows, if there are any."""
    if many := _checked(rows):
        connection.execute(table.insert(), many)


def add_numbered(connection: Connection, table: Table, rows: Iterable[Row]) -> Sequence[int]:
    """Insert rows, and give the id of each."""
    if not (many := _checked(rows)):
        return ()
    ids = table.insert().returning(table.c.id, sort_by_parameter_order=True)
    return connection.scalars(ids, many).all()


def _checked(rows: Iterable[Row]) -> list[Row]:
    many = list(rows)
    for row in many:
        for column, value in row.items():
            if isinstance(value, str):
                if "\x00" in value:
                    raise ProformError(f"a NUL character in {column} {value[:80]!r}")
            elif value is not None and not -LARGEST <= value <= LARGEST:
                raise ProformError(f"{column} is {value}, which is too large")
    return many


def check_name(of: str, name: str) -> None:
    """Complain about what cannot be the name of something."""
    if not name.strip() or len(name) > _LONGEST or _UNFIT.search(name):
        what = f"{name[:_LONGEST]!r} cannot be the name of {of}"
        raise ProformError(what, hint=f"a name is one line of at most {_LONGEST} characters")


def tidy_name(name: str) -> str:
    """A name as it was meant: wide letters or a zero-width space make no other person of Ada."""
    return " ".join(filter(None, _INVISIBLE.sub("", normalize("NFKC", name)).split(" ")))


def stamp(now: datetime) -> str:
    """A time as the store keeps it."""
    return now.isoformat(timespec="milliseconds")


metadata = MetaData()


def _table(name: str, *parts: Column[Any] | Unique) -> Table:
    return Table(name, metadata, *parts)


def _id() -> Column[Any]:
    return Column("id", Integer, primary_key=True)


def _key(name: str, kind: type[Integer | String] = Integer) -> Column[Any]:
    return Column(name, kind, primary_key=True, autoincrement=False)


def _of(table: str, name: str, *, key: bool = False, optional: bool = False) -> Column[Any]:
    foreign = ForeignKey(f"{table}.id")
    return Column(name, Integer, foreign, primary_key=key, nullable=optional, index=not key)


def _text(name: str, *, unique: bool = False) -> Column[Any]:
    return Column(name, String, nullable=False, unique=unique or None)


def _texts(*names: str) -> list[Column[Any]]:
    return [_text(name) for name in names]


def _numbers(*names: str) -> list[Column[Any]]:
    return [Column(name, Integer, nullable=False) for name in names]


store = _table("store", _key("key", String), _text("value"))

suites = _table(
    "suites",
    _id(),
    _text("name", unique=True),
    *_texts("source_language", "target_language", "key", "made"),
)

properties = _table(
    "properties", _of("suites", "suite", key=True), _key("key", String), _text("value")
)

categories = _table(
    "categories",
    *(_id(), _of("suites", "suite"), *_numbers("number"), _text("name"), *_numbers("agrees")),
    *(Unique("suite", "number"), Unique("suite", "name")),
)

corpora = _table(
    "corpora",
    *(_id(), _of("suites", "suite"), *_numbers("number"), _text("name")),
    _text("side"),  # source, reference or system
    _of("corpora", "source", optional=True),
    *_texts("how", "added"),
    Column("retired", String),
    Unique("suite", "number"),
)

documents = _table(
    "documents",
    *(_of("corpora", "corpus", key=True), _key("number")),
    *(_text("name"), *_numbers("first", "last")),
)

sentences = _table(
    "sentences",
    *(_of("corpora", "corpus", key=True), _key("line"), _text("text")),
    Column("links", String),  # to the source, as Pharaoh pairs; null where not known
)

examples = _table(
    "examples",
    *(_id(), _of("suites", "suite"), *_numbers("number", "line", "position"), _text("token")),
    Column("token_index", Integer),  # its running number in the source text
    *(_of("categories", "category"), _text("note")),
    Unique("suite", "number"),
)

antecedents = _table(
    "antecedents",
    *(_of("examples", "example", key=True), _key("number")),
    *(*_numbers("line", "first", "last", "head"), _text("head_text")),
    Column("head_index", Integer),
)

candidates = _table(
    "candidates",
    *(_id(), _of("suites", "suite"), *_numbers("number")),
    *(_of("examples", "example"), _of("corpora", "corpus"), Column("sequence", Integer)),
    *(Unique("suite", "number"), Unique("example", "corpus")),
)

translations = _table(
    "translations",
    *(_id(), _of("candidates", "candidate")),
    Column("antecedent", Integer),  # its number; null for the pronoun itself
    *_numbers("line", "position"),
)

challenges = _table(  # what a challenge set asks of an example; lists are JSON
    "challenges",
    *(_of("examples", "example", key=True), *_numbers("first", "place")),
    *_texts("expected", "excluded", "correct"),
    *(Column("distance", Integer), Column("intrasegmental", Integer)),
    *_texts("rule", "kind", "pair"),
)

versions = _table(  # wrong ones, in the order of the set
    "versions",
    *(_of("examples", "example", key=True), _key("number"), *_texts("text", "form", "kind")),
)

scorings = _table(  # a system that scored versions; it need not have translated anything
    "scorings",
    *(_id(), _of("suites", "suite"), _text("name")),
    *_numbers("higher"),  # are higher scores better?
    *(*_texts("origin", "added"), Column("retired", String)),
)

scores = _table(
    "scores",
    *(_of("scorings", "scoring", key=True), _of("examples", "example", key=True)),
    _text("given"),  # JSON: of the right version and then of the wrong ones
)

outputs = _table(  # what a system wrote for an example, as it came
    "outputs",
    *(_of("corpora", "corpus", key=True), _of("examples", "example", key=True)),
    *_texts("raw", "own", "lost", "remark"),
)

annotators = _table(
    "annotators",
    *(_id(), Column("number", Integer, nullable=False, unique=True)),
    *(_text("name", unique=True), _text("made")),
)

tasksets = _table(
    "tasksets",
    *(_id(), _of("suites", "suite"), _text("name")),
    _text("protocol"),  # what is asked
    *(Column("seed", Integer), _text("made")),
    Column("retired", String),  # since when nobody works on it
    Unique("suite", "name"),
)

tasks = _table(
    "tasks",
    *(_id(), _of("suites", "suite"), _of("tasksets", "taskset")),
    *(*_numbers("number"), _text("label")),
    *(Unique("suite", "number"), Unique("taskset", "label")),
)

task_candidates = _table(
    "task_candidates", _of("tasks", "task", key=True), _of("candidates", "candidate", key=True)
)

twins = _table(  # candidates with the same words where it matters: one of them is judged for all
    "twins", _of("candidates", "candidate", key=True), _of("candidates", "judged")
)

assignments = _table(
    "assignments",
    *(_of("tasks", "task", key=True), _of("annotators", "annotator", key=True), _text("made")),
)

batches = _table(
    "batches",
    *(_id(), _of("suites", "suite"), _of("annotators", "annotator")),
    Column("protocol", String),  # of what is worked on in a browser; null: made for a file
    *(*_numbers("seed"), _text("made")),
)

batch_candidates = _table(
    "batch_candidates",
    *(_of("batches", "batch", key=True), _key("position"), _of("candidates", "candidate")),
    Unique("batch", "candidate"),
)

judgements = _table(
    "judgements",
    *(_id(), _of("candidates", "candidate"), _of("annotators", "annotator")),
    *_numbers("revision"),
    Column("pronoun", String),  # ok, bad or unset; null: only tags or tokens are there
    *(Column("antecedent", String), Column("remarks", String)),
    Column("status", String),  # two codes of conflicts
    _text("made"),
    _text("origin"),  # what it came by: a file, the web
    Column("change", String, unique=True),  # a browser's id of a save, so that it is saved once
    Unique("candidate", "annotator", "revision"),
)

tags = _table("tags", _of("judgements", "judgement", key=True), _key("tag", String))

tokens = _table(
    "tokens",
    *(_of("judgements", "judgement", key=True), _key("line"), _key("position"), _text("mark")),
)

links = _table(
    "links",
    *(_id(), _of("suites", "suite")),
    _text("role"),  # annotator or researcher
    _of("annotators", "annotator", optional=True),
    _text("hash", unique=True),  # of the secret; the secret is not kept
    *(_text("made"), Column("revoked", String)),
    Column("ends", String),  # when it opens no more, and its sessions end
    Column("hours", Integer),  # how long a session lasts
)

sessions = _table(
    "sessions", _id(), _of("links", "link"), _text("hash", unique=True), _text("made")
)

trainings = _table(  # rounds of training: apart from judgements, which count
    "trainings",
    *(_id(), _of("suites", "suite"), _of("annotators", "annotator"), _text("lesson")),
    *_numbers("size", "asked"),  # asked: did the researcher want it?
    _text("made"),
)

training_answers = _table(
    "training_answers",
    *(_of("trainings", "training", key=True), _key("item", String)),
    _text("answer"),  # JSON
    *_numbers("agreed"),  # with the known answer, as it was then
    _text("made"),
)

controls = _table(  # known answers: only added, and the last of each candidate counts
    "controls",
    *(_id(), _of("candidates", "candidate"), _text("made")),
    Column("pronoun", String),  # ok or bad; null: it is no longer known
    Column("antecedent", String),
)

suite_settings = _table(  # of the organiser; not part of exchanged files
    "suite_settings", _of("suites", "suite", key=True), _key("key", String), _text("value")
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
    *_numbers("given"),  # is it in a task of this round?
)

# The answers of gap filling are apart, so that none is ever taken for a judgement.

gap_settings = _table(  # of a suite: the same for all who are asked
    "gap_settings",
    _of("suites", "suite", key=True),
    _text("settings"),  # JSON: what can be ticked, how pronouns are hidden
)

gap_answers = _table(
    "gap_answers",
    *(_id(), _of("candidates", "candidate"), _of("annotators", "annotator")),
    *_numbers("revision", "bad"),  # bad: is it a bad translation?
    *_texts("remarks", "made", "origin"),
    Column("change", String, unique=True),  # as in `judgements`
    Unique("candidate", "annotator", "revision"),
)

gap_ticks = _table("gap_ticks", _of("gap_answers", "answer", key=True), _key("form", String))

Index("translations_by_part", translations.c.candidate, translations.c.antecedent)

APPEND_ONLY = (judgements, tags, tokens, gap_answers, gap_ticks)
