"""Gap filling in sheets: out and in again, from Python and as the command does it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.command import Write, run
from tests.support.gap_suite import BAD, asked, mine
from tests.support.library import documented, same
from tests.support.small_suite import NOW, filled

import proform
from proform.errors import InputError, ProformError
from proform.gap.answers import FILLS, Fill, define_gap_tasks
from proform.gap.sheets import answer_table, fill_table, read_answers
from proform.store.answers import annotator_id
from proform.store.database import opened
from proform.store.ledger import Recorded
from proform.store.suites import find_suite
from proform.store.tasks import TaskSet, assign
from proform.table.writers import as_tsv, tsv_line


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "suite.db"
    with opened(str(path), create=True) as store:
        filled(store)
    tasks = ("--set", "july", "-n", 1, "--protocol", "gap")
    run("suite", "define-tasks", path, *tasks)
    run("suite", "assign-task", path, 1, "--set", "july", "-a", "Ada")
    return path


def test_out_and_in(suite: Path) -> None:
    sheet = proform.gap.export(suite, taskset="july", annotator="Ada")
    assert sheet.notes[0].startswith("7 examples for Ada; in the column forms: il, elle")
    filled_in = suite.with_name("ada.tsv")
    sheet.save(filled_in)
    text = filled_in.read_text(encoding="utf-8")
    assert text == run("gaps", "export", suite, "--set", "july", "-a", "Ada")
    header, first, *rest = text.splitlines()
    cells = dict(zip(header.split("\t"), first.split("\t"), strict=True)) | {"forms": "il"}
    filled_in.write_text("\n".join((header, "\t".join(cells.values()), *rest)), encoding="utf-8")
    read = proform.gap.import_(suite, filled_in)
    assert (read.recorded.added, read.empty, read.unasked) == (1, 6, 0)
    answers = proform.gap.export(suite).to_records()
    assert [(row["annotator"], row["forms"]) for row in answers] == [("Ada", "il")]
    same(proform.gap.results(suite, resamples=100), "gaps", "scores", suite, "--resamples", 100)


def test_a_set_without_its_annotator(suite: Path) -> None:
    with pytest.raises(ProformError, match="give --set and --annotator together"):
        proform.gap.export(suite, taskset="july")


def test_the_python_of_the_docs(suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(suite.parent)
    exec(documented("gaps.md"), {})  # noqa: S102 (our own)
    assert "gap filling: accuracy" in Path("gaps.tex").read_text(encoding="utf-8")


def test_a_table_out_and_in(where: str, write: Write) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = asked(connection, "Ada", "Bob")
            rows = fill_table(connection, stored, "july", "Ada", 1, NOW)
            assert len(rows.records) == 7
            text = as_tsv([rows])
            assert "base" not in text
            assert "new" not in text
            assert all(str(row["translation"]).count("____") == 1 for row in rows.records)
            ticked = ["il", "ce, c'", "bad translation", "Il, other", "bad_translation", "", ""]
            full = tuple(
                {**row, "forms": forms, "remarks": "hm" if forms == "il" else ""}
                for row, forms in zip(rows.records, ticked, strict=True)
            )
            path = write("ada.tsv", as_tsv([replace(rows, records=full)]))
            read = read_answers(connection, stored, path, NOW)
            assert (read.recorded, read.empty, read.unasked) == (Recorded(5, 0, 0), 2, 0)
            assert read.notes == (
                "ada.tsv brought 5 new, 0 replaced, 0 unchanged; 2 rows are not filled",
            )
            assert read_answers(connection, stored, path, NOW).recorded == Recorded(0, 0, 5)
            ada, order = mine(connection, stored)
            said = [FILLS.latest_by(connection, ada)[one].answer for one in order[:5]]
            assert said == [
                Fill(frozenset({"il"}), remarks="hm"),
                Fill(frozenset({"ce"})),
                BAD,
                Fill(frozenset({"il", "other"})),
                BAD,
            ]
            sent = fill_table(connection, stored, "july", "Ada", 1, NOW)
            forms = [row["forms"] for row in sent.records]
            assert forms[:4] == ["il", "ce", "bad translation", "il, other"]
            every = as_tsv([answer_table(connection, stored)]).replace("Ada", "Cyd")
            read = read_answers(connection, stored, write("all.tsv", every), NOW)
            assert (read.recorded.added, read.unasked) == (5, 5)
            assert read.notes[1].endswith("that their annotator was not given: 5; they count")
            cyd = annotator_id(connection, "Cyd", NOW)
            copied = {one: said.answer for one, said in FILLS.latest_by(connection, cyd).items()}
            assert copied == {
                one: said.answer for one, said in FILLS.latest_by(connection, ada).items()
            }


@pytest.mark.parametrize(
    ("header", "rows", "complaint"),
    [
        ("candidate annotator", ["1|Ada"], "no column 'forms'"),
        ("candidate annotator forms", ["1|Ada|lui"], ":2: 'lui' cannot be ticked; .* il, elle"),
        ("candidate annotator forms", ["99|Ada|il"], "no candidate '99'"),
        ("candidate annotator forms", ["x|Ada|il"], "no candidate 'x'"),
        ("example annotator forms", ["1|Ada|il"], "no column 'system'"),
        ("example system annotator forms", ["1|old|Ada|il"], "no example '1' of 'old'"),
        ("example system annotator forms", ["2|new|Ada|il"], "nothing was hidden"),
        ("candidate annotator forms", ["1|Ada|il, bad translation"], "yet it is a bad translation"),
        ("candidate annotator forms", ["1|Ada|il", "1|Ada|ce"], "as in line 2"),
        ("candidate annotator forms", ["1| |il"], "rows.tsv:2: '' cannot be the name"),
        ("candidate annotator forms", ["1|adjudicator|il"], "rows.tsv:2: .* cannot be the name"),
    ],
)
def test_tables_that_do_not_fit(
    tmp_path: Path, write: Write, header: str, rows: list[str], complaint: str
) -> None:
    table = "".join(map(tsv_line, (header.split(), *(row.split("|") for row in rows))))
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = asked(connection)
            with pytest.raises((InputError, ProformError), match=complaint):
                read_answers(connection, stored, write("rows.tsv", table), NOW)


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("c\N{RIGHT SINGLE QUOTATION MARK}", {"ce"}),
        ("c\N{COMBINING CEDILLA}a", {"ça/cela"}),
        ('"il, elle"', {"il", "elle"}),
        ("IL;Ils", {"il", "ils"}),
    ],
)
def test_forms_as_spreadsheets_write_them(
    tmp_path: Path, write: Write, text: str, forms: set[str]
) -> None:
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = asked(connection, "Ada")
            path = write("rows.tsv", f"candidate\tannotator\tforms\n1\tAda\t{text}\n")
            read_answers(connection, stored, path, NOW)
            (found,) = FILLS.latest(connection, stored.id)
    assert found.answer == Fill(frozenset(forms))


def test_a_remark_takes_no_answer_back(tmp_path: Path, write: Write) -> None:
    header = "candidate\tannotator\tforms\tremarks\n"
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = asked(connection, "Ada")
            for row in ("1\tAda\til\t", "1\tAda\t\thm", "2\tAda\t\twell"):
                read_answers(connection, stored, write("rows.tsv", f"{header}{row}\n"), NOW)
            found = {one.candidate: one.answer for one in FILLS.latest(connection, stored.id)}
    assert found == {1: Fill(frozenset({"il"}), remarks="hm"), 2: Fill(remarks="well")}


def test_tasks_of_another_suite_are_not_ours(tmp_path: Path) -> None:
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        filled(store)
        filled(store, "other")
        with store.writing() as connection:
            ours, other = (find_suite(connection, name) for name in ("small", "other"))
            for stored in (ours, other):
                define_gap_tasks(connection, stored, TaskSet("july", 1, 0, 1), NOW)
            assign(connection, other, "july", "1", "Ada", NOW)
            assert len(fill_table(connection, other, "july", "Ada", 1, NOW).records) == 7
            with pytest.raises(ProformError, match="'Ada' has no task in 'july'"):
                fill_table(connection, ours, "july", "Ada", 1, NOW)
