"""PROTEST files, written into a store: a whole suite from a master file, answers from a batch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Table, select

from proform.errors import InputError
from proform.store import schema
from proform.store.answers import JUDGEMENTS, PROTEST_RESEARCHER, Answer, Said, record
from proform.store.ledger import WEB, Addressed, Recorded
from proform.store.protest.file import (
    ANSWER_TABLES,
    BATCH,
    RESEARCHER,
    ProtestFile,
    answers_of,
    readable,
)
from proform.store.protest.master import check_master, choose_reference
from proform.store.schema import Row, add, add_numbered, stamp
from proform.store.suites import REFERENCE, SOURCE, SYSTEM, Stored, check_suite_name
from proform.store.work import CORRECTNESS
from proform.suite.suite import words

_KNOWN_META = ("file_version", "file_type", "master_id")


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file brought."""

    examples: int
    reference: str | None
    systems: int
    judgements: int


@dataclass(frozen=True, slots=True)
class Checked:
    """A batch that fits the suite, and what merging it would do."""

    annotator: str
    candidates: int
    answers: tuple[Addressed[Answer], ...]
    effect: Recorded
    withdrawn: tuple[Addressed[Answer], ...]
    """What takes back the judgements that were in the batch once, and are gone from it."""


def import_master(
    connection: Connection,
    file: ProtestFile,
    name: str,
    languages: tuple[str, str],
    reference: str | None,
    now: datetime,
) -> Imported:
    """Make a suite of a master file, with its systems, judgements and tasks."""
    check_master(file)
    chosen = choose_reference(file, reference)
    check_suite_name(connection, name)
    table = schema.suites
    same = select(table.c.name).where(table.c.key == file.meta["master_id"])
    if (known := connection.scalar(same)) is not None:
        what = f"this master is in the store already, as the suite {known!r}"
        raise InputError(file.path, None, what, hint="write it to another store")
    return _Import(connection, file, now).run(name, languages, chosen)


def suite_of(connection: Connection, file: ProtestFile) -> str | None:
    """The name of the suite that a batch was made from; None if the store does not have it."""
    table = schema.suites
    key = file.meta.get("master_id")
    name: str | None = connection.scalar(select(table.c.name).where(table.c.key == key))
    return name


def check_batch(connection: Connection, stored: Stored, file: ProtestFile) -> Checked:
    """Is this a batch of this suite, and what would it bring?"""
    if file.kind != BATCH:
        hint = "proform suite import reads it"
        raise InputError(file.path, None, "a master file, not an annotation batch", hint=hint)
    if file.meta.get("master_id") != stored.key:
        what = f"a batch of another master ({file.meta.get('master_id')!r})"
        raise InputError(file.path, None, what, hint=f"this suite is {stored.key!r}")
    table = schema.annotators
    name, number = file.meta.get("annotator_name", ""), file.meta.get("annotator_id", "")
    person = connection.execute(select(table).where(table.c.name == name)).first()
    if person is None or str(person.number) != number:
        what = f"its annotator {name!r} ({number}) is not one of this store"
        raise InputError(file.path, None, what, hint="was the batch made from this store?")
    candidates = _candidates(connection, stored, file)
    answers = tuple(answers_of(file, candidates, {person.number: person.id}))
    effect, _ = JUDGEMENTS.plan(connection, answers)
    kept = {answer.candidate for answer in answers}
    before = JUDGEMENTS.latest_by(connection, person.id)
    withdrawn = tuple(
        Addressed(candidate, person.id, Answer(status="ana_ok ant_ok"))
        for candidate in candidates.values()
        if candidate not in kept and candidate in before and not before[candidate].answer.empty
        if _was_in(before[candidate], file)
    )
    return Checked(name, len(candidates), answers, effect, withdrawn)


def _was_in(said: Said, file: ProtestFile) -> bool:
    """Was a judgement in the batch once? It was if it came by a file, or was there already."""
    try:
        times = [datetime.fromisoformat(t) for t in (said.made, file.meta.get("time_created", ""))]
    except ValueError:
        return True
    if said.origin != WEB:
        return True
    # The original writes the time of day at Greenwich, in full seconds.
    first, last = (time if time.tzinfo else time.replace(tzinfo=UTC) for time in times)
    return first <= last + timedelta(seconds=1)


