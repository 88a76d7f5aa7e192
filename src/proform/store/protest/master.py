"""A PROTEST master file, checked before anything is written, since people edit such files."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from proform.errors import InputError
from proform.store.protest.file import ANSWER_TABLES, MASTER, RESEARCHER, ProtestFile, answers_of
from proform.store.schema import Row
from proform.suite.suite import words

_LONGEST = 1_000_000
"""A text is kept in memory by its line numbers: beyond this they are not line numbers."""

_UNIQUE = (
    *(("categories", ("id",)), ("categories", ("description",)), ("corpora", ("id",))),
    *(("documents", ("corpus", "id")), ("sentences", ("corpus", "line"))),
    *(("pro_candidates", ("id",)), ("pro_candidates", ("tgtcorpus", "example_no"))),
    *(("annotators", ("id",)), ("annotators", ("name",))),
    *(("task_definition", ("id",)), ("task_definition", ("taskset", "label"))),
)


def check_master(file: ProtestFile) -> None:
    """Complain about the first thing that is wrong."""
    if file.kind != MASTER:
        hint = "merge it into its master with proform suite merge-batch"
        raise InputError(file.path, None, "an annotation batch, not a master file", hint=hint)
    if not file.meta.get("master_id"):
        raise InputError(file.path, None, "it has no master_id in meta_data")
    for table, columns in _UNIQUE:
        seen = set()
        for row in file.tables[table]:
            key = tuple(row[column] for column in columns)
            if key in seen:
                shown = ", ".join(f"{column} {row[column]!r}" for column in columns)
                raise file.complain(table, row, f"there are two of {shown}")
            seen.add(key)
    _Check(file).run()


def choose_reference(file: ProtestFile, wanted: str | None) -> str | None:
    """The reference, which no file tells: the translation wanted, else one that is called so."""
    names = [row["name"] for row in file.tables["corpora"] if row["srctgt"] != 0]
    if wanted is not None and wanted not in names:
        hint = f"it has {', '.join(map(repr, names))}"
        raise InputError(file.path, None, f"no translation {wanted!r}", hint=hint)
    likely = [name for name in names if "reference" in name.lower()]
    likely += [name for name in names if name.lower().startswith("ref")]
    return wanted or next(iter(likely), None)


class _Check:
    """One file, and what its rows may speak of."""

    def __init__(self, file: ProtestFile) -> None:
        self._file = file
        self._rows = file.tables
        self._translated = {row["id"]: row["srctgt"] != 0 for row in file.tables["corpora"]}
        self._texts = {place: words(text) for place, text in file.texts.items()}
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
        for row in self._rows["corpora"]:
            if row["srctgt"] != 0:
                self._demand("corpora", row, row["name"] not in names, "its name is taken")
                names.add(row["name"])
        for table in ("sentences", "documents"):
            for row in self._rows[table]:
                present = row["corpus"] in self._translated
                self._demand(table, row, present, f"there is no corpus {row['corpus']}")
        for row in self._rows["sentences"]:
            inside = 0 <= row["line"] <= _LONGEST
            self._demand("sentences", row, inside, f"{row['line']} is not a line number")

    def _sources(self) -> None:
        sources = [corpus for corpus, translated in self._translated.items() if not translated]
        if not sources:
            raise InputError(self._file.path, None, "it has no source corpus (srctgt = 0)")
        texts: dict[int, dict[int, list[str]]] = defaultdict(dict)
        for (corpus, line), tokens in self._texts.items():
            texts[corpus][line] = tokens
        for source in sources[1:]:
            if texts[source] != texts[sources[0]]:
                what = f"the source corpora {sources[0]} and {source} are different texts"
                hint = "a suite has one source text: make a master file for each"
                raise InputError(self._file.path, None, what, hint=hint)

    def _examples(self) -> None:
        table = "pro_candidates"
        categories = {row["id"] for row in self._rows["categories"]}
        examples: dict[int, Sequence[Any]] = {}
        sources: dict[int, int] = {}
        for row in self._rows[table]:
            source, target = row["srccorpus"], row["tgtcorpus"]
            fits = [self._translated.get(corpus) for corpus in (source, target)] == [False, True]
            what = f"{source} and {target} are not a source and a translation"
            self._demand(table, row, fits, what)
            fits = sources.setdefault(target, source) == source
            self._demand(table, row, fits, f"the translation {target} goes with two source corpora")
            fits = row["category_no"] in categories
            self._demand(table, row, fits, f"there is no category {row['category_no']}")
            word, pronoun = self._word(table, row, source, row["srcpos"]), row["srcpro"]
            what = f"word {row['srcpos']} of line {row['line']} is {word!r}, not {pronoun!r}"
            self._demand(table, row, word.casefold() == pronoun.casefold(), what)
            same = ("line", "srcpos", "srcpro", "srcproindex", "category_no")
            cells = [row[column] for column in same]
            fits = examples.setdefault(row["example_no"], cells) == cells
            what = f"example {row['example_no']} is not the same for all corpora"
            self._demand(table, row, fits, what)

    def _antecedents(self) -> None:
        table = "pro_antecedents"
        examples = {row["example_no"] for row in self._rows["pro_candidates"]}
        antecedents: dict[tuple[int, int], Sequence[Any]] = {}
        same = ("line", "srcstartpos", "srcendpos", "srchead", "srcheadpos", "srcheadindex")
        for row in self._rows[table]:
            number = row["example_no"]
            self._demand(table, row, number in examples, f"there is no example {number}")
            self._demand(table, row, row["ant_no"] is not None, "it has no ant_no")
            for column in ("srcstartpos", "srcendpos", "srcheadpos"):
                self._word(table, row, row["srccorpus"], row[column])
            cells = [row[column] for column in same]
            fits = antecedents.setdefault((number, row["ant_no"]), cells) == cells
            what = f"the antecedents of example {number} differ between corpora"
            self._demand(table, row, fits, what)

    def _translations(self) -> None:
        known = {(row["tgtcorpus"], row["example_no"]) for row in self._rows["pro_candidates"]}
        for row in self._rows["translations"]:
            corpus, example = row["tgtcorpus"], row["example_no"]
            what = f"no example {example} in corpus {corpus}"
            self._demand("translations", row, (corpus, example) in known, what)
            self._word("translations", row, corpus, row["tgtpos"])

    def _answers(self) -> None:
        people = {row["id"] for row in self._rows["annotators"]} | {RESEARCHER}
        for table in ANSWER_TABLES:
            for row in self._rows[table]:
                person = row["annotator_id"]
                self._demand(table, row, person in people, f"there is no annotator {person}")
        answers_of(self._file, {n: n for n in self._candidates}, {n: n for n in people})

    def _tasks(self) -> None:
        tasks = {row["id"] for row in self._rows["task_definition"]}
        for row in self._rows["annotation_tasks"]:
            what = f"task {row['task_no']} or candidate {row['candidate']} does not exist"
            fits = row["task_no"] in tasks and row["candidate"] in self._candidates
            self._demand("annotation_tasks", row, fits, what)

    def _demand(self, table: str, row: Row, fits: bool, what: str) -> None:
        if not fits:
            raise self._file.complain(table, row, what)

    def _word(self, table: str, row: Row, corpus: int, position: int) -> str:
        tokens, line = self._texts.get((corpus, row["line"])), row["line"]
        if tokens is None:
            raise self._file.complain(table, row, f"there is no line {line} in corpus {corpus}")
        what = f"line {line} of corpus {corpus} has no word {position}"
        self._demand(table, row, 0 <= position < len(tokens), what)
        return tokens[position]
