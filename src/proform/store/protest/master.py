"""A PROTEST master file, checked: what does not hang together is told before anything is written.

The original's own tables have no constraints, and people edit such files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from proform.errors import InputError
from proform.store.protest.answers import answers_of
from proform.store.protest.rows import MASTER, ProtestFile
from proform.suite.suite import words

_LONGEST = 1_000_000
"""A text is kept in memory by its line numbers: beyond this they are no line numbers."""

_UNIQUE = (
    *(("categories", ("id",)), ("categories", ("description",)), ("corpora", ("id",))),
    *(("documents", ("corpus", "id")), ("sentences", ("corpus", "line"))),
    *(("pro_candidates", ("id",)), ("pro_candidates", ("tgtcorpus", "example_no"))),
    *(("annotators", ("id",)), ("annotators", ("name",))),
    *(("task_definition", ("id",)), ("task_definition", ("taskset", "label"))),
)

Row = Mapping[str, Any]


def check_master(file: ProtestFile) -> None:
    """Complain of the first thing that is wrong."""
    if file.kind != MASTER:
        hint = "merge it into its master with proform suite merge-batch"
        raise InputError(file.path, None, "an annotation batch, not a master file", hint=hint)
    if not file.meta.get("master_id"):
        raise InputError(file.path, None, "it has no master_id in meta_data")
    for table, columns in _UNIQUE:
        _check_unique(file, table, columns)
    _Check(file).run()


def choose_reference(file: ProtestFile, wanted: str | None) -> str | None:
    """The translation that is the reference: the named one, else one that is called so.

    The file itself does not say which it is.
    """
    names = [row["name"] for row in file.tables["corpora"] if row["srctgt"] != 0]
    if wanted is not None and wanted not in names:
        hint = f"it has {', '.join(map(repr, names))}"
        raise InputError(file.path, None, f"no translation {wanted!r}", hint=hint)
    likely = [name for name in names if "reference" in name.lower()]
    likely = likely or [name for name in names if name.lower().startswith("ref")]
    return wanted or (likely[0] if likely else None)


def _check_unique(file: ProtestFile, table: str, columns: Sequence[str]) -> None:
    seen = set()
    for row in file.tables[table]:
        key = tuple(row[column] for column in columns)
        if key in seen:
            shown = ", ".join(f"{column} {row[column]!r}" for column in columns)
            raise file.complain(table, row, f"there are two of {shown}")
        seen.add(key)


class _Check:
    """One file, and what its rows may speak of."""

    def __init__(self, file: ProtestFile) -> None:
        self._file = file
        self._sides = {row["id"]: row["srctgt"] != 0 for row in file.tables["corpora"]}
        self._texts = {
            (row["corpus"], row["line"]): words(row["sentence"]) for row in file.tables["sentences"]
        }
        self._categories = {row["id"] for row in file.tables["categories"]}
        self._candidates = {row["id"] for row in file.tables["pro_candidates"]}

    def run(self) -> None:
        self._corpora()
        self._sources()
        self._examples()
        self._antecedents()
        self._translations()
        self._answers()
        self._tasks()

    def _corpora(self) -> None:
        names: set[str] = set()
        for row in self._rows("corpora"):
            if row["srctgt"] != 0:
                self._demand("corpora", row, row["name"] not in names, "its name is taken")
                names.add(row["name"])
        for table in ("sentences", "documents"):
            for row in self._rows(table):
                there = row["corpus"] in self._sides
                self._demand(table, row, there, f"there is no corpus {row['corpus']}")
        for row in self._rows("sentences"):
            inside = 0 <= row["line"] <= _LONGEST
            self._demand("sentences", row, inside, f"{row['line']} is no line number")

    def _sources(self) -> None:
        sources = [corpus for corpus, translated in self._sides.items() if not translated]
        if not sources:
            raise InputError(self._file.path, None, "it has no source corpus (srctgt = 0)")
        texts: dict[int, dict[int, list[str]]] = {source: {} for source in sources}
        for (corpus, line), tokens in self._texts.items():
            if corpus in texts:
                texts[corpus][line] = tokens
        for source in sources[1:]:
            if texts[source] != texts[sources[0]]:
                what = f"the source corpora {sources[0]} and {source} are different texts"
                hint = "a suite has one source text: make a master file for each"
                raise InputError(self._file.path, None, what, hint=hint)

    def _examples(self) -> None:
        examples: dict[int, Sequence[Any]] = {}
        sources: dict[int, int] = {}
        same = ("line", "srcpos", "srcpro", "srcproindex", "category_no")
        for row in self._rows("pro_candidates"):
            number, corpora = row["example_no"], (row["srccorpus"], row["tgtcorpus"])
            sides = [self._sides.get(corpus) for corpus in corpora]
            fits = sides == [False, True]
            what = f"{corpora[0]} and {corpora[1]} are no source and translation"
            self._demand("pro_candidates", row, fits, what)
            fits = sources.setdefault(corpora[1], corpora[0]) == corpora[0]
            what = f"the translation {corpora[1]} goes with two source corpora"
            self._demand("pro_candidates", row, fits, what)
            fits = row["category_no"] in self._categories
            self._demand("pro_candidates", row, fits, f"there is no category {row['category_no']}")
            self._pronoun(row)
            cells = [row[column] for column in same]
            fits = examples.setdefault(number, cells) == cells
            what = f"example {number} is not the same for all corpora"
            self._demand("pro_candidates", row, fits, what)

    def _pronoun(self, row: Row) -> None:
        there = self._word("pro_candidates", row, row["srccorpus"], row["srcpos"])
        what = f"word {row['srcpos']} of line {row['line']} is {there!r}, not {row['srcpro']!r}"
        fits = there.casefold() == row["srcpro"].casefold()
        self._demand("pro_candidates", row, fits, what)

    def _antecedents(self) -> None:
        table, found = "pro_antecedents", dict[tuple[int, int], Sequence[Any]]()
        examples = {row["example_no"] for row in self._rows("pro_candidates")}
        same = ("line", "srcstartpos", "srcendpos", "srchead", "srcheadpos", "srcheadindex")
        for row in self._rows(table):
            number = row["example_no"]
            self._demand(table, row, number in examples, f"there is no example {number}")
            self._demand(table, row, row["ant_no"] is not None, "it has no ant_no")
            for column in ("srcstartpos", "srcendpos", "srcheadpos"):
                self._word(table, row, row["srccorpus"], row[column])
            cells = [row[column] for column in same]
            fits = found.setdefault((number, row["ant_no"]), cells) == cells
            what = f"the antecedents of example {number} differ between corpora"
            self._demand(table, row, fits, what)

    def _translations(self) -> None:
        there = {(row["tgtcorpus"], row["example_no"]) for row in self._rows("pro_candidates")}
        for row in self._rows("translations"):
            key = row["tgtcorpus"], row["example_no"]
            what = f"no example {key[1]} in corpus {key[0]}"
            self._demand("translations", row, key in there, what)
            self._word("translations", row, row["tgtcorpus"], row["tgtpos"])

    def _answers(self) -> None:
        people = {row["id"] for row in self._rows("annotators")}
        for table in ("annotations", "tag_annotations", "token_annotations"):
            for row in self._rows(table):
                person = row["annotator_id"]
                self._demand(table, row, person in people, f"there is no annotator {person}")
        answers_of(self._file, {n: n for n in self._candidates}, {n: n for n in people})

    def _tasks(self) -> None:
        tasks = {row["id"] for row in self._rows("task_definition")}
        for row in self._rows("annotation_tasks"):
            what = f"task {row['task_no']} or candidate {row['candidate']} is not there"
            fits = row["task_no"] in tasks and row["candidate"] in self._candidates
            self._demand("annotation_tasks", row, fits, what)

    def _rows(self, table: str) -> Iterator[Row]:
        return iter(self._file.tables[table])

    def _demand(self, table: str, row: Row, fits: bool, what: str) -> None:
        if not fits:
            raise self._file.complain(table, row, what)

    def _word(self, table: str, row: Row, corpus: int, position: int) -> str:
        tokens = self._texts.get((corpus, row["line"]))
        if tokens is None:
            what = f"there is no line {row['line']} in corpus {corpus}"
            raise self._file.complain(table, row, what)
        if not 0 <= position < len(tokens):
            what = f"line {row['line']} of corpus {corpus} has no word {position}"
            raise self._file.complain(table, row, what)
        return tokens[position]
