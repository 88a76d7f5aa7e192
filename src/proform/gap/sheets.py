"""Gap filling in sheets, for those who prefer a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from unicodedata import normalize

from sqlalchemy import Connection

from proform.errors import ProformError
from proform.gap.answers import BAD, FILLS, Fill, Filled, Gaps, find_gaps, gap_candidates, load_gaps
from proform.language.forms import fold
from proform.model import Example
from proform.output import File, needed_path
from proform.store.answers import annotator_id, check_annotator
from proform.store.ledger import Addressed, Recorded
from proform.store.schema import check_name
from proform.store.suites import Stored, reading_suite, writing_suite
from proform.store.tasks import list_tasks
from proform.store.work import GAP, assigned_to_each, members_of_tasks, worklist
from proform.suite.suite import Suite, Target
from proform.table.table import Column, Record, Table
from proform.table.tables import Tables
from proform.text.records import Row, rows

BLANK = "____"


def export(
    where: File,
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
        with reading_suite(str(where), suite) as (connection, stored):
            find_gaps(connection, stored)
            return Tables((answer_table(connection, stored),))
    with writing_suite(str(where), suite) as (connection, stored):
        table = fill_table(connection, stored, taskset, annotator, seed, datetime.now(UTC))
        choices = ", ".join((*find_gaps(connection, stored).choices, BAD))
    note = f"{len(table.records)} examples for {annotator}; in the column forms: {choices}"
    return Tables((table,), (note,))


def import_(where: File, file: File, *, suite: str | None = None) -> ImportedAnswers:
    """Take answers from a table (.tsv, .csv, .jsonl). What they replace is kept in the history.

    >>> print(*proform.gap.import_("suite.db", "ada.tsv").notes)  # doctest: +SKIP
    """
    with writing_suite(str(where), suite) as (connection, stored):
        return read_answers(connection, stored, needed_path("file", file), datetime.now(UTC))


def fill_table(
    connection: Connection, stored: Stored, taskset: str, annotator: str, seed: int, now: datetime
) -> Table:
    """What an annotator is to fill, in their own order, with what they filled so far."""
    gaps = find_gaps(connection, stored)
    tasks = {
        task.id: task.protocol for task in list_tasks(connection, stored) if task.taskset == taskset
    }
    if not tasks:
        raise ProformError(f"no set of tasks {taskset!r} in the suite")
    if GAP not in tasks.values():
        hint = "proform suite export-batch writes it"
        raise ProformError(f"{taskset!r} is not for gap filling", hint=hint)
    members = members_of_tasks(connection, stored.id, GAP)
    mine = {number for id_ in tasks for number in members.get(id_, {}).get(annotator, ())}
    if not mine:
        hint = "proform suite assign-task gives them one"
        raise ProformError(f"{annotator!r} has no task in {taskset!r}", hint=hint)
    person = annotator_id(connection, annotator, now)
    said = FILLS.latest_by(connection, person)
    there = gap_candidates(connection, stored)
    records = tuple(
        {
            "candidate": there[id_].number,
            "annotator": annotator,
            "category": there[id_].example.category,
            "source": _source_text(stored.suite, there[id_].example),
            "translation": hidden_text(gaps, stored.suite, *there[id_][1:]),
            **_answer(gaps, said[id_].answer if id_ in said else Fill()),
        }
        for id_ in worklist(connection, stored.id, person, GAP, seed, now)
        if there[id_].number in mine
    )
    heads = ("candidate", "annotator", "category", "source", "translation", "forms", "remarks")
    return Table("gaps", f"gaps for {annotator}", tuple(map(Column, heads)), records)


def answer_table(connection: Connection, stored: Stored) -> Table:
    """What everyone says now; nothing if nobody was ever asked."""
    gaps = load_gaps(connection, stored.id)
    candidates = gap_candidates(connection, stored).values()
    there = {candidate.number: candidate for candidate in candidates}
    records = tuple(
        {
            "example": there[filled.candidate].example.number,
            "system": there[filled.candidate].target.name,
            "category": there[filled.candidate].example.category,
            "own": there[filled.candidate].own(gaps) or "",
            "annotator": filled.annotator,
            **_answer(gaps, filled.answer),
            "made": filled.made,
        }
        for filled in FILLS.latest(connection, stored.id)
        if gaps is not None and filled.candidate in there
    )
    heads = ("example", "system", "category", "own", "annotator", "forms", "remarks", "made")
    return Table("answers", "answers", tuple(map(Column, heads)), records)


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
    there = gap_candidates(connection, stored)
    known: dict[tuple[int, str | None], int] = {}
    for id_, (number, example, target) in there.items():
        known[number, None] = known[example.number, target.name] = id_
    lines: dict[tuple[int, str], int] = {}
    people: dict[str, int] = {}
    said: dict[str, Mapping[int, Filled]] = {}
    addressed: list[Addressed[Fill]] = []
    empty = 0
    for row in rows(path):
        answer = Fill(*_ticked(row, gaps), row.get("remarks", "").strip())
        if answer == Fill():
            empty += 1
            continue
        number, name = _candidate(row, known), _annotator(row)
        if there[number].own(gaps) is None:
            raise row.error("no word stands for this pronoun: nothing was hidden")
        if (number, name) in lines:
            what = f"the same example and annotator as in line {lines[number, name]}"
            raise row.error(what, "one row per example and annotator")
        lines[number, name] = row.line
        if name not in people:
            people[name] = annotator_id(connection, name, now)
            said[name] = FILLS.latest_by(connection, people[name])
        if answer == Fill(remarks=answer.remarks) and number in said[name]:
            # A remark takes nothing back.
            answer = replace(said[name][number].answer, remarks=answer.remarks)
        addressed.append(Addressed(number, people[name], answer))
    assigned = assigned_to_each(connection, stored.id, GAP)
    unasked = sum(there[id_].number not in assigned.get(name, ()) for id_, name in lines)
    recorded = FILLS.record(connection, addressed, now, path.name)
    return ImportedAnswers(path.name, recorded, empty, unasked)


def _source_text(suite: Suite, example: Example) -> str:
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


def _ticked(row: Row, gaps: Gaps) -> tuple[frozenset[str], bool]:
    text = fold(normalize("NFC", row.text("forms"))).replace("_", " ")
    rest = text.replace(BAD, " ")
    forms = set()
    for word in re.split(r'[\s,;"]+', rest):  # spreadsheets quote what has a comma
        if word and word not in gaps.choices and word not in gaps.named:
            hint = f"the choices are {', '.join((*gaps.choices, BAD))}"
            raise row.error(f"{word!r} cannot be ticked", hint)
        if word:
            forms.add(gaps.named.get(word, word))
    if forms and rest != text:
        raise row.error(f"forms are ticked, and yet it is a {BAD}")
    return frozenset(forms), rest != text


def _candidate(row: Row, known: Mapping[tuple[int, str | None], int]) -> int:
    """The candidate that a row names: by its number, or by its example and system."""
    column = "candidate" if "candidate" in row else "example"
    text = row.text(column)
    system = None if column == "candidate" else row.text("system")
    number = int(text) if text.isascii() and text.isdigit() else -1
    if (number, system) not in known:
        of = "" if system is None else f" of {system!r}"
        raise row.error(f"there is no {column} {text!r}{of} in the suite")
    return known[number, system]


def _annotator(row: Row) -> str:
    name = row.text("annotator")
    try:
        check_name("an annotator", name)
        check_annotator(name)
    except ProformError as error:
        raise row.error(str(error)) from error
    return name
