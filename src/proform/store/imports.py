"""A PROTEST master file, read into a store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select

from proform.errors import InputError, ProformError
from proform.store import schema
from proform.store.answers import answers_of
from proform.store.judgements import record
from proform.store.load import REFERENCE, SOURCE, SYSTEM
from proform.store.protest import MASTER, File
from proform.store.rows import add, add_numbered, stamp

_KNOWN_META = ("file_version", "file_type", "master_id")

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file brought."""

    examples: int
    reference: str | None
    systems: int
    judgements: int


def import_master(
    connection: Connection,
    file: File,
    name: str,
    languages: tuple[str, str],
    reference: str | None,
    now: datetime,
) -> Imported:
    """Make a suite of a master file, with its systems, judgements and tasks.

    The file does not say which translation is the reference: it is the one of the given name, else
    one that is called so.
    """
    if file.kind != MASTER:
        hint = "merge it into its master with proform suite merge-batch"
        raise InputError(file.path, None, "an annotation batch, not a master file", hint=hint)
    if connection.scalar(select(schema.suites.c.id).where(schema.suites.c.name == name)):
        raise ProformError(f"the suite {name!r} is in this store already", hint="give --name")
    return _Import(connection, file, now).run(name, languages, reference)


class _Import:
    """One file on its way into the store."""

    def __init__(self, connection: Connection, file: File, now: datetime) -> None:
        self._connection = connection
        self._file = file
        self._now = now
        self._texts = {
            (row["corpus"], row["line"]): row["sentence"].split(" ")
            for row in file.tables["sentences"]
        }

    def run(self, name: str, languages: tuple[str, str], reference: str | None) -> Imported:
        rows, connection = self._file.tables, self._connection
        suite = self._suite(name, languages)
        categories = self._numbered(schema.categories, suite, self._categories())
        corpora, chosen = self._corpora(suite, reference)
        examples = self._examples(suite, categories)
        candidates = self._candidates(suite, examples, corpora)
        self._translations(candidates)
        people = self._people()
        answers = answers_of(self._file, candidates, people)
        record(connection, answers, self._now, str(self._file.path.name))
        self._tasks(suite, candidates)
        systems = sum(row["srctgt"] != 0 for row in rows["corpora"]) - (chosen is not None)
        return Imported(len(examples), chosen, systems, len(answers))

    def _suite(self, name: str, languages: tuple[str, str]) -> int:
        meta = self._file.meta
        if not meta.get("master_id"):
            raise InputError(self._file.path, None, "it has no master_id in meta_data")
        row = {
            "name": name,
            "source_language": languages[0],
            "target_language": languages[1],
            "key": meta["master_id"],
            "made": stamp(self._now),
        }
        (suite,) = add_numbered(self._connection, schema.suites, [row])
        add(
            self._connection,
            schema.properties,
            (
                {"suite": suite, "key": key, "value": value}
                for key, value in meta.items()
                if key not in _KNOWN_META
            ),
        )
        return suite

    def _numbered(self, table: Any, suite: int, rows: Sequence[Row]) -> dict[int, int]:  # noqa: ANN401 (a table)
        """Insert rows that have a number in the suite, and give the id of each number."""
        ids = add_numbered(self._connection, table, ({"suite": suite, **row} for row in rows))
        return dict(zip((row["number"] for row in rows), ids, strict=True))

    def _categories(self) -> list[Row]:
        return [
            {
                "number": row["id"],
                "name": row["description"],
                "agrees": int(bool(row["antagreement"])),
            }
            for row in self._file.tables["categories"]
        ]

    def _corpora(self, suite: int, reference: str | None) -> tuple[dict[int, int], str | None]:
        rows = self._file.tables["corpora"]
        self._check_sources([row["id"] for row in rows if row["srctgt"] == 0])
        names = [row["name"] for row in rows if row["srctgt"] != 0]
        if reference is not None and reference not in names:
            hint = f"it has {', '.join(map(repr, names))}"
            raise InputError(self._file.path, None, f"no corpus {reference!r}", hint=hint)
        likely = [name for name in names if "reference" in name.lower()]
        likely = likely or [name for name in names if name.lower().startswith("ref")]
        chosen = reference or (likely[0] if likely else None)
        sources = {
            row["tgtcorpus"]: row["srccorpus"] for row in self._file.tables["pro_candidates"]
        }
        corpora: dict[int, int] = {}
        for side in (0, 1):
            members = [row for row in rows if (row["srctgt"] != 0) == bool(side)]
            corpora |= self._numbered(
                schema.corpora,
                suite,
                [
                    {
                        "number": row["id"],
                        "name": row["name"],
                        "side": (REFERENCE if row["name"] == chosen else SYSTEM)
                        if side
                        else SOURCE,
                        "source": corpora.get(sources.get(row["id"], -1)),
                        "how": "imported",
                        "added": stamp(self._now),
                        "retired": None,
                    }
                    for row in members
                ],
            )
        self._texts_of(corpora)
        return corpora, chosen

    def _texts_of(self, corpora: Mapping[int, int]) -> None:
        for table in ("sentences", "documents"):
            for row in self._file.tables[table]:
                if row["corpus"] not in corpora:
                    raise self._file.complain(table, row, f"there is no corpus {row['corpus']}")
        add(
            self._connection,
            schema.sentences,
            (
                {
                    "corpus": corpora[row["corpus"]],
                    "line": row["line"],
                    "text": row["sentence"],
                    "links": None,
                }
                for row in self._file.tables["sentences"]
            ),
        )
        add(
            self._connection,
            schema.documents,
            (
                {
                    "corpus": corpora[row["corpus"]],
                    "number": row["id"],
                    "name": f"{row['start']}-{row['end']}",
                    "first": row["start"],
                    "last": row["end"],
                }
                for row in self._file.tables["documents"]
            ),
        )

    def _check_sources(self, sources: Sequence[int]) -> None:
        if not sources:
            raise InputError(self._file.path, None, "it has no source corpus (srctgt = 0)")
        texts: dict[int, dict[int, list[str]]] = {source: {} for source in sources}
        for (corpus, line), words in self._texts.items():
            if corpus in texts:
                texts[corpus][line] = words
        for source in sources[1:]:
            if texts[source] != texts[sources[0]]:
                what = f"the source corpora {sources[0]} and {source} are different texts"
                hint = "a suite has one source text: make a master file for each"
                raise InputError(self._file.path, None, what, hint=hint)

    def _examples(self, suite: int, categories: Mapping[int, int]) -> dict[int, int]:
        found: dict[int, Row] = {}
        for row in self._file.tables["pro_candidates"]:
            self._check_pronoun(row, categories)
            same = {
                "number": row["example_no"],
                "line": row["line"],
                "position": row["srcpos"],
                "token": row["srcpro"],
                "token_index": row["srcproindex"],
                "category": categories[row["category_no"]],
                "note": "",
            }
            if found.setdefault(row["example_no"], same) != same:
                what = f"example {row['example_no']} is not the same for all corpora"
                raise self._file.complain("pro_candidates", row, what)
        examples = self._numbered(schema.examples, suite, list(found.values()))
        add(self._connection, schema.antecedents, self._antecedents(examples))
        return examples

    def _check_pronoun(self, row: Row, categories: Mapping[int, int]) -> None:
        complain = self._file.complain
        if row["category_no"] not in categories:
            raise complain("pro_candidates", row, f"there is no category {row['category_no']}")
        there = self._word("pro_candidates", row, row["srccorpus"], row["srcpos"])
        if there.casefold() != row["srcpro"].casefold():
            what = f"word {row['srcpos']} of line {row['line']} is {there!r}, not {row['srcpro']!r}"
            raise complain("pro_candidates", row, what)

    def _word(self, table: str, row: Row, corpus: int, position: int) -> str:
        words = self._texts.get((corpus, row["line"]))
        if words is None:
            what = f"there is no line {row['line']} in corpus {corpus}"
            raise self._file.complain(table, row, what)
        if not 0 <= position < len(words):
            what = f"line {row['line']} of corpus {corpus} has no word {position}"
            raise self._file.complain(table, row, what)
        return str(words[position])

    def _antecedents(self, examples: Mapping[int, int]) -> Iterator[Row]:
        found: dict[tuple[int, int], Row] = {}
        for row in self._file.tables["pro_antecedents"]:
            if row["example_no"] not in examples:
                what = f"there is no example {row['example_no']}"
                raise self._file.complain("pro_antecedents", row, what)
            self._word("pro_antecedents", row, row["srccorpus"], row["srcendpos"])
            head = self._word("pro_antecedents", row, row["srccorpus"], row["srcheadpos"])
            same = {
                "example": examples[row["example_no"]],
                "number": row["ant_no"],
                "line": row["line"],
                "first": row["srcstartpos"],
                "last": row["srcendpos"],
                "head": row["srcheadpos"],
                "head_text": head if row["srchead"] is None else row["srchead"],
                "head_index": row["srcheadindex"],
            }
            if found.setdefault((row["example_no"], row["ant_no"]), same) != same:
                what = f"the antecedents of example {row['example_no']} differ between corpora"
                raise self._file.complain("pro_antecedents", row, what)
        yield from found.values()

    def _candidates(
        self, suite: int, examples: Mapping[int, int], corpora: Mapping[int, int]
    ) -> dict[int, int]:
        rows = self._file.tables["pro_candidates"]
        seen: set[tuple[int, int]] = set()
        for row in rows:
            key = row["example_no"], row["tgtcorpus"]
            if row["tgtcorpus"] not in corpora or row["srccorpus"] not in corpora:
                raise self._file.complain("pro_candidates", row, "a corpus that is not there")
            if key in seen:
                raise self._file.complain("pro_candidates", row, "the example is there twice")
            seen.add(key)
        return self._numbered(
            schema.candidates,
            suite,
            [
                {
                    "number": row["id"],
                    "example": examples[row["example_no"]],
                    "corpus": corpora[row["tgtcorpus"]],
                    "sequence": row["sequence_no"],
                }
                for row in rows
            ],
        )

    def _translations(self, candidates: Mapping[int, int]) -> None:
        by_example = {
            (row["tgtcorpus"], row["example_no"]): candidates[row["id"]]
            for row in self._file.tables["pro_candidates"]
        }
        rows = self._file.tables["translations"]
        for row in rows:
            if (row["tgtcorpus"], row["example_no"]) not in by_example:
                what = f"no example {row['example_no']} in corpus {row['tgtcorpus']}"
                raise self._file.complain("translations", row, what)
            self._word("translations", row, row["tgtcorpus"], row["tgtpos"])
        add(
            self._connection,
            schema.translations,
            (
                {
                    "candidate": by_example[row["tgtcorpus"], row["example_no"]],
                    "antecedent": row["ant_no"],
                    "line": row["line"],
                    "position": row["tgtpos"],
                }
                for row in rows
            ),
        )

    def _people(self) -> dict[int, int]:
        """The annotators; one that the store knows by name is the same person."""
        table = schema.annotators
        known = {row.name: row.id for row in self._connection.execute(select(table))}
        taken = set(self._connection.scalars(select(table.c.number)))
        highest = self._connection.scalar(select(func.max(table.c.number))) or 0
        people: dict[int, int] = {}
        for row in self._file.tables["annotators"]:
            if row["name"] not in known:
                number = row["id"] if row["id"] not in taken else highest + 1
                highest = max(highest, number)
                taken.add(number)
                new = {"number": number, "name": row["name"], "made": stamp(self._now)}
                known[row["name"]] = add_numbered(self._connection, table, [new])[0]
            people[row["id"]] = known[row["name"]]
        for table_name in ("annotations", "tag_annotations", "token_annotations"):
            for row in self._file.tables[table_name]:
                if row["annotator_id"] not in people:
                    what = f"there is no annotator {row['annotator_id']}"
                    raise self._file.complain(table_name, row, what)
        return people

    def _tasks(self, suite: int, candidates: Mapping[int, int]) -> None:
        rows = self._file.tables["task_definition"]
        sets = list(dict.fromkeys(row["taskset"] for row in rows))
        ids = add_numbered(
            self._connection,
            schema.tasksets,
            (
                {"suite": suite, "name": name, "seed": None, "made": stamp(self._now)}
                for name in sets
            ),
        )
        by_name = dict(zip(sets, ids, strict=True))
        tasks = self._numbered(
            schema.tasks,
            suite,
            [
                {"taskset": by_name[row["taskset"]], "number": row["id"], "label": row["label"]}
                for row in rows
            ],
        )
        members = self._file.tables["annotation_tasks"]
        for row in members:
            if row["task_no"] not in tasks or row["candidate"] not in candidates:
                what = f"task {row['task_no']} or candidate {row['candidate']} is not there"
                raise self._file.complain("annotation_tasks", row, what)
        add(
            self._connection,
            schema.task_candidates,
            (
                {"task": task, "candidate": candidate}
                for task, candidate in dict.fromkeys(
                    (tasks[row["task_no"]], candidates[row["candidate"]]) for row in members
                )
            ),
        )
