"""A PROTEST master file, written into a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select

from proform.store import schema
from proform.store.answers import record
from proform.store.load import REFERENCE, SOURCE, SYSTEM, check_suite_name
from proform.store.protest.answers import answers_of
from proform.store.protest.master import check_master, choose_reference
from proform.store.protest.rows import ProtestFile
from proform.store.schema import add, add_numbered, stamp
from proform.store.work import CORRECTNESS
from proform.suite.suite import words

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
    return _Import(connection, file, now).run(name, languages, chosen)


class _Import:
    """One file on its way into the store."""

    def __init__(self, connection: Connection, file: ProtestFile, now: datetime) -> None:
        self._connection = connection
        self._file = file
        self._now = now

    def run(self, name: str, languages: tuple[str, str], reference: str | None) -> Imported:
        suite = self._suite(name, languages)
        categories = self._numbered(schema.categories, suite, self._categories())
        corpora = self._corpora(suite, reference)
        self._texts(corpora)
        examples = self._examples(suite, categories)
        candidates = self._candidates(suite, examples, corpora)
        self._translations(candidates)
        answers = answers_of(self._file, candidates, self._people())
        record(self._connection, answers, self._now, self._file.path.name)
        self._tasks(suite, candidates)
        translated = sum(row["srctgt"] != 0 for row in self._file.tables["corpora"])
        systems = translated - (reference is not None)
        return Imported(len(examples), reference, systems, len(answers))

    def _suite(self, name: str, languages: tuple[str, str]) -> int:
        meta = self._file.meta
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

    def _corpora(self, suite: int, reference: str | None) -> dict[int, int]:
        rows = self._file.tables["corpora"]
        sources = {
            row["tgtcorpus"]: row["srccorpus"] for row in self._file.tables["pro_candidates"]
        }
        corpora: dict[int, int] = {}
        for translated in (False, True):  # sources first, since the others refer to them
            named = {reference: REFERENCE} if translated else {}
            corpora |= self._numbered(
                schema.corpora,
                suite,
                [
                    {
                        "number": row["id"],
                        "name": row["name"],
                        "side": named.get(row["name"], SYSTEM if translated else SOURCE),
                        "source": corpora.get(sources.get(row["id"], -1)),
                        "how": "imported",
                        "added": stamp(self._now),
                        "retired": None,
                    }
                    for row in rows
                    if (row["srctgt"] != 0) == translated
                ],
            )
        return corpora

    def _texts(self, corpora: Mapping[int, int]) -> None:
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

    def _examples(self, suite: int, categories: Mapping[int, int]) -> dict[int, int]:
        once = {row["example_no"]: row for row in self._file.tables["pro_candidates"]}
        examples = self._numbered(
            schema.examples,
            suite,
            [
                {
                    "number": number,
                    "line": row["line"],
                    "position": row["srcpos"],
                    "token": row["srcpro"],
                    "token_index": row["srcproindex"],
                    "category": categories[row["category_no"]],
                    "note": "",
                }
                for number, row in once.items()
            ],
        )
        heads = {
            (row["example_no"], row["ant_no"]): row for row in self._file.tables["pro_antecedents"]
        }
        lines = {
            (row["corpus"], row["line"]): row["sentence"] for row in self._file.tables["sentences"]
        }
        add(
            self._connection,
            schema.antecedents,
            (
                {
                    "example": examples[example],
                    "number": number,
                    "line": row["line"],
                    "first": row["srcstartpos"],
                    "last": row["srcendpos"],
                    "head": row["srcheadpos"],
                    "head_text": words(lines[row["srccorpus"], row["line"]])[row["srcheadpos"]]
                    if row["srchead"] is None
                    else row["srchead"],
                    "head_index": row["srcheadindex"],
                }
                for (example, number), row in heads.items()
            ),
        )
        return examples

    def _candidates(
        self, suite: int, examples: Mapping[int, int], corpora: Mapping[int, int]
    ) -> dict[int, int]:
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
                for row in self._file.tables["pro_candidates"]
            ],
        )

    def _translations(self, candidates: Mapping[int, int]) -> None:
        by_example = {
            (row["tgtcorpus"], row["example_no"]): candidates[row["id"]]
            for row in self._file.tables["pro_candidates"]
        }
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
                for row in self._file.tables["translations"]
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
        return people

    def _tasks(self, suite: int, candidates: Mapping[int, int]) -> None:
        rows = self._file.tables["task_definition"]
        sets = list(dict.fromkeys(row["taskset"] for row in rows))
        ids = add_numbered(
            self._connection,
            schema.tasksets,
            (
                {
                    "suite": suite,
                    "name": name,
                    "protocol": CORRECTNESS,
                    "seed": None,
                    "made": stamp(self._now),
                }
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