def _candidates(connection: Connection, stored: Stored, file: ProtestFile) -> dict[int, int]:
    """The store's ids of the candidates in a batch, which must be the same as in the store."""
    table, examples, sentences = schema.candidates, schema.examples, schema.sentences
    same_line = (sentences.c.corpus == table.c.corpus) & (sentences.c.line == examples.c.line)
    place = examples.c.line, examples.c.position, examples.c.token
    rows = connection.execute(
        select(table.c.id, table.c.number, *place, sentences.c.text)
        .select_from(table.join(examples).outerjoin(sentences, same_line))
        .where(table.c.suite == stored.id)
    )
    known = {row.number: row for row in rows}
    texts, ids = file.texts, {}
    for row in file.tables["pro_candidates"]:
        ours = known.get(row["id"])
        text = texts.get((row["tgtcorpus"], row["line"]))
        theirs = (row["line"], row["srcpos"], row["srcpro"], text)
        if ours is None or _same_as(ours) != theirs:
            what = f"candidate {row['id']} is not the same in this suite"
            hint = "the suite is not the one that the batch was made from"
            raise InputError(file.path, None, what, hint=hint)
        ids[row["id"]] = ours.id
    return ids


def _same_as(ours: Any) -> tuple[int, int, str, str | None]:  # noqa: ANN401 (a row)
    """A candidate of the store as a batch has it."""
    text = None if ours.text is None else readable(ours.text)
    return ours.line, ours.position, readable(ours.token), text


