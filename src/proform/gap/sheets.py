"""Gap filling in sheets, for those who prefer a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from unicodedata import normalize

from sqlalchemy import Connection, select

from proform.errors import InputError, ProformError
from proform.gap.answers import FILLS, Fill, Filled, find_gaps, load_gaps
from proform.gap.forms import BAD, Gaps
from proform.language.forms import fold
from proform.model import Example
from proform.store import schema
from proform.store.answers import annotator_id, check_annotator
from proform.store.database import opened
from proform.store.ledger import Addressed, Recorded
from proform.store.load import Stored, find_suite, load_target, targets
from proform.store.schema import check_name
from proform.store.tasks import list_tasks
from proform.store.work import GAP, asks, worklist
from proform.suite.suite import Suite, Target
from proform.table.table import Column, Record, Table
from proform.table.tables import Tables
from proform.text.records import Row, cell, rows

BLANK = "____"

_EMPTY = Fill()


def export(
    where: str | PathLike[str],
    *,
    taskset: str | None = None,
    annotator: str | None = None,
    seed: int = 1,
    suite: str | None = None,
) -> Tables:
    """A sheet of gaps for an annotator to fill, or what everyone has answered.

    >>> sheet = proform.gap.export("suite.db", taskset="june", annotator="Ada")  # doctest: +SKIP
    >>> sheet.save("ada.tsv")  # doctest: +SKIP
    """
    if taskset is None or annotator is None:
        if taskset is not annotator:
            raise ProformError("give --set and --annotator together, or neither")
        with opened(str(where)) as store, store.reading() as connection:
            stored = find_suite(connection, suite)
            find_gaps(connection, stored)
            return Tables((answer_table(connection, stored),))
    with opened(str(where)) as store, store.writing() as connection:
        stored = find_suite(connection, suite)
        table = fill_table(connection, stored, taskset, annotator, seed, datetime.now(UTC))
        choices = ", ".join((*find_gaps(connection, stored).choices, BAD))
    note = f"{len(table.records)} examples for {annotator}; in the column forms: {choices}"
    return Tables((table,), (note,))


def import_(
    where: str | PathLike[str], file: str | PathLike[str], *, suite: str | None = None
) -> ImportedAnswers:
    """Take answers from a table (.tsv, .csv, .jsonl). What they replace is kept in the history.

    >>> print(*proform.gap.import_("suite.db", "ada.tsv").notes)  # doctest: +SKIP
    """
    with opened(str(where)) as store, store.writing() as connection:
        stored = find_suite(connection, suite)
        return read_answers(connection, stored, Path(file), datetime.now(UTC))


def fill_table(
    connection: Connection, stored: Stored, taskset: str, annotator: str, seed: int, now: datetime
) -> Table:
    """What an annotator is to fill, in their own order, with what they filled so far."""
    gaps = find_gaps(connection, stored)
    _check_taskset(connection, stored, taskset)
    person = connection.scalar(
        select(schema.annotators.c.id).where(schema.annotators.c.name == annotator)
    )
    mine = set() if person is None else _assigned(connection, stored, person, taskset)
    if person is None or not mine:
        hint = "proform suite assign-task gives them one"
        raise ProformError(f"{annotator!r} has no task in {taskset!r}", hint=hint)
    order = worklist(connection, stored.id, person, GAP, seed, now)
    said = FILLS.latest_by(connection, person)
    there = _candidates(connection, stored)
    records: list[Record] = []
    for candidate in order:
        if candidate in mine:
            number, example, target = there[candidate]
            answer = said[candidate].answer if candidate in said else _EMPTY
            records.append(
                {
                    "candidate": number,
                    "annotator": annotator,
                    "category": example.category,
                    "source": source_text(stored.suite, example),
                    "translation": hidden_text(gaps, stored.suite, example, target),
                    **_answer(gaps, answer),
                }
            )
    heads = ("candidate", "annotator", "category", "source", "translation", "forms", "remarks")
    return Table("gaps", f"gaps for {annotator}", tuple(map(Column, heads)), tuple(records))


def answer_table(connection: Connection, stored: Stored) -> Table:
    """What everyone says now; nothing if nobody was ever asked."""
    gaps = load_gaps(connection, stored.id)
    there = {
        number: (example, target)
        for number, example, target in _candidates(connection, stored).values()
    }
    records: list[Record] = []
    for filled in FILLS.latest(connection, stored.id):
        if gaps is not None and filled.candidate in there:
            example, target = there[filled.candidate]
            records.append(
                {
                    "example": example.number,
                    "system": target.name,
                    "category": example.category,
                    "own": gaps.own(target, target.placed[example.number]) or "",
                    "annotator": filled.annotator,
                    **_answer(gaps, filled.answer),
                    "made": filled.made,
                }
            )
    heads = ("example", "system", "category", "own", "annotator", "forms", "remarks", "made")
    return Table("answers", "answers", tuple(map(Column, heads)), tuple(records))


def _answer(gaps: Gaps, answer: Fill) -> Record:
    return {"forms": ", ".join(answer.said(gaps)), "remarks": " ".join(answer.remarks.split())}


@dataclass(frozen=True, slots=True)
class ImportedAnswers:
    """What became of the rows of a table."""

    name: str
    recorded: Recorded
    empty: int
    unasked: int
    """Answers to examples that were not given to their annotator."""

    @property
    def notes(self) -> tuple[str, ...]:
        """The same in words."""
        said = self.recorded
        counts = f"{said.added} new, {said.replaced} replaced, {said.unchanged} unchanged"
        brought = f"{self.name} brought {counts}; {self.empty} rows are not filled"
        if not self.unasked:
            return (brought,)
        unasked = f"answers to gaps that their annotator was not given: {self.unasked}; they count"
        return brought, unasked


def read_answers(
    connection: Connection, stored: Stored, path: Path, now: datetime
) -> ImportedAnswers:
    """Take answers from a table."""
    gaps = find_gaps(connection, stored)
    there = _candidates(connection, stored)
    by_number = {number: id_ for id_, (number, _, _) in there.items()}
    by_name = {(example.number, target.name): id_ for id_, (_, example, target) in there.items()}
    seen: dict[tuple[int, int], int] = {}
    said: dict[int, Mapping[int, Filled]] = {}
    addressed: list[Addressed[Fill]] = []
    empty = 0
    for line, row in rows(path):
        answer = Fill(*_ticked(path, line, row, gaps), row.get("remarks", "").strip())
        if answer == _EMPTY:
            empty += 1
            continue
        candidate = _candidate(path, line, row, by_number, by_name)
        _, example, target = there[candidate]
        if gaps.own(target, target.placed[example.number]) is None:
            raise InputError(path, line, "no word stands for this pronoun: nothing was hidden")
        person = _person(connection, path, line, row, now)
        if (candidate, person) in seen:
            what = f"the same example and annotator as in line {seen[candidate, person]}"
            raise InputError(path, line, what, hint="one row an example and annotator")
        seen[candidate, person] = line
        if person not in said:
            said[person] = FILLS.latest_by(connection, person)
        if answer == Fill(remarks=answer.remarks) and candidate in said[person]:
            # A remark takes nothing back.
            answer = replace(said[person][candidate].answer, remarks=answer.remarks)
        addressed.append(Addressed(candidate, person, answer))
    assigned = {person: _assigned(connection, stored, person) for person in said}
    unasked = sum(candidate not in assigned[person] for candidate, person in seen)
    recorded = FILLS.record(connection, addressed, now, path.name)
    return ImportedAnswers(path.name, recorded, empty, unasked)


def source_text(suite: Suite, example: Example) -> str:
    """The source as far as it is shown, with the pronoun in brackets."""
    lines = []
    for segment in suite.context(example):
        line = suite.words(segment)
        if segment == example.segment:
            line[example.position] = f"[{example.token}]"
        lines.append(" ".join(line))
    return " ".join(lines)


def hidden_text(gaps: Gaps, suite: Suite, example: Example, target: Target) -> str:
    """The translation as far as it is shown, with a blank for the pronoun."""
    shown = gaps.hide(target, target.placed[example.number], suite.context(example))
    return " ".join(word or BLANK for line in shown for word, _ in line)


def _ticked(path: Path, line: int, row: Row, gaps: Gaps) -> tuple[frozenset[str], bool]:
    text = fold(normalize("NFC", cell(path, line, row, "forms"))).replace("_", " ")
    rest = text.replace(BAD, " ")
    forms = set()
    for word in re.split(r'[\s,;"]+', rest):  # spreadsheets quote what has a comma
        if word and word not in gaps.choices and word not in gaps.named:
            hint = f"the choices are {', '.join((*gaps.choices, BAD))}"
            raise InputError(path, line, f"{word!r} cannot be ticked", hint=hint)
        if word:
            forms.add(gaps.named.get(word, word))
    if forms and rest != text:
        raise InputError(path, line, f"forms are ticked, and yet it is a {BAD}")
    return frozenset(forms), rest != text


def _candidate(
    path: Path,
    line: int,
    row: Row,
    by_number: Mapping[int, int],
    by_name: Mapping[tuple[int, str], int],
) -> int:
    column = "candidate" if "candidate" in row else "example"
    text = cell(path, line, row, column)
    number = int(text) if text.isascii() and text.isdigit() else -1
    if column == "candidate":
        candidate = by_number.get(number)
        what = f"there is no candidate {text!r} in the suite"
    else:
        system = cell(path, line, row, "system")
        candidate = by_name.get((number, system))
        what = f"there is no example {text!r} of {system!r} in the suite"
    if candidate is None:
        raise InputError(path, line, what)
    return candidate


def _person(connection: Connection, path: Path, line: int, row: Row, now: datetime) -> int:
    name = cell(path, line, row, "annotator")
    try:
        check_name("an annotator", name)
        check_annotator(name)
    except ProformError as error:
        raise InputError(path, line, str(error)) from error
    return annotator_id(connection, name, now)


def _check_taskset(connection: Connection, stored: Stored, taskset: str) -> None:
    asked = {task.taskset: task.protocol for task in list_tasks(connection, stored)}
    if taskset not in asked:
        raise ProformError(f"no set of tasks {taskset!r} in the suite")
    if asked[taskset] != GAP:
        hint = "proform suite export-batch writes it"
        raise ProformError(f"{taskset!r} is not for gap filling", hint=hint)


def _assigned(
    connection: Connection, stored: Stored, annotator: int, taskset: str | None = None
) -> set[int]:
    """The candidates whose gaps somebody is to fill: in one set of tasks, or in all."""
    members = schema.task_candidates
    asked = asks(GAP) if taskset is None else schema.tasksets.c.name == taskset
    return set(
        connection.scalars(
            select(members.c.candidate)
            .select_from(
                members.join(schema.tasks)
                .join(schema.tasksets)
                .join(schema.assignments, schema.assignments.c.task == schema.tasks.c.id)
            )
            .where(
                schema.tasks.c.suite == stored.id,
                schema.assignments.c.annotator == annotator,
                asked,
            )
        )
    )


def _candidates(connection: Connection, stored: Stored) -> dict[int, tuple[int, Example, Target]]:
    """By the id of the candidate: its number, its example and the translation."""
    loaded = {
        corpus.id: load_target(connection, stored, corpus) for corpus in targets(connection, stored)
    }
    examples = {stored.example_ids[example.number]: example for example in stored.suite.examples}
    table = schema.candidates
    rows_ = connection.execute(select(table).where(table.c.suite == stored.id))
    return {
        row.id: (row.number, examples[row.example], loaded[row.corpus])
        for row in rows_
        if row.corpus in loaded
    }