class _Import:
    """One master file on its way into the store."""

    def __init__(self, connection: Connection, file: ProtestFile, now: datetime) -> None:
        self._connection = connection
        self._file = file
        self._rows = file.tables
        self._made = stamp(now)
        self._now = now

    def run(self, name: str, languages: tuple[str, str], reference: str | None) -> Imported:
        suite = self._suite(name, languages)
        corpora = self._corpora(suite, reference)
        self._texts(corpora)
        examples = self._examples(suite)
        candidates = self._candidates(suite, examples, corpora)
        answers = answers_of(self._file, candidates, self._people())
        record(self._connection, answers, self._now, self._file.path.name)
        self._tasks(suite, candidates)
        translated = sum(row["srctgt"] != 0 for row in self._rows["corpora"])
        systems = translated - (reference is not None)
        return Imported(len(examples), reference, systems, len(answers))

    def _numbered(self, table: Table, suite: int, rows: Sequence[Row]) -> dict[int, int]:
        """Insert rows that have a number in the suite, and give the id of each number."""
        ids = add_numbered(self._connection, table, ({"suite": suite, **row} for row in rows))
        return dict(zip((row["number"] for row in rows), ids, strict=True))

    def _suite(self, name: str, languages: tuple[str, str]) -> int:
        row = {
            "name": name,
            "source_language": languages[0],
            "target_language": languages[1],
            "key": self._file.meta["master_id"],
            "made": self._made,
        }
        (suite,) = add_numbered(self._connection, schema.suites, [row])
        others = {k: value for k, value in self._file.meta.items() if k not in _KNOWN_META}
        properties = ({"suite": suite, "key": k, "value": value} for k, value in others.items())
        add(self._connection, schema.properties, properties)
        return suite

    def _corpora(self, suite: int, reference: str | None) -> dict[int, int]:
        sources = {row["tgtcorpus"]: row["srccorpus"] for row in self._rows["pro_candidates"]}
        corpora: dict[int, int] = {}
        for translated in (False, True):  # sources first, since the others refer to them
            named = {reference: REFERENCE} if translated else {}
            rows = [
                {
                    **_renamed(row, number="id", name="name"),
                    "side": named.get(row["name"], SYSTEM if translated else SOURCE),
                    "source": corpora.get(sources.get(row["id"], -1)),
                    "how": "imported",
                    "added": self._made,
                    "retired": None,
                }
                for row in self._rows["corpora"]
                if (row["srctgt"] != 0) == translated
            ]
            corpora |= self._numbered(schema.corpora, suite, rows)
        return corpora

    def _texts(self, corpora: Mapping[int, int]) -> None:
        sentences = (
            _renamed(row, line="line", text="sentence")
            | {"corpus": corpora[row["corpus"]], "links": None}
            for row in self._rows["sentences"]
        )
        add(self._connection, schema.sentences, sentences)
        documents = (
            _renamed(row, number="id", first="start", last="end")
            | {"corpus": corpora[row["corpus"]], "name": f"{row['start']}-{row['end']}"}
            for row in self._rows["documents"]
        )
        add(self._connection, schema.documents, documents)

    def _examples(self, suite: int) -> dict[int, int]:
        rows = [
            _renamed(row, number="id", name="description")
            | {"agrees": int(bool(row["antagreement"]))}
            for row in self._rows["categories"]
        ]
        categories = self._numbered(schema.categories, suite, rows)
        once = {row["example_no"]: row for row in self._rows["pro_candidates"]}
        rows = [
            _renamed(row, number="example_no", line="line", position="srcpos")
            | {"token": row["srcpro"], "token_index": row["srcproindex"]}
            | {"category": categories[row["category_no"]], "note": ""}
            for row in once.values()
        ]
        examples = self._numbered(schema.examples, suite, rows)
        heads = {(row["example_no"], row["ant_no"]): row for row in self._rows["pro_antecedents"]}
        texts = self._file.texts
        antecedents = (
            {
                **_renamed(row, number="ant_no", line="line", first="srcstartpos"),
                **_renamed(row, last="srcendpos", head="srcheadpos", head_index="srcheadindex"),
                "example": examples[row["example_no"]],
                "head_text": words(texts[row["srccorpus"], row["line"]])[row["srcheadpos"]]
                if row["srchead"] is None
                else row["srchead"],
            }
            for row in heads.values()
        )
        add(self._connection, schema.antecedents, antecedents)
        return examples

    def _candidates(
        self, suite: int, examples: Mapping[int, int], corpora: Mapping[int, int]
    ) -> dict[int, int]:
        rows = [
            _renamed(row, number="id", sequence="sequence_no")
            | {"example": examples[row["example_no"]], "corpus": corpora[row["tgtcorpus"]]}
            for row in self._rows["pro_candidates"]
        ]
        candidates = self._numbered(schema.candidates, suite, rows)
        by_example = {
            (row["tgtcorpus"], row["example_no"]): candidates[row["id"]]
            for row in self._rows["pro_candidates"]
        }
        translations = (
            _renamed(row, antecedent="ant_no", line="line", position="tgtpos")
            | {"candidate": by_example[row["tgtcorpus"], row["example_no"]]}
            for row in self._rows["translations"]
        )
        add(self._connection, schema.translations, translations)
        return candidates

    def _people(self) -> dict[int, int]:
        """The annotators; one that the store knows by name is the same person."""
        table = schema.annotators
        known = {row.name: row.id for row in self._connection.execute(select(table))}
        taken = set(self._connection.scalars(select(table.c.number)))
        people: dict[int, int] = {}
        listed = {row["id"]: row["name"] for row in self._rows["annotators"]}
        spoke = {row["annotator_id"] for name in ANSWER_TABLES for row in self._rows[name]}
        if RESEARCHER in spoke - {*listed}:
            listed[RESEARCHER] = PROTEST_RESEARCHER
        for theirs, name in listed.items():
            if name not in known:
                number = max(0, *taken) + 1 if theirs in taken else theirs
                taken.add(number)
                new = {"number": number, "name": name, "made": self._made}
                known[name] = add_numbered(self._connection, table, [new])[0]
            people[theirs] = known[name]
        return people

    def _tasks(self, suite: int, candidates: Mapping[int, int]) -> None:
        rows = self._rows["task_definition"]
        names = list(dict.fromkeys(row["taskset"] for row in rows))
        common = {"suite": suite, "protocol": CORRECTNESS, "seed": None, "made": self._made}
        sets = ({"name": name, **common} for name in names)
        ids = add_numbered(self._connection, schema.tasksets, sets)
        by_name = dict(zip(names, ids, strict=True))
        labelled = [
            _renamed(row, number="id", label="label") | {"taskset": by_name[row["taskset"]]}
            for row in rows
        ]
        tasks = self._numbered(schema.tasks, suite, labelled)
        pairs = [
            (tasks[row["task_no"]], candidates[row["candidate"]])
            for row in self._rows["annotation_tasks"]
        ]
        members = ({"task": task, "candidate": member} for task, member in dict.fromkeys(pairs))
        add(self._connection, schema.task_candidates, members)


def _renamed(row: Row, **columns: str) -> dict[str, Any]:
    """Cells of a file's row by our names for its columns."""
    return {ours: row[theirs] for ours, theirs in columns.items()}
